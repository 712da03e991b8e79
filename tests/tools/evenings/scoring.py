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


def results_of(exports: Sequence[str]) -> Iterator[list[Any]]:
    """Yield the results of the games of each export."""
    lines = map(json.loads, _score(exports, "--json").splitlines())
    for exported in exports:
        yield list(islice(lines, len(json.loads(exported)["games"])))


def reports_of(exports: Sequence[str]) -> list[str]:
    """Return the text report of each export."""
    return re.split(r"(?m)^Evening in room \w+\n", _score(exports))[1:]


def _score(exports: Sequence[str], *options: str) -> str:
    """Return what the program prints; raises `CalledProcessError` where it refuses one."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.json") for number in range(len(exports))]
        for path, exported in zip(paths, exports, strict=True):
            path.write_text(exported, encoding="utf-8")
        command = [sys.executable, "-m", "companion", "score", *options, *map(str, paths)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
