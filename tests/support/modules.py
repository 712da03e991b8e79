"""The modules of the package, and what each imports, read from their text.

`python -m tests.support.modules` imports each of them alone, and prints the names of those that can be.
"""

import ast
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "companion"
RUN_BY_OTHERS = {"companion.storage.migrations.env"}  # by Alembic alone, which sets up what it reads

Graph = Mapping[str, Set[str]]


def module_paths() -> dict[str, Path]:
    """Return the files of all modules by their dotted names."""
    paths = sorted(PACKAGE.rglob("*.py"))
    names = (".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths)
    return {name.removesuffix(".__init__"): path for name, path in zip(names, paths, strict=True)}


def imported_names(path: Path, *, for_types: bool = False) -> Set[str]:
    """Return the dotted names that a module imports when it runs, in its functions too.

    What stands under `if TYPE_CHECKING` never runs, and counts only where types do.
    """
    running, always = _imported_names(path)
    return always if for_types else running


@cache
def _imported_names(path: Path) -> tuple[Set[str], Set[str]]:
    """Return what a module imports when it runs, and with what stands there for types."""
    tree = ast.parse(path.read_text())
    return _names_of(path, _running(tree)), _names_of(path, ast.walk(tree))


def _names_of(path: Path, nodes: Iterable[ast.AST]) -> Set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: import by the whole name, so that this sees it"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


def _running(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield from _running(child)


def import_graph() -> Graph:
    """Return the modules of the package that each of them imports."""
    paths = module_paths()
    return {
        name: {module for each_name in imported_names(path) if (module := _module_of(each_name, paths))}
        - {name}
        for name, path in paths.items()
    }


def _module_of(name: str, paths: Mapping[str, Path]) -> str:
    """Return the module of the package that has a name, or is it; empty for other packages."""
    while name and name not in paths:
        name = name.rpartition(".")[0]
    return name


def _closure(name: str, graph: Graph, found: set[str]) -> set[str]:
    """Add all that importing a module imports to what was found."""
    for each in graph[name] - found:
        found.add(each)
        _closure(each, graph, found)
    return found


def _followers(graph: Graph) -> dict[str, list[str]]:
    """Return for each module those that are imported after it, in a copy of its process.

    Whatever is imported in that process, they would import themselves. Those of "" begin with nothing.
    """
    needs = {name: _closure(name, graph, set()) for name in graph}
    found: dict[str, list[str]] = {"": [], **{name: [] for name in graph}}
    for name in graph.keys() - RUN_BY_OTHERS:
        before = [each for each in graph[name] if name not in needs[each]]
        found[max(before, key=lambda each: len(needs[each]), default="")].append(name)
    return found


def _import_each(names: list[str], followers: Mapping[str, list[str]]) -> None:
    """Import modules, each in a process of its own, and after each of them its followers."""
    for name in names:
        if child := os.fork():
            os.waitpid(child, 0)
            continue
        try:
            import_module(name)
            print(name, flush=True)
        except BaseException as error:  # noqa: BLE001 - it is told
            print(f"{name}: {error!r}", file=sys.stderr, flush=True)
        _import_each(followers[name], followers)
        os._exit(0)


def _load_other_packages() -> None:
    """Import what the modules need of other packages, which takes most of the time, only once."""
    names = {name for path in module_paths().values() for name in imported_names(path)}
    for name in sorted(name for name in names if not name.startswith("companion")):
        with suppress(ImportError):  # the name of something in a module
            import_module(name.rpartition(".")[0] or name)


if __name__ == "__main__":
    _load_other_packages()
    found = _followers(import_graph())
    _import_each(found[""], found)
