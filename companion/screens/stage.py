"""The TV during a round: who is missing stands on the stage, who is in sits behind the desk and watches.

Where the score is kept by results (R1 to R3) nobody is missing: all are on the stage, and play at the table.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.i18n.messages import PluralTemplate, bidi_isolate, format_message, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.screens import headings, scoreboard
from companion.screens.hidden_scores import hides_scores
from companion.screens.lineup import MOST_DRAWN, Area, Lineup, in_tiers, line_up
from companion.screens.naming import name_or_count, player_names
from companion.screens.scoreboard import ScoreRow

_WIDTH = 116.0
_HEIGHTS = (33.4, 30.0, 24.8, 19.6)  # of the stage, by the lines of guests behind the desk
_BELOW_QUESTION = (19.6, 16.4, 17.4, 12.4)  # the same where there is a question above it
_BESIDE_HEADING = 4.2  # how much higher a guest may reach who stands alone in the middle
_SMALLEST = 5  # width of a guest with a name
_DESK = Area(width=119, height=14, largest=10, font=2.4)
_TIERS = Area(width=119, height=20, largest=8)
_TABLE = 12  # players who have name cards with their points; with more, the desk shows the standing
_MOST_NAMED_ABSENT = 2
_MOST_BOXED = 30  # players whose guests are drawn beside their points
_MOST_BOXES = 8
_WIDER = 3.0  # height that a second line of figures takes


@dataclass(frozen=True, slots=True)
class PointsBox:
    """All players with the same points; `seats` is empty where they are too many to draw."""

    points: int
    central: bool
    seats: tuple[Seat, ...]
    count: int


@dataclass(frozen=True, slots=True)
class StageView:
    """A round that is being played.

    `missing` stand on the stage, `seated` sit behind the desk, with name cards if they are named. `boxes` is
    the standing on the desk where there are no name cards. `absent` are sentences about who does not play.
    """

    heading: str
    missing: Lineup
    seated: Lineup
    boxes: tuple[PointsBox, ...] = ()
    absent: tuple[str, ...] = ()
    count: int = 0
    """How many players are missing."""
    alone: bool = False
    """Whether all wait for one player, who stands alone on the stage."""
    deserted: bool = False
    """Whether nobody who plays is here any more."""
    players: int = 0
    at_table: bool = False
    """Whether the players on the stage are not missing: the score-keeper enters the result for all."""
    tied: frozenset[Seat] = frozenset()
    """In a showdown, those who can still win: only they stand on the stage, as long as one is missing."""


def stage_view(room: Room, game: GameState) -> StageView:
    """Build the stage of the game that is played, or was played last."""
    allowed = game.next_round.allowed if game.next_round else {}
    at_table = bool(game.next_round and game.next_round.is_result)
    thinking = [seat for seat in (game.record.players if at_table else game.thinking) if seat in room.seats]
    ready = [
        seat
        for seat in game.record.players
        if not at_table and (game.next_round is None or game.has_submitted(seat))
    ]
    behind = _rows(room, game, ready[:MOST_DRAWN])
    seated = line_up(behind, _DESK)
    if not seated.named or len(game.record.players) > _TABLE:
        seated = in_tiers(behind, _TIERS)
    tied = frozenset(game.next_round.contenders if game.next_round else ())
    awaited = [seat for seat in thinking if seat in tied] or thinking
    missing = () if game.is_deserted else awaited
    alone = len(thinking) == 1 and bool(game.submitted_count) and not at_table
    return StageView(
        heading=_heading(room, game, thinking, alone=alone),
        missing=_with_rest(
            _on_stage(_rows(room, game, missing[:MOST_DRAWN]), seated, has_question=bool(game.question)),
            len(missing),
        ),
        seated=_with_rest(seated, len(ready)),
        boxes=() if seated.named or hides_scores(room, game) else points_boxes(game),
        absent=(*_others(room, thinking, awaited), *_absent(room, game, allowed)),
        count=0 if at_table else len(thinking),
        alone=alone,
        deserted=game.is_deserted,
        players=len(game.record.players),
        at_table=at_table,
        tied=tied,
    )


def _others(room: Room, thinking: Sequence[Seat], awaited: Sequence[Seat]) -> Iterator[str]:
    """Yield who else is missing in a showdown, and need not stand on the stage."""
    alone = frozenset(awaited)
    others = [seat for seat in thinking if seat not in alone]
    if others:
        template = PluralTemplate(
            "{who} can pick too, but not win", "{who} can pick too, but not win"
        ).translate_for(len(others))
        who = name_or_count(player_names(room, others), _MOST_NAMED_ABSENT)
        yield format_message(template, {"who": who})


def _rows(room: Room, game: GameState, seats: Sequence[Seat]) -> tuple[ScoreRow, ...]:
    """Return the rows of players; nobody has the middle while all have the same points."""
    rows = scoreboard.rows_of(room, (_player(room, seat) for seat in seats))
    scores = game.record.rules.standings(game.score.root)[-1].scores
    return rows if len(set(scores.values())) > 1 else tuple(replace(row, central=False) for row in rows)


def _with_rest(lineup: Lineup, players: int) -> Lineup:
    """Count also those of so many players who were not lined up."""
    return replace(lineup, more=lineup.more + max(0, players - MOST_DRAWN))


def _player(room: Room, seat: Seat) -> Player:
    return room.seats.get(seat) or Player(seat, room.name(seat))


def _on_stage(rows: tuple[ScoreRow, ...], seated: Lineup, *, has_question: bool) -> Lineup:
    """Put the missing on the stage, with their points if the desk has name cards and not the standing."""
    lines = len(seated.lines) if seated.lines[0] else 0
    height = _BELOW_QUESTION[lines] if has_question else _HEIGHTS[lines]
    height += _BESIDE_HEADING if len(rows) == 1 and not has_question else 0
    if not seated.named:
        rows = tuple(replace(row, points=None, wider=()) for row in rows)
    wider = _WIDER if any(row.wider for row in rows) else 0
    return line_up(rows, Area(width=_WIDTH, height=height - wider, smallest=_SMALLEST))


def _heading(room: Room, game: GameState, thinking: list[Seat], *, alone: bool) -> str:
    if game.next_round is None:
        return headings.game_heading(game)
    if game.is_deserted:
        gone = any(_player(room, seat).away for seat in game.record.players)
        return translate("Everybody left") if gone else translate("Everybody sits out")
    waiting = headings.waiting_sentence(room, game)
    if waiting:
        return waiting
    if game.next_round.is_result:
        return translate("The cards are on the table")
    if alone:
        return translate("Only {name} is missing", name=bidi_isolate(room.name(thinking[0])))
    return headings.input_prompt(game.next_round)


def points_boxes(game: GameState) -> tuple[PointsBox, ...]:
    """Return the standing, lowest first; before the first reveal there is none, and none of many boxes."""
    return tuple(_boxes(game)) if game.record.reveals else ()


def _boxes(game: GameState) -> Iterator[PointsBox]:
    inner = game.record.rules.standings(game.score.root)[-1]
    seats_by_points: dict[int, list[Seat]] = defaultdict(list)
    for seat, points in inner.scores.items():
        seats_by_points[points].append(seat)
    if len(seats_by_points) > _MOST_BOXES:
        return
    are_drawn = len(inner.scores) <= _MOST_BOXED
    for points, seats in sorted(seats_by_points.items()):
        yield PointsBox(
            points,
            inner.middle == (points,) and len(seats_by_points) > 1,
            tuple(seats) if are_drawn else (),
            len(seats),
        )


_ABSENT: Mapping[str, PluralTemplate] = {
    "out": PluralTemplate("{who} sits out", "{who} sit out"),
    "bot": PluralTemplate("A bot plays for {who}", "Bots play for {who}"),
    "left": PluralTemplate("{who} has left", "{who} have left"),
    "next game": PluralTemplate("{who} plays from the next game", "{who} play from the next game"),
}


def _absent(room: Room, game: GameState, allowed: Mapping[Seat, object]) -> Iterator[str]:
    """Yield a sentence for each reason why players do not play."""
    seats_by_reason: dict[str, list[Seat]] = defaultdict(list)
    for seat, player in room.seats.items():
        if reason := "bot" if allowed and seat in game.stand_ins else _reason(player, allowed):
            seats_by_reason[reason].append(seat)
    for reason, template in _ABSENT.items():
        if seats := seats_by_reason[reason]:
            who = name_or_count(player_names(room, seats), _MOST_NAMED_ABSENT)
            yield format_message(template.translate_for(len(seats)), {"who": who})


def _reason(player: Player, allowed: Mapping[Seat, object]) -> str:
    if player.away:
        return "left" if player.seat in allowed else ""
    if player.sits_out:
        return "out"
    return "" if player.seat in allowed or not allowed else "next game"
