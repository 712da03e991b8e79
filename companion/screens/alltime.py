"""The all-time table: the players of a host's evenings by name, over all games that count."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.names import name_key
from companion.room.state import Room
from companion.rules.results import ShowdownRound

_SHAMELESS = 3  # games of an evening that one must have won, all of them, to be called so


@dataclass(frozen=True, slots=True)
class Appearance:
    """What one player has done in the games of an evening that count, which are given by their numbers.

    `rounds` are those with a number of the player, and in `middle` of them it scored.
    """

    name: str
    seat: Seat
    games: frozenset[int]
    wins: frozenset[int]
    rounds: int
    middle: int


@dataclass(frozen=True, slots=True)
class EveningTally:
    """One room's share of an all-time table: how many games count, and who appeared in them. No bots."""

    games: int
    appearances: tuple[Appearance, ...]


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """A row of the table: somebody as the name was written last, over all evenings.

    `middle` says how many numbers scored, and `best` is the evening with the most games won.
    """

    name: str
    seat: Seat
    games: int
    wins: int
    middle: str
    best: str


@dataclass(frozen=True, slots=True)
class AllTimeView:
    """The table, most wins first, and what it is about: `9 evenings, 31 games`."""

    about: str
    rows: tuple[AllTimeRow, ...]


def tally_evening(room: Room) -> EveningTally:
    """Return what each player has done in the games of a room that count; a shared win is a win (H1)."""
    finished = room.finished_games
    players = dict.fromkeys(seat for game in finished for seat in game.record.players)
    leaves = [
        leaf
        for game in finished
        if game.record.rules.number_line
        for leaf in game.score.leaves()
        if not isinstance(leaf, ShowdownRound)
    ]
    return EveningTally(
        games=len(finished),
        appearances=tuple(
            Appearance(
                name=room.name(seat),
                seat=seat,
                games=frozenset(game.number for game in finished if seat in game.record.players),
                wins=frozenset(game.number for game in finished if seat in game.score.root.winners),
                rounds=sum(seat in leaf.plays for leaf in leaves),
                middle=sum(seat in leaf.winners for leaf in leaves),
            )
            for seat in players
            if seat not in room.bots
        ),
    )


def all_time_view(evenings: Sequence[EveningTally], forgotten: Collection[str] = ()) -> AllTimeView:
    """Build the table of these evenings, the latest first; `forgotten` are the keys of names left out."""
    played = [each for each in evenings if each.games]
    found: defaultdict[str, dict[int, list[Appearance]]] = defaultdict(lambda: defaultdict(list))
    for number, evening in enumerate(played):
        for each in evening.appearances:
            found[name_key(each.name)][number].append(each)
    rows = {key: _row([*found[key].values()]) for key in found.keys() - {*forgotten}}
    return AllTimeView(
        about=translate(
            "{evenings}, {games}",
            evenings=format_count(len(played), "{n} evening", "{n} evenings"),
            games=format_count(sum(each.games for each in played), "{n} game", "{n} games"),
        ),
        rows=tuple(rows[key] for key in sorted(rows, key=lambda key: (-rows[key].wins, key))),
    )


def _row(evenings: Sequence[Sequence[Appearance]]) -> AllTimeRow:
    """Return the row of somebody from the appearances evening by evening, the latest first."""
    every = [each for evening in evenings for each in evening]
    counts = [
        (
            len(frozenset().union(*(each.wins for each in evening))),
            len(frozenset().union(*(each.games for each in evening))),
        )
        for evening in evenings
    ]
    rounds, middle = sum(each.rounds for each in every), sum(each.middle for each in every)
    return AllTimeRow(
        name=every[0].name,
        seat=every[0].seat,
        games=sum(games for _, games in counts),
        wins=sum(won for won, _ in counts),
        middle=translate("{won} of {games}", won=middle, games=rounds) if rounds else "–",
        best=_best_evening(*max(counts, key=lambda each: (each[0], -each[1]))),
    )


def _best_evening(won: int, games: int) -> str:
    if not won:
        return translate("none won yet")
    if won == games >= _SHAMELESS:
        return translate("{won} of {games}: shameless", won=won, games=games)
    return translate("{won} of {games}", won=won, games=games)
