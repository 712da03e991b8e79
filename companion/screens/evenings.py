"""The rooms of a host: those of tonight, earlier ones with what came of them, and the all-time table."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from companion.i18n.messages import bidi_isolate, format_count, translate
from companion.room.events import Seat
from companion.room.names import name_key
from companion.room.state import Room
from companion.rules.evening import evening_standing
from companion.rules.results import ShowdownRound
from companion.screens.headings import round_position
from companion.screens.naming import name_or_count

_MOST_NAMED = 2  # names in a row; more players are counted
_SHAMELESS = 3  # games of an evening that one must have won, all of them, to be called so

TONIGHT = timedelta(hours=12)
"""For how long after its last event a room counts as one of tonight."""


class Appearance(NamedTuple):
    """What one player has done in one game that counts, given by its number.

    `rounds` are those with a number of the player, and in `middle` of them it scored.
    """

    name: str
    seat: Seat
    game: int
    won: bool
    rounds: int
    middle: int


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """What is worth knowing of a room whose evening is over; it depends on the room alone.

    `people` are the players without the bots, `mediocre` the names of the most mediocre of `among` players,
    `seat` whose guest stands for the room (empty: nobody was there), `revealed` whether any round was.
    `games` count, and the players without the bots appear in them. `closed`: by whoever runs the server.
    """

    people: int
    bots: int
    mediocre: tuple[str, ...]
    among: int
    seat: Seat
    revealed: bool
    games: int
    appearances: tuple[Appearance, ...]
    closed: bool

    @property
    def most_mediocre(self) -> str:
        """The names of the most mediocre, or how many they are."""
        return name_or_count(tuple(map(bidi_isolate, self.mediocre)), _MOST_NAMED)


def summarize_room(room: Room) -> RoomSummary:
    """Summarize a room from all that is revealed in it."""
    finished, bots = room.finished_games, len(room.bots)
    players = tuple(dict.fromkeys(seat for game in finished for seat in game.record.players))
    winners = [game.score.root.winners for game in finished]
    mediocre = winners[0] if len(winners) == 1 else evening_standing(players, winners).mediocre
    return RoomSummary(
        people=len(room.seats) - bots,
        bots=bots,
        mediocre=tuple(map(room.name, mediocre)),
        among=len(players),
        seat=next(iter((*mediocre, *room.seats)), ""),
        revealed=any(game.rounds for game in room.games),
        games=len(finished),
        appearances=tuple(_appearances(room)),
        closed=room.is_closed,
    )


def _appearances(room: Room) -> Iterator[Appearance]:
    """Yield each player in each game that counts; a shared win is a win (H1)."""
    for game in room.finished_games:
        leaves = [leaf for leaf in game.score.leaves() if not isinstance(leaf, ShowdownRound)]
        leaves = leaves if game.record.rules.number_line else []
        for seat in game.record.players:
            if seat not in room.bots:
                rounds = sum(seat in leaf.plays for leaf in leaves)
                middle = sum(seat in leaf.winners for leaf in leaves)
                won = seat in game.score.root.winners
                yield Appearance(room.name(seat), seat, game.number, won, rounds, middle)


# The list of rooms


@dataclass(frozen=True, slots=True)
class HostedRoomRow:
    """A room as the list of a host's rooms shows it; `evenings/row.html` has the words.

    `evening` is the date of an earlier one, `position` where the game of a room of tonight stands.
    """

    code: str
    summary: RoomSummary
    evening: str = ""
    position: str = ""

    @property
    def tonight(self) -> bool:
        """Whether it is a room of tonight."""
        return not self.evening

    @property
    def goes_on(self) -> bool:
        """Whether it leads to the host screen, else to the results."""
        return not self.summary.closed and (self.tonight or not self.summary.revealed)


def is_tonight(last: datetime, now: datetime) -> bool:
    """Tell whether a room whose last event was then counts as one of tonight."""
    return now - last < TONIGHT


def tonight_room_row(room: Room) -> HostedRoomRow:
    """Return the row of a room of tonight: how many are there, and how far it is."""
    game = room.current_game
    ask = game.next_round if game and not room.is_closed else None
    position = round_position(ask) if ask else ""
    return HostedRoomRow(room.code, summarize_room(room), position=position)


# The all-time table


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


def all_time_view(evenings: Sequence[RoomSummary], forgotten: Collection[str] = ()) -> AllTimeView:
    """Build the table of these evenings, the latest first; `forgotten` are the keys of names left out."""
    played = [each for each in evenings if each.games]
    found: defaultdict[str, list[tuple[int, Appearance]]] = defaultdict(list)
    for number, evening in enumerate(played):
        for each in evening.appearances:
            found[name_key(each.name)].append((number, each))
    rows = {key: _all_time_row(found[key]) for key in found.keys() - {*forgotten}}
    return AllTimeView(
        about=translate(
            "{evenings}, {games}",
            evenings=format_count(len(played), "{n} evening", "{n} evenings"),
            games=format_count(sum(each.games for each in played), "{n} game", "{n} games"),
        ),
        rows=tuple(rows[key] for key in sorted(rows, key=lambda key: (-rows[key].wins, key))),
    )


def _all_time_row(found: Sequence[tuple[int, Appearance]]) -> AllTimeRow:
    """Return the row of somebody from the appearances evening by evening, the latest first."""
    games = {(evening, each.game) for evening, each in found}
    wins = {(evening, each.game) for evening, each in found if each.won}
    played, won = (Counter(evening for evening, _ in each) for each in (games, wins))
    best = max(played, key=lambda evening: (won[evening], -played[evening]))
    rounds, middle = sum(each.rounds for _, each in found), sum(each.middle for _, each in found)
    return AllTimeRow(
        name=found[0][1].name,
        seat=found[0][1].seat,
        games=len(games),
        wins=len(wins),
        middle=translate("{won} of {games}", won=middle, games=rounds) if rounds else "–",
        best=_best_evening(won[best], played[best]),
    )


def _best_evening(won: int, games: int) -> str:
    if not won:
        return translate("none won yet")
    if won == games >= _SHAMELESS:
        return translate("{won} of {games}: shameless", won=won, games=games)
    return translate("{won} of {games}", won=won, games=games)
