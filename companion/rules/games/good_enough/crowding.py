"""How many players disqualify each other by chance (G3), and a range in which fewer do."""

from math import expm1, log1p

from companion.i18n.messages import Count, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.outcomes import Crowding

CROWDED = 1 / 6
"""The share of players out in a round from which on a wider range is offered."""
ROOMY = 1 / 10
"""The share of players out in a round that the wider range has at most."""


def expected_share(players: int, numbers: int) -> float:
    """Return the share of players that are expected to pick a number that somebody else picks too.

    All pick at random from so many numbers, two or more: a player is alone with a number if none of the
    others has it. People do not pick at random, so the share is the least to expect.
    """
    return -expm1((players - 1) * log1p(-1 / numbers)) if players else 0


def crowding(rules: GoodEnoughOptions, players: int) -> Crowding | None:
    """See `Game.crowding`; None where a stack keeps numbers apart (G13), or equal ones stay in (G19)."""
    if rules.entry == "cards" or rules.offsets:
        return None
    share = expected_share(players, rules.high - rules.low + 1)
    if share < CROWDED:
        return None
    high = 100
    while (
        (low := -high if rules.low < 0 else rules.low) > rules.low
        or high <= rules.high
        or expected_share(players, high - low + 1) > ROOMY
    ):
        high *= 10
    count = Count(round(share * players), "at least {n} player", "at least {n} players")
    expects = Text(
        "From {low} to {high}, {count} of {players} pick a number that somebody else has too, and are out.",
        {"low": rules.low, "high": rules.high, "count": count, "players": players},
    )
    return Crowding(
        expects, Text("Play from {low} to {high}", {"low": low, "high": high}), {"low": low, "high": high}
    )
