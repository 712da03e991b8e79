"""Python is legible: modules that are read at once, and functions with few decisions."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import companion

PACKAGE = Path(companion.__file__).parent
LONGEST_MODULE, MOST_DECISIONS = 450, 20


def test_a_module_is_read_at_once() -> None:
    lengths = {str(path.relative_to(PACKAGE)): len(lines(path)) for path in PACKAGE.rglob("*.py")}
    assert [] == [name for name, length in lengths.items() if length > LONGEST_MODULE]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_a_function_has_few_decisions() -> None:
    found = [
        (path.name, *each) for path in PACKAGE.rglob("*.py") for each in decided(ast.parse(path.read_text()))
    ]
    assert len(found) > 2000
    assert [] == [each for each in found if each[2] > MOST_DECISIONS]


def decided(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the functions of a module, each with one more than its decisions, as McCabe counts them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, 1 + sum(map(decisions, ast.walk(node)))


def decisions(node: ast.AST) -> int:
    match node:
        case (
            ast.If()
            | ast.IfExp()
            | ast.For()
            | ast.AsyncFor()
            | ast.While()
            | ast.ExceptHandler()
            | ast.Assert()
        ):
            return 1
        case ast.BoolOp(values=parts):
            return len(parts) - 1
        case ast.comprehension(ifs=conditions):
            return 1 + len(conditions)
        case ast.Match(cases=cases):
            return len(cases)
    return 0


def test_all_kinds_of_decisions_are_counted() -> None:
    source = """
def found(values):
    for value in values:
        if value and value > 1 or value == 0:
            return [one if one else 2 for one in value if one]
    try:
        assert values
    except ValueError:
        while values:
            values.pop()
"""
    assert [("found", 11)] == [*decided(ast.parse(source))]


def test_what_a_value_is_is_written_once() -> None:
    repeated = re.compile(r"frozen=True, slots=True(, kw_only=True)?\)")
    assert [] == [str(path) for path in PACKAGE.rglob("*.py") if repeated.search(path.read_text())]
