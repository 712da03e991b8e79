"""Views in other languages: no text is left out of the catalogues."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion import screens
from tests.i18n.test_languages import SAYS

VIEWS = Path(screens.__file__).parent


def literals(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
            yield from (each.value for each in ast.walk(node.slice) if isinstance(each, ast.Constant))


def untranslated(node: ast.AST) -> Iterator[str]:
    """Yield the strings that look like English and are not passed to a translating function."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return
        case ast.Call(func=ast.Name(id=name)) if name in SAYS:
            return
        case ast.JoinedStr(values=values):
            parts = [str(each.value) for each in values if isinstance(each, ast.Constant)]
            yield from (each for each in parts if re.search(r"[A-Za-z]", each) and not KEY.fullmatch(each))
        case ast.Constant(value=str(text)) if re.search(r"[A-Za-z] |^[A-Z][a-z]", text):
            yield text
    for each in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(each, ast.Constant)):
            yield from untranslated(each)


KEY = re.compile(r"[a-z]+-|\.[a-z]+")
"""Parts of the keys under which a screen remembers what it has shown."""


def test_no_view_has_an_untranslated_text():
    trees = {each: ast.parse(each.read_text(encoding="utf-8")) for each in VIEWS.rglob("*.py")}
    keys = {key for tree in trees.values() for key in literals(tree)}
    for path in sorted(set(trees) - {VIEWS / "event_log.py"}):
        assert [] == [text for text in untranslated(trees[path]) if text not in keys], path.name


def test_the_check_finds_a_concatenated_text():
    found = untranslated(
        ast.parse("def f():\n    'Say it.'\n    return f'{a} wins', 'No game', translate('No game')")
    )
    assert [" wins", "No game"] == list(found)
