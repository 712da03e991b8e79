"""The results of the evening: its standing, and every game with its rounds, charts and winners."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from companion.i18n.messages import N_, bidi_isolate, capitalize_first, format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound
from companion.room.state import Room
from companion.rules.games import options
from companion.rules.games.contract import Game
from companion.rules.insights.drift import drift
from companion.rules.insights.picks import picks
from companion.rules.results import Branch, Kind, Leaf, Node, Play, ResultLeaf, ShowdownRound
from companion.screens import changes, endings, evening, headings, scoreboard, snapshots
from companion.screens.cards import CardFace, card_face
from companion.screens.changes import ChangeNote
from companion.screens.charts.drift_chart import DriftChart, drift_chart
from companion.screens.charts.picks_chart import PicksChart, picks_chart
from companion.screens.charts.score_chart import ScoreChart, score_chart
from companion.screens.endings import EndedPart, GameEnding
from companion.screens.evening import EveningView
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import drawn_seats, player_names
from companion.screens.questions import AskedQuestion, asked_in_round
from companion.screens.scoreboard import ScoreRow
from companion.screens.struck import struck_sentences


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option that differs from its default, in words."""

    label: str
    value: str


def chosen_options(room: Room, rules: Game) -> Iterator[ChosenOption]:
    """Yield the options that differ from their defaults."""
    chosen = options.changed_options(rules)
    for field in options.option_fields(type(rules)):
        if field.name in chosen:
            value = chosen[field.name]
            text = bidi_isolate(room.name(str(value))) if field.is_player else _option_text(field, value)
            yield ChosenOption(translate(field.label), text)


def _option_text(field: options.OptionField, value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(format_value, value))
    if isinstance(value, bool):
        return translate(N_("yes") if value else N_("no"))
    return translate(field.choice_label(value)) if field.choices else format_value(value)


_MAX_WIDTH, _COLUMN_GAP = 56, 4
"""The characters that fit side by side in a printed table, and those that each column adds to its text."""

ResultFate = Literal["scores", "disqualified", "wins", "discarded", "stays", "tied", "absent", "struck", ""]

_FATES: Mapping[str, ResultFate] = {
    "middle": "scores",
    "disqualified": "disqualified",
    "won": "wins",
    "discarded": "discarded",
    "tied": "tied",
}
_NO_PLAY = "–"
_WORDS: Mapping[ResultFate, str] = {
    "scores": N_("scores"),
    "disqualified": N_("disqualified"),
    "wins": N_("wins"),
    "discarded": N_("discarded"),
    "stays": N_("stays"),
    "tied": N_("tied"),
    "absent": N_("absent"),
    "struck": N_("struck"),
}
_CORRECTED = "✎"


@dataclass(frozen=True, slots=True)
class ResultCell:
    """A player's play in a round and its fate; `word` is for screen readers."""

    card: CardFace | None
    fate: ResultFate
    word: str
    corrected: bool


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """A revealed round: `number` counts all rounds of the game, `label` the valid ones of its part."""

    number: int
    label: str
    heading: str
    void: bool
    cells: tuple[ResultCell, ...]

    @property
    def width(self) -> int:
        """The width in characters."""
        signs = (cell.card.sign for cell in self.cells if cell.card)
        return _COLUMN_GAP + max(map(len, (self.label, *signs)))


@dataclass(frozen=True, slots=True)
class PartTotal:
    """A player's total over the rounds of a part, and whether the player has won the part."""

    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class RoundTable:
    """As many rounds as fit on paper side by side; only the last table of a part has `totals`."""

    columns: tuple[RoundColumn, ...]
    totals: tuple[PartTotal, ...]


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player of a game; in a crowd nobody has a `seat`, and no guest is drawn."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class RoundGroup:
    """The rounds of an innermost part: `figure` names its totals, `ended` are the parts that end with it."""

    heading: str
    players: tuple[TablePlayer, ...]
    figure: str
    tables: tuple[RoundTable, ...]
    ended: tuple[EndedPart, ...]


@dataclass(frozen=True, slots=True)
class FateSample:
    """A fate that occurs in the tables of a game, with a play that met it, and the word for it."""

    fate: ResultFate | Literal["corrected"]
    text: str
    word: str


@dataclass(frozen=True, slots=True)
class RoundQuestion:
    """What the host asked in a round, with the name of the round."""

    heading: str
    asked: AskedQuestion


