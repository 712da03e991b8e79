"""The judge: what it compares of two answers, what may differ, and that a program differs not from itself."""

import pytest

from tests.tools.judge import __main__ as judge
from tests.tools.judge.texts import Allowed, allowed_differences, difference, text_of
from tests.tools.planted import read_faults

PAGE = '<title>Room</title><p class="a">Ann  has <b>2</b></p><button name="x" value="1" disabled>Go</button>'


def test_other_html_with_the_same_words_is_no_difference() -> None:
    other = PAGE.replace('<p class="a">', "<section>\n").replace("</p>", "</section>")
    assert not difference("tv", text_of(PAGE), text_of(other), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [("2", "3"), ("Ann", "Ben"), (" disabled", ""), ("Room", "Lobby"), ('value="1"', 'value="2"')],
)
def test_what_people_perceive_is_a_difference(old: str, new: str) -> None:
    assert difference("tv", text_of(PAGE), text_of(PAGE.replace(old, new)), ())


def test_what_may_differ_is_none_on_its_screens_alone() -> None:
    one, other = text_of(PAGE), text_of(PAGE.replace("Ann", "Ben"))
    allowed = [Allowed("tv", "names are drawn", "Ann|Ben")]
    assert not difference("tv", one, other, allowed)
    assert difference("host", one, other, allowed)


def test_each_allowed_difference_has_a_reason() -> None:
    assert all(each.reason for each in allowed_differences())


def test_each_planted_bug_fits_its_file_once() -> None:
    bugs = read_faults(judge.BUGS)
    assert len(bugs) >= 20
    assert [] == [bug.name for bug in bugs if bug.occurrences() != 1]


@pytest.mark.slow
def test_a_program_does_not_differ_from_itself() -> None:
    assert list(judge.judge((judge.HERE, judge.HERE), range(2))) == []
