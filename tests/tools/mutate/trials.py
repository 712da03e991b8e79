"""Trials of mutants: run the tests that reach the changed line, until one fails.

Tests are imported and collected once. Each mutant gets a copy of that process, in which the functions of its
module have the changed code. A change outside of functions, and one that no test has noticed, gets a process
that imports everything anew: nothing that was made before the change remains.
"""

import gc
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper, partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

from tests.tools.mutate.mutants import Module, Mutant
from tests.tools.mutate.process import forked
from tests.tools.mutate.reached import Reached, Store

KILLED, STOPPED, SURVIVED, UNREACHED = "killed", "stopped", "survived", "not reached"
_SERVERS = {"server", "start_server", "party", "postgres", "redis"}
"""Fixtures that start another process, which has no mutant."""
_MEMORY = 6 << 30
_LIKELY = 5
"""So many tests that killed mutants before are run first: the same test often kills neighbours."""
_FIRST = (
    "flask.testing",
    "flask_sqlalchemy",
    "hypothesis.stateful",
    "qrcode",
    "uvicorn",
    "zeroconf",
    "babel",
    "PIL",
)
"""What tests import beside the code: to import it once saves time."""


@dataclass(frozen=True)
class Project:
    """A folder with code and tests: the folder of the code that is changed, and the paths of the tests."""

    root: Path
    code: Path
    tests: tuple[str, ...]


class Run:
    """A pytest run with a loop of our own: `loop` gets the session after the collection."""

    def __init__(self, loop: Callable[["Run"], Any]) -> None:
        self._loop = loop
        self._failed = False
        self.items: dict[str, pytest.Item] = {}
        self.result: Any = None
        self.error: Exception | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Let Hypothesis try the same examples each time, and stop at the first that fails."""
        same = {"database": None, "derandomize": True, "phases": (Phase.explicit, Phase.generate)}
        settings.register_profile("mutants", settings(), max_examples=25, **same)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Hand the collected tests to the loop."""
        if not session.testsfailed:
            self.items = {each.nodeid: each for each in session.items if _is_quick(each)}
            try:
                self.result = self._loop(self)
            except Exception as error:  # noqa: BLE001 - pytest would only print it
                self.error = error
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a failure."""
        self._failed = self._failed or report.failed

    def passes(self, test: str, following: str | None = None) -> bool:
        """Run one test, and return whether it passed; fixtures that the following one needs stay."""
        item, after = self.items[test], self.items[following] if following else None
        self._failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
        return not self._failed


def _is_quick(item: pytest.Item) -> bool:
    """Return whether a test is not marked as slow, and starts no server."""
    return not item.get_closest_marker("slow") and not _SERVERS & set(item.fixturenames)


def _in_pytest(project: Project, tests: Sequence[str], loop: Callable[[Run], Any]) -> Any:
    """Collect tests and return what the loop returns; None if they cannot be collected."""
    run = Run(loop)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.chdir(project.root)
    sys.path.insert(0, str(project.root))
    quiet = ["-p", "no:cacheprovider", "--capture=no", "--rootdir", str(project.root)]
    early = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins that are imported already
    pytest.main([*quiet, *early, *tests], plugins=[run])
    if run.error:
        raise run.error
    return run.result


def _silenced() -> None:
    """Let this process print nothing, and use only so much memory."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _recorded(project: Project, run: Run, tests: Sequence[str]) -> Reached:
    """Run tests without a mutant; those that fail are left out."""
    _silenced()
    reached = Reached()
    coverage = Coverage(data_file=None, include=[f"{project.code}/*"], config_file=False)
    coverage.set_option("run:disable_warnings", ["no-data-collected"])
    coverage.start()
    for test, following in zip_longest(tests, tests[1:]):
        coverage.switch_context(test)
        before = process_time()
        if run.passes(test, following):
            reached.seconds[test] = process_time() - before
    coverage.stop()
    data = coverage.get_data()
    for path in data.measured_files():
        name = Path(path).relative_to(project.root).as_posix()
        for line, found in data.contexts_by_lineno(path).items():
            reached.tests[name, line] = reached.seconds.keys() & set(found)
    return reached


def _first_failed(run: Run, tests: Sequence[str], reached: Reached) -> str:
    """Return the first test that fails, or an empty text; one that takes very long ends the process."""
    for test, following in zip_longest(tests, tests[1:]):
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * reached.seconds[test])
        if not run.passes(test, following):
            return test
    return ""