@dataclass(frozen=True, slots=True)
class GameReport:
    """The revealed rounds of a game; `samples` explain how its tables mark what became of plays."""

    number: int
    title: str
    state: str
    options: tuple[ChosenOption, ...]
    final: GameEnding | None
    figure: str
    every: str
    """The heading above its rounds, or tricks."""
    rows: tuple[ScoreRow, ...]
    groups: tuple[RoundGroup, ...]
    samples: tuple[FateSample, ...]
    score_chart: ScoreChart | None
    drift_chart: DriftChart | None
    picks_chart: PicksChart | None
    struck: tuple[str, ...]
    asked: tuple[RoundQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultsView:
    """The revealed part of an evening. `since` is when the room was opened."""

    code: str
    since: datetime | None
    summary: str
    standing: EveningView | None
    games: tuple[GameReport, ...]
    changes: tuple[ChangeNote, ...]


def results_view(room: Room) -> ResultsView:
    """Build the results of the evening, as far as it is revealed."""
    played = [game for game in room.games if game.rounds]
    seats = {seat for game in played for seat in game.record.players}
    games_played = format_count(len(played), "{n} game", "{n} games")
    players = format_count(len(seats), "{n} player", "{n} players")
    summary = translate("{games}, {players}", games=games_played, players=players)
    return ResultsView(
        code=room.code,
        since=room.opened_at,
        summary=summary if played else translate("Nothing is revealed yet"),
        standing=evening.evening_view(room),
        games=tuple(_report(room, game) for game in played),
        changes=changes.change_notes(room) if played else (),
    )


def _report(room: Room, game: GameState) -> GameReport:
    rules, leaves = game.record.rules, tuple(game.score.leaves())
    line = rules.number_line or (0, 0)
    over, hidden = game.next_round is None, hides_scores(room, game)
    groups = tuple(_groups(room, game))
    whole = len(game.score.root.parts) > 1
    figure, rows = scoreboard.scoreboard(snapshots.room_of_game(room, replace(game, ended=True)))
    rows = () if hidden else rows
    return GameReport(
        number=game.number,
        title=translate(game.record.rules.known_as),
        state=_state(room, game, hidden=hidden),
        options=tuple(chosen_options(room, game.record.rules)),
        final=endings.game_ending(room, game) if over and not game.is_thrown_away else None,
        figure=figure,
        every=translate(_EVERY.get(headings.leaf_kind(game), _EVERY["round"])),
        rows=rows,
        groups=groups,
        samples=tuple(_samples(groups)),
        score_chart=None if hidden else score_chart(room, game, whole=whole),
        drift_chart=drift_chart(tuple(drift(rules, leaves)), line),
        picks_chart=picks_chart(picks(rules, leaves), line),
        struck=struck_sentences(room, game),
        asked=tuple(_questions(game)),
    )


_EVERY: Mapping[Kind, str] = {
    "round": N_("Every round"),
    "trick": N_("Every trick"),
    "hand": N_("Every hand"),
}


def _questions(game: GameState) -> Iterator[RoundQuestion]:
    """Yield what was asked, by rounds."""
    for number, row in enumerate(game.rounds, 1):
        asked = asked_in_round(game, number) if row.reveal.question else None
        if asked:
            yield RoundQuestion(capitalize_first(headings.round_name(game, number)), asked)


def _state(room: Room, game: GameState, *, hidden: bool) -> str:
    """Return what there is to say of a game that nobody has won."""
    if game.is_thrown_away:
        return translate("Thrown away: nobody won")
    if game.next_round is None:
        return ""
    if room.is_closed and hidden:
        return translate("Not finished, as the room was closed: nobody won, and its scores stay hidden")
    if room.is_closed:
        return translate("Not finished, as the room was closed: nobody won")
    if hidden:
        return translate("This game is still going on, and its scores are hidden until it is over")
    return translate("This game is still going on")


# The tables of rounds


@dataclass(frozen=True, slots=True)
class _ShownRound:
    """A revealed round with its number and name; `leaf` is None where it does not count."""

    number: int
    heading: str
    row: PlayedRound
    leaf: Leaf | None


def _groups(room: Room, game: GameState) -> Iterator[RoundGroup]:
    """Group the rounds by innermost part: games of a match, hands, rounds of tricks."""
    parts = tuple(_innermost(game))
    seats, shown = game.record.players, list(_shown_rounds(game))
    drawn = drawn_seats(room, seats) or ("",) * len(seats)
    players = tuple(map(TablePlayer, drawn, player_names(room, seats)))
    first = next((n for n, each in enumerate(shown) if isinstance(each.leaf, ShowdownRound)), len(shown))
    rest, showdown = shown[:first], shown[first:]
    for number, (where, part, ended) in enumerate(parts, 1):
        rounds = rest if number == len(parts) else _rounds_of_part(rest, part)
        rest = rest[len(rounds) :]
        totals = tuple(
            PartTotal(format_value(part.scores[seat]), part.finished and seat in part.winners)
            for seat in seats
            if not hides_level(room, game, part)
        )
        yield RoundGroup(
            heading=capitalize_first(where),
            players=players,
            figure=translate(game.record.rules.score_label(part.kind)),
            tables=tuple(_tables(game, rounds, totals)),
            ended=tuple(
                endings.ended_part(room, *each) for each in ended if not hides_level(room, game, each[1])
            ),
        )
    if showdown:
        yield RoundGroup(
            heading=translate("Showdown"),
            players=players,
            figure=translate("rounds stayed"),
            tables=tuple(_tables(game, showdown, tuple(_still_tied(game)))),
            ended=(),
        )


EndedBranches = tuple[tuple[str, Branch], ...]


def _innermost(game: GameState) -> Iterator[tuple[str, Branch, EndedBranches]]:
    """Yield the parts that consist of rounds, each with the parts of the game that ended with it."""
    root = game.score.root
    branches = [(where, part) for where, part in headings.all_parts(game) if isinstance(part, Branch)]
    for where, part in branches or [("", root)]:
        if all(isinstance(each, Leaf) for each in part.parts):
            yield where, part, tuple(each for each in reversed(branches) if _ends_with(each[1], part))


def _ends_with(part: Node, inner: Branch) -> bool:
    """Return whether `part` is finished and `inner` is its last innermost part."""
    if not part.finished:
        return False
    last = part
    while isinstance(last, Branch) and last is not inner and last.parts:
        last = last.parts[-1]
    return last is inner


def _shown_rounds(game: GameState) -> Iterator[_ShownRound]:
    leaves = game.score.leaves()
    for number, (where, row) in enumerate(zip(headings.round_names(game), game.rounds, strict=True), 1):
        yield _ShownRound(number, capitalize_first(where), row, None if row.void else next(leaves, None))


def _rounds_of_part(rounds: Sequence[_ShownRound], part: Branch) -> Sequence[_ShownRound]:
    """Return the rounds of a part, with the void ones before each of them."""
    last = part.parts[-1]
    return rounds[: next(place for place, each in enumerate(rounds, 1) if each.leaf is last)]


def _still_tied(game: GameState) -> Iterator[PartTotal]:
    """Yield for each player how many rounds of the showdown he or she has stood, and who has won it."""
    root = game.score.root
    for seat in game.record.players:
        rounds = sum(seat in each.left for each in root.showdown)
        was_tied = seat in root.showdown[0].tied
        yield PartTotal(
            format_value(rounds) if was_tied else _NO_PLAY, root.finished and seat in root.winners
        )


def _tables(
    game: GameState, rounds: Sequence[_ShownRound], totals: tuple[PartTotal, ...]
) -> Iterator[RoundTable]:
    """Split rounds into tables that fit on paper; the last one has the totals."""
    columns = list(_columns(game, rounds))
    while columns:
        count = _count_fitting(columns)
        rest = columns[count:]
        yield RoundTable(tuple(columns[:count]), () if rest else totals)
        columns = rest


def _count_fitting(columns: Sequence[RoundColumn]) -> int:
    width = 0
    for place, column in enumerate(columns):
        width += column.width
        if place and width > _MAX_WIDTH:
            return place
    return len(columns)


def _columns(game: GameState, rounds: Sequence[_ShownRound]) -> Iterator[RoundColumn]:
    label = 0
    for each in rounds:
        label += each.leaf is not None
        yield RoundColumn(
            number=each.number,
            label=format_value(label)
            if each.leaf
            else translate("void")
            if each.row.void
            else translate("struck"),
            heading=each.heading,
            void=each.leaf is None,
            cells=tuple(_cell(game, each, seat) for seat in game.record.players),
        )


def _cell(game: GameState, each: _ShownRound, seat: Seat) -> ResultCell:
    play = _shown_play(game, each, seat)
    fate = _fate(game, each, seat)
    return ResultCell(
        card=None if play is None else card_face(play),
        fate=fate,
        word=translate(_WORDS[fate]) if fate else "",
        corrected=seat in each.row.corrected,
    )


def _shown_play(game: GameState, each: _ShownRound, seat: Seat) -> Play | None:
    """Return what a player presented; where only the winner of a round was entered, what was taken (R3)."""
    play, leaf = each.row.reveal.plays.get(seat), each.leaf
    if leaf is None or not game.record.rules.keeps_results or isinstance(leaf, ResultLeaf):
        return play
    return game.record.rules.gain(leaf, seat) if seat in leaf.winners else None


def _fate(game: GameState, each: _ShownRound, seat: Seat) -> ResultFate:
    """Return the fate of a player's play in a round."""
    if seat not in each.row.reveal.plays:
        return "absent"
    if each.leaf is None:
        return "" if each.row.void else "struck"
    if seat not in each.leaf.plays:
        return "struck"
    fate = _FATES.get(game.record.rules.outcome(each.leaf, seat).fate, "")
    return "stays" if fate == "scores" and isinstance(each.leaf, ShowdownRound) else fate


def _samples(groups: Sequence[RoundGroup]) -> Iterator[FateSample]:
    """Yield a sample of each fate that occurs in the tables."""
    tables = [table for each in groups for table in each.tables]
    cells = [cell for table in tables for column in table.columns for cell in column.cells]
    found = {cell.fate: cell for cell in reversed(cells)}
    for fate in _WORDS:
        if cell := found.get(fate):
            yield FateSample(fate, cell.card.sign if cell.card else _NO_PLAY, translate(_WORDS[fate]))
    if any(cell.corrected for cell in cells):
        yield FateSample("corrected", _CORRECTED, translate("corrected"))
