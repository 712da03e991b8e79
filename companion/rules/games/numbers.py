"""Whole numbers within a range: parsing, checking and writing them."""

import re
from collections.abc import Sequence

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, format_value, plain, printable, translate
from companion.rules.plays import AllowedPlay, Bounds
from companion.values import frozen

_WHOLE = re.compile(r"[+-]?\d+")
_SIGNS = str.maketrans(
    {"\N{MINUS SIGN}": "-", "\N{FULLWIDTH HYPHEN-MINUS}": "-", "\N{FULLWIDTH PLUS SIGN}": "+"}
)
_LONGEST = 20  # characters of a mistyped number that its refusal repeats


@frozen
class NumberRange(AllowedPlay):
    """The numbers from `low` to `high`, both included (G1)."""

    low: int
    high: int

    def read(self, text: str) -> int:
        """Parse digits of any script (１２); raises `Refused` if empty, not whole, or out of range."""
        if not plain(text):
            raise self.nothing_typed()
        return self.check(parse_integer(text))

    def nothing_typed(self) -> Refused:
        """Return what is said where nothing was typed."""
        return Refused("Enter a number from {low} to {high}", low=self.low, high=self.high)

    def check(self, play: object) -> int:
        """Return the number if it is a whole one within the range; raises `Refused` otherwise."""
        if type(play) is not int:
            raise Refused("{text} is not a whole number", text=abbreviate(play))
        if not self.low <= play <= self.high:
            raise self.out_of_range(play)
        return play

    def out_of_range(self, number: int) -> Refused:
        """Return why a number out of the range is refused."""
        template = N_("{n} is above the highest number, {high}")
        if number < self.low:
            template = N_("{n} is below the lowest number, {low}")
        return Refused(template, n=abbreviate(number), low=self.low, high=self.high)

    def choices(self) -> Sequence[int]:
        """Return the whole range."""
        return range(self.low, self.high + 1)

    def prompt(self, plays: int) -> str:
        if plays > 1:
            return translate("{n} numbers from {low} to {high}", n=plays, low=self.low, high=self.high)
        return translate("From {low} to {high}", low=self.low, high=self.high)

    @property
    def typed_range(self) -> Bounds | None:
        return self.low, self.high

    @property
    def is_shared(self) -> bool:
        """True: all players have the same range."""
        return True


def parse_integer(text: str) -> int:
    """Parse a whole number of any length, in digits of any script; raises `Refused` for anything else.

    It is cut after 1000 characters, because Python limits the digits that `int` parses. What is left is
    still far outside every range.
    """
    typed = plain(text)
    digits = typed.translate(_SIGNS)
    if not _WHOLE.fullmatch(digits):
        raise Refused("{text} is not a whole number", text=abbreviate(typed))
    return int(digits[:1000])


def abbreviate(value: object) -> str:
    """Shorten typed text, or a number of any length, to fit into a sentence, on one line."""
    text = format_value(value)
    return printable(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
