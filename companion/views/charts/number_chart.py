"""The chart of the numbers that all players showed in the rounds of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.i18n.messages import capitalize_first, format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.numbers import format_integer
from companion.rules.games.outcomes import Fate
from companion.rules.results import Branch, Leaf, ShowdownRound
from companion.views import headings
from companion.views.charts.frame import FRAME, MAX_CHART_PLAYERS, Point, truncated
from companion.views.naming import drawn_seats, player_names

_MAX_ROWS = 16  # with more rounds, several share a row
_MAX_MIDDLE = 14  # characters of the middle numbers beside a row


@dataclass(frozen=True, slots=True)
class NumberDot:
    """A number that a player showed, its position, and its fate."""

    number: str
    at: Point
    fate: Fate


@dataclass(frozen=True, slots=True)
class PlayerDots:
    """All numbers of a player, round by round; None where the player showed none.

    In a crowd nobody has a `seat`.
    """

    seat: Seat
    name: str
    dots: tuple[NumberDot | None, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of one round or several; `middle` names their lowest and highest middle numbers."""

    text: str
    at: int
    middle: str


@dataclass(frozen=True, slots=True)
class NumberChart:
    """The numbers of all players; `centres` are the middles of the rounds that had one."""

    heading: str
    name: str
    low: str
    high: str
    rounds: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    centres: tuple[Point, ...]
    players: tuple[PlayerDots, ...]

    def dots(self, fate: Fate) -> Iterator[NumberDot]:
        """Yield the numbers with a fate."""
        return (dot for each in self.players for dot in each.dots if dot and dot.fate == fate)


def number_chart(room: Room, game: GameState, *, whole: bool = False) -> NumberChart | None:
    """Build the chart of the last innermost game or, with `whole`, of all games.

    None in card games, before the first reveal, and with more than `MAX_CHART_PLAYERS` players.
    """
    rules, players = game.record.rules, game.record.players
    if rules.number_line is None or len(players) > MAX_CHART_PLAYERS:
        return None
    rounds = tuple(game.score.leaves()) if whole else tuple(_leaves(rules.inner_level(game.score.root)))
    if not rounds:
        return None
    low, high = rules.number_line
    layout = _Layout(rules, rounds)
    return NumberChart(
        heading=translate("Where the numbers fell"),
        name=translate(
            "The numbers of {players} in {rounds}, on lines from {low} to {high}",
            players=format_count(len(players), "{n} player", "{n} players"),
            rounds=format_count(len(rounds), "{n} round", "{n} rounds"),
            low=truncated(low),
            high=truncated(high),
        ),
        low=truncated(low),
        high=truncated(high),
        rounds=tuple(_names(rounds)),
        rows=tuple(layout.rows()),
        centres=tuple(layout.centres()),
        players=tuple(
            PlayerDots(
                "".join(drawn_seats(room, [seat])), player_names(room, [seat])[0], tuple(layout.dots(seat))
            )
            for seat in players
        ),
    )


def _names(rounds: Sequence[Leaf]) -> Iterator[str]:
    """Yield the name of each round; those of a showdown, which come last, are counted apart."""
    before = sum(not isinstance(leaf, ShowdownRound) for leaf in rounds)
    for number, leaf in enumerate(rounds, 1):
        of_showdown = isinstance(leaf, ShowdownRound)
        name = (
            headings.part_name("showdown", number - before)
            if of_showdown
            else headings.part_name("round", number)
        )
        yield capitalize_first(name)


def _leaves(level: Branch) -> Iterator[Leaf]:
    return (part for part in level.parts if isinstance(part, Leaf))


class _Layout:
    """The positions of numbers: a row for each round, or for several where there are many."""

    def __init__(self, rules: Game, rounds: Sequence[Leaf]) -> None:
        self.rules = rules
        self.rounds = rounds
        self.low, self.high = rules.number_line or (0, 0)
        self.rounds_per_row = -(-len(rounds) // _MAX_ROWS)
        self.row_count = -(-len(rounds) // self.rounds_per_row)

    def x(self, number: int) -> int:
        return FRAME * (number - self.low) // max(1, self.high - self.low)

    def y(self, index: int, lane: float = 0.0) -> int:
        """Return the height of a round; `lane` shifts it by -½ to ½ of the height of the round."""
        row, place = divmod(index, self.rounds_per_row)
        within = (place + 0.5 + lane) / self.rounds_per_row - 0.5
        return round(FRAME * (row + 0.5 + 0.8 * within) / self.row_count)

    def dots(self, seat: Seat) -> Iterator[NumberDot | None]:
        """Yield a player's numbers; equal numbers of a round are placed one below the other."""
        for index, leaf in enumerate(self.rounds):
            if seat not in leaf.plays:
                yield None
                continue
            number: int = leaf.plays[seat]  # type: ignore[assignment]
            same = [other for other, play in leaf.plays.items() if play == number]
            lane = (same.index(seat) + 0.5) / len(same) - 0.5 if len(same) > 1 else 0.0
            place = self.x(number), self.y(index, lane)
            yield NumberDot(format_integer(number), place, self.rules.outcome(leaf, seat).fate)

    def middle(self, leaf: Leaf) -> list[int]:
        return sorted(leaf.plays[seat] for seat in leaf.winners)  # type: ignore[misc]

    def centres(self) -> Iterator[Point]:
        for index, leaf in enumerate(self.rounds):
            if central := self.middle(leaf):
                yield (self.x(central[0]) + self.x(central[-1])) // 2, self.y(index)

    def rows(self) -> Iterator[ChartRow]:
        for row in range(self.row_count):
            first = row * self.rounds_per_row + 1
            last = min(first + self.rounds_per_row - 1, len(self.rounds))
            central = [number for leaf in self.rounds[first - 1 : last] for number in self.middle(leaf)]
            yield ChartRow(
                text=format_value(first) if first == last else f"{first}–{last}",
                at=round(FRAME * (row + 0.5) / self.row_count),
                middle=_range_text(sorted(set(central)), "–" if self.rounds_per_row > 1 else ", "),
            )


def _range_text(numbers: Sequence[int], between: str) -> str:
    """Return the lowest and highest number as text; empty where that is too long for the label of a row."""
    text = between.join(map(format_integer, sorted({*numbers[:1], *numbers[-1:]})))
    return text if len(text) < _MAX_MIDDLE else ""
