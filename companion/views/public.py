"""What everybody in the room may know."""

from dataclasses import dataclass
from datetime import datetime

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import RoundTimer
from companion.room.state import Room
from companion.rules import games
from companion.views import endings, headings, reveals, scoreboard
from companion.views.endings import EndedPart, GameEnding
from companion.views.news import news_sentences
from companion.views.reveals import CardReveal, NumberReveal, PlayerCards
from companion.views.scoreboard import ScoreRow


@dataclass(frozen=True, slots=True)
class PublicPart:
    """What everybody in the room may know.

    `figure` says what the points in `rows` are. `waiting` says what must happen before anything else
    can. `caller` has still to call. `pool` counts rounds, None where a game has no pool. `reveal` is the
    last round of numbers, `trick` that of cards; `parts` the levels that ended with it, innermost first;
    `open` the open cards of a round of tricks.
    """

    code: str
    version: int
    title: str
    heading: str
    status: str
    prompt: str
    playing: bool
    rows: tuple[ScoreRow, ...]
    reveal: NumberReveal | None
    final: GameEnding | None
    figure: str = ""
    waiting: str = ""
    leader: str = ""
    caller: str = ""
    call: str = ""
    pool: int | None = None
    trick: CardReveal | None = None
    parts: tuple[EndedPart, ...] = ()
    open: tuple[PlayerCards, ...] = ()
    until: datetime | None = None
    """When the time of this round is up; `rest` are its seconds while the clock stands."""
    rest: int | None = None
    expired: bool = False
    """Whether the clock stands because the time was up and nobody was in."""
    news: tuple[str, ...] = ()


def public_part(room: Room) -> PublicPart:
    """Make the part of all views that everybody sees."""
    game = room.current_game
    ask = game.next_round if game else None
    figure, rows = scoreboard.scoreboard(room)
    return PublicPart(
        code=room.code,
        version=room.version,
        title=translate(games.find_game(room.game_name).title),
        heading=headings.game_heading(game),
        status=headings.game_status(room),
        prompt=headings.input_prompt(ask) if game and ask and not game.lists_left else "",
        playing=room.is_playing,
        rows=rows,
        reveal=reveals.number_reveal(room, game) if game else None,
        final=endings.game_ending(room, game) if game and ask is None else None,
        figure=figure,
        waiting=headings.waiting_sentence(room, game) if game and ask else "",
        leader=_name(room, ask.leader if ask else None),
        caller=_name(room, game.must_call if game else None),
        call=(game.call or "") if game else "",
        pool=game.record.rules.pool(game.score.root) if game else None,
        trick=reveals.card_reveal(room, game) if game else None,
        parts=endings.ended_parts(room, game) if game else (),
        open=reveals.open_cards(room, game) if game else (),
        until=game.timer.until if game and game.timer else None,
        rest=_rest(game.timer) if game else None,
        expired=bool(game and game.timer and game.timer.expired),
        news=news_sentences(room),
    )


def _rest(clock: RoundTimer | None) -> int | None:
    return round(clock.remaining.total_seconds()) if clock and clock.until is None else None


def _name(room: Room, seat: Seat | None) -> str:
    return room.name(seat) if seat else ""
