"""What a phone says to its player alone, in a sentence."""

from companion.journal import Player, Table
from companion.words import tell


def sits_out(table: Table | None, player: Player) -> str:
    """Say to somebody who sits out what that means now; nothing to others."""
    if not player.out or player.away:
        return ""
    if table is None or table.ask is None:
        return tell("You sit out: the next game begins without you until the host lets you in again")
    if player.seat not in table.ask.wants:
        return tell("You sit out: the host can let you in again")
    if table.ask.all_must:
        return tell("You sit out from the next game: this one needs a card of everybody")
    return tell("You sit out: rounds do not wait for you. You can still send a number")
