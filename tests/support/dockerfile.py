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


def arguments() -> dict[str, str]:
    """Return the arguments of the build with their defaults."""
    given = [words[0] for name, words in instructions() if name == "ARG"]
    return dict(each.split("=", 1) for each in given)


def filled(words: list[str]) -> list[str]:
    """Replace the arguments of the build in words by their defaults."""
    return [re.sub(r"\$\{(\w+)\}", lambda found: arguments()[found[1]], word) for word in words]


def base_images() -> set[str]:
    """Return the names of the images that are fetched."""
    return {filled(words)[0] for name, words in instructions() if name == "FROM"}
