"""The documents: they are short, what they name exists, and no setting, command or address is missing."""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import pytest
from werkzeug.routing import Rule

import companion
from companion import cli
from companion.config.settings import Limits, load_settings
from companion.i18n import languages
from companion.rules import games
from companion.rules.games.contract import Game
from tests.support.applications import make_app
from tests.support.contract_games import players_in_words
from tests.tools.catalogue import messages, written

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


PACKAGE = Path(companion.__file__).parent
ROOT = PACKAGE.parent

README, MAP = ROOT / "README.md", PACKAGE / "README.md"
HOSTING, OPERATING, SCORES, METRICS, CAPACITY = (
    ROOT / ".github" / f"{name}.md" for name in ("HOSTING", "OPERATING", "SCORES", "METRICS", "CAPACITY")
)
DOCUMENTS = (README, ROOT / "CHANGELOG.md", MAP, *sorted((ROOT / ".github").glob("*.md")))
CODE = {MAP: 160, ROOT / ".github" / "CONTRIBUTING.md": 160}
LENGTHS = CODE | {HOSTING: 100}
FOLDERS = {path.name for parent in (ROOT, PACKAGE) for path in parent.iterdir() if path.is_dir()}

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def without_blocks(document: Path) -> str:
    """Return the text of a document without its fenced blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)


def code_spans(document: Path) -> list[str]:
    """List what stands in backticks in a document."""
    return re.findall(r"`([^`\n]+)`", without_blocks(document))


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as they are made when it is shown."""
    headings = re.findall(r"^#+ (.*)$", without_blocks(document), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def parsers(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """List a parser and those of its commands, each with the words that lead to it."""
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, command in action.choices.items():
                yield from parsers(command, f"{name} {word}")


def addresses(rule: Rule) -> Iterator[set[str]]:
    """Yield the sets of addresses of a rule, of which one must be documented in full.

    A variable is written as its name in capitals. One that has a list of values may also be written out.
    """
    plain = re.sub(r"<(?:[^<>]*:)?_?(\w+)>", lambda found: found[1].upper(), rule.rule)
    yield {plain}
    if listed := re.search(r"<any\(([^)]*)\):\w+>", rule.rule):
        head, tail = rule.rule[: listed.start()], rule.rule[listed.end() :]
        each = {head + value.strip() + tail for value in listed[1].split(",")}
        yield {re.sub(r"<(?:\w+:)?(\w+)>", lambda found: found[1].upper(), address) for address in each}


class AskedFor(dict[str, str]):
    """An empty environment that notes which variables are read from it."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.names.add(name)
        return default


def test_the_readme_opens_with_two_commands_of_one_line_each() -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)[:2]
    assert [1, 1] == [block.strip().count("\n") + 1 for block in blocks]
    assert "companion" in blocks[0]
    assert "pytest" in blocks[1]


@pytest.mark.parametrize(("document", "most"), LENGTHS.items(), ids=lambda value: getattr(value, "name", ""))
def test_what_is_read_at_one_go_is_short(document: Path, most: int) -> None:
    assert len(document.read_text().splitlines()) <= most


def test_the_readme_is_short_has_a_picture_and_leads_to_all_other_documents() -> None:
    text = README.read_text()
    assert README.stat().st_size <= 8 * 1024
    assert "](static/tv.png)" in text
    for document in DOCUMENTS[1:]:
        assert f"]({document.relative_to(ROOT).as_posix()})" in text


def test_the_readme_names_buttons_as_the_screens_do() -> None:
    language = list(languages.LANGUAGES)[1]
    texts = [str(form) for message in messages(written(language)) for form in (message.id, message.id[0])]
    labels = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", " ".join(without_blocks(README).split()))
    assert len(labels) > 30
    for label in labels:
        assert any(label in text for text in texts), label


@pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.name)
def test_the_readme_says_how_many_can_play(game: type[Game]) -> None:
    assert f"| *{game.title}* | {players_in_words(game)} |" in README.read_text()


@every_document
def test_every_link_and_picture_leads_to_a_file_and_a_heading_of_it(document: Path) -> None:
    for target in re.findall(r"\]\((?!\w+://|(?:\.\./){3}releases/)([^)\s]+)\)", without_blocks(document)):
        path, _, anchor = target.partition("#")
        found = (document.parent / path).resolve() if path else document
        assert found.is_file(), target
        assert not anchor or anchor in anchors(found), target


@every_document
def test_every_path_and_test_and_program_that_is_named_exists(document: Path) -> None:
    for span in code_spans(document):
        path = span.partition("::")[0]
        if re.fullmatch(r"[\w.-]+/[\w./-]*", path) and path.split("/")[0] in FOLDERS:
            assert any((base / path).exists() for base in (ROOT, document.parent)), span
    for path, name in re.findall(r"(tests/[\w/]+\.py)::(\w+)", document.read_text()):
        assert f"def {name}(" in (ROOT / path).read_text(), name
    for name in re.findall(r"python -m (tests[\w.]*)", document.read_text()):
        path = ROOT.joinpath(*name.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), name


def test_every_invariant_names_its_test() -> None:
    section = MAP.read_text().partition("## Invariants")[2].partition("\n## ")[0]
    invariants = re.split(r"^- ", re.sub(r"<!--.*?-->\n", "", section, flags=re.DOTALL), flags=re.MULTILINE)
    assert len(invariants) > 10
    for invariant in invariants[1:]:
        assert invariant.startswith("**Invariant:** ")
        assert re.search(r"`tests/[\w/]+\.py::test_\w+`", invariant), invariant


@pytest.mark.parametrize("document", CODE, ids=lambda path: path.name)
def test_every_function_and_class_that_is_named_is_in_the_code(document: Path) -> None:
    code = "\n".join(path.read_text() for path in PACKAGE.rglob("*.py"))
    for span in code_spans(document):
        if re.fullmatch(r"[a-z]+(_[a-z]+)+|[A-Z][A-Za-z]{3,}", span):
            assert re.search(rf"\b{span}\b", code), span


def test_every_setting_is_documented_and_no_other() -> None:
    environment = AskedFor()
    load_settings(environment)
    text = OPERATING.read_text()
    assert environment.names
    for name in environment.names:
        assert f"| `{name}` |" in text or name.removesuffix("_FILE") in environment.names - {name}
    for document in DOCUMENTS:
        assert set(re.findall(r"COMPANION_[A-Z][A-Z_]*", document.read_text())) <= environment.names


def test_every_limit_is_documented_with_its_default() -> None:
    text = OPERATING.read_text()
    for limit in fields(Limits):
        assert f"| `COMPANION_LIMIT_{limit.name.upper()}` | {limit.default} |" in text


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command, by the words that lead to it."""
    made: list[argparse.ArgumentParser] = []

    def parse_args(parser: argparse.ArgumentParser, *_: object) -> argparse.Namespace:
        made.append(parser)
        raise SystemExit

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_args)
    with pytest.raises(SystemExit):
        cli.main([])
    return dict(parsers(made[0], "companion"))


def typed(document: Path) -> list[str]:
    """List what a document says to type: in backticks, and in blocks."""
    told = [step.command for step in steps(document) if not step.command.startswith("docker ")]
    in_blocks = "\n".join(command.replace("\\\n", " ") for command in told)
    return [*code_spans(document), *re.findall(r"\bcompanion [^;|>)\n]+", in_blocks)]


def test_every_command_and_option_is_documented(commands: dict[str, argparse.ArgumentParser]) -> None:
    lines = typed(OPERATING) + typed(SCORES)
    for name, parser in commands.items():
        assert any(re.match(rf"{name}\b", line) for line in lines), name
        for option in parser._option_string_actions:
            assert option in ("-h", "--help") or any(option in line.split() for line in lines), option


@every_document
def test_every_command_and_option_that_is_named_exists(
    document: Path, commands: dict[str, argparse.ArgumentParser]
) -> None:
    for line in typed(document):
        if not re.match(r"companion( |$)", line):
            continue
        name, *words = line.split()
        while words and f"{name} {words[0]}" in commands:
            name = f"{name} {words.pop(0)}"
        has_commands = any(command.startswith(f"{name} ") for command in commands)
        assert not (has_commands and words and re.match("[a-z]", words[0])), line
        for option in (word for word in words if word.startswith("--")):
            assert option in commands[name]._option_string_actions, line


def test_every_address_is_documented(tmp_path: Path) -> None:
    app = make_app(load_settings({}, data=tmp_path))
    spans = set(code_spans(MAP))
    for rule in app.url_map.iter_rules():
        assert any(address <= spans for address in addresses(rule)), rule.rule
