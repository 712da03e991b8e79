"""The evening to be kept: how it stands, and every game with all that was shown in it and why it ended so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from companion import games
from companion.acts import Seat
from companion.games import good_enough, options
from companion.journal import Room, Row, Table
from companion.score import Branch, Leaf, Node
from companion.views import boards, changes, evenings, finals, moments, pictures, places
from companion.views.boards import Row as Ranked
from companion.views.cards import Face, shown
from companion.views.changes import Told
from companion.views.evenings import Standing
from companion.views.finals import Final, Part
from companion.views.mending import problems
from companion.views.people import names
from companion.views.pictures import Course, Fallen
from companion.views.reveals import card_fate, number_fate
from companion.words import count, headed, isolated, mark, say, tell

_WIDEST, _GAP = 56, 4
"""Signs that stand side by side in a table on paper, and those that every column takes besides its own."""

Fate = Literal["scores", "disqualified", "wins", "discarded", "tied", "absent", "wrong", ""]

_FATES: Mapping[str, Fate] = {
    "middle": "scores",
    "disqualified": "disqualified",
    "won": "wins",
    "discarded": "discarded",
    "tied": "tied",
}
_MARKS: Mapping[Fate, str] = {
    "scores": "★",
    "disqualified": "×",
    "wins": "★",
    "discarded": "★",
    "tied": "=",
    "absent": "–",
    "wrong": "!",
}
_WORDS: Mapping[Fate, str] = {
    "scores": mark("scores"),
    "disqualified": mark("disqualified"),
    "wins": mark("wins"),
    "discarded": mark("discarded"),
    "tied": mark("tied"),
    "absent": mark("absent"),
    "wrong": mark("does not count"),
}
_CORRECTED = "✎"

CHOICES: Mapping[str, str] = {
    "median": mark("median"),
    "mean": mark("mean"),
    "peel": mark("peel"),
    "sudden-death": mark("sudden-death"),
    "peel+sudden-death": mark("peel+sudden-death"),
    "each-round": mark("each-round"),
    "lists": mark("lists"),
    "cards": mark("cards"),
    "winner": mark("winner"),
    "alternate": mark("alternate"),
    "loser": mark("loser"),
}
"""What options are set to that are chosen by a word."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player showed in a round, and what became of it: a sign for the eyes, a word for the ears."""

    card: Face | None
    fate: Fate
    mark: str
    word: str
    corrected: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A revealed round: `number` counts all of the game, and `label` those of its part that count."""

    number: int
    label: str
    heading: str
    void: bool
    cells: tuple[Cell, ...]

    @property
    def width(self) -> int:
        """How many signs stand side by side in it."""
        signs = (cell.card.sign for cell in self.cells if cell.card)
        return _GAP + max(map(len, (self.label, *signs)))


@dataclass(frozen=True, slots=True)
class Total:
    """What a player has from all rounds of a part, and whether it has won the part."""

    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """As many rounds as stand side by side on paper; `totals` only beside the last ones of a part."""

    columns: tuple[Column, ...]
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """The rounds of an innermost part of a game: `figure` names its totals, `ended` what ended then."""

    heading: str
    players: tuple[str, ...]
    figure: str
    sheets: tuple[Sheet, ...]
    ended: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option that is not as usual."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game as far as it is revealed; `marks` are the signs in its tables, each with its word."""

    number: int
    title: str
    state: str
    options: tuple[Chosen, ...]
    final: Final | None
    figure: str
    rows: tuple[Ranked, ...]
    stretches: tuple[Stretch, ...]
    marks: tuple[tuple[str, str], ...]
    course: Course | None
    fallen: Fallen | None
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The evening of a room, of which nothing is hidden. `since` is when the room was opened."""

    code: str
    since: datetime | None
    summary: str
    standing: Standing | None
    games: tuple[Game, ...]
    changes: tuple[Told, ...]


def results(room: Room) -> Results:
    """Show the evening, as far as it is revealed."""
    played = [table for table in room.tables if table.rows]
    seats = {seat for table in played for seat in table.record.players}
    games_played = count(len(played), "{n} game", "{n} games")
    players = count(len(seats), "{n} player", "{n} players")
    summary = tell("{games}, {players}", games=games_played, players=players)
    return Results(
        code=room.code,
        since=_since(room),
        summary=summary if played else tell("Nothing is revealed yet"),
        standing=evenings.standing(room),
        games=tuple(_game(room, table) for table in played),
        changes=changes.changes(room) if played else (),
    )


def _since(room: Room) -> datetime | None:
    at = None
    for entry in room.entries():
        at = entry.at
    return at


def _game(room: Room, table: Table) -> Game:
    over = table.ask is None
    stretches = tuple(_stretches(room, table))
    whole = len(table.score.root.parts) > 1
    figure, rows = boards.board(moments.alone(room, replace(table, ended=True)))
    return Game(
        number=table.number,
        title=tell(games.game(table.record.game).TITLE),
        state="" if over else tell("This game is still going on"),
        options=tuple(_options(room, table)),
        final=finals.final(room, table) if over else None,
        figure=figure,
        rows=rows,
        stretches=stretches,
        marks=_marks(stretches),
        course=pictures.course(room, table, whole=whole),
        fallen=pictures.fallen(room, table, whole=whole),
        problems=tuple(problems(room, table)),
    )


def _options(room: Room, table: Table) -> Iterator[Chosen]:
    """List the options that are not as usual."""
    rules = table.record.options
    chosen = options.differing(rules)
    for field in options.form(type(rules)):
        if field.name in chosen:
            value = chosen[field.name]
            text = isolated(room.name(str(value))) if field.is_player else _written(value)
            yield Chosen(tell(field.label), text)


def _written(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(say, value))
    return tell(CHOICES[value]) if isinstance(value, str) and value in CHOICES else say(value)


# The tables of rounds


@dataclass(frozen=True, slots=True)
class _Shown:
    """A revealed round with its number and its name; `leaf` is None where it does not count."""

    number: int
    heading: str
    row: Row
    leaf: Leaf | None


def _stretches(room: Room, table: Table) -> Iterator[Stretch]:
    """Part the rounds of a game by its innermost parts: games of a match, hands, rounds of tricks."""
    parts = tuple(_innermost(table))
    rest = list(_rounds(table))
    for place, (where, part, ended) in enumerate(parts, 1):
        taken = rest if place == len(parts) else _taken(rest, part)
        rest = rest[len(taken) :]
        yield Stretch(
            heading=headed(where),
            players=names(room, table.record.players),
            figure=tell(games.counted(table.record.game, part.kind)),
            sheets=tuple(_sheets(table, part, taken)),
            ended=tuple(finals.part(room, table, *each) for each in ended),
        )


Ended = tuple[tuple[str, Branch], ...]


def _innermost(table: Table) -> Iterator[tuple[str, Branch, Ended]]:
    """Find the parts that consist of rounds, each with the parts of the game that ended with it."""
    root = table.score.root
    branches = [(where, part) for where, part in places.everything(table) if isinstance(part, Branch)]
    for where, part in branches or [("", root)]:
        if _is_innermost(part):
            yield where, part, tuple(each for each in reversed(branches) if _ends_with(each[1], part))


def _is_innermost(part: Branch) -> bool:
    return all(isinstance(each, Leaf) for each in part.parts)


def _ends_with(part: Node, inner: Branch) -> bool:
    """Tell whether a part is over, and this was the last part of all within it."""
    if not part.finished:
        return False
    last = part
    while isinstance(last, Branch) and last is not inner and last.parts:
        last = last.parts[-1]
    return last is inner


def _rounds(table: Table) -> Iterator[_Shown]:
    leaves = table.score.leaves()
    for number, (where, row) in enumerate(zip(places.rounds(table), table.rows, strict=True), 1):
        yield _Shown(number, headed(where), row, None if row.void else next(leaves, None))


def _taken(rounds: Sequence[_Shown], part: Branch) -> Sequence[_Shown]:
    """Take the rounds of a part, and the void ones before each of them."""
    last = part.parts[-1]
    return rounds[: next(place for place, each in enumerate(rounds, 1) if each.leaf is last)]


def _sheets(table: Table, part: Branch, rounds: Sequence[_Shown]) -> Iterator[Sheet]:
    """Put so many rounds side by side as fit on paper."""
    columns = list(_columns(table, rounds))
    while columns:
        fitting = _fitting(columns)
        rest = columns[fitting:]
        yield Sheet(tuple(columns[:fitting]), () if rest else tuple(_totals(table, part)))
        columns = rest


def _fitting(columns: Sequence[Column]) -> int:
    width = 0
    for place, column in enumerate(columns):
        width += column.width
        if place and width > _WIDEST:
            return place
    return len(columns)


def _totals(table: Table, part: Branch) -> Iterator[Total]:
    for seat in table.record.players:
        yield Total(say(part.scores[seat]), part.finished and seat in part.winners)


def _columns(table: Table, rounds: Sequence[_Shown]) -> Iterator[Column]:
    label = 0
    for each in rounds:
        label += each.leaf is not None
        yield Column(
            number=each.number,
            label=say(label) if each.leaf else tell("void") if each.row.void else tell("too many"),
            heading=each.heading,
            void=each.leaf is None,
            cells=tuple(_cell(table, each, seat) for seat in table.record.players),
        )


def _cell(table: Table, each: _Shown, seat: Seat) -> Cell:
    play = each.row.reveal.plays.get(seat)
    fate = _fate(table, each, seat)
    return Cell(
        card=None if play is None else shown(play),
        fate=fate,
        mark=_MARKS[fate] if fate else "",
        word=tell(_WORDS[fate]) if fate else "",
        corrected=seat in each.row.corrected,
    )


def _fate(table: Table, each: _Shown, seat: Seat) -> Fate:
    """Say what became of what a player showed, or did not show."""
    if seat not in each.row.reveal.plays:
        return "absent"
    if each.leaf is None:
        return ""
    if seat not in each.leaf.plays:
        return "wrong"
    if isinstance(table.record.options, good_enough.Options):
        return _FATES.get(number_fate(each.leaf, seat), "")
    return _FATES.get(card_fate(table.record.game, each.leaf, seat), "")


def _marks(stretches: Sequence[Stretch]) -> tuple[tuple[str, str], ...]:
    """List the signs in the tables of a game."""
    sheets = [sheet for each in stretches for sheet in each.sheets]
    cells = [cell for sheet in sheets for column in sheet.columns for cell in column.cells]
    found = {cell.fate for cell in cells}
    marks = tuple((sign, tell(_WORDS[fate])) for fate, sign in _MARKS.items() if fate in found)
    return (*marks, (_CORRECTED, tell("corrected"))) if any(cell.corrected for cell in cells) else marks
