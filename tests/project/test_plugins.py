"""A game is known only in its own modules and in the catalogue: nothing else names one, or imports one."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.rules import games

PACKAGE = Path(companion.__file__).parent
ROOT = PACKAGE.parent
GAMES = PACKAGE / "rules" / "games"
CATALOGUE = GAMES / "__init__.py"
SCREENS = (*ROOT.glob("templates/**/*.html"), *ROOT.glob("static/*.js"), *ROOT.glob("static/*.css"))

SHARED_NAMES = {"median"}
"""A name of a game that is a word of the rules too: the middle that decides a level, and what is called so."""
SHARED_USES = {
    "rules/median.py": "the module of the one idea that all games share",
    "rules/results.py": "`decided_by`: the middle of the points decided the level",
    "rules/evening.py": "`decided_by` of the evening",
    "rules/standing.py": "imports the middle",
}
"""Where such a word may stand alone, each with what it means there."""


def game_modules() -> dict[str, tuple[Path, ...]]:
    """Return the modules of each game: its own module, or its own folder."""
    found = {}
    for game in games.GAMES.values():
        own = game.__module__.removeprefix("companion.rules.games.").split(".")[0]
        folder = GAMES / own
        found[own] = tuple(sorted(folder.rglob("*.py"))) if folder.is_dir() else (GAMES / f"{own}.py",)
    return found


OWN = game_modules()
SHARED = tuple(
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path != CATALOGUE and not any(path in modules for modules in OWN.values())
)


def words() -> set[str]:
    """Return what gives a game away: names, titles, modules, and the classes that these declare."""
    named = {word for game in games.GAMES.values() for word in (game.name, game.title)}
    trees = (ast.parse(path.read_text()) for modules in OWN.values() for path in modules)
    classes = {each.name for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}
    return {*named, *OWN, *classes} - SHARED_NAMES


def whole_words(given: set[str]) -> re.Pattern[str]:
    """Match each of these, in any case, where it is not part of a longer word."""
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(given)))})(?![\w-])", re.IGNORECASE)


def strings_and_names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts and the names of a module, without its comments, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if token.type in (tokenize.STRING, tokenize.NAME):
            yield token.start[0], token.string


def test_every_game_is_in_the_catalogue_by_a_module_or_a_folder_of_its_own() -> None:
    assert len(OWN) == len(games.GAMES)
    assert all(path.exists() for modules in OWN.values() for path in modules)


@pytest.mark.parametrize("path", [*SHARED, *SCREENS], ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_else_names_a_game(path: Path) -> None:
    pattern = whole_words(words())
    lines = enumerate(path.read_text().splitlines(), 1)
    assert [] == [f"{path}:{number}: {line.strip()}" for number, line in lines if pattern.search(line)]


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_name_that_is_a_word_of_the_rules_too_is_only_that_word(path: Path) -> None:
    texts = {f"{quote}{name}{quote}" for name in SHARED_NAMES for quote in "'\""}
    found = [(line, text) for line, text in strings_and_names(path) if text in texts | SHARED_NAMES]
    assert not found or str(path.relative_to(PACKAGE)) in SHARED_USES, found


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_else_imports_a_module_of_a_game(path: Path) -> None:
    own = tuple(f"companion.rules.games.{name}" for name in OWN)
    for node in ast.walk(ast.parse(path.read_text())):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [str(node.module), *(f"{node.module}.{each.name}" for each in node.names)]
        assert not [name for name in names if name in own or name.startswith(tuple(f"{o}." for o in own))]


@pytest.mark.parametrize("name", OWN)
def test_no_game_imports_another_one(name: str) -> None:
    for path in OWN[name]:
        others = {each for each in re.findall(r"companion\.rules\.games\.(\w+)", path.read_text())}
        assert not others & (OWN.keys() - {name}), path
