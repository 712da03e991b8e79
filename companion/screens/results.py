"""The results of the evening: its standing, each game with rounds, charts and winners, and replays."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from companion.i18n.messages import N_, bidi_isolate, capitalize_first, format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound
from companion.room.state import Room
from companion.rules.games import options
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Fate
from companion.rules.insights.drift import drift
from companion.rules.insights.picks import picks
from companion.rules.results import Branch, Kind, Leaf, ResultLeaf, ShowdownRound
from companion.screens import changes, endings, evening, headings, reveals, scoreboard, snapshots
from companion.screens.cards import CardFace, card_face
from companion.screens.changes import ChangeNote
from companion.screens.charts import DriftChart, PicksChart, ScoreChart, drift_chart, picks_chart, score_chart
from companion.screens.endings import EndedPart, GameEnding
from companion.screens.evening import EveningView
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import drawn_seats, list_players, player_names
from companion.screens.questions import AskedQuestion, asked_in_round
from companion.screens.reveals import PlayerCards, RevealView
from companion.screens.scoreboard import ScoreRow
from companion.screens.struck import struck_by_round

_MAX_WIDTH, _COLUMN_GAP = 56, 4
"""The characters that fit side by side in a printed table, and those that each column adds to its text."""

_NO_PLAY = "–"

ResultFate = Fate | Literal["stays", "absent", ""]
"""What became of a play in the table of rounds; who stays in a showdown has not won it yet."""


@dataclass(frozen=True, slots=True)
class ResultCell:
    """A player's play in a round and its fate."""

    face: CardFace | None
    fate: ResultFate
    corrected: bool


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """A revealed round: `number` counts all rounds of the game, `label` the valid ones of its part."""

    number: int
    label: str
    heading: str
    void: bool
    cells: tuple[ResultCell, ...]


@dataclass(frozen=True, slots=True)
class RoundGroup:
    """The rounds of an innermost part, in tables of as many columns as fit on paper.

    `totals` are the players' totals over them, which `figure` names, each with whether the player has won the
    part. `ended` are the headlines of the parts that end with it.
    """

    heading: str
    figure: str
    tables: tuple[tuple[RoundColumn, ...], ...]
    totals: tuple[tuple[str, bool], ...]
    ended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameReport:
    """The revealed rounds of a game.

    `options` are those that differ from their defaults, in words. `players` are seats and names; in a crowd
    nobody has a seat, and no guest is drawn. `samples` explain how the tables mark what became of plays, each
    with a play that met it. `asked` is what the host asked, by the names of the rounds.
    """

    number: int
    title: str
    kind: Kind
    state: str
    options: tuple[tuple[str, str], ...]
    players: tuple[tuple[Seat, str], ...]
    final: GameEnding | None
    figure: str
    rows: tuple[ScoreRow, ...]
    groups: tuple[RoundGroup, ...]
    samples: Mapping[str, str]
    score_chart: ScoreChart | None
    drift_chart: DriftChart | None
    picks_chart: PicksChart | None
    struck: tuple[str, ...]
    asked: tuple[tuple[str, AskedQuestion], ...]


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
    rules, leaves, players = game.record.rules, tuple(game.score.leaves()), game.record.players
    line, hidden = rules.number_line or (0, 0), hides_scores(room, game)
    groups, drawn = tuple(_groups(room, game)), drawn_seats(room, players) or [""] * len(players)
    figure, rows = scoreboard.scoreboard(snapshots.room_of_game(room, replace(game, ended=True)))
    asked = (
        (capitalize_first(headings.round_name(game, number)), asked_in_round(game, number))
        for number in range(1, game.round_number)
    )
    return GameReport(
        number=game.number,
        title=translate(rules.known_as),
        kind=headings.leaf_kind(game),
        state=_state(room, game, hidden=hidden),
        options=tuple(_changed_options(room, rules)),
        players=tuple(zip(drawn, player_names(room, players), strict=True)),
        final=None if game.next_round or game.is_thrown_away else endings.game_ending(room, game),
        figure=figure,
        rows=() if hidden else rows,
        groups=groups,
        samples=dict(_samples(groups)),
        score_chart=None if hidden else score_chart(room, game),
        drift_chart=drift_chart(tuple(drift(rules, leaves)), line),
        picks_chart=picks_chart(picks(rules, leaves), line),
        struck=tuple(capitalize_first(sentence) for _, sentence in struck_by_round(room, game)),
        asked=tuple((heading, each) for heading, each in asked if each),
    )


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


