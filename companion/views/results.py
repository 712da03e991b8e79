"""The evening to be kept: how it stands, and every game with all that was shown in it and why it ended so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from companion.i18n.messages import N_, bidi_isolate, capitalize_first, format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound
from companion.room.state import Room
from companion.rules.games import options
from companion.rules.results import Branch, Leaf, Node
from companion.views import changes, endings, evening, headings, scoreboard, snapshots
from companion.views.cards import CardFace, card_face
from companion.views.changes import ChangeNote
from companion.views.charts.number_chart import NumberChart, number_chart
from companion.views.charts.score_chart import ScoreChart, score_chart
from companion.views.corrections import problem_sentences
from companion.views.endings import EndedPart, GameEnding
from companion.views.evening import EveningView
from companion.views.naming import player_names
from companion.views.scoreboard import ScoreRow as Ranked

_WIDEST, _GAP = 56, 4
"""Signs that stand side by side in a table on paper, and those that every column takes besides its own."""

ResultFate = Literal["scores", "disqualified", "wins", "discarded", "tied", "absent", "wrong", ""]

_FATES: Mapping[str, ResultFate] = {
    "middle": "scores",
    "disqualified": "disqualified",
    "won": "wins",
    "discarded": "discarded",
    "tied": "tied",
}
_MARKS: Mapping[ResultFate, str] = {
    "scores": "★",
    "disqualified": "×",
    "wins": "★",
    "discarded": "★",
    "tied": "=",
    "absent": "–",
    "wrong": "!",
}
_WORDS: Mapping[ResultFate, str] = {
    "scores": N_("scores"),
    "disqualified": N_("disqualified"),
    "wins": N_("wins"),
    "discarded": N_("discarded"),
    "tied": N_("tied"),
    "absent": N_("absent"),
    "wrong": N_("does not count"),
}
_CORRECTED = "✎"


@dataclass(frozen=True, slots=True)
class ResultCell:
    """What a player showed in a round, and what became of it: a sign for the eyes, a word for the ears."""

    card: CardFace | None
    fate: ResultFate
    mark: str
    word: str
    corrected: bool


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """A revealed round: `number` counts all of the game, and `label` those of its part that count."""

    number: int
    label: str
    heading: str
    void: bool
    cells: tuple[ResultCell, ...]

    @property
    def width(self) -> int:
        """How many signs stand side by side in it."""
        signs = (cell.card.sign for cell in self.cells if cell.card)
        return _GAP + max(map(len, (self.label, *signs)))


@dataclass(frozen=True, slots=True)
class PartTotal:
    """What a player has from all rounds of a part, and whether it has won the part."""

    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class RoundTable:
    """As many rounds as stand side by side on paper; `totals` only beside the last ones of a part."""

    columns: tuple[RoundColumn, ...]
    totals: tuple[PartTotal, ...]


@dataclass(frozen=True, slots=True)
class RoundGroup:
    """The rounds of an innermost part of a game: `figure` names its totals, `ended` what ended then."""

    heading: str
    players: tuple[str, ...]
    figure: str
    sheets: tuple[RoundTable, ...]
    ended: tuple[EndedPart, ...]


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option that is not as usual."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game as far as it is revealed; `marks` are the signs in its tables, each with its word."""

    number: int
    title: str
    state: str
    options: tuple[ChosenOption, ...]
    final: GameEnding | None
    figure: str
    rows: tuple[Ranked, ...]
    stretches: tuple[RoundGroup, ...]
    marks: tuple[tuple[str, str], ...]
    course: ScoreChart | None
    fallen: NumberChart | None
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultsView:
    """The evening of a room, of which nothing is hidden. `since` is when the room was opened."""

    code: str
    since: datetime | None
    summary: str
    standing: EveningView | None
    games: tuple[GameReport, ...]
    changes: tuple[ChangeNote, ...]


def results_view(room: Room) -> ResultsView:
    """Show the evening, as far as it is revealed."""
    played = [game for game in room.games if game.rounds]
    seats = {seat for game in played for seat in game.record.players}
    games_played = format_count(len(played), "{n} game", "{n} games")
    players = format_count(len(seats), "{n} player", "{n} players")
    summary = translate("{games}, {players}", games=games_played, players=players)
    return ResultsView(
        code=room.code,
        since=_since(room),
        summary=summary if played else translate("Nothing is revealed yet"),
        standing=evening.evening_view(room),
        games=tuple(_game(room, game) for game in played),
        changes=changes.change_notes(room) if played else (),
    )


def _since(room: Room) -> datetime | None:
    at = None
    for entry in room.entries():
        at = entry.at
    return at


def _game(room: Room, game: GameState) -> GameReport:
    over = game.next_round is None
    stretches = tuple(_stretches(room, game))
    whole = len(game.score.root.parts) > 1
    figure, rows = scoreboard.scoreboard(snapshots.room_of_game(room, replace(game, ended=True)))
    return GameReport(
        number=game.number,
        title=translate(game.record.rules.title),
        state="" if over else translate("This game is still going on"),
        options=tuple(_options(room, game)),
        final=endings.game_ending(room, game) if over else None,
        figure=figure,
        rows=rows,
        stretches=stretches,
        marks=_marks(stretches),
        course=score_chart(room, game, whole=whole),
        fallen=number_chart(room, game, whole=whole),
        problems=tuple(problem_sentences(room, game)),
    )


