"""Secrecy as equality: two parties differ in a hidden number or card, and nobody else may notice it.

Both do the same until the last player of a round is missing, so what differs between them before that is told
too early: in a page, a stream, a download, a header, or the length of what the player's own phone is sent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random

from companion.room import events
from tests.tools.simulate.checks import Failed
from tests.tools.simulate.plan import DEALT, HOST, NAMES, NUMBERS, Plan, Step
from tests.tools.simulate.world import Bug, World

CHECK = "another number changes nothing"
"""So it is called of a card, too."""
_TWINS = (9, 27)
"""The two hidden numbers, of which one is longer to write."""

_BOT_PLAYS = 0.4  # seconds and two more, in which the bot has played one round and not the next
_DEALT = 0.4
"""How likely it is a dealt card that differs."""

Sent = tuple[int, str, str, bytes]


def twin_plans(seed: str) -> tuple[Plan, Plan]:
    """Plan two parties: a whole round and then all but one player of the next, and a bot.

    In others cards are dealt, the leader calls, and all but one player lay one. In some of both, another
    phone takes the seat of the player whose number or card differs.
    """
    rng = Random(seed)
    names = NAMES[: rng.choice((3, 4))]
    owner, is_dealt = names[0], rng.random() < _DEALT
    game, servers = rng.choice(NUMBERS[:4]), rng.choice((1, 2))
    takeover = rng.choice(("", "link of the host", "claim"))
    taken = [_step(rng, "seat", owner, takeover, 1)] if takeover else []
    begin, call = _step(rng, "host", HOST, "onward"), _step(rng, "play", owner, "play")
    plays, rest = list(_plays(rng, names[:-1])), _step(rng, "rest", "all", "rest and compare")
    if is_dealt:
        steps = [begin, call, *taken, *plays, rest]
        plan = Plan(seed, names, servers, (DEALT,), tuple(steps), has_spare=bool(taken))
        return replace(plan, card=0), replace(plan, card=-1)
    bot, wait = _step(rng, "host", HOST, "bot", 3), Step("time", "clock", "wait", 0, _BOT_PLAYS)
    before = [begin, bot, *_plays(rng, names), wait]
    steps = [*before, *plays, *taken, rest]
    plan = Plan(seed, names, servers, (game,), tuple(steps), has_spare=bool(taken))
    one, other = (replace(plan, secret=(len(before), number)) for number in _TWINS)
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
    return world.plan.names[0]


def _told(world: World) -> Iterator[tuple[str, str, object]]:
    """Yield what each browser was sent since number or deal; of the player's own stream how long it was."""
    assert world.transcript is not None
    since = world.plan.secret[0] if world.plan.secret else 0
    for step, name, what, data in world.transcript:
        if step < since:
            continue
        if name != _owner(world):
            yield name, what, data
        elif what == "stream":
            yield name, what, len(data)


def _stored(world: World) -> list[events.Event]:
    """Return what the others have done, and bots."""
    room = world.checks.room
    own = room.seat_by_name[_owner(world).casefold()]
    others = (each.event for each in room.entries() if getattr(each.event, "seat", "") != own)
    return [each for each in others if each and not isinstance(each, events.CardsDealt)]
