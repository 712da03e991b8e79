"""What browsers get: scripts and styles wherever they lie, and templates with all of which pages are made."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from jinja2 import Environment, nodes

_ROOT = Path(__file__).parents[2]
_TEMPLATES = _ROOT / "templates"
_PARSER = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)

Macro = str
"""The name of a macro; empty for a whole template."""


def files_below(folder: str, *endings: str) -> list[Path]:
    """Return all files below a folder whose names end so, but those of others; there must be some of each."""
    paths = [path for path in sorted((_ROOT / folder).rglob("*")) if "vendor" not in path.parts]
    kinds = [[path for path in paths if path.name.endswith(ending)] for ending in endings]
    assert all(kinds), f"{folder} has no files of some of {endings}"
    return [path for kind in kinds for path in kind]


def data_of(name: str) -> dict[tuple[str, Macro], str]:
    """Return the text in a template, and in each template and macro that it uses."""
    found: dict[tuple[str, Macro], str] = {}
    todo: list[tuple[str, Macro]] = [(name, "")]
    while todo:
        each = todo.pop()
        if each not in found:
            path, macro = each
            tree = _parsed(path)
            body = next((one for one in tree.find_all(nodes.Macro) if one.name == macro), tree)
            found[each] = "".join(data.data for data in body.find_all(nodes.TemplateData))
            todo += _used(path, tree, body)
    return found


@cache
def _parsed(path: str) -> nodes.Template:
    return _PARSER.parse((_TEMPLATES / path).read_text())


def _used(path: str, tree: nodes.Template, body: nodes.Node) -> Iterator[tuple[str, Macro]]:
    """Yield the templates that a part of one includes, and the macros that it may call."""
    for include in body.find_all((nodes.Include, nodes.Extends, nodes.Import)):
        for pattern in _values(include.template):
            yield from ((str(each.relative_to(_TEMPLATES)), "") for each in _TEMPLATES.glob(pattern))
    called = {element.name for element in body.find_all(nodes.Name)}
    for macro in tree.find_all(nodes.Macro):
        if macro.name in called and macro is not body:
            yield path, macro.name
    for imported in tree.find_all(nodes.FromImport):
        names = [(name, name) if isinstance(name, str) else name for name in imported.names]
        for pattern in _values(imported.template):
            yield from ((pattern, macro) for macro, name in names if name in called)


def _values(node: nodes.Node) -> set[str]:
    """Return the names that an expression may be; a star for each part of which nothing is known."""
    match node:
        case nodes.Const():
            return {str(node.value)}
        case nodes.CondExpr():
            return _values(node.expr1) | (_values(node.expr2) if node.expr2 else set())
        case nodes.Concat():
            return {"".join(parts) for parts in product(*map(_values, node.nodes))}
    return {"*"}
