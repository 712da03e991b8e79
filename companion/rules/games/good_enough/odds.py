"""The odds of It's Good Enough: of a round, of what decides a game, of its tie-breaks, and of a standing.

Each is given for players who pick at random, for people as the forecast takes them to be, and for players who
all know the game (the equilibrium of a round).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.rules.games import options
from companion.rules.games.contract import ScoredRecord
from companion.rules.games.good_enough.inputs import start_problems
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.outlook import THOROUGH, Outlook, outlook
from companion.rules.games.good_enough.prospects import all_prospects
from companion.rules.games.good_enough.random_rounds import (
    bounds,
    people_crowd,
    picks_differ,
    scores,
    single_chance,
)
from companion.rules.odds.crowd import Crowd, random_crowd
from companion.rules.odds.equilibrium import (
    MOST_PLAYERS,
    Equilibrium,
    median_equilibrium,
    sampled_equilibrium,
)
from companion.rules.odds.report import Figure, OddsReport, Row, Table
from companion.rules.odds.simulation import Lengths
from companion.rules.results import Branch

_MOST_STEPS = 60_000
_MOST_SAMPLED = 12
"""The most players whose equilibrium is estimated where it cannot be worked out."""
_SHOWN = 0.0005
"""Numbers of an equilibrium that are picked less often than this are not listed."""


@dataclass(frozen=True, slots=True)
class _Case:
    """One way in which everybody may pick, with what follows from it."""

    name: str
    crowd: Crowd
    outlook: Outlook


def odds(rules: GoodEnoughOptions, scored: ScoredRecord, game: Branch) -> OddsReport:
    """Return the odds of a record's game, and of its standing if it is under way.

    `game` is the innermost game, of which all of it is.

    Raises `Refused` if its players cannot play with these options.
    """
    players = len(scored.record.players)
    for problem in start_problems(rules, scored.record.players, ()):
        raise problem.refused
    found = _equilibrium(rules, players)
    seen = tuple(scored.score.leaves())
    crowds = {"random": random_crowd(*bounds(rules)), "people": people_crowd(rules, players, seen)}
    if found:
        crowds["equilibrium"] = found.crowd
    plain = replace(rules, tie_break="sudden-death")
    cases = [_Case(name, crowd, outlook(plain, players, crowd, THOROUGH)) for name, crowd in crowds.items()]
    tables = [
        _round_table(rules, players, cases),
        _decision_table(rules, cases),
        *_points_table(rules, cases),
        *_length_table(cases),
        *_equilibrium_table(found),
        *_standing_table(rules, scored, game),
    ]
    about = {"game": rules.name, "options": options.changed_options(rules), "players": players}
    low, high = bounds(rules)
    title = f"{rules.title}: {players} players, {_length(rules)}, {low} to {high}"
    return OddsReport(title, about, tuple(tables))


def _length(rules: GoodEnoughOptions) -> str:
    if rules.points_target is not None:
        return f"to {rules.points_target} points"
    return f"{rules.rounds} rounds"


def _equilibrium(rules: GoodEnoughOptions, players: int) -> Equilibrium | None:
    """Return the equilibrium of a round; None where all numbers differ anyway, or too many play."""
    if picks_differ(rules):
        return None
    if rules.scoring == "median":
        return median_equilibrium(rules.low, rules.high, players) if players <= MOST_PLAYERS else None
    if players > _MOST_SAMPLED:
        return None
    return sampled_equilibrium(rules.low, rules.high, players, scores(rules))


def _row(key: str, label: str, cases: list[_Case], figure: Callable[[_Case], Figure]) -> Row:
    return Row(key, label, tuple(map(figure, cases)))


def _table(key: str, heading: str, cases: list[_Case], rows: list[Row], note: str) -> Table:
    return Table(key, heading, tuple(case.name for case in cases), tuple(rows), note)


def _exactly(rules: GoodEnoughOptions) -> str:
    """Return how exact chances are that were worked out from those of a round."""
    return "Exact." if rules.scoring == "median" else "Exact, but for who scores in a round."


def _round_table(rules: GoodEnoughOptions, players: int, cases: list[_Case]) -> Table:
    most = max(len(case.outlook.scorers) for case in cases)
    words = ("nobody scores", "one player scores", "two players score")

    def chance(case: _Case, number: int) -> float:
        return case.outlook.scorers[number] if number < len(case.outlook.scorers) else 0.0

    rows = [
        _row(
            f"{number}",
            words[number] if number < 3 else f"{number} players score",
            cases,
            _nth(chance, number),
        )
        for number in range(most)
    ]
    rows.append(
        _row(
            "scoring",
            "a given player scores",
            cases,
            lambda case: sum(n * each for n, each in enumerate(case.outlook.scorers)) / players,
        )
    )
    rows.append(
        _row(
            "disqualified",
            "a given player is disqualified",
            cases,
            lambda case: 1 - single_chance(rules, case.crowd, players),
        )
    )
    exact = rules.scoring == "median"
    return _table(
        "round",
        "One round",
        cases,
        rows,
        "Exact." if exact else "Who scores is estimated from random rounds.",
    )


def _nth(of: Callable[[_Case, int], float], number: int) -> Callable[[_Case], float]:
    return lambda case: of(case, number)


def _decision_table(rules: GoodEnoughOptions, cases: list[_Case]) -> Table:
    peels = max(len(case.outlook.decisions.by_peel) for case in cases)

    def by_peel(case: _Case, layer: int) -> float:
        found = case.outlook.decisions.by_peel
        return found[layer] if layer < len(found) else 0.0

    rows = [_row("at_once", "the standing decides (G5)", cases, lambda case: case.outlook.decisions.at_once)]
    for layer in range(peels):
        first, last = layer + 2, rules.rounds - layer - 1
        which = f", rounds {first} to {last}" if rules.points_target is None and first < last else ""
        which = which or (f", round {first}" if rules.points_target is None else "")
        rows.append(
            _row(f"peel_{layer + 1}", f"peel {layer + 1} decides{which} (G6)", cases, _nth(by_peel, layer))
        )
    rows.append(_row("stands", "the tie stands (G7)", cases, lambda case: case.outlook.decisions.stands))
    worst = max(case.outlook.decisions.error for case in cases)
    note = f"Estimated; standard error at most {100 * worst:.1f}%." if worst else _exactly(rules)
    return _table("decided", "What decides the game", cases, rows, note)


def _points_table(rules: GoodEnoughOptions, cases: list[_Case]) -> Iterator[Table]:
    known = sorted({points for case in cases for points in case.outlook.decisions.points})
    if known:

        def chance(case: _Case, points: int) -> Figure:
            return case.outlook.decisions.points.get(points)

        def row(points: int) -> Row:
            figures = tuple(chance(case, points) for case in cases)
            return Row(f"{points}", f"{points} points" if points != 1 else "1 point", figures)

        heading = "Whoever ends with so many points wins alone"
        yield _table("points", heading, cases, [row(points) for points in known], _exactly(rules))


def _length_table(cases: list[_Case]) -> Iterator[Table]:
    kinds: Mapping[str, tuple[str, Callable[[Outlook], Lengths | None]]] = {
        "sudden_death": ("sudden death", lambda found: found.sudden_death),
        "peel_sudden_death": ("peel, then sudden death", lambda found: found.after_peels),
        "showdown": ("showdown", lambda found: found.showdown),
    }
    rows: list[Row] = []
    fewest: list[int] = []
    for key, (label, find) in kinds.items():
        found = [find(case.outlook) for case in cases]
        if any(found):
            fewest += [each.games for each in found if each]
            rows.append(Row(f"{key}_half", f"{label}: half within", tuple(map(_half, found))))
            rows.append(
                Row(f"{key}_nine_in_ten", f"{label}: nine in ten within", tuple(map(_nine_in_ten, found)))
            )
    if rows:
        note = f"Estimated from {min(fewest)} or more simulated ties each, with fixed seeds."
        yield _table("tie_breaks", "How many rounds a tie adds (G12, G16)", cases, rows, note)


def _half(found: Lengths | None) -> Figure:
    return _rounds(found, found.half) if found else None


def _nine_in_ten(found: Lengths | None) -> Figure:
    return _rounds(found, found.most_of_ten) if found else None


def _rounds(found: Lengths, number: int) -> Figure:
    return f"over {found.most}" if number >= found.most > 1 else number


def _equilibrium_table(found: Equilibrium | None) -> Iterator[Table]:
    if found is None:
        return
    first, last = found.bounds()
    rows = [
        Row("from", "the crowd begins at", (first,)),
        Row("to", "and ends at", (last,)),
        Row("scoring", "a given player scores", (found.scoring,)),
    ]
    shown = {number: chance for number, chance in found.crowd.chances().items() if chance >= _SHOWN}
    rows += [Row(f"{number}", f"{number} is picked", (chance,)) for number, chance in shown.items()]
    how = "Worked out" if found.is_exact else "Estimated from random rounds"
    gain = f"picking otherwise would gain {100 * found.gain:.2g}% at most"
    elsewhere = " The same crowd elsewhere is an equilibrium too." if found.is_exact else ""
    note = f"{how}: {gain}.{elsewhere}"
    yield Table("equilibrium", "The equilibrium of a round", ("chance",), tuple(rows), note)


def _standing_table(rules: GoodEnoughOptions, scored: ScoredRecord, game: Branch) -> Iterator[Table]:
    found = all_prospects(rules, scored.score, game, _MOST_STEPS)
    if not found:
        return
    rows = tuple(
        Row(player, player, (game.scores[player], each.scoring, each.missing))
        for player, each in found.items()
    )
    note = "Exact for people as above; a shared win counts as its share."
    yield Table("standing", "Who wins, from here on", ("points", "scoring next", "missing next"), rows, note)