def _changed_options(room: Room, rules: Game) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of the options that differ from their defaults."""
    chosen = options.changed_options(rules)
    for field in options.option_fields(type(rules)):
        if field.name in chosen:
            value = chosen[field.name]
            text = (
                bidi_isolate(room.name(str(value))) if field.kind == "player" else _option_text(field, value)
            )
            yield translate(field.label), text


def _option_text(field: options.OptionField, value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(format_value, value))
    if isinstance(value, bool):
        return translate(N_("yes") if value else N_("no"))
    return translate(field.choice_label(value)) if field.choices else format_value(value)


# The tables of rounds

_ShownRound = tuple[int, str, PlayedRound, Leaf | None]
"""A revealed round with its number and name, and its result: None where it does not count."""


def _groups(room: Room, game: GameState) -> Iterator[RoundGroup]:
    """Group the rounds by innermost part: games of a match, hands, rounds of tricks; then the showdown."""
    root, rounds = game.score.root, [*_shown_rounds(game)]
    branches = [(where, part) for where, part in headings.all_parts(game) if isinstance(part, Branch)]
    inner = [(where, part) for where, part in branches or [("", root)] if _is_innermost(part)]
    # each has the void rounds before its own, the last also those after them
    places = {id(leaf): place for place, (*_, leaf) in enumerate(rounds, 1)}
    showdown = places[id(root.showdown[0])] - 1 if root.showdown else len(rounds)
    stops = [places[id(part.parts[-1])] for _, part in inner[:-1]] + [showdown]
    for named, start, stop in zip(inner, [0, *stops], stops, strict=False):
        yield _group_of_part(room, game, named, rounds[start:stop], branches)
    if root.showdown:
        yield _showdown_group(game, root, rounds[showdown:])


def _is_innermost(part: Branch) -> bool:
    return all(isinstance(each, Leaf) for each in part.parts)


def _showdown_group(game: GameState, root: Branch, rounds: Sequence[_ShownRound]) -> RoundGroup:
    tied, players = root.showdown[0].tied, game.record.players
    stayed = ((seat, sum(seat in each.left for each in root.showdown)) for seat in players)
    totals = _totals(players, [format_value(n) if seat in tied else _NO_PLAY for seat, n in stayed], root)
    return RoundGroup(translate("Showdown"), translate("rounds stayed"), _tables(game, rounds), totals, ())


def _group_of_part(
    room: Room,
    game: GameState,
    named: tuple[str, Branch],
    rounds: Sequence[_ShownRound],
    branches: Sequence[tuple[str, Branch]],
) -> RoundGroup:
    """Return the rounds of an innermost part, with what ended with it of all `branches`."""
    where, part = named
    players, hidden = game.record.players, hides_level(room, game, part)
    scores = [format_value(part.scores[seat]) for seat in ([] if hidden else players)]
    return RoundGroup(
        heading=capitalize_first(where),
        figure=translate(game.record.rules.ranking(part).counts),
        tables=_tables(game, rounds),
        totals=_totals(players, scores, part),
        ended=tuple(
            endings.ended_part(room, name, each).headline
            for name, each in reversed(branches)
            if each.finished and _innermost(each) is part and not hides_level(room, game, each)
        ),
    )


def _totals(players: Sequence[Seat], texts: Iterable[str], part: Branch) -> tuple[tuple[str, bool], ...]:
    return tuple(
        (text, part.finished and seat in part.winners) for seat, text in zip(players, texts, strict=False)
    )


def _innermost(part: Branch) -> Branch:
    """Return the last innermost part of a part."""
    while part.parts and isinstance(last := part.parts[-1], Branch):
        part = last
    return part


def _shown_rounds(game: GameState) -> Iterator[_ShownRound]:
    leaves = game.score.leaves()
    for number, (where, row) in enumerate(zip(headings.round_names(game), game.rounds, strict=True), 1):
        yield number, capitalize_first(where), row, None if row.void else next(leaves, None)


def _tables(game: GameState, rounds: Sequence[_ShownRound]) -> tuple[tuple[RoundColumn, ...], ...]:
    """Return the columns of rounds in tables that fit on paper."""
    tables: list[list[RoundColumn]] = []
    count, width = 0, _MAX_WIDTH
    for number, heading, row, leaf in rounds:
        count += leaf is not None
        label = format_value(count) if leaf else translate("void") if row.void else translate("struck")
        cells = tuple(_cell(game, row, leaf, seat) for seat in game.record.players)
        size = _COLUMN_GAP + max(map(len, (label, *(cell.face.sign for cell in cells if cell.face))))
        if width + size > _MAX_WIDTH:
            tables.append([])
            width = 0
        tables[-1].append(RoundColumn(number, label, heading, leaf is None, cells))
        width += size
    return tuple(map(tuple, tables))


def _cell(game: GameState, row: PlayedRound, leaf: Leaf | None, seat: Seat) -> ResultCell:
    """Return what a player presented; where only the winner of a round was entered, what was taken (R3)."""
    rules, play = game.record.rules, row.reveal.plays.get(seat)
    if leaf and rules.keeps_results and not isinstance(leaf, ResultLeaf):
        play = rules.gain(leaf, seat) if seat in leaf.winners else None
    face = None if play is None else card_face(play)
    return ResultCell(face, _fate(rules, row, leaf, seat), seat in row.corrected)


def _fate(rules: Game, row: PlayedRound, leaf: Leaf | None, seat: Seat) -> ResultFate:
    if seat not in row.reveal.plays:
        return "absent"
    if row.void:
        return ""
    if leaf is None or seat not in leaf.plays:
        return "struck"
    fate = rules.outcome(leaf, seat).fate
    return "stays" if fate == "middle" and isinstance(leaf, ShowdownRound) else fate


def _samples(groups: Sequence[RoundGroup]) -> Iterator[tuple[str, str]]:
    """Yield each fate that occurs in the tables with a play that met it, the first one last."""
    cells = [cell for group in groups for table in group.tables for column in table for cell in column.cells]
    for cell in reversed(cells):
        yield cell.fate, cell.face.sign if cell.face else _NO_PLAY
        if cell.corrected:
            yield "corrected", "✎"


# The replay of a round


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to another round: its game, its number in that game, and its name."""

    game: int
    round: int
    heading: str


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A revealed round as the TV showed it, with the open cards of a round of tricks, and `rows` after it.

    `void`: the round does not count. `notes` explain that, and name the players who were corrected.
    """

    code: str
    game: int
    number: int
    title: str
    heading: str
    void: bool
    notes: tuple[str, ...]
    last: RevealView | None
    open: tuple[PlayerCards, ...]
    parts: tuple[EndedPart, ...]
    final: GameEnding | None
    figure: str
    rows: tuple[ScoreRow, ...]
    before: RoundLink | None
    next: RoundLink | None


def replay_view(room: Room, game: GameState, number: int) -> ReplayView:
    """Build the replay of a revealed round of a game."""
    shown, after = snapshots.game_showing(game, number), snapshots.game_after(game, number)
    counts, hidden = shown is not None and not game.rounds[number - 1].void, hides_scores(room, game)
    figure, rows = ("", ()) if hidden else scoreboard.scoreboard(snapshots.room_of_game(room, after))
    before, following = _neighbours(room, game, number)
    return ReplayView(
        code=room.code,
        game=game.number,
        number=number,
        title=translate(game.record.rules.known_as),
        heading=capitalize_first(headings.round_name(game, number)),
        void=not counts,
        notes=tuple(_notes(room, game, number, has_result=shown is not None)),
        last=reveals.last_reveal(room, shown) if shown else None,
        open=reveals.open_cards(room, after) if counts else (),
        parts=endings.ended_parts(room, after) if counts and not hidden else (),
        final=endings.game_ending(room, after) if counts and after.score.next_round is None else None,
        figure=figure,
        rows=rows,
        before=before,
        next=following,
    )


def _notes(room: Room, game: GameState, number: int, *, has_result: bool) -> Iterator[str]:
    row = game.rounds[number - 1]
    if row.void:
        yield translate("It is void, and does not count.")
    elif not has_result:
        yield translate("The game was over before, so it does not count.")
    if row.corrected:
        corrected = player_names(room, sorted(row.corrected, key=game.record.players.index))
        yield translate("Corrected: {who}.", who=list_players(corrected))


def _neighbours(room: Room, game: GameState, number: int) -> tuple[RoundLink | None, RoundLink | None]:
    """Return links to the rounds before and after one, across games; None at either end."""
    rounds = [(each, n) for each in room.games for n in range(1, each.round_number)]
    place = rounds.index((game, number))
    before, following = rounds[max(place - 1, 0) : place], rounds[place + 1 : place + 2]
    return _link(game, *before[0]) if before else None, _link(game, *following[0]) if following else None


def _link(shown: GameState, game: GameState, number: int) -> RoundLink:
    """Return a link to a round, which names its game where that is another one than the game shown."""
    name = headings.round_name(game, number)
    if game is shown:
        return RoundLink(game.number, number, capitalize_first(name))
    heading = translate("{game}: {round}", game=headings.evening_game_name(game.number), round=name)
    return RoundLink(game.number, number, heading)
