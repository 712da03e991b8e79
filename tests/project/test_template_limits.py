"""Templates are legible: few and short lines, few blocks within one another, conditions with a name."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from tests.support.front import files_below

LONGEST, DEEPEST, MOST_LINES, MOST_CONDITIONS = 120, 4, 60, 39
TEMPLATES = files_below("templates", ".html", ".svg", ".txt")
LONG = {"drawings.svg", "drawn.svg", "troubleshooting.html"}
"""Drawings, and the list of what keeps phones out, which is read as one."""

PARSER = Environment(autoescape=True, extensions=["jinja2.ext.i18n"])
BLOCKS = nodes.If, nodes.For, nodes.CallBlock, nodes.With, nodes.FilterBlock
LOGIC = nodes.And, nodes.Or


@cache
def parsed(path: Path) -> nodes.Template:
    return PARSER.parse(path.read_text(encoding="utf-8"))


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
def test_a_template_has_few_and_short_lines_and_few_blocks_within_one_another(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert path.name in LONG or len(source.splitlines()) <= MOST_LINES
    assert [] == [line for line in source.splitlines() if len(line) > LONGEST]
    assert max(depths(parsed(path))) <= DEEPEST


def conditions(node: nodes.Node) -> list[nodes.Node]:
    """Return the conditions of a template, of blocks and within a line, that have `and` or `or`."""
    blocks = [block.test for block in node.find_all(nodes.If)]
    values = [value.test for value in node.find_all(nodes.CondExpr)]
    return [test for test in (*blocks, *values) if isinstance(test, LOGIC) or any(test.find_all(LOGIC))]


def test_few_conditions_need_a_thought_and_the_others_have_a_name() -> None:
    assert sum(len(conditions(parsed(path))) for path in TEMPLATES) <= MOST_CONDITIONS


def test_conditions_are_counted_in_blocks_and_within_a_line() -> None:
    source = "{% if a and b %}{% elif not (c or d) %}{% elif e %}{% endif %}{{ f if g and h else i or j }}"
    assert len(conditions(PARSER.parse(source))) == 3


def test_a_block_in_four_others_is_too_deep() -> None:
    deep = "{% if a %}" * 5 + "{% elif b %}" + "{% endif %}" * 5
    assert [DEEPEST + 1] == [max(depths(PARSER.parse(deep)))]
