"""The standing of an evening found a second time, from H1, G5 and G6 alone: plain, no shared code."""

from collections.abc import Collection, Sequence

from tests.support.naive_numbers import middle_of

Standing = tuple[dict[str, int], list[str]]


def standing_of(players: Sequence[str], winners: Sequence[Collection[str]]) -> Standing:
    """Return the games won, and the most mediocre players.

    `winners` are those of each finished game, of which there must be one.
    """
    won = _won(players, winners)
    winner, tied = middle_of(won)
    first, last = 1, len(winners) - 1
    while not winner and first < last:
        winner, _ = middle_of(_won(players, winners[first:last]))
        first, last = first + 1, last - 1
    return won, winner or tied


def _won(players: Sequence[str], winners: Sequence[Collection[str]]) -> dict[str, int]:
    return {player: sum(player in each for each in winners) for player in players}
