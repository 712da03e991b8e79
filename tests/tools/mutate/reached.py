"""Which tests reach which line, and how long they take."""

import pickle
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from zlib import crc32

from tests.tools.mutate.mutants import Mutant

_LIMIT = 6
"""How many seconds of tests one mutant is worth."""


@dataclass
class Reached:
    """What tests do without a mutant: seconds by test, and by module and line the tests that run it."""

    seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[tuple[str, int], set[str]] = field(default_factory=dict)

    def of(self, mutant: Mutant) -> list[str]:
        """Return the fastest tests that run a mutant's line, or else its statement.

        For a change outside of functions, these are tests that run anything of its module.
        """
        lines = (mutant.lines[:1], mutant.lines[1:])
        if mutant.imported:
            lines = ([line for name, line in self.tests if name == mutant.module],)
        for each in lines:
            if found := {test for line in each for test in self.tests.get((mutant.module, line), ())}:
                return self._fastest(found)
        return self._fastest(self.seconds) if mutant.imported else []

    def _fastest(self, tests: Iterable[str]) -> list[str]:
        """Return the fastest of these tests first, as many as take a limited time together."""
        ordered = sorted(tests, key=self.seconds.__getitem__)
        together = accumulate(self.seconds[test] for test in ordered)
        return [test for test, seconds in zip(ordered, together, strict=True) if seconds <= _LIMIT]

    def only(self, tests: set[str]) -> "Reached":
        """Return what is known of these tests."""
        lines = {line: found & tests for line, found in self.tests.items()}
        return Reached({test: took for test, took in self.seconds.items() if test in tests}, lines)

    def add(self, other: "Reached") -> None:
        """Take in what is known of other tests."""
        self.seconds |= other.seconds
        for line, tests in other.tests.items():
            self.tests[line] = self.tests.get(line, set()) | tests


@dataclass(frozen=True)
class Store:
    """A file that keeps what tests reach, while the code and the file of a test stay as they are."""

    file: Path
    root: Path
    code: Path

    def load(self, tests: Iterable[str]) -> Reached:
        """Return what is known of those of these tests that have not changed."""
        if not self.file.exists():
            return Reached()
        code, files, reached = pickle.loads(self.file.read_bytes())  # noqa: S301 - written below
        if code != self._code():
            return Reached()
        now = self._files(tests)
        return reached.only({test for test in tests if files.get(_file(test)) == now[_file(test)]})

    def save(self, reached: Reached) -> None:
        """Keep what tests reach."""
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_bytes(pickle.dumps((self._code(), self._files(reached.seconds), reached)))

    def _code(self) -> list[int]:
        return [crc32(each.read_bytes()) for each in sorted(self.code.rglob("*.py"))]

    def _files(self, tests: Iterable[str]) -> dict[str, int]:
        return {name: crc32((self.root / name).read_bytes()) for name in {_file(test) for test in tests}}


def _file(test: str) -> str:
    return test.partition("::")[0]