class _Functions:
    """The functions that were made from modules, and what they have kept of earlier calls."""

    def __init__(self) -> None:
        self._made = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self._made[each.__code__.co_filename].append(each)
        self._caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]

    def change(self, code: CodeType) -> bool:
        """Give functions the changed code of their module; False if it is not clear which gets which."""
        codes = defaultdict(list)
        for each in _codes(code):
            codes[each.co_qualname, each.co_firstlineno].append(each)
        for function in self._made[code.co_filename]:
            old = function.__code__
            new = codes[old.co_qualname, old.co_firstlineno]
            if old not in new:
                if len(new) != 1 or new[0].co_freevars != old.co_freevars:
                    return False
                function.__code__ = new[0]
        for cache in self._caches:
            cache.cache_clear()
        return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _import_as(code: CodeType) -> None:
    """Let this process import a module with this code."""
    of_source = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return code if loader.path == code.co_filename else of_source(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


@dataclass(frozen=True)
class Trials:
    """The trials of mutants of some modules of a project."""

    project: Project
    modules: Sequence[Module]
    store: Store

    def outcomes(self, mutants: Sequence[Mutant], say: Callable[[str], None]) -> dict[Mutant, str]:
        """Return for each mutant whether it was killed or stopped, survived, or was not reached by a test."""
        for name in _FIRST:
            import_module(name)
        found = forked(
            lambda: _in_pytest(self.project, self.project.tests, partial(self._quick, mutants, say))
        )
        if found is None:
            raise SystemExit("the tests cannot be run")
        reached, outcomes = found
        left = [each for each, outcome in outcomes.items() if outcome == SURVIVED]
        for number, mutant in enumerate(left, 1):
            outcomes[mutant] = _outcome(self._anew(mutant, reached))
            say(f"anew: {number} of {len(left)} {mutant.place} {mutant.change} {outcomes[mutant]}")
        return outcomes

    def _quick(
        self, mutants: Sequence[Mutant], say: Callable[[str], None], run: Run
    ) -> tuple[Reached, dict[Mutant, str]]:
        """Try the mutants in functions that tests reach, each in a copy of this process."""
        functions = _Functions()
        gc.freeze()
        reached = self.store.load(run.items)
        unknown = [test for test in run.items if test not in reached.seconds]
        if unknown:
            found = forked(lambda: _recorded(self.project, run, unknown))
            if found is None:
                raise RuntimeError("a test ends the process")
            reached.add(found)
            self.store.save(reached)
        say(f"{len(reached.seconds)} of {len(run.items)} tests pass without a mutant")
        outcomes = {}
        killers: list[str] = []
        for number, mutant in enumerate(mutants, 1):
            tests = reached.of(mutant)
            outcomes[mutant] = SURVIVED if tests else UNREACHED
            if tests and not mutant.imported:
                likely = [each for each in killers if each in tests]
                failed = self._copied(mutant, list(dict.fromkeys([*likely, *tests])), reached, functions, run)
                outcomes[mutant] = _outcome(failed)
                killers = list(dict.fromkeys([failed, *killers] if failed else killers))[:_LIKELY]
            if outcomes[mutant] == SURVIVED and not mutant.imported:
                say(f"not noticed: {mutant.place} {mutant.change}")
            if not number % 50:
                say(f"{number} of {len(mutants)}")
        return reached, outcomes

    def _copied(
        self, mutant: Mutant, tests: Sequence[str], reached: Reached, functions: _Functions, run: Run
    ) -> str | None:
        """Return the test that notices a mutant in a copy of this process; None if that was stopped."""
        code = self._code(mutant)

        def noticed() -> str:
            _silenced()
            return _first_failed(run, tests, reached) if functions.change(code) else ""

        return forked(noticed)

    def _anew(self, mutant: Mutant, reached: Reached) -> str | None:
        """Return the test that notices a mutant in a process that imports all; None if that was stopped."""
        tests = reached.of(mutant)
        code = self._code(mutant)

        def noticed() -> str:
            _silenced()
            _import_as(code)
            files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
            failed = _in_pytest(self.project, files, lambda run: _first_failed(run, tests, reached))
            return "the collection" if failed is None else failed

        return forked(noticed)

    def _code(self, mutant: Mutant) -> CodeType:
        return next(each for each in self.modules if each.name == mutant.module).compiled(mutant)


def _outcome(failed: str | None) -> str:
    """Return what became of a mutant, from the test that failed."""
    if failed is None:
        return STOPPED
    return KILLED if failed else SURVIVED
