"""The Dockerfile, parsed."""

import json
import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parents[2]


def instructions() -> list[tuple[str, list[str]]]:
    """Return the instructions of the Dockerfile: the name of each, and its words."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split(maxsplit=1)[0], _words(line.split(maxsplit=1)[1])) for line in lines]


def _words(rest: str) -> list[str]:
    """Split what follows the name of an instruction; a list of JSON at its end gives words as they are."""
    plain, bracket, listed = rest.partition("[")
    if bracket and (not plain or plain.endswith((" ", "CMD "))):
        return [*shlex.split(plain), *json.loads(bracket + listed)]
    return shlex.split(rest)
