"""Templates are legible: short lines, and few blocks within one another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from tests.support.front import files_below

LONGEST, DEEPEST = 120, 4
TEMPLATES = files_below("templates", ".html", ".svg", ".txt")
DRAWINGS = "drawings.svg"
"""The shapes of guests and pictures, whose paths are long."""

PARSER = Environment(autoescape=True, extensions=["jinja2.ext.i18n"])
BLOCKS = nodes.If, nodes.For, nodes.CallBlock, nodes.With, nodes.FilterBlock


def depths(node: nodes.Node, depth: int = 0) -> Iterator[int]:
    """Yield how deep the blocks of a template lie within one another; `elif` is no deeper than its `if`."""
    yield depth
    others = node.elif_ if isinstance(node, nodes.If) else []
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Macro | nodes.Block):
            yield from depths(child)
        else:
            is_deeper = isinstance(child, BLOCKS) and child not in others
            yield from depths(child, depth + is_deeper)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_short_lines_and_few_blocks_within_one_another(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert path.name == DRAWINGS or [] == [line for line in source.splitlines() if len(line) > LONGEST]
    assert max(depths(PARSER.parse(source))) <= DEEPEST


def test_a_block_in_four_others_is_too_deep() -> None:
    deep = "{% if a %}" * 5 + "{% elif b %}" + "{% endif %}" * 5
    assert [DEEPEST + 1] == [max(depths(PARSER.parse(deep)))]
