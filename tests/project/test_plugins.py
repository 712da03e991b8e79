"""Games are plug-ins: only a game's own modules and the catalogue name it or import its modules."""

import ast
import re
from pathlib import Path

import pytest

import companion
from companion.rules import games
from tests.support.front import files_below
from tests.support.modules import imported_names

PACKAGE = Path(companion.__file__).parent
ROOT = PACKAGE.parent
GAMES = PACKAGE / "rules" / "games"
CATALOGUE = GAMES / "__init__.py"
SCREENS = (
    *files_below("templates", ".html", ".svg", ".txt"),
    *files_below("static", ".js", ".css", ".svg"),
)

SHARED_NAMES = {"median"}
"""Names of games that are also general words of the rules."""
SHARED_USES = (
    ("companion/__init__.py", "scoring companion for median party games"),
    ("companion/cli/__init__.py", "scoring companion for median party games"),
    ("companion/rules/results.py", 'DecidedBy = Literal["median", '),
    ("companion/rules/standing.py", 'return "median"'),
)
"""Where such a word is used in its general sense."""


def game_modules() -> dict[str, tuple[Path, ...]]:
    """Return the modules of each game: its module, or those of its folder."""
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


def own_words() -> re.Pattern[str]:
    """Match the name, title and module of each game in any case, and the classes declared there."""
    named = {word for game in games.GAMES.values() for word in (game.name, game.title)}
    trees = (ast.parse(path.read_text()) for modules in OWN.values() for path in modules)
    classes = {each.name for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}
    return re.compile(f"(?i:{_any({*named, *OWN} - SHARED_NAMES)})|{_any(classes)}")


def _any(words: set[str]) -> str:
    return rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(words)))})(?![\w-])"


def found_in(path: Path, pattern: re.Pattern[str]) -> list[str]:
    """Return the lines of a file that match, including comments."""
    lines = enumerate(path.read_text().splitlines(), 1)
    return [f"{path}:{number}: {line.strip()}" for number, line in lines if pattern.search(line)]


def test_every_game_in_the_catalogue_has_a_module_or_folder_of_its_own() -> None:
    assert len(OWN) == len(games.GAMES)
    assert all(path.exists() for modules in OWN.values() for path in modules)


def test_nothing_else_names_a_game() -> None:
    pattern = own_words()
    assert [] == [line for path in (*SHARED, *SCREENS) for line in found_in(path, pattern)]


def test_a_shared_name_is_used_only_in_its_general_sense() -> None:
    pattern = re.compile(_any(SHARED_NAMES))
    lines = [line for path in (*SHARED, *SCREENS) for line in found_in(path, pattern)]
    uses = [(f"{ROOT / path}:", text) for path, text in SHARED_USES]
    known = {line for line in lines for path, text in uses if line.startswith(path) and text in line}
    assert [] == [line for line in lines if line not in known]
    assert [] == [
        text for path, text in uses if not any(line.startswith(path) and text in line for line in known)
    ]


def test_nothing_else_imports_a_module_of_a_game() -> None:
    own = re.compile(rf"companion\.rules\.games\.(?:{'|'.join(OWN)})\b")
    assert [] == [name for path in SHARED for name in imported_names(path, for_types=True) if own.match(name)]


@pytest.mark.parametrize("name", OWN)
def test_no_game_imports_another_one(name: str) -> None:
    for path in OWN[name]:
        used = {
            each_name.split(".")[3]
            for each_name in imported_names(path, for_types=True)
            if each_name.startswith("companion.rules.games.")
        }
        assert not used & (OWN.keys() - {name}), path
