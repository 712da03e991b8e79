"""The TV during a round: who is missing stands on the stage, who is in sits behind the desk and watches."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.i18n.messages import N_, PluralTemplate, bidi_isolate, format_message, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.views import headings, scoreboard
from companion.views.lineup import Area, Lineup, in_tiers, line_up
from companion.views.naming import name_or_count, player_names

_WIDTH = 116.0
_HEIGHT = 34.2  # of the stage where one guest stands alone under the lamp
_HEIGHTS = (30.0, 30.0, 24.8, 19.6)  # below the heading, by the lines of guests behind the desk
_DESK = Area(width=119, height=20, largest=10, font=2.4)
_PLATE = 1  # lines behind the desk that have name cards in front of them
_MOST_PLATES = 10  # name cards in front of which the guests behind the desk are always drawn
_MOST_NAMED_ABSENT = 2
_MOST_BOXED = 30  # players whose guests are drawn beside their points
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
    alone: bool = False
    """Whether all wait for one player, who stands alone on the stage."""
    deserted: bool = False
    """Whether nobody who plays is here any more."""
    players: int = 0


def stage_view(room: Room, game: GameState) -> StageView:
    """Build the stage of the game that is played, or was played last."""
    allowed = game.next_round.allowed if game.next_round else {}
    thinking = [seat for seat in game.thinking if seat in room.seats]
    ready = [seat for seat in allowed or game.record.players if not allowed or game.has_submitted(seat)]
    deserted = bool(allowed) and game.away.issuperset(game.record.players)
    seated = _behind_desk(_rows(room, ready))
    alone = len(thinking) == 1 and bool(game.submitted_count)
    return StageView(
        heading=_heading(room, game, thinking, alone=alone, deserted=deserted),
        missing=_on_stage(_rows(room, () if deserted else thinking), seated),
        seated=seated,
        boxes=() if seated.named else tuple(_boxes(game)),
        absent=tuple(_absent(room, allowed)),
        alone=alone,
        deserted=deserted,
        players=len(game.record.players),
    )


def _rows(room: Room, seats: list[Seat] | tuple[Seat, ...]) -> tuple[scoreboard.ScoreRow, ...]:
    return scoreboard.rows_of(room, (_player(room, seat) for seat in seats))


def _player(room: Room, seat: Seat) -> Player:
    return room.seats.get(seat) or Player(seat, room.name(seat))


def _behind_desk(rows: tuple[scoreboard.ScoreRow, ...]) -> Lineup:
    found = line_up(rows, _DESK)
    if len(found.lines) == _PLATE and found.named and (len(rows) <= _MOST_PLATES or not found.cut):
        return found
    return in_tiers(rows, _DESK.width + 2)


def _on_stage(rows: tuple[scoreboard.ScoreRow, ...], seated: Lineup) -> Lineup:
    tiers = len(seated.lines) if seated.lines[0] and not seated.named else 0
    height = _HEIGHTS[tiers] if len(rows) > 1 or tiers > 1 else _HEIGHT
    return line_up(rows, Area(width=_WIDTH, height=height - (_WIDER if rows and rows[0].wider else 0)))


def _heading(room: Room, game: GameState, thinking: list[Seat], *, alone: bool, deserted: bool) -> str:
    if game.next_round is None:
        return translate("The end")
    if deserted:
        gone = any(_player(room, seat).away for seat in game.record.players)
        return translate("Everybody left") if gone else translate("Everybody sits out")
    waiting = headings.waiting_sentence(room, game)
    if waiting:
        return waiting
    if alone:
        return translate("Only {name} is missing", name=bidi_isolate(room.name(thinking[0])))
    return headings.input_prompt(game.next_round)


def _boxes(game: GameState) -> Iterator[PointsBox]:
    """Yield the standing, lowest first; before the first reveal there is none."""
    if not game.record.reveals:
        return
    inner = game.record.rules.standings(game.score.root)[-1]
    seats_by_points: dict[int, list[Seat]] = defaultdict(list)
    for seat, points in inner.scores.items():
        seats_by_points[points].append(seat)
    are_drawn = len(inner.scores) <= _MOST_BOXED
    for points, seats in sorted(seats_by_points.items()):
        yield PointsBox(points, inner.middle == (points,), tuple(seats) if are_drawn else (), len(seats))


_ABSENT: Mapping[str, PluralTemplate] = {
    "out": PluralTemplate(N_("{who} sits out"), N_("{who} sit out")),
    "left": PluralTemplate(N_("{who} has left"), N_("{who} have left")),
    "next game": PluralTemplate(N_("{who} plays from the next game"), N_("{who} play from the next game")),
}


def _absent(room: Room, allowed: Mapping[Seat, object]) -> Iterator[str]:
    """Yield a sentence for each reason why players do not play."""
    seats_by_reason: dict[str, list[Seat]] = defaultdict(list)
    for seat, player in room.seats.items():
        if reason := _reason(player, allowed):
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
