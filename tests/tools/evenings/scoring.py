"""What `companion score` says of exported evenings: many at a time, as the program takes longest to start."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any


def results_of(exports: Sequence[str]) -> Iterator[list[Any] | str]:
    """Yield the results of the games of each export; for one that is refused, why."""
    if not exports:
        return
    done = _scored(exports, "--json")
    if not done.returncode:
        lines = map(json.loads, done.stdout.splitlines())
        for exported in exports:
            yield list(islice(lines, len(json.loads(exported)["games"])))
    elif len(exports) == 1:
        yield done.stderr.strip()
    else:
        for exported in exports:
            yield from results_of([exported])


def reports_of(exports: Sequence[str]) -> list[str]:
    """Return the text report of each export, of which none may be refused."""
    return re.split(r"(?m)^Evening in room \w+\n", _scored(exports).stdout)[1:] if exports else []


def _scored(exports: Sequence[str], *options: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.json") for number in range(len(exports))]
        for path, exported in zip(paths, exports, strict=True):
            path.write_text(exported, encoding="utf-8")
        command = [sys.executable, "-m", "companion", "score", *options, *map(str, paths)]
        return subprocess.run(command, capture_output=True, text=True, check=False)
