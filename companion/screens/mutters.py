"""What a guest mutters that was tapped three times: forty dry lines, written anew in every language."""

from zlib import crc32

from companion.i18n.languages import gettext
from companion.i18n.messages import N_


def mutter(code: str, turn: int) -> str:
    """Return the line of a turn, from 0: every room has an order of its own, and begins again after all."""
    lines = gettext(LINES).splitlines()
    order = sorted(range(len(lines)), key=lambda at: crc32(f"{code} {at}".encode()))
    return lines[order[turn % len(lines)]]


LINES = N_(
    """\
I was a chair before this.
Do that again and I stay the same.
I am told this is a party.
Four legs would have been enough.
I feel fifty.
The lamp looked at me.
Not too good. Not too good.
Somebody dusts me on Fridays.
Steady.
I had plans. They were average.
Is this the middle?
I was assembled in a hurry.
One screw was left over.
I came with instructions.
Please do not tip me.
I hold up well, considering.
Nobody sat on me today.
I am load-bearing.
This is my good side.
I have a twin in the hall.
My drawers are my own business.
I squeak when I am moved.
I was on sale.
Ask the sofa. The sofa knows.
I have been leaned on.
The rug and I do not talk.
I prefer the corner.
I was the display model.
Careful. New varnish.
I am fine where I am.
Two cushions short of a plan.
I match nothing. It is a style.
I once held a vase.
Tap the other one.
It wobbles, but it is honest.
I was here before the TV.
Flat-packed, but not inside.
I am somebody’s inheritance.
I do not fold.
Was that necessary?
"""
)
