"""The results of the evening: its standing, each game with rounds, charts and winners, replays and poster."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from companion.i18n.messages import (
    N_,
    bidi_isolate,
    capitalize_first,
    format_count,
    format_value,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound
from companion.room.state import Room
from companion.rules.games import options
from companion.rules.games.contract import Game
from companion.rules.plays import Kind
from companion.rules.results import Branch, KnockoutRound, Leaf, PrizeRound, ResultLeaf, Scores
from companion.screens import changes, endings, reveals, scoreboard
from companion.screens.cards import CardFace, card_face
from companion.screens.charts import (
    DriftChart,
    PicksChart,
    ScoreChart,
    number_charts,
    score_chart,
)
from companion.screens.evening import EveningView, evening_view
from companion.screens.headings import (
    all_parts,
    evening_game_name,
    leaf_kind,
    named_number,
    round_name,
    round_names,
)
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import drawn_seats, list_players, player_names
from companion.screens.questions import AskedQuestion, question_of_round
from companion.screens.scoreboard import ScoreRows
from companion.screens.snapshots import game_after, game_showing, room_of_game
from companion.screens.voided import voided_in_game
from companion.values import frozen

_MAX_WIDTH, _COLUMN_GAP = 56, 4
"""The characters that fit side by side in a printed table, and those that each column adds to its text."""

_NO_PLAY = "–"


Cell = tuple[CardFace | None, str, bool]
"""A play, what became of it, whether it was corrected; of entered winners what they gained (R3, R6)."""


@frozen
class Column:
    """A revealed round in a table: a cell for each player. Its `number` counts all rounds of the game.

    Its `label` counts the valid ones of the part; `leaf` is its result, None where it does not count.
    """

    number: int
    label: str
    heading: str
    leaf: Leaf | None
    cells: Sequence[Cell]
    prize: int | None = None
    """What was bid for; None where nothing was."""


@frozen
class RoundGroup:
    """The rounds of an innermost part in tables, and the totals over them, with who has won it.

    `figure` names the totals, and `ended` are the headlines of the parts that ended with it.
    """

    heading: str
    figure: str
    tables: Sequence[Sequence[Column]]
    totals: Sequence[tuple[str, bool]]
    ended: tuple[str, ...] = ()


@frozen
class GameReport:
    """The revealed rounds of a game; `number` is its own in the evening, where that has others.
    A grand final has none.

    `options` are those that differ from their defaults, in words. `players` are seats and names; in a crowd
    nobody has a seat, and no guest is drawn. `samples` explain how the tables mark what became of plays, each
    with a play that met it. `questions` is what the host asked, by the names of the rounds.
    """

    id: int
    number: int | None
    is_final: bool
    title: str
    kind: Kind
    state: str
    options: tuple[tuple[str, str], ...]
    players: tuple[tuple[Seat, str], ...]
    final: endings.GameEnding | None
    figure: str
    rows: ScoreRows
    groups: tuple[RoundGroup, ...]
    samples: Mapping[str, str]
    score_chart: ScoreChart | None
    drift_chart: DriftChart | None
    picks_chart: PicksChart | None
    voided: tuple[str, ...]
    questions: tuple[tuple[str, AskedQuestion], ...]


@frozen
class ResultsView:
    """The results of the evening, as far as it is revealed."""

    summary: str
    standing: EveningView | None
    games: tuple[GameReport, ...]
    changes: Sequence[tuple[datetime, str]]


def results_view(room: Room) -> ResultsView:
    """Return the results of the evening, as far as it is revealed."""
    played = [game for game in room.real_games if game.rounds]
    seats = {seat for game in played for seat in game.players}
    games_played = format_count(sum(not game.is_final for game in played), "{n} game", "{n} games")
    players = format_count(len(seats), "{n} player", "{n} players")
    summary = translate("{outer}, {inner}", outer=games_played, inner=players)
    return ResultsView(
        summary if played else translate("Nothing is revealed yet"),
        evening_view(room),
        tuple(_report(room, game) for game in played),
        changes.change_notes(room) if played else (),
    )


def _report(room: Room, game: GameState) -> GameReport:
    rules, players = game.rules, game.players
    hidden, rounds = hides_scores(room, game), [*shown_rounds(game)]
    drawn = drawn_seats(room, players) or [""] * len(players)
    figure, rows = scoreboard.scoreboard(room_of_game(room, replace(game, ended=True)))
    questions = ((heading, question_of_round(rules, leaf, row.reveal)) for _, heading, row, leaf, _ in rounds)
    moved, picked = number_charts([game])
    return GameReport(
        id=game.number,
        number=named_number(room, game),
        is_final=game.is_final,
        title=translate(rules.known_as),
        kind=leaf_kind(game),
        state=_state(room, game, hidden=hidden),
        options=tuple(_changed_options(room, rules)),
        players=tuple(zip(drawn, player_names(room, players), strict=True)),
        final=None if game.next_round or game.is_thrown_away else endings.game_ending(room, game),
        figure=figure,
        rows=() if hidden else rows,
        groups=tuple(groups(room, game, rounds)),
        samples=dict(_samples(rounds)),
        score_chart=None if hidden else score_chart(room, game),
        drift_chart=moved,
        picks_chart=picked,
        voided=tuple(map(capitalize_first, voided_in_game(room, game))),
        questions=tuple((heading, asked_question) for heading, asked_question in questions if asked_question),
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
        if field.name not in chosen:
            continue
        match chosen[field.name]:
            case list() as numbers:
                text = ", ".join(map(format_value, numbers))
            case bool() as is_on:
                text = translate(N_("yes") if is_on else N_("no"))
            case str() as seat if field.kind == "player":
                text = bidi_isolate(room.name(seat))
            case value:
                text = translate(field.choice_label(value)) if field.choices else format_value(value)
        yield translate(field.label), text


# The tables of rounds

_ShownRound = tuple[int, str, PlayedRound, Leaf | None, Sequence[Cell]]
"""A revealed round: its number and name, its result (None where it does not count), and a cell a player."""


def shown_rounds(game: GameState) -> Iterator[_ShownRound]:
    """Yield the revealed rounds as the tables show them."""
    leaves, rules = game.score.leaves(), game.rules
    for number, (where, row) in enumerate(zip(round_names(game), game.rounds, strict=True), 1):
        if row.is_skipped:
            continue
        leaf = None if row.void else next(leaves, None)
        fates, plays = fates_of_round(game, row, leaf), {**row.reveal.plays}
        if leaf and rules.keeps_results and not isinstance(leaf, ResultLeaf):
            plays |= {seat: rules.gain(leaf, seat) for seat in leaf.plays}
        cells = [
            (
                card_face(plays[seat]) if seat in plays else None,
                fates.get(seat, "absent"),
                seat in row.corrected,
            )
            for seat in game.players
        ]
        yield number, capitalize_first(where), row, leaf, cells


def groups(room: Room, game: GameState, rounds: Sequence[_ShownRound]) -> Iterator[RoundGroup]:
    """Yield the rounds by innermost part: games of a match, hands, rounds of tricks; then the showdown."""
    root, rules = game.root, game.rules
    branches = [(where, part) for where, part in all_parts(game) if isinstance(part, Branch)]
    inner = [(where, part) for where, part in branches or [("", root)] if _innermost(part) is part]
    sections = _sections([part for _, part in inner], root.showdown, rounds)
    for (where, part), shown in zip(inner, sections, strict=False):
        yield RoundGroup(
            capitalize_first(where),
            translate(rules.ranking(part).counts),
            _tables(game, shown, part),
            () if part.entered or hides_level(room, game, part) else _totals(game, part.scores, part),
            ended=tuple(_ended_with(room, game, branches, part)),
        )
    if root.showdown:
        counts = Counter(seat for showdown_round in root.showdown for seat in showdown_round.left)
        stayed = {seat: counts[seat] for seat in root.showdown[0].contenders}
        tables, totals = _tables(game, sections[-1], root), _totals(game, stayed, root)
        heading = translate(N_("Grand final") if game.is_final else N_("Showdown"))
        yield RoundGroup(heading, translate("rounds stayed"), tables, totals)


def _sections(
    inner: Sequence[Branch], showdown: Sequence[Leaf], rounds: Sequence[_ShownRound]
) -> Sequence[Sequence[_ShownRound]]:
    """Return the rounds of each innermost part, with the void ones before its own, then those of a showdown.

    The last part has the void ones after its own too.
    """
    ordinals = {id(leaf): ordinal for ordinal, (*_, leaf, _) in enumerate(rounds, 1)}
    stops = [0, *(ordinals[id(part.parts[-1])] for part in inner[:-1])]
    stops += [ordinals[id(showdown[0])] - 1] if showdown else []
    return [rounds[start:stop] for start, stop in zip_longest(stops, stops[1:])]


def _ended_with(
    room: Room, game: GameState, branches: Sequence[tuple[str, Branch]], part: Branch
) -> Iterator[str]:
    """Yield the headlines of the parts that ended with an innermost one."""
    for name, branch in reversed(branches):
        if branch.finished and _innermost(branch) is part and not hides_level(room, game, branch):
            yield endings.ended_part(room, game.rules, name, branch).headline


def _innermost(part: Branch) -> Branch:
    """Return the last innermost part of a part."""
    while part.parts and isinstance(last := part.parts[-1], Branch):
        part = last
    return part


def _tables(game: GameState, rounds: Sequence[_ShownRound], part: Branch) -> Sequence[Sequence[Column]]:
    """Return rounds in tables of as many columns as fit on paper."""
    tables: list[list[Column]] = []
    count, width = 0, _MAX_WIDTH
    for number, heading, row, leaf, cells in rounds:
        count += leaf is not None
        label = format_value(count) if leaf else translate("void") if row.void else translate("struck")
        if leaf and leaf is part.entered:
            label = translate(game.rules.ranking(part).counts)
        size = _COLUMN_GAP + max(map(len, (label, *(face.sign for face, *_ in cells if face))))
        if width + size > _MAX_WIDTH:
            tables.append([])
            width = 0
        prize = leaf.prize if isinstance(leaf, PrizeRound) else None
        tables[-1].append(Column(number, label, heading, leaf, cells, prize))
        width += size
    return tables


def _totals(game: GameState, scores: Scores, part: Branch) -> tuple[tuple[str, bool], ...]:
    """Return the score of each player in a part, each with whether that has won it; none without scores."""
    return tuple(
        (format_value(scores.get(seat, _NO_PLAY)), part.finished and seat in part.winners)
        for seat in (game.players if scores else ())
    )


def fates_of_round(game: GameState, row: PlayedRound, leaf: Leaf | None) -> Mapping[Seat, str]:
    """Return what became of the plays of a round; empty where none counts. Who `stays` has not won yet."""
    fates: dict[Seat, str] = dict.fromkeys(row.reveal.plays, "struck" if leaf else "")
    if leaf:
        fates |= dict.fromkeys(leaf.plays, "outside")
        fates |= game.rules.fates(leaf)
    if isinstance(leaf, KnockoutRound):
        fates |= dict.fromkeys(filter(leaf.plays.__contains__, leaf.winners), "stays")
    return fates


def _samples(rounds: Sequence[_ShownRound]) -> Iterator[tuple[str, str]]:
    """Yield each fate that occurs in the tables with a play that met it, the first one last."""
    for face, fate, is_corrected in (cell for *_, cells in reversed(rounds) for cell in reversed(cells)):
        yield fate, face.sign if face else _NO_PLAY
        if is_corrected:
            yield "corrected", "✎"


# The replay of a round


_Link = tuple[int, int, str]
"""The number of a game, that of a round in it, and its name."""


@frozen
class ReplayView:
    """A revealed round as the TV showed it, with the open cards of a round of tricks.

    `number` is that of the game, where the evening has others. `void`: the round does not count. `notes` say
    what its name does not: why it is voided, and which players were corrected. `rows` are the scores after
    it. `before` and `next` are links to other rounds.
    """

    number: int | None
    heading: str
    void: bool
    notes: tuple[str, ...]
    last: reveals.RevealView | None
    open: Sequence[reveals.PlayerCards]
    parts: Sequence[endings.EndedPart]
    final: endings.GameEnding | None
    figure: str
    rows: ScoreRows
    before: _Link | None
    next: _Link | None


def replay_view(room: Room, game: GameState, number: int) -> ReplayView:
    """Return the round of a game with this number, which is revealed."""
    row, hidden = game.revealed(number), hides_scores(room, game)
    shown, after = game_showing(game, number), game_after(game, number)
    counts = shown is not None and not row.void
    figure, rows = ("", ()) if hidden else scoreboard.scoreboard(room_of_game(room, after))
    before, following = _neighbours(room, game, number)
    return ReplayView(
        number=named_number(room, game),
        heading=capitalize_first(round_name(game, number)),
        void=not counts,
        notes=tuple(_notes(room, game, row, has_result=shown is not None)),
        last=reveals.last_reveal(room, shown) if shown else None,
        open=reveals.open_cards(room, after) if counts else (),
        parts=endings.ended_parts(room, after) if counts and not hidden else (),
        final=endings.game_ending(room, after) if counts and after.score.next_round is None else None,
        figure=figure,
        rows=rows,
        before=before,
        next=following,
    )


def _notes(room: Room, game: GameState, row: PlayedRound, *, has_result: bool) -> Iterator[str]:
    if not (row.void or has_result):
        yield translate("The game was over before, so it does not count.")
    if row.corrected:
        corrected = player_names(room, sorted(row.corrected, key=game.players.index))
        yield translate("Corrected: {who}.", who=list_players(corrected))


def _neighbours(room: Room, shown: GameState, number: int) -> Iterator[_Link | None]:
    """Yield links to the rounds before and after one, across games; None at either end.

    Each has the name of the round, and of its game where that is another one.
    """
    rounds = [None, *((game, n) for game in room.real_games for n in range(1, game.round_number)), None]
    index = rounds.index((shown, number))
    for each in (rounds[index - 1], rounds[index + 1]):
        if each is None:
            yield None
            continue
        name = round_name(*each)
        if each[0] is not shown:
            name = translate("{label}: {value}", label=evening_game_name(each[0]), value=name)
        yield each[0].number, each[1], capitalize_first(name)
