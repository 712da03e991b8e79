"""The rooms of a host: those of tonight, earlier ones with what came of them, and the all-time table."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from companion.i18n.messages import N_, bidi_isolate, format_count, translate
from companion.room.events import Device, Seat
from companion.room.names import ERASED, name_key
from companion.room.state import Room, standing_of
from companion.rules.results import KnockoutRound
from companion.screens.headings import join_parts, round_position
from companion.screens.naming import few_names, name_or_count
from companion.values import frozen

_MOST_NAMED = 2  # names in a row; more players are counted
_MOST_AGAIN = 8  # people who are added at once
_MOST_KNOWN = 24  # names that are offered
_SHAMELESS = 3  # games of an evening that one must have won, all of them, to be called so

TONIGHT = timedelta(hours=12)
"""For how long after its last event a room counts as one of tonight."""


class Appearance(NamedTuple):
    """What one did in a game that counts: the `rounds` with a number, and `middle` in which it scored."""

    name: str
    seat: Seat
    won: bool
    rounds: int
    middle: int


@frozen
class RoomSummary:
    """What is worth knowing of a room whose evening is over; it depends on the room alone.

    `names` are those of the players without the bots, `mediocre` of who has won the evening, or its only
    game, of `among` players; where nobody has finished it, of who is closest to the middle, and it `is_open`
    (H5). `evening_winners` has who has won an evening that the host has finished, without the bots. `seat` is
    whose guest stands for the room (empty: nobody was there), `revealed` whether any round was. `games`
    count, and the players without the bots appear in them. `closed`: by whoever runs the server. `owners` may
    delete the room, and `game` is the title of what it plays, or plays next.
    """

    names: tuple[str, ...]
    bots: int
    mediocre: tuple[str, ...]
    is_open: bool
    evening_winners: tuple[str, ...]
    among: int
    seat: Seat
    revealed: bool
    games: int
    appearances: tuple[Appearance, ...]
    closed: bool
    owners: frozenset[Device]
    game: str

    @property
    def most_mediocre(self) -> str:
        """The names of the most mediocre, or how many they are."""
        return name_or_count(tuple(map(bidi_isolate, self.mediocre)), _MOST_NAMED)


def summarize_room(room: Room) -> RoomSummary:
    """Summarize a room from all that is revealed in it."""
    finished, final = room.finished_games, room.final
    standing = standing_of(finished)
    decided = final.root if final else finished[0].score.root if len(finished) == 1 else None
    is_open = decided is None or not decided.finished
    mediocre = standing.fewest if decided is None or is_open else decided.winners
    return RoomSummary(
        names=tuple(player.name for player in room.players if not player.bot),
        bots=len(room.bots),
        mediocre=tuple(map(room.name, mediocre)),
        is_open=is_open,
        evening_winners=_evening_winners(room),
        among=len(standing.steps),
        seat=next(iter((*mediocre, *room.seats)), ""),
        revealed=any(game.rounds for game in room.real_games),
        games=len(finished),
        appearances=tuple(_appearances(room)),
        closed=room.is_closed,
        owners=room.owners,
        game=room.rules.known_as,
    )


def _evening_winners(room: Room) -> tuple[str, ...]:
    if room.final is None or room.final.next_round is not None:
        return ()
    return tuple(room.name(seat) for seat in room.final.root.winners if seat not in room.bots)


def _appearances(room: Room) -> Iterator[Appearance]:
    """Yield each player in each game that counts, and who showed anything; a shared win is a win (H1)."""
    for game in room.finished_games:
        leaves = [leaf for leaf in game.score.leaves() if not isinstance(leaf, KnockoutRound)]
        leaves = leaves if game.rules.number_line and game.rules.has_middle else []
        for seat in game.players:
            if seat not in room.bots and any(seat in reveal.plays for reveal in game.reveals):
                rounds = sum(seat in leaf.plays for leaf in leaves)
                middle = sum(seat in leaf.winners for leaf in leaves)
                won = seat in game.root.winners
                yield Appearance(room.name(seat), seat, won, rounds, middle)


# The list of rooms


@frozen
class ListedRoom:
    """A room as the list of a host's rooms shows it; `evenings/row.html` has the words.

    `evening` is the date of an earlier one, `position` where the game of a room of tonight stands.
    """

    code: str
    summary: RoomSummary
    evening: str = ""
    position: str = ""

    @property
    def goes_on(self) -> bool:
        """Whether it leads to the host screen, else to the results."""
        return not self.summary.closed and not (self.evening and self.summary.revealed)


def is_tonight(last: datetime, now: datetime) -> bool:
    """Tell whether a room whose last event was then counts as one of tonight."""
    return now - last < TONIGHT


def tonight_room_row(room: Room) -> ListedRoom:
    """Return the row of a room of tonight: how many are there, and how far it is."""
    game = room.current_game
    open_round = game.next_round if game and not room.is_closed else None
    return ListedRoom(
        room.code, summarize_room(room), position=round_position(open_round) if open_round else ""
    )


# Whom the host knows


class KnownPeople(NamedTuple):
    """The names that a tap adds to a room, from the evenings of its host, the latest first.

    `known` are those of all evenings, `again` those of the last one, where they are few, and in `few` words.
    """

    known: Sequence[str] = ()
    again: Sequence[str] = ()
    few: str = ""


def known_people(room: Room, evenings: Iterable[RoomSummary], forgotten: Collection[str]) -> KnownPeople:
    """Return the names of these evenings without those who have a seat in the room.

    Nobody is among them of whom the key is `forgotten`, or the name was erased.
    """
    gone, is_erased = {*room.seat_by_name, *forgotten}, re.compile(f"{ERASED} [0-9]+").fullmatch
    found = [
        [name for name in evening.names if name_key(name) not in gone and not is_erased(name)]
        for evening in evenings
        if evening.names
    ]
    known = {name_key(name): name for names in found for name in names}
    again = found[0] if found and 1 < len(found[0]) <= _MOST_AGAIN else []
    return KnownPeople([*known.values()][:_MOST_KNOWN], again, few_names(again))


# The all-time table


@frozen
class AllTimeRow:
    """Somebody in the table: `middle` says how many numbers scored, `best` the most games of an evening.

    `evenings` are those that the host has finished and this player has won (H5).
    """

    name: str
    seat: Seat
    games: int
    wins: int
    evenings: int
    middle: str
    best: str


@frozen
class AllTimeView:
    """The table of evenings, the most wins first, and what it is about: `9 evenings, 31 games`.

    `has_middle`: somebody played a number in a game with a middle; `has_evenings`: somebody won an evening.
    """

    about: str
    has_middle: bool
    has_evenings: bool
    rows: Sequence[AllTimeRow]


def all_time_view(evenings: Sequence[RoomSummary], forgotten: Collection[str] = ()) -> AllTimeView:
    """Return the table of these evenings, the latest first; `forgotten` are the keys of names left out."""
    played = [summary for summary in evenings if summary.games]
    found: defaultdict[str, list[tuple[int, Appearance]]] = defaultdict(list)
    for number, evening in enumerate(played):
        for appearance in evening.appearances:
            found[name_key(appearance.name)].append((number, appearance))
    won = Counter(name_key(name) for evening in played for name in evening.evening_winners)
    rows = {key: _all_time_row(found[key], won[key]) for key in found.keys() - {*forgotten}}
    about = join_parts(
        format_count(len(played), "{n} evening", "{n} evenings"),
        format_count(sum(summary.games for summary in played), "{n} game", "{n} games"),
    )
    has_middle = any(appearance.rounds for key in rows for _, appearance in found[key])
    ordered = sorted(rows, key=lambda key: (-rows[key].wins, key))
    has_evenings = any(evening.evening_winners for evening in played)
    return AllTimeView(about, has_middle, has_evenings, [rows[key] for key in ordered])


def _all_time_row(found: Sequence[tuple[int, Appearance]], evenings: int) -> AllTimeRow:
    """Return the row of somebody from the appearances, the latest first, and the evenings won."""
    played = Counter(evening for evening, _ in found)
    won = Counter(evening for evening, appearance in found if appearance.won)
    best = max(played, key=lambda evening: (won[evening], -played[evening]))
    wins, games = won[best], played[best]
    is_shameless = wins == games >= _SHAMELESS
    words = N_("{won} of {games}: shameless") if is_shameless else N_("{won} of {games}")
    rounds, middle = (
        sum(appearance.rounds for _, appearance in found),
        sum(appearance.middle for _, appearance in found),
    )
    return AllTimeRow(
        name=found[0][1].name,
        seat=found[0][1].seat,
        games=played.total(),
        wins=won.total(),
        evenings=evenings,
        middle=translate("{won} of {games}", won=middle, games=rounds) if rounds else "–",
        best=translate(words if wins else N_("none won yet"), won=wins, games=games),
    )
