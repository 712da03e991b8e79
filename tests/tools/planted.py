"""Plants each fault of `planted.toml` in a copy of the program, and tells whether its tests find it.

    python -m tests.tools.planted
    python -m tests.tools.planted --only 'forgotten'

Exits with 1 where one is missed that names tests, or cannot be planted any more.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
_CATALOGUE = Path(__file__).with_suffix(".toml")
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "dist", "mutants")
_TESTS_FAILED = 1  # pytest's status; others mean that it could not run them


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong for people, the text of a file that is replaced for it, and the tests that find it."""

    name: str
    file: str
    find: str
    replace: str
    found_by: list[str] = field(default_factory=list)

    def occurrences(self) -> int:
        """Count how often the text to replace is in the program as it is; once is right."""
        path = ROOT / self.file
        return path.read_text().count(self.find) if path.exists() else 0


def read_faults(catalogue: Path = _CATALOGUE) -> tuple[Fault, ...]:
    """Return all faults in their order."""
    return tuple(Fault(**load) for load in tomllib.loads(catalogue.read_text())["fault"])


@contextmanager
def planted(fault: Fault, tree: Path) -> Iterator[None]:
    """Plant a fault in a copy of the program for a while."""
    path = tree / fault.file
    good = path.read_text()
    path.write_text(good.replace(fault.find, fault.replace))
    try:
        yield
    finally:
        path.write_text(good)


def is_found(fault: Fault, tree: Path) -> bool:
    """Tell whether a test fails in the copy, which has the fault; raises `RuntimeError` if none can run."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *fault.found_by]
    environ = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=tree, env=environ, capture_output=True, text=True, check=False)
    if done.returncode not in (0, _TESTS_FAILED):
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    return done.returncode == _TESTS_FAILED


def _try(fault: Fault, tree: Path) -> str:
    """Return what became of a fault, in a word or two."""
    if fault.occurrences() != 1:
        return "cannot be planted"
    if not fault.found_by:
        return "no test"
    with planted(fault, tree):
        return "found" if is_found(fault, tree) else "MISSED"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="try only the faults whose name contains this")
    only = parser.parse_args().only
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(shutil.copytree(ROOT, Path(folder) / "tree", ignore=_LEFT_OUT))
        for fault in read_faults():
            if only.casefold() in fault.name.casefold():
                outcomes.append(_try(fault, tree))
                print(f"{outcomes[-1]:>17}  {fault.name}", flush=True)
    print(", ".join(f"{outcomes.count(fromkey)} {fromkey}" for fromkey in dict.fromkeys(outcomes)))
    return int(not {"found", "no test"}.issuperset(outcomes))


if __name__ == "__main__":
    sys.exit(main())
