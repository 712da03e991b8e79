"""Where everybody's numbers fell in the rounds of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.i18n.messages import capitalize_first, format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Fate, Game
from companion.rules.games.numbers import format_integer
from companion.rules.results import Branch, Leaf
from companion.views import headings
from companion.views.charts.frame import FRAME, MAX_CHART_PLAYERS, Point
from companion.views.naming import player_names

_ROWS = 16  # rows of rounds, each of one round or of several
_LONG = 7  # digits of a number that is written in full beside a row


@dataclass(frozen=True, slots=True)
class NumberDot:
    """A number that somebody showed, where it lies, and what became of it."""

    number: str
    at: Point
    fate: Fate


@dataclass(frozen=True, slots=True)
class PlayerDots:
    """All numbers of a player, round by round; None where the player showed none."""

    name: str
    you: bool
    dots: tuple[NumberDot | None, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A line of the range, for a round or for several: `middle` are the lowest and highest middle numbers."""

    text: str
    at: int
    middle: str


@dataclass(frozen=True, slots=True)
class NumberChart:
    """Where everybody's numbers fell; `centres` are the middles of the rounds that had one."""

    heading: str
    name: str
    low: str
    high: str
    rounds: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    centres: tuple[Point, ...]
    players: tuple[PlayerDots, ...]

    def dots(self, fate: Fate) -> Iterator[NumberDot]:
        """Yield the numbers that met a fate."""
        return (dot for each in self.players for dot in each.dots if dot and dot.fate == fate)

    @property
    def yours(self) -> tuple[NumberDot, ...]:
        """The numbers of whoever looks."""
        return tuple(dot for each in self.players if each.you for dot in each.dots if dot)


def number_chart(
    room: Room, game: GameState, you: Seat | None = None, *, whole: bool = False
) -> NumberChart | None:
    """Draw all numbers of the innermost game that is or was played, or (`whole`) of all its games.

    `you` is whose numbers are to be told from the others. None in the card games, before a round was
    revealed, and beyond `MOST` players.
    """
    rules, players = game.record.rules, game.record.players
    if rules.number_line is None or len(players) > MAX_CHART_PLAYERS:
        return None
    rounds = tuple(game.score.leaves()) if whole else tuple(_rounds(rules.inner_level(game.score.root)))
    if not rounds:
        return None
    low, high = rules.number_line
    plan = _Plan(rules, rounds)
    return NumberChart(
        heading=translate("Where the numbers fell"),
        name=translate(
            "The numbers of {players} in {rounds}, on lines from {low} to {high}",
            players=format_count(len(players), "{n} player", "{n} players"),
            rounds=format_count(len(rounds), "{n} round", "{n} rounds"),
            low=_brief(low),
            high=_brief(high),
        ),
        low=_brief(low),
        high=_brief(high),
        rounds=tuple(capitalize_first(headings.part_name("round", n)) for n in range(1, len(rounds) + 1)),
        rows=tuple(plan.rows()),
        centres=tuple(plan.centres()),
        players=tuple(
            PlayerDots(player_names(room, [seat])[0], seat == you, tuple(plan.dots(seat))) for seat in players
        ),
    )


def _rounds(level: Branch) -> Iterator[Leaf]:
    return (part for part in level.parts if isinstance(part, Leaf))


class _Plan:
    """Rounds on lines of the range: some of them share a line where there are many."""

    def __init__(self, rules: Game, rounds: Sequence[Leaf]) -> None:
        self.rules = rules
        self.rounds = rounds
        self.low, self.high = rules.number_line or (0, 0)
        self.each = -(-len(rounds) // _ROWS)
        self.many = -(-len(rounds) // self.each)

    def across(self, number: int) -> int:
        return FRAME * (number - self.low) // max(1, self.high - self.low)

    def down(self, index: int, lane: float = 0.0) -> int:
        """Find the height of a round; `lane` is from -½ to ½ of the height it has to itself."""
        row, place = divmod(index, self.each)
        within = (place + 0.5 + lane) / self.each - 0.5
        return round(FRAME * (row + 0.5 + 0.8 * within) / self.many)

    def dots(self, seat: Seat) -> Iterator[NumberDot | None]:
        """Place a player's numbers; the same numbers of a round lie one below the other."""
        for index, leaf in enumerate(self.rounds):
            if seat not in leaf.plays:
                yield None
                continue
            number: int = leaf.plays[seat]  # type: ignore[assignment]
            same = [other for other, play in leaf.plays.items() if play == number]
            lane = (same.index(seat) + 0.5) / len(same) - 0.5 if len(same) > 1 else 0.0
            place = self.across(number), self.down(index, lane)
            yield NumberDot(format_integer(number), place, self.rules.outcome(leaf, seat).fate)

    def middle(self, leaf: Leaf) -> list[int]:
        return sorted(leaf.plays[seat] for seat in leaf.winners)  # type: ignore[misc]

    def centres(self) -> Iterator[Point]:
        for index, leaf in enumerate(self.rounds):
            if central := self.middle(leaf):
                yield (self.across(central[0]) + self.across(central[-1])) // 2, self.down(index)

    def rows(self) -> Iterator[ChartRow]:
        for row in range(self.many):
            first, last = row * self.each + 1, min((row + 1) * self.each, len(self.rounds))
            central = [number for leaf in self.rounds[first - 1 : last] for number in self.middle(leaf)]
            yield ChartRow(
                text=format_value(first) if first == last else f"{first}–{last}",
                at=round(FRAME * (row + 0.5) / self.many),
                middle=_span(sorted(set(central)), "–" if self.each > 1 else ", "),
            )


def _span(numbers: Sequence[int], between: str) -> str:
    """Write the outer two of some numbers; nothing where that would be too long to stand beside a row."""
    text = between.join(map(format_integer, sorted({*numbers[:1], *numbers[-1:]})))
    return text if len(text) < 2 * _LONG else ""


def _brief(number: int) -> str:
    """Write a number, cut where it is too long to stand at the end of a line."""
    text = format_integer(number)
    return text if len(text) <= _LONG else f"{text[: _LONG - 2]}…"
