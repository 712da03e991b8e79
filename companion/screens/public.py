"""The part of every view that is public to the whole room."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import wraps
from typing import TypeVar

from companion.i18n.languages import current_language
from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens import endings, headings, reveals, scoreboard
from companion.screens.endings import EndedPart, GameEnding
from companion.screens.news import news_sentences
from companion.screens.reveals import PlayerCards, RevealView
from companion.screens.scoreboard import ScoreRow

T = TypeVar("T")
_Make = Callable[[Room, GameState], T]

_MOST_ROOMS = 500  # of which something is kept
_SUBMITTED = {"hidden", "entered", "lists", "senders"}  # what changes in a game when somebody submits
_OF_ROOM = [each.name for each in fields(Room) if each.name not in {"version", "log", "games"}]
_OF_GAME = [each.name for each in fields(GameState) if each.name not in _SUBMITTED]

_kept: dict[tuple[str, str], tuple[list[object], dict[object, object]]] = {}
"""By room and language: the state, and what each function has made of it."""


def kept(make: _Make[T]) -> _Make[T]:
    """Have what a function makes of a room and its game used again until more changes than who is in.

    The function must not look at what is submitted, nor at the version or the log of the room.
    """

    @wraps(make)
    def made_once(room: Room, game: GameState) -> T:
        made = _made_of(room, game)
        if make not in made:
            made[make] = make(room, game)
        return made[make]  # type: ignore[return-value]

    return made_once


def _made_of(room: Room, game: GameState) -> dict[object, object]:
    """Return what was made of a room as it is; its values are compared by identity, which is quick."""
    state = _state(room, game)
    place = room.code, current_language()
    known, made = _kept.get(place, ([], {}))
    if len(known) != len(state) or any(a is not b for a, b in zip(known, state, strict=True)):
        if len(_kept) >= _MOST_ROOMS:
            _kept.clear()
        made = {}
        _kept[place] = state, made
    return made


def _state(room: Room, game: GameState) -> list[object]:
    """Return all of a room and a game but what is submitted."""
    return [
        *(getattr(room, name) for name in _OF_ROOM),
        *room.games[:-1],
        *(getattr(game, name) for name in _OF_GAME),
    ]


@dataclass(frozen=True, slots=True)
class PublicPart:
    """What everybody in the room may know.

    `submitted` of the `awaited` players are in; both are 0 where nobody submits. `figure` names the points in
    `rows`. `waiting` is the sentence for what must happen next. `caller` must
    call first. `pool` is a number of rounds, None where a game has no pool. `last` is what was revealed last;
    `parts` are those that ended with it, innermost first; `open` are the open cards of a round of tricks.
    """

    code: str
    version: int = 0
    title: str = ""
    heading: str = ""
    status: str = ""
    prompt: str = ""
    playing: bool = False
    rows: tuple[ScoreRow, ...] = ()
    last: RevealView | None = None
    final: GameEnding | None = None
    closed: bool = False
    """Whether whoever runs the server has closed the room: then there is nothing else in it."""
    thrown_away: bool = False
    """Whether the game was thrown away: nobody has won it, and it has no `final`."""
    question: str = ""
    """What the host asks in the open round."""
    figure: str = ""
    waiting: str = ""
    gone: str = ""
    """The sentence for those who have left, and whose cards the round cannot go on without."""
    leader: str = ""
    caller: str = ""
    call: str = ""
    pool: int | None = None
    parts: tuple[EndedPart, ...] = ()
    open: tuple[PlayerCards, ...] = ()
    until: datetime | None = None
    """The end of the round's time while its timer runs; `seconds_left` is set while the timer is paused."""
    seconds_left: int | None = None
    expired: bool = False
    """Whether the timer is paused because the time ran out before anybody had submitted."""
    news: tuple[str, ...] = ()
    submitted: int = 0
    awaited: int = 0
    counting: str = ""
    """The status with `{}` in place of the number of players who are in; empty where nobody submits."""


def public_part(room: Room) -> PublicPart:
    """Build the part of all views that is public."""
    game = room.current_game
    title = translate((game.record.rules if game else room.next_game.rules).known_as)
    if room.is_closed:  # what was revealed is in the results
        heading, status = (
            translate("This room is closed"),
            translate("Whoever runs this server has closed it."),
        )
        return PublicPart(room.code, room.version, title, heading, status, closed=True)
    next_round, timer = (game.next_round, game.timer) if game else (None, None)
    figure, rows = scoreboard.scoreboard(room)
    submitted, awaited = headings.count_submitted(room)
    return replace(
        _results(room, game) if game else PublicPart(room.code),
        version=room.version,
        title=title,
        heading=headings.game_heading(game),
        status=headings.game_status(room),
        prompt=headings.input_prompt(next_round) if game and next_round and not game.lists_left else "",
        playing=room.is_playing,
        rows=rows,
        thrown_away=game is not None and game.is_thrown_away,
        question=game.question if game else "",
        figure=figure,
        waiting=headings.waiting_sentence(room, game) if game and next_round else "",
        gone=headings.gone_sentence(room, game) if game and next_round else "",
        leader=_name(room, next_round.leader if next_round else None),
        caller=_name(room, game.must_call if game else None),
        call=(game.call or "") if game else "",
        until=timer.until if timer else None,
        seconds_left=round(timer.remaining.total_seconds()) if timer and timer.until is None else None,
        expired=bool(timer and timer.expired),
        news=news_sentences(room),
        submitted=submitted,
        awaited=awaited,
        counting=headings.submitted_sentence("{}", awaited) if awaited else "",
    )


@kept
def _results(room: Room, game: GameState) -> PublicPart:
    """Return the public part with nothing but what came of the rounds so far."""
    is_won = game.next_round is None and not game.is_thrown_away
    return PublicPart(
        room.code,
        last=reveals.last_reveal(room, game),
        final=endings.game_ending(room, game) if is_won else None,
        pool=game.record.rules.pool(game.score.root),
        parts=endings.ended_parts(room, game),
        open=reveals.open_cards(room, game),
    )


def _name(room: Room, seat: Seat | None) -> str:
    return room.name(seat) if seat else ""
