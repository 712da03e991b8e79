"""The part of every view that is public to the whole room."""

from dataclasses import dataclass
from datetime import datetime

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState, RoundTimer
from companion.room.state import Room
from companion.views import endings, headings, reveals, scoreboard
from companion.views.endings import EndedPart, GameEnding
from companion.views.entered import EnteredResult, entered_result
from companion.views.kept import kept
from companion.views.news import news_sentences
from companion.views.reveals import CardReveal, NumberReveal, PlayerCards
from companion.views.scoreboard import ScoreRow


@dataclass(frozen=True, slots=True)
class PublicPart:
    """What everybody in the room may know.

    `submitted` of the `awaited` players are in; both are 0 where nobody submits. `figure` names the points in
    `rows`. `waiting` is the sentence for what must happen next. `caller` must
    call first. `pool` is a number of rounds, None where a game has no pool. `reveal` is the last round of
    numbers, `trick` that of cards, `entered` the last result (R1 to R3); `parts` are those that ended with
    it, innermost first; `open` are the open cards of a round of tricks.
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
    trick: CardReveal | None = None
    entered: EnteredResult | None = None
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

    @property
    def last(self) -> NumberReveal | CardReveal | EnteredResult | None:
        """The last round, whatever it was played with."""
        return self.reveal or self.trick or self.entered


@dataclass(frozen=True, slots=True)
class _Results:
    """The fields of the public part that tell what came of the rounds so far."""

    reveal: NumberReveal | None = None
    final: GameEnding | None = None
    pool: int | None = None
    trick: CardReveal | None = None
    entered: EnteredResult | None = None
    parts: tuple[EndedPart, ...] = ()
    open: tuple[PlayerCards, ...] = ()


def public_part(room: Room) -> PublicPart:
    """Build the part of all views that is public."""
    if room.is_closed:
        return _closed_part(room)
    game = room.current_game
    next_round = game.next_round if game else None
    figure, rows = scoreboard.scoreboard(room)
    submitted, awaited = headings.count_submitted(room)
    results = _results(room, game) if game else _Results()
    return PublicPart(
        code=room.code,
        version=room.version,
        title=translate((game.record.rules if game else room.next_game.rules).known_as),
        heading=headings.game_heading(game),
        status=headings.game_status(room),
        prompt=headings.input_prompt(next_round) if game and next_round and not game.lists_left else "",
        playing=room.is_playing,
        rows=rows,
        reveal=results.reveal,
        final=results.final,
        thrown_away=game is not None and game.is_thrown_away,
        question=game.question if game else "",
        figure=figure,
        waiting=headings.waiting_sentence(room, game) if game and next_round else "",
        gone=headings.gone_sentence(room, game) if game and next_round else "",
        leader=_name(room, next_round.leader if next_round else None),
        caller=_name(room, game.must_call if game else None),
        call=(game.call or "") if game else "",
        pool=results.pool,
        trick=results.trick,
        entered=results.entered,
        parts=results.parts,
        open=results.open,
        until=game.timer.until if game and game.timer else None,
        seconds_left=_seconds_left(game.timer) if game else None,
        expired=bool(game and game.timer and game.timer.expired),
        news=news_sentences(room),
        submitted=submitted,
        awaited=awaited,
        counting=headings.submitted_sentence("{}", awaited) if awaited else "",
    )


def _closed_part(room: Room) -> PublicPart:
    """Return what screens show of a closed room; what was revealed is in the results."""
    game = room.current_game
    return PublicPart(
        code=room.code,
        version=room.version,
        title=translate((game.record.rules if game else room.next_game.rules).known_as),
        heading=translate("This room is closed"),
        status=translate("Whoever runs this server has closed it."),
        prompt="",
        playing=False,
        rows=(),
        reveal=None,
        final=None,
        closed=True,
    )


@kept
def _results(room: Room, game: GameState) -> _Results:
    return _Results(
        reveal=reveals.number_reveal(room, game),
        final=_ending(room, game),
        pool=game.record.rules.pool(game.score.root),
        trick=reveals.card_reveal(room, game),
        entered=entered_result(room, game),
        parts=endings.ended_parts(room, game),
        open=reveals.open_cards(room, game),
    )


def _ending(room: Room, game: GameState) -> GameEnding | None:
    is_won = game.next_round is None and not game.is_thrown_away
    return endings.game_ending(room, game) if is_won else None


def _seconds_left(timer: RoundTimer | None) -> int | None:
    return round(timer.remaining.total_seconds()) if timer and timer.until is None else None


def _name(room: Room, seat: Seat | None) -> str:
    return room.name(seat) if seat else ""
