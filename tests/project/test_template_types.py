"""Templates and types: what a template reads of a view is a field of its type."""

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from jinja2 import Environment

import companion
from tests.support import template_types
from tests.support.template_types import FOLDER, Template, check

ENVIRONMENT = Environment(autoescape=True, extensions=["jinja2.ext.i18n"])


@pytest.fixture(scope="module")
def templates() -> list[Template]:
    paths = (path for path in FOLDER.rglob("*") if path.suffix in {".html", ".svg", ".txt"})
    return [check(ENVIRONMENT, path) for path in sorted(paths)]


def test_templates_read_nothing_that_a_type_has_not(templates: list[Template]) -> None:
    assert [] == [each for template in templates for each in template.missing]


@pytest.mark.parametrize("seed", range(30))
def test_a_field_that_is_renamed_in_python_alone_is_found(
    templates: list[Template], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = {(read.owner, read.name): read.where for template in templates for read in template.reads}
    owner, name = random.Random(seed).choice(sorted(reads, key=str))
    known = dict(template_types.fields(owner))
    known[f"{name}_renamed"] = known.pop(name)
    fields = template_types.fields
    monkeypatch.setattr(template_types, "fields", lambda of: known if of is owner else fields(of))
    where = Path(FOLDER, reads[owner, name].partition(":")[0])
    assert check(ENVIRONMENT, where).missing


def test_each_field_of_a_view_is_read_by_a_template_that_is_checked_or_in_python(
    templates: list[Template],
) -> None:
    owners = defaultdict[str, set[type]](set)
    for read in (read for template in templates for read in template.reads):
        owners[read.name].add(read.owner)
    in_python = set(names_read_in_python())
    views = [view for view in template_types.classes().values() if "companion.screens" in view.__module__]
    names = [(view, name) for view in views for name in names_of(view) if name not in in_python]
    assert len(names) > 100
    assert [] == [
        (view.__name__, name)
        for view, name in names
        if not any(issubclass(view, owner) or issubclass(owner, view) for owner in owners[name])
    ]


def names_of(view: type) -> Iterator[str]:
    yield from (field.name for field in fields(view)) if is_dataclass(view) else getattr(view, "_fields", ())
    yield from (name for name, member in vars(view).items() if isinstance(member, property))


def names_read_in_python() -> Iterator[str]:
    """Yield what is read of anything, by an attribute or (in `drawings.py`) by a text with names."""
    for path in Path(companion.__file__).parent.rglob("*.py"):
        is_drawn = path.name == "drawings.py"
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                yield node.attr
            elif is_drawn and isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from node.value.split()