def _options(room: Room, game: GameState) -> Iterator[ChosenOption]:
    """List the options that are not as usual."""
    rules = game.record.rules
    chosen = options.changed_options(rules)
    for field in options.option_fields(type(rules)):
        if field.name in chosen:
            value = chosen[field.name]
            text = bidi_isolate(room.name(str(value))) if field.is_player else _written(field, value)
            yield ChosenOption(translate(field.label), text)


def _written(field: options.OptionField, value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(format_value, value))
    return translate(field.choice(value)) if field.choices else format_value(value)


# The tables of rounds


@dataclass(frozen=True, slots=True)
class _Shown:
    """A revealed round with its number and its name; `leaf` is None where it does not count."""

    number: int
    heading: str
    row: PlayedRound
    leaf: Leaf | None


def _stretches(room: Room, game: GameState) -> Iterator[RoundGroup]:
    """Part the rounds of a game by its innermost parts: games of a match, hands, rounds of tricks."""
    parts = tuple(_innermost(game))
    rest = list(_rounds(game))
    for place, (where, part, ended) in enumerate(parts, 1):
        taken = rest if place == len(parts) else _taken(rest, part)
        rest = rest[len(taken) :]
        yield RoundGroup(
            heading=capitalize_first(where),
            players=player_names(room, game.record.players),
            figure=translate(game.record.rules.score_label(part.kind)),
            sheets=tuple(_sheets(game, part, taken)),
            ended=tuple(endings.ended_part(room, game, *each) for each in ended),
        )


EndedBranches = tuple[tuple[str, Branch], ...]


def _innermost(game: GameState) -> Iterator[tuple[str, Branch, EndedBranches]]:
    """Find the parts that consist of rounds, each with the parts of the game that ended with it."""
    root = game.score.root
    branches = [(where, part) for where, part in headings.all_parts(game) if isinstance(part, Branch)]
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


def _rounds(game: GameState) -> Iterator[_Shown]:
    leaves = game.score.leaves()
    for number, (where, row) in enumerate(zip(headings.round_names(game), game.rounds, strict=True), 1):
        yield _Shown(number, capitalize_first(where), row, None if row.void else next(leaves, None))


def _taken(rounds: Sequence[_Shown], part: Branch) -> Sequence[_Shown]:
    """Take the rounds of a part, and the void ones before each of them."""
    last = part.parts[-1]
    return rounds[: next(place for place, each in enumerate(rounds, 1) if each.leaf is last)]


def _sheets(game: GameState, part: Branch, rounds: Sequence[_Shown]) -> Iterator[RoundTable]:
    """Put so many rounds side by side as fit on paper."""
    columns = list(_columns(game, rounds))
    while columns:
        fitting = _fitting(columns)
        rest = columns[fitting:]
        yield RoundTable(tuple(columns[:fitting]), () if rest else tuple(_totals(game, part)))
        columns = rest


def _fitting(columns: Sequence[RoundColumn]) -> int:
    width = 0
    for place, column in enumerate(columns):
        width += column.width
        if place and width > _WIDEST:
            return place
    return len(columns)


def _totals(game: GameState, part: Branch) -> Iterator[PartTotal]:
    for seat in game.record.players:
        yield PartTotal(format_value(part.scores[seat]), part.finished and seat in part.winners)


def _columns(game: GameState, rounds: Sequence[_Shown]) -> Iterator[RoundColumn]:
    label = 0
    for each in rounds:
        label += each.leaf is not None
        yield RoundColumn(
            number=each.number,
            label=format_value(label)
            if each.leaf
            else translate("void")
            if each.row.void
            else translate("too many"),
            heading=each.heading,
            void=each.leaf is None,
            cells=tuple(_cell(game, each, seat) for seat in game.record.players),
        )


def _cell(game: GameState, each: _Shown, seat: Seat) -> ResultCell:
    play = each.row.reveal.plays.get(seat)
    fate = _fate(game, each, seat)
    return ResultCell(
        card=None if play is None else card_face(play),
        fate=fate,
        mark=_MARKS[fate] if fate else "",
        word=translate(_WORDS[fate]) if fate else "",
        corrected=seat in each.row.corrected,
    )


def _fate(game: GameState, each: _Shown, seat: Seat) -> ResultFate:
    """Say what became of what a player showed, or did not show."""
    if seat not in each.row.reveal.plays:
        return "absent"
    if each.leaf is None:
        return ""
    if seat not in each.leaf.plays:
        return "wrong"
    return _FATES.get(game.record.rules.outcome(each.leaf, seat).fate, "")


def _marks(stretches: Sequence[RoundGroup]) -> tuple[tuple[str, str], ...]:
    """List the signs in the tables of a game."""
    sheets = [sheet for each in stretches for sheet in each.sheets]
    cells = [cell for sheet in sheets for column in sheet.columns for cell in column.cells]
    found = {cell.fate for cell in cells}
    marks = tuple((sign, translate(_WORDS[fate])) for fate, sign in _MARKS.items() if fate in found)
    return (*marks, (_CORRECTED, translate("corrected"))) if any(cell.corrected for cell in cells) else marks
