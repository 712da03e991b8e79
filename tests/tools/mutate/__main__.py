"""Mutation of `rules`, `room` or `views`: `python -m tests.tools.mutate rules --sample 500`.

Changes the code in one place at a time and runs the tests that reach it, until one fails, but no slow ones.
Prints what survived without an explanation in `survivors.toml`, and the score. `--again` tries the survivors
of the last run only.
"""

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.tools.mutate import survivors
from tests.tools.mutate.mutants import Module, Mutant
from tests.tools.mutate.reached import Store
from tests.tools.mutate.trials import SURVIVED, UNREACHED, Project, Trials

ROOT = Path(__file__).parents[3]
TESTS = (
    *("tests/rules", "tests/formats", "tests/room", "tests/views", "tests/contract"),
    *("tests/cli/test_odds.py", "tests/storage/test_name_eraser.py", "tests/web/test_joining.py"),
)
"""The tests that run the pure code in their own process, and not over the web: that would take hours."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the survivors and the score; the status is 1 if a survivor has no explanation."""
    chosen = _parser().parse_args(arguments)
    project = Project(chosen.root, chosen.root / "companion", chosen.tests)
    store = Store(chosen.root / ".mutants" / "reached", chosen.root, project.code)
    package = project.code / chosen.code
    files = sorted(package.rglob("*.py")) if package.is_dir() else [package.with_suffix(".py")]
    modules = [Module(chosen.root, each) for each in files]
    everything = [each for module in modules for each in module.mutants]
    last = chosen.root / ".mutants" / f"{chosen.code.replace('/', '-')}.json"
    mutants = _chosen(everything, chosen.sample, chosen.seed, survivors.kept(last) if chosen.again else None)
    outcomes = Trials(project, modules, store).outcomes(mutants, _say)
    survived = [mutant for mutant, outcome in outcomes.items() if outcome in (SURVIVED, UNREACHED)]
    survivors.keep(last, survived)
    explained = survivors.explanations()
    unexplained = {each: outcomes[each] for each in survived if each.key not in explained}
    for paragraph in _report(unexplained, survivors.stale(explained, everything)):
        print(paragraph)
    print(_score(Counter(outcomes.values()), len(survived) - len(unexplained), len(everything)))
    return int(bool(unexplained))


def _report(unexplained: Mapping[Mutant, str], stale: Sequence[survivors.Key]) -> Iterator[str]:
    """Yield a paragraph for each survivor, and for each explanation that is no longer needed."""
    for mutant, outcome in unexplained.items():
        yield f"{mutant.place} {outcome}\n  {mutant.line}\n  {mutant.change}"
    for module, line, change in stale:
        yield f"{module} explained, and no more there\n  {line}\n  {change}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutate")
    parser.add_argument("code", help="a folder or module of the package: rules, room/commands, views/tv")
    parser.add_argument("--sample", type=int, help="try so many mutants")
    parser.add_argument("--seed", type=int, default=1, help="choose other ones")
    parser.add_argument("--again", action="store_true", help="try the survivors of the last run")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of another project")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="its tests")
    return parser


def _chosen(
    mutants: Sequence[Mutant], sample: int | None, seed: int, again: set[survivors.Key] | None
) -> Sequence[Mutant]:
    if again is not None:
        return [each for each in mutants if each.key in again]
    if sample is None or sample >= len(mutants):
        return mutants
    numbers = random.Random(seed).sample(range(len(mutants)), sample)
    return [mutants[number] for number in sorted(numbers)]


def _score(outcomes: Counter[str], explained: int, everything: int) -> str:
    tried, survived = outcomes.total(), outcomes[SURVIVED] + outcomes[UNREACHED]
    counted = ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
    share = 100 * (tried - survived) / max(tried, 1)
    return f"{share:.1f} % of {tried} tried of {everything}: {counted}, {explained} of these explained"


def _say(progress: str) -> None:
    print(progress, file=sys.stderr)


if __name__ == "__main__":
    os.nice(10)
    sys.exit(main())
