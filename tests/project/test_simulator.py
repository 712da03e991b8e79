"""The tools: the simulator finds mistakes, the judge differences, and screens behind poor air are right."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from unittest import mock

import pytest
from sqlalchemy.exc import SQLAlchemyError

from companion.live.hub import Hub
from companion.room import game_events
from companion.room.commands import submissions
from companion.rules.games.good_enough import rounds
from companion.screens import host, public
from companion.storage.group_commit import Writer
from tests.tools.air.__main__ import SKIPPED
from tests.tools.judge import __main__ as judge
from tests.tools.judge.texts import Allowed, allowed_differences, difference, text_of
from tests.tools.planted import read_faults
from tests.tools.simulate.__main__ import run
from tests.tools.simulate.world import World

Make = Callable[[Any], Any]

"""Makes the wrong function out of the right one."""


def unless(error: type[Exception], function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does not mind an error."""

    def wrong(*given: Any) -> Any:
        with suppress(error):
            return function(*given)

    return wrong


def told(right: Any) -> Any:
    def wrong(room: Any) -> Any:
        hidden = room.current_game.hidden if room.current_game else {}
        return (*right(room), *map(str, hidden.values()))

    return wrong


def sent_again(right: Any) -> Any:
    def wrong(room: Any, seat: str, *given: Any) -> Any:
        found, game = right(room, seat, *given), room.current_game
        again = found is None and seat in game.hidden
        return (
            game_events.PlaySubmitted(game.number, game.round_number, seat, game.hidden[seat])
            if again
            else found
        )

    return wrong


BUGS: dict[str, tuple[Any, str, Make, str]] = {
    "streams learn of nothing": (Hub, "notify", lambda _: lambda *_: None, "screens"),
    "a failed write is acknowledged": (
        *(Writer, "complete", lambda right: unless(SQLAlchemyError, right)),
        "acknowledged = stored",
    ),
    "a number that comes twice is stored twice": (submissions, "_submit_play", sent_again, "stored once"),
    "the lower of two middle numbers alone counts": (
        *(rounds, "middle", lambda right: lambda ordered: right(ordered)[:1]),
        "scored as by hand",
    ),
    "after a game no other can begin": (host, "_phase", lambda _: lambda *_: "next", "somebody can go on"),
    "all screens say what was sent": (public, "news_sentences", told, "no secret is out early"),
}

"""Where a mistake is made, how, and how the check is called that finds it."""


def test_a_party_goes_on_through_many_troubles() -> None:
    counts, failure = run(3, 4, longest=4)
    assert "" == failure
    assert counts["acknowledged = stored"]
    assert counts["no secret is out early"]


@pytest.mark.slow
def test_the_same_seed_plays_the_same_party() -> None:
    stories = []
    for _ in range(2):
        with World(7) as world:
            world.run(6)
            stories.append((world.story, world.counts, world.checks.room))
    assert stories[0] == stories[1]


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
def test_a_mistake_is_found(bug: str) -> None:
    owner, function, make, check = BUGS[bug]
    _, failure = run(0, 200, [lambda: mock.patch.object(owner, function, make(getattr(owner, function)))])
    assert failure
    assert failure.splitlines()[-2].startswith(check)


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
    assert all(each_difference.reason for each_difference in allowed_differences())


def test_each_planted_bug_fits_its_file_once() -> None:
    bugs = read_faults(judge.BUGS)
    assert len(bugs) >= 20
    assert [] == [bug.name for bug in bugs if bug.occurrences() != 1]


@pytest.mark.slow
def test_a_program_does_not_differ_from_itself() -> None:
    assert list(judge.judge((judge.HERE, judge.HERE), range(1))) == []


def printed_by(tool: str, *options: str) -> str:
    """Run a tool, and return what it prints."""
    command = [sys.executable, "-m", f"tests.tools.{tool}", *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if (tool, ran.returncode) == ("air", SKIPPED):
        pytest.skip(ran.stdout.splitlines()[-1])
    assert 0 == ran.returncode, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_screens_behind_poor_air_receive_every_reveal() -> None:
    assert "12 screens over the air" in printed_by("air", "--screens", "12", "--rounds", "3", "--any-time")


@pytest.mark.slow
def test_a_short_run_finds_all_screens_right() -> None:
    parts = "room", "rooms"  # that of those who watch takes minutes
    printed = printed_by("bench", *parts, "--sizes", "8", "40", "--repeat", "2", "--rooms", "3", "--quick")
    rows = [line.split() for line in printed.splitlines() if line.strip()]
    assert [("8", "0"), ("40", "0"), ("3", "0")] == [(row[0], row[-1]) for row in rows if row[0].isdigit()]
