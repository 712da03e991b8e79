"""The stage of a round on the TV.

Who is missing stands on it, and who is in sits behind the desk and watches. Where the score is kept by
results (R1 to R3) nobody is missing: all are on the stage, and play at the table.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.i18n.messages import PluralTemplate, bidi_isolate, number_in_words, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.screens import headings, scoreboard
from companion.screens.hidden_scores import hides_scores
from companion.screens.lineup import MOST_DRAWN, Area, Lineup, in_tiers, line_up
from companion.screens.naming import few_names, name_or_count, player_names
from companion.screens.scoreboard import ScoreRows
from companion.values import frozen

_WIDTH = 116.0
_HEIGHTS = (33.4, 30.0, 24.8, 19.6)  # of the stage, by the lines of guests behind the desk
_BELOW_CLOCK = (28.0, 24.6, 19.4, 14.2)  # the same below the last seconds of a showdown, or a prize
_BELOW_QUESTION = (19.6, 16.4, 17.4, 12.4)  # the same where there is a question above it
_BESIDE_HEADING = 4.2  # how much higher a guest may reach who stands alone in the middle
_SMALLEST = 5  # width of a guest with a name
_LARGE = 5  # players in a showdown who are large: their names are cut before
_DESK = Area(width=119, height=14, largest=10, font=2.4)
_TIERS = Area(width=119, height=20, largest=8)
_TABLE = 12  # players who have name cards with their points; with more, the desk shows the standing
_MOST_NAMED_ABSENT = 2
_MOST_BOXED = 30  # players whose guests are drawn beside their points
_MOST_BOXES = 8
_WIDER = 3.0  # height that a second line of figures takes


@frozen
class PointsBox:
    """All players with the same points; `seats` are empty where they are too many to draw."""

    points: int
    central: bool
    seats: Sequence[Seat]
    count: int


@frozen
class QuestionCard:
    """What a card says of a question that the app has drawn, and the `number` of its round."""

    kicker: str
    number: int


@frozen
class Stage:
    """The stage of a round.

    `missing` stand on it, `count` of them; `seated` sit behind the desk, with name cards if they are named.
    `boxes` is the standing on the desk where there are no name cards. `absent` are sentences about who does
    not play. `alone`: all wait for one player. `deserted`: nobody who plays is here any more. `at_table`: the
    score-keeper enters the result for all, so nobody is missing. `note` is which scores win, in a game of
    numbers that has no set number of rounds to tell. `showdown`: who can still win stays on the stage, and
    who cannot behind the desk, of whom `spoilers` says what they do; `submitted` are who is in then, and
    `last_call` whether only the spoilers are missing.
    """

    heading: str
    missing: Lineup
    seated: Lineup
    boxes: Sequence[PointsBox]
    absent: Sequence[str]
    count: int
    alone: bool
    deserted: bool
    players: int
    at_table: bool
    note: str
    showdown: bool
    last_call: bool
    spoilers: str
    submitted: frozenset[Seat]
    card: QuestionCard | None


def stage_view(room: Room, game: GameState) -> Stage:
    """Return the stage of the game that is played, or was played last."""
    players, rules = game.players, game.rules
    tied, at_table = game.open_round.contenders, game.open_round.is_result
    shows_note = rules.number_line and not game.practice
    thinking = [*filter(room.seats.__contains__, players if at_table else game.thinking)]
    missing = () if game.is_deserted else game.finalists if tied else thinking
    count = 0 if at_table or tied else len(thinking)
    alone = count == 1 and bool(game.submitted_count)
    ready, drawn = _ready(game), missing[:MOST_DRAWN]
    rows = _rows(room, game, [*drawn, *ready[:MOST_DRAWN]])
    seated = _seated(rows[len(drawn) :], ready, len(players))
    on_stage = _on_stage(game, rows[: len(drawn)], seated)
    return Stage(
        heading=_heading(room, game, thinking, alone=alone),
        missing=_with_rest(on_stage, missing),
        seated=seated,
        boxes=() if seated.named else points_boxes(room, game),
        absent=tuple(_absent(room, game)),
        count=count,
        alone=alone,
        deserted=game.is_deserted,
        players=len(players),
        at_table=at_table,
        note=str(rules.ranking(game.root).note or "") if shows_note else "",
        showdown=bool(tied),
        last_call=game.waits_for_spoilers,
        spoilers=_spoilers(game, ready, named=seated.named),
        submitted=frozenset(filter(game.has_submitted, players if tied else ())),
        card=_question_card(game),
    )


def _question_card(game: GameState) -> QuestionCard | None:
    if game.drawn is None:
        return None
    kicker = headings.game_heading(game)
    if game.drawn.ends:
        kicker = translate("{question}: no right answer", question=kicker)
    return QuestionCard(kicker, game.round_number)


def _spoilers(game: GameState, spoilers: Sequence[Seat], *, named: bool) -> str:
    """Return what those can do who are out of the showdown, or how many of them are in; empty elsewhere."""
    if not game.open_round.contenders or not spoilers:
        return ""
    if named:
        return translate("Spoilers: their numbers move the middle, they cannot win")
    return translate(
        "{showed} of {all} spoilers are in", showed=sum(map(game.has_submitted, spoilers)), all=len(spoilers)
    )


def _ready(game: GameState) -> Sequence[Seat]:
    """Return who is in, or out of a showdown."""
    open_round, players = game.open_round, game.players
    if open_round.contenders or open_round.is_result:
        out = [player for player in players if player not in open_round.contenders]
        return [*filter(game.counts_on, out)] if open_round.contenders else out[:0]
    return [player for player in players if not game.next_round or game.has_submitted(player)]


def _seated(rows: ScoreRows, ready: Sequence[Seat], players: int) -> Lineup:
    """Line up who is behind the desk: in a row with names, or in several without."""
    seated = line_up(rows, _DESK) if players <= _TABLE else None
    return _with_rest(seated if seated and seated.named else in_tiers(rows, _TIERS), ready)


def _rows(room: Room, game: GameState, seats: Sequence[Seat]) -> ScoreRows:
    """Return the rows to be drawn: no middle where all points are equal, no points in a showdown."""
    rows = scoreboard.rows_of_seats(room, seats)
    if game.open_round.contenders:
        return scoreboard.without_points(rows)
    if not any(row.central for row in rows) or len({*scoreboard.innermost_points(game).values()}) > 1:
        return rows
    return tuple(row._replace(central=False) for row in rows)


def _with_rest(lineup: Lineup, seats: Sequence[Seat]) -> Lineup:
    return replace(lineup, more=lineup.more + max(0, len(seats) - MOST_DRAWN))


def _on_stage(game: GameState, rows: ScoreRows, seated: Lineup) -> Lineup:
    """Put the missing on the stage, with their points if the desk has name cards and not the standing."""
    hangs = game.open_round.contenders or game.open_round.prize
    heights = _BELOW_QUESTION if game.question else _BELOW_CLOCK if hangs else _HEIGHTS
    lines = len(seated.lines) if seated.lines[0] else 0
    height = heights[lines] + (_BESIDE_HEADING if len(rows) == 1 and heights is _HEIGHTS else 0)
    if not seated.named:
        rows = tuple(row._replace(points=None, wider=()) for row in rows)
    wider = _WIDER if any(row.wider for row in rows) else 0
    is_cut = heights is _BELOW_CLOCK and len(rows) <= _LARGE
    return line_up(rows, Area(width=_WIDTH, height=height - wider, smallest=12 if is_cut else _SMALLEST))


def _heading(room: Room, game: GameState, thinking: list[Seat], *, alone: bool) -> str:
    if game.next_round is None:
        return headings.game_heading(game)
    if game.is_deserted:
        return headings.game_status(room)
    if waiting := headings.waiting_sentence(room, game) or _missing_in_showdown(room, game):
        return waiting
    if game.next_round.is_result:
        return translate("The cards are on the table")
    if alone:
        return translate("Only {name} is missing", name=bidi_isolate(room.name(thinking[0])))
    return headings.open_bid(game) or headings.open_aim(game)


def _missing_in_showdown(room: Room, game: GameState) -> str:
    """Return which of those who can still win are missing, or that none is; empty outside a showdown."""
    tied = game.finalists
    if missing := player_names(room, filter(game.waits_for, tied)):
        return translate("Waiting for {who}", who=few_names(missing))
    if game.open_round.contenders and not tied:
        return translate(game.rules.knockout.gone)
    if len(tied) == 1:
        return translate("{who} is in", who=bidi_isolate(room.name(tied[0])))
    if len(tied) == 2:
        return translate("Both are in")
    return translate("All {n} are in", n=number_in_words(len(tied))) if tied else ""


def points_boxes(room: Room, game: GameState) -> tuple[PointsBox, ...]:
    """Return the standing, lowest first; none before the first reveal, in a showdown, and of many boxes."""
    inner = game.inner_standing
    found = sorted({*inner.scores.values()})
    are_drawn = len(inner.scores) <= _MOST_BOXED
    is_told = bool(game.reveals) and not (game.open_round.contenders or hides_scores(room, game))
    if not is_told or len(found) > _MOST_BOXES:
        return ()
    groups = [
        (number, tuple(seat for seat in inner.scores if inner.scores[seat] == number)) for number in found
    ]
    return tuple(
        PointsBox(
            points=points,
            central=len(found) > 1 and inner.middle == (points,),
            seats=seats if are_drawn else (),
            count=len(seats),
        )
        for points, seats in groups
    )


_ABSENT: Mapping[str, PluralTemplate] = {
    "out": PluralTemplate("{who} sits out", "{who} sit out"),
    "bot": PluralTemplate("A bot plays for {who}", "Bots play for {who}"),
    "left": PluralTemplate("{who} has left", "{who} have left"),
    "next game": PluralTemplate("{who} plays from the next game", "{who} play from the next game"),
}


def _absent(room: Room, game: GameState) -> Iterator[str]:
    """Yield a sentence for each reason why players do not play, but for those for whom the game waits."""
    allowed, gone = game.next_round.allowed if game.next_round else {}, headings.gone_seats(room, game)
    seats_by_reason = defaultdict(list)
    for seat, player in room.seats.items():
        if seat in gone:
            continue
        is_bot = allowed and seat in game.stand_ins
        seats_by_reason["bot" if is_bot else _reason(player, allowed)].append(seat)
    for reason, template in _ABSENT.items():
        if seats := seats_by_reason[reason]:
            who = name_or_count(player_names(room, seats), _MOST_NAMED_ABSENT)
            yield template.translate_for(len(seats), who=who)


def _reason(player: Player, allowed: Mapping[Seat, object]) -> str:
    if player.away:
        return "left" if player.seat in allowed else ""
    if player.sits_out:
        return "out"
    return "" if player.seat in allowed or not allowed else "next game"
