"""The fenced blocks of the documents: the commands that people are told to type, and what these print."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("sh", "console")
"""The blocks with commands: a script to type, or what is typed after `$` with what is printed."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command of a document."""

    document: str
    line: int
    command: str
    output: str | None
    """What it prints, as the document shows it; None if the document does not say."""

    def __str__(self) -> str:
        return f"{self.document}:{self.line}: {self.command}"


def fenced(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the fenced blocks of a text: the number of the first line in it, the language and the lines."""
    for found in re.finditer(r"^( *)```(\w*)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        lines = [line.removeprefix(found[1]) for line in found[3].splitlines()]
        yield text.count("\n", 0, found.start()) + 2, found[2], lines


def steps(document: Path) -> Iterator[Step]:
    """Yield the commands of a document in their order."""
    for first, language, lines in fenced(document.read_text()):
        if language == "sh":
            for line, command in _commands(lines):
                yield Step(document.name, first + line, command, None)
        elif language == "console":
            for line, (command, *output) in _shown(lines):
                yield Step(document.name, first + line, command, "\n".join(output))


def _commands(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the commands of a script, each with its continued lines or its here-document."""
    waiting: list[str] = []
    end = ""
    for number, line in enumerate(lines):
        waiting.append(line)
        if not end and (here := re.search(r"<<'?(\w+)'?", line)):
            end = here[1]
        elif line == end or not (end or line.endswith("\\")):
            if line.strip():
                yield number + 1 - len(waiting), "\n".join(waiting)
            waiting, end = [], ""


def _shown(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield each command after a `$`, without it, and the lines that it prints."""
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start, [lines[start].removeprefix("$ "), *lines[start + 1 : end]]
