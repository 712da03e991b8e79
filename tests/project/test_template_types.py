"""Templates and types: what a template reads of a view is a field of its type."""

import random
from pathlib import Path

import pytest
from jinja2 import Environment

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
