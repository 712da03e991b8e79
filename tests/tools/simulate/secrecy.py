"""Secrecy as equality: two parties differ in one hidden number, and nobody else may notice anything of it.

Both do the same until the last player of a round is missing, so what differs between them before that is told
too early: in a page, a stream, a download, a header, or the length of what the player's own phone is sent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random

from companion.room import events
from tests.tools.simulate.checks import Failed
from tests.tools.simulate.plan import HOST, NAMES, NUMBERS, Plan, Step
from tests.tools.simulate.world import Bug, World

CHECK = "another number changes nothing"
_TWINS = (9, 27)
"""The two hidden numbers, of which one is longer to write."""

Sent = tuple[int, str, str, bytes]


def twin_plans(seed: str) -> tuple[Plan, Plan]:
    """Plan two parties: a whole round and then all but one player of the next, and a bot.

    In some of them another phone takes the seat of the player whose number differs.
    """
    rng = Random(seed)
    names = NAMES[: rng.choice((3, 4))]
    first = [_step(rng, "host", HOST, "onward"), _step(rng, "host", HOST, "bot", 3)]
    steps = [*first, *_plays(rng, names), _step(rng, "rest", "all", "rest")]
    secret = len(steps)
    steps += [*_plays(rng, names[:-1]), _step(rng, "rest", "all", "rest and compare")]
    plan = Plan(seed, names, rng.choice((1, 2)), (rng.choice(NUMBERS[:4]),), tuple(steps))
    if takeover := rng.choice(("", "link of the host", "claim")):
        *before, rest = plan.steps
        taken = _step(rng, "seat", names[0], takeover, 1)
        plan = replace(plan, steps=(*before, taken, rest), has_spare=True)
    one, other = (replace(plan, secret=(secret, number)) for number in _TWINS)
    return one, other


def _plays(rng: Random, names: Sequence[str]) -> Iterator[Step]:
    for name in names:
        yield _step(rng, "play", name, "play", rng.randrange(10_000))


def _step(rng: Random, kind: str, who: str, what: str, draw: int = 0) -> Step:
    return Step(kind, who, what, draw, rng.choice((0.05, 0.4, 3.0)))  # type: ignore[arg-type]


def compare_twins(seed: str, bugs: Sequence[Bug] = ()) -> World:
    """Play two parties and return the second; raises `Failed` for the first thing that differs."""
    one, other = (_play(plan, bugs) for plan in twin_plans(seed))
    for mine, theirs in zip_longest(_told(one), _told(other)):
        if mine != theirs:
            raise Failed(CHECK, f"{mine} or {theirs}"[:400])
    if (mine := _stored(one)) != (theirs := _stored(other)):
        raise Failed(CHECK, f"others have done {mine} or {theirs}")
    return other


def _play(plan: Plan, bugs: Sequence[Bug]) -> World:
    with World(plan, bugs) as world:
        world.transcript = []
        world.run()
    return world


def _owner(world: World) -> str:
    assert world.plan.secret is not None
    return world.plan.steps[world.plan.secret[0]].who


def _told(world: World) -> Iterator[tuple[str, str, object]]:
    """Yield what each browser was sent since the number; of the player's own stream only how long it was."""
    assert world.plan.secret is not None
    assert world.transcript is not None
    for step, name, what, data in world.transcript:
        if step < world.plan.secret[0]:
            continue
        if name != _owner(world):
            yield name, what, data
        elif what == "stream":
            yield name, what, len(data)


def _stored(world: World) -> list[events.Event]:
    """Return what the others have done, and bots."""
    room = world.checks.room
    own = room.seat_by_name[_owner(world).casefold()]
    return [each.event for each in room.entries() if each.event and getattr(each.event, "seat", "") != own]
