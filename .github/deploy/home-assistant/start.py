"""Starts companion with the options of Home Assistant, which are in /data, as is all that it keeps."""

import json
import os
from pathlib import Path

DATA = Path("/data")

if __name__ == "__main__":
    options = json.loads((DATA / "options.json").read_text("utf-8"))
    given = {f"COMPANION_{name.upper()}": str(value) for name, value in options.items() if value}
    fixed = {"COMPANION_DATA": str(DATA), "COMPANION_PORT": "8000"}
    os.execvpe("companion", ["companion", "run"], os.environ | given | fixed)  # noqa: S606, S607
