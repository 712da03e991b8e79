"""The party simulator: a seed decides all, troubles happen, and a failure is shrunk."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from companion.live.hub import Hub
from tests.tools.simulate import Outcome, run
from tests.tools.simulate.network import TROUBLES
from tests.tools.simulate.plan import (
    CLOCK_TROUBLES,
    DISK_TROUBLES,
    HOST_ACTIONS,
    MOVES,
    SEAT_STEPS,
    SERVER_TROUBLES,
    make_plan,
)
from tests.tools.simulate.run import play
from tests.tools.simulate.secrecy import compare_twins, twin_plans
from tests.tools.simulate.shrink import shrink
from tests.tools.simulate.world import World


@contextmanager
def no_notice() -> Iterator[None]:
    """Have streams learn of nothing."""
    with mock.patch.object(Hub, "notify"):
        yield


def received(seed: str) -> list[tuple[int, str, str, bytes]]:
    with World(make_plan(seed, 3)) as world:
        world.transcript = []
        world.run()
        return world.transcript


@pytest.mark.slow
def test_the_same_seed_sends_the_same_bytes_to_everybody() -> None:
    assert received("same") == received("same")


def test_a_party_goes_on_through_many_troubles_and_stays_consistent() -> None:
    outcome = Outcome("troubles")
    assert play(make_plan("troubles", 5, troubles=0.7), outcome=outcome) is None
    assert outcome.rounds >= 3
    assert len([name for name in outcome.tried if name.startswith("met: ")]) >= 3


def test_every_trouble_is_planned_in_some_party() -> None:
    planned = {step.what for number in range(40) for step in make_plan(str(number), 24).steps}
    troubles = {*TROUBLES, *SERVER_TROUBLES, *DISK_TROUBLES, *CLOCK_TROUBLES}
    assert {*troubles, *HOST_ACTIONS, *MOVES, *SEAT_STEPS} <= planned


def test_a_planted_bug_is_found_and_its_plan_is_shrunk() -> None:
    outcome = run("bug", 40, [no_notice])
    assert outcome.failure is not None
    short = shrink(outcome.failure, [no_notice], most=6)
    assert short.check == outcome.failure.check == "screens in time"
    assert len(short.plan.steps) < len(outcome.failure.plan.steps)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "deals"), [("0", True), ("1", False), ("5", True), ("2", False)])
def test_another_number_or_card_changes_nothing_that_anybody_else_is_sent(seed: str, deals: bool) -> None:
    assert (twin_plans(seed)[0].card is not None) == deals
    seen = compare_twins(seed, [])
    game = seen.checks.room.current_game
    assert seen.transcript
    assert game is not None
    assert len(game.hidden) >= 2
    assert game.hides_hands == deals
