"""The rooms of a host: the ones of tonight, to go on with, and earlier ones with what came of them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.i18n.dates import format_evening
from companion.i18n.messages import PluralTemplate, bidi_isolate, format_count, format_message, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.evening import evening_standing
from companion.screens.alltime import EveningTally, tally_evening
from companion.screens.headings import join_parts, round_position
from companion.screens.naming import name_or_count

_MOST_NAMED = 2  # names in a row; more players are counted

TONIGHT = timedelta(hours=12)
"""For how long after its last event a room counts as one of tonight."""


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """What is worth knowing of a room whose evening is over; it depends on the room alone.

    `people` are the players without the bots, `mediocre` the names of the most mediocre of `among` players,
    `seat` whose guest stands for the room (empty: nobody was there), `revealed` whether any round was.
    """

    people: int
    bots: int
    mediocre: tuple[str, ...]
    among: int
    seat: Seat
    revealed: bool
    tally: EveningTally
    closed: bool = False
    """Whether whoever runs the server has closed the room."""


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A room as the list of a host's rooms shows it.

    `goes_on`: it leads to the host screen, else to the results. `came`: anybody took part who is no bot.
    """

    code: str
    title: str
    line: str
    seat: Seat
    tonight: bool
    goes_on: bool
    came: bool


def summarize_room(room: Room) -> RoomSummary:
    """Summarize a room from all that is revealed in it."""
    finished = room.finished_games
    players = tuple(dict.fromkeys(seat for game in finished for seat in game.record.players))
    winners = [game.score.root.winners for game in finished]
    mediocre = winners[0] if len(winners) == 1 else evening_standing(players, winners).mediocre
    bots = len(room.bots)
    return RoomSummary(
        people=len(room.seats) - bots,
        bots=bots,
        mediocre=tuple(map(room.name, mediocre)),
        among=len(players),
        seat=next(iter((*mediocre, *room.seats)), ""),
        revealed=any(game.rounds for game in room.games),
        tally=tally_evening(room),
        closed=room.is_closed,
    )


def is_tonight(last: datetime, now: datetime) -> bool:
    """Tell whether a room whose last event was then counts as one of tonight."""
    return now - last < TONIGHT


def tonight_room_row(room: Room) -> RoomLine:
    """Return the row of a room of tonight."""
    summary = summarize_room(room)
    return RoomLine(
        code=room.code,
        title=translate("Tonight, {code}", code=room.code),
        line=_state(summary, room.current_game),
        seat=summary.seat,
        tonight=True,
        goes_on=not room.is_closed,
        came=bool(summary.people),
    )


def past_room_row(code: str, opened: datetime, now: datetime, summary: RoomSummary) -> RoomLine:
    """Return the row of a room whose evening is over."""
    return RoomLine(
        code=code,
        title=format_evening(opened, now),
        line=_closed_or(_what_came_of(summary), summary),
        seat=summary.seat,
        tonight=False,
        goes_on=not (summary.revealed or summary.closed),
        came=bool(summary.people),
    )


def deletion_sentences(summary: RoomSummary) -> tuple[str, ...]:
    """Say what is deleted with a room."""
    if not summary.tally.games:
        return (_what_came_of(summary),)
    return join_parts(_people(summary), _games(summary)), _what_came_of(summary)


def _closed_or(line: str, summary: RoomSummary) -> str:
    """Return the line of a room, with a word more if it is closed."""
    return translate("{line}; closed by whoever runs this server", line=line) if summary.closed else line


def _state(summary: RoomSummary, game: GameState | None) -> str:
    people = _people(summary)
    if game is not None and game.next_round is not None and not summary.closed:
        return join_parts(people, round_position(game.next_round))
    return _closed_or(join_parts(people, _games(summary)) if summary.tally.games else people, summary)


def _people(summary: RoomSummary) -> str:
    if summary.people:
        return format_count(summary.people, "{n} person", "{n} people")
    return translate("only bots") if summary.bots else translate("nobody yet")


def _games(summary: RoomSummary) -> str:
    return format_count(summary.tally.games, "{n} game", "{n} games")


def _what_came_of(summary: RoomSummary) -> str:
    if not (summary.people or summary.bots):
        return translate("Nobody came")
    if not summary.mediocre:
        return translate("{people}, no game finished", people=_people(summary))
    template = PluralTemplate("{who} was the most mediocre of {all}", "{who} were the most mediocre of {all}")
    names = tuple(map(bidi_isolate, summary.mediocre))
    values = {"who": name_or_count(names, _MOST_NAMED), "all": summary.among}
    return format_message(template.translate_for(len(names)), values)
