"""Golden transcripts: a whole game written down, with everything that is known after each play.

`COMPANION_WRITE_TRANSCRIPTS=1` writes them anew after an intended change; review the difference.
"""

import os
from collections.abc import Iterable
from pathlib import Path


def assert_matches_transcript(test_file: str, name: str, lines: Iterable[str]) -> None:
    """Compare a game with `transcripts/NAME.txt` in the folder of the test."""
    path, found = Path(test_file).parent / "transcripts" / f"{name}.txt", list(lines)
    if os.environ.get("COMPANION_WRITE_TRANSCRIPTS") == "1":
        path.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == found
