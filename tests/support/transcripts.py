"""Golden transcripts: whole games written down, with everything that is known after each play.

After a change that is meant, COMPANION_WRITE_PLAYS=1 writes them anew; look at the difference.
"""

import os
from collections.abc import Iterable
from pathlib import Path

PLAYS = Path(__file__).parent / "plays"


def goes_as_written(name: str, lines: Iterable[str]) -> None:
    """Compare a game with its transcript, `name`.txt."""
    path, found = PLAYS / f"{name}.txt", list(lines)
    if os.environ.get("COMPANION_WRITE_PLAYS") == "1":
        path.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == found
