"""The party simulator: the same seed plays the same party, and mistakes in the application are found."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from unittest import mock

import pytest
from sqlalchemy.exc import SQLAlchemyError

from companion.live.hub import Hub
from companion.room import events
from companion.room.commands import submissions
from companion.rules.games.good_enough import rounds
from companion.screens import host, public
from companion.storage.group_commit import Writer
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
            events.PlaySubmitted(game.number, game.round_number, seat, game.hidden[seat]) if again else found
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
    "after a game no other can begin": (
        host,
        "_host_phase",
        lambda _: lambda _: "next",
        "somebody can go on",
    ),
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
