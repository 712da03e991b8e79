"""Planted bugs: mistakes in the application of many kinds, each of which the simulator must find.

Each replaces one function of the application while a world runs. `worlds` bounds how many parties are
simulated until it is found, from the first seed on; `checks` are the names of those that may find it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from random import Random
from time import process_time
from typing import Any
from unittest import mock

from flask import after_this_request

from companion.formats import evening_record
from companion.i18n.errors import Refused
from companion.live.bus import RedisBus
from companion.live.hub import Hub
from companion.live.message import Block
from companion.room import correction_reducer, events, player_reducer, reducer, round_reducer
from companion.room.commands import bot_turns, room_control, scheduled, submissions
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules import standing
from companion.rules.games.good_enough import rounds
from companion.storage import database, event_store
from companion.storage.event_store import EventStore
from companion.storage.group_commit import Writer
from companion.views import host, public, scoreboard
from companion.web import renderer
from companion.web.pages import phone as phone_page
from companion.web.renderer import StreamRenderer
from tests.tools.simulate import secrecy
from tests.tools.simulate.plan import HOST, NAMES, Kind, Plan, Step, make_plan
from tests.tools.simulate.run import Failure, Outcome, play, play_twins
from tests.tools.simulate.world import Bug

Function = Callable[..., Any]

Happening = tuple[Kind, str, str]
"""The kind of a step, who does it, and what."""

ROUNDS = 6
"""The rounds of each world in which a bug is looked for."""


@dataclass(frozen=True)
class PlantedBug:
    """A mistake, the checks of which one must find it, and in how many worlds at most.

    `busy` is what happens besides, once in every other round: kind, who and what of a step. `servers` is how
    many there are, where the seed does not decide it.
    """

    name: str
    breaks: str
    owner: Any
    """The module or class whose function is replaced."""
    function: str
    make: Callable[[Function], Any]
    """Makes the wrong function out of the right one."""
    checks: tuple[str, ...]
    worlds: int
    busy: tuple[Happening, ...] = ()
    servers: int | None = None

    def plant(self) -> AbstractContextManager[object]:
        """Return a context in which the application has the bug."""
        return mock.patch.object(self.owner, self.function, self.make(getattr(self.owner, self.function)))

    def plan(self, seed: str) -> Plan:
        """Return the plan of a world in which the bug is looked for."""
        plan = make_plan(seed, ROUNDS)
        steps = tuple(_with_happenings(plan, self.busy)) if self.busy else plan.steps
        has_spare = plan.has_spare or any(kind == "seat" for kind, _, _ in self.busy)
        return replace(plan, steps=steps, servers=self.servers or plan.servers, has_spare=has_spare)


def _with_happenings(plan: Plan, busy: Sequence[Happening]) -> Iterator[Step]:
    """Yield the steps of a plan, and what happens besides after every other rest."""
    rng, rests = Random(plan.seed), 0
    for step in plan.steps:
        yield step
        rests += step.kind == "rest"
        if step.kind == "rest" and rests % 2:
            yield from (Step(kind, who, what, rng.randrange(10_000), 0.05) for kind, who, what in busy)


@dataclass(frozen=True)
class Found:
    """What a search for a bug has come to."""

    failure: Failure | None
    worlds: int
    rounds: int
    seconds: float
    """Processor time."""


def find(bug: PlantedBug) -> Found:
    """Look for a bug, from the first seed on, in as many worlds as it says.

    Only a failure of one of its checks counts: another one may have another cause.
    """
    outcome, begun = Outcome(bug.name), process_time()
    for number in range(bug.worlds):
        failure = play_for(bug, str(number), [bug.plant], outcome)
        if failure and failure.check in bug.checks:
            return Found(failure, number + 1, outcome.rounds, process_time() - begun)
    return Found(None, bug.worlds, outcome.rounds, process_time() - begun)


def play_for(
    bug: PlantedBug, seed: str, bugs: Sequence[Bug] = (), outcome: Outcome | None = None
) -> Failure | None:
    """Play the world of this seed in which a bug is looked for, with these bugs, and return what fails."""
    if bug.checks == (secrecy.CHECK,):
        return play_twins(seed, bugs, outcome)
    return play(bug.plan(seed), bugs, outcome)


BUGS: list[PlantedBug] = []

_SHOWN = "screens in time", "screens in step", "screen = page"
"""The checks of what screens show, of which the seed decides which comes first."""

_REST: Happening = "rest", "all", "rest"


def _planted(
    name: str,
    owner: Any,
    function: str,
    check: str | tuple[str, ...],
    worlds: int = 10,
    busy: Sequence[Happening] = (),
    servers: int | None = None,
) -> Callable[[Callable[[Function], Any]], None]:
    """Add a bug; its docstring says what it breaks."""

    def add(make: Callable[[Function], Any]) -> None:
        breaks = (make.__doc__ or "").strip()
        checks = (check,) if isinstance(check, str) else check
        BUGS.append(PlantedBug(name, breaks, owner, function, make, checks, worlds, tuple(busy), servers))

    return add


# What is kept


@_planted(
    "unsynced commit", database, "configure_sqlite", "stored = kept", 10, [("server", "server 0", "power")]
)
def _(right: Function) -> Function:
    """A commit does not wait for the disk, so a power cut loses what was acknowledged."""

    def wrong(connection: Any, entry: Any) -> None:
        right(connection, entry)
        connection.execute("PRAGMA synchronous = NORMAL")

    return wrong


@_planted("early acknowledgement", Writer, "complete", "acknowledged = kept")
def _(right: Function) -> Function:
    """A command is acknowledged though the database could not store its event."""

    def wrong(self: Writer, event: Any) -> None:
        with suppress(database.SQLAlchemyError):
            right(self, event)

    return wrong


@_planted(
    "lost update",
    event_store,
    "_INSERT_EVENT",
    ("acknowledged = kept", "stored = kept", "memory = replay"),
    20,
    [("bus", "bus", "gone")],
    2,
)
def _(right: Any) -> Any:
    """An event of one server overwrites that of another which has the same number."""
    return right.prefix_with("OR REPLACE")


@_planted("swapped events", EventStore, "_read_entries", "memory = replay")
def _(right: Function) -> Function:
    """The last two events that are read from the disk change places."""

    def wrong(self: EventStore, code: str, since: int = 0) -> Any:
        *before, last, latest = [None, None, *right(self, code, since)]
        if last is None or isinstance(latest.event, events.EventUndone | events.EventRedone):
            return [each for each in (*before, last, latest) if each]
        swapped = replace(last, event=latest.event), replace(latest, event=last.event)
        return [each for each in (*before, *swapped) if each]

    return wrong


@_planted(
    "dropped event",
    events,
    "load_event",
    "memory = replay",
    20,
    [("play", name, "play") for name in NAMES[:2]] + [("host", HOST, "close")],
)
def _(right: Function) -> Function:
    """An event is stored and never read again, as if only a later release knew it."""
    return lambda text: None if '"act": "closed"' in text else right(text)


@_planted("stale room", EventStore, "reload_changed", "screens in step", 10, [("bus", "bus", "gone")], 2)
def _(right: Function) -> Function:
    """The poll between servers misses a room that has changed by one event."""

    def wrong(self: EventStore, codes: Any) -> None:
        known = {code: self.cached_room(code) for code in codes}
        right(self, [code for code, room in known.items() if room is None])

    return wrong


# What follows from it


@_planted("chance in the reducer", round_reducer, "_close", "memory = replay")
def _(right: Function) -> Function:
    """Each third reveal leaves out a play: the state depends on more than the log."""
    calls = [0]

    def wrong(game: GameState) -> GameState:
        calls[0] += 1
        if calls[0] % 3 == 0 and len(game.hidden) > 2:
            game = replace(game, hidden=dict(list(game.hidden.items())[1:]))
        return right(game)

    return wrong


@_planted(
    "undo of too much",
    reducer,
    "_undone_numbers",
    "undone = never done",
    10,
    [("host", HOST, "rename"), ("host", HOST, "undo")],
)
def _(right: Function) -> Function:
    """An undo takes back the event before the one it is about, too."""

    def wrong(entries: Any) -> set[int]:
        return {each for number in right(entries) for each in (number, number - 1)}

    return wrong


@_planted(
    "merge that loses points",
    player_reducer,
    "_merge_in_round",
    "a merge keeps all plays",
    20,
    [("host", HOST, "merge")],
)
def _(_right: Function) -> Function:
    """What two players had shown who are merged is lost."""

    def wrong(played: Any, seat: str, into: str) -> Any:
        plays = {each: play for each, play in played.reveal.plays.items() if each not in (seat, into)}
        return replace(played, reveal=replace(played.reveal, plays=plays))

    return wrong


@_planted(
    "correction that is not scored",
    correction_reducer,
    "_rescored",
    "what was shown is scored",
    20,
    [("host", HOST, "correct")],
)
def _(_right: Function) -> Function:
    """A correction changes what was shown, and no score."""
    return player_reducer.with_game


@_planted("wrong median", rounds, "middle", "scored as by hand")
def _(right: Function) -> Function:
    """Of two numbers in the middle only the lower one counts."""
    return lambda ordered: right(ordered)[:1]


@_planted("no disqualification", rounds, "find_places", "scored as by hand", 20)
def _(right: Function) -> Function:
    """Whoever showed the same number as another player is not disqualified."""

    def wrong(plays: Any, rules: Any, number: int) -> Any:
        return rounds.Places(dict(sorted(plays.items(), key=lambda each: each[1]))), ()

    return wrong


@_planted("tie-break off by one", standing, "_peeled_tallies", "scored as by hand", 20)
def _(right: Function) -> Function:
    """The first step that peels a tie is left out."""

    def wrong(scores: Any, parts: Any) -> Any:
        yield from list(right(scores, parts))[1:]

    return wrong


@_planted(
    "timer that never fires",
    scheduled,
    "due_event",
    "what is due is done",
    20,
    [("host", HOST, "time"), ("time", "clock", "wait"), _REST],
)
def _(right: Function) -> Function:
    """A round goes on when its time is up."""

    def wrong(*given: Any) -> Any:
        found = right(*given)
        return None if isinstance(found, events.TimerExpired) else found

    return wrong


# What is allowed


@_planted("repeated play stored twice", submissions, "_submit_play", "nothing is stored twice")
def _(right: Function) -> Function:
    """A number that arrives twice is stored twice."""

    def wrong(room: Any, seat: str, *given: Any) -> Any:
        found, game = right(room, seat, *given), room.current_game
        if found is None and seat in game.hidden:
            return events.PlaySubmitted(seat, game.number, game.round_number, game.hidden[seat])
        return found

    return wrong


@_planted("refusal shown as success", phone_page, "execute", "acknowledged = kept")
def _(right: Function) -> Function:
    """A number that was refused is answered as if it had been stored."""

    def wrong(code: str, device: str, decide: Any) -> Any:
        def forgiving(room: Any) -> Any:
            with suppress(Refused):
                return decide(room)

        return right(code, device, forgiving)

    return wrong


@_planted("link for two", room_control, "require_unused_link", "a link works once", 20)
def _(_right: Function) -> Function:
    """A link that makes a browser host works more than once."""
    return lambda room, link: None


@_planted("dead end", host, "_host_phase", "somebody can go on")
def _(right: Function) -> Function:
    """After a game the host's page is that of a round, in which no other game can begin."""

    def wrong(room: Any) -> Any:
        found = right(room)
        return "next" if found == "over" else found

    return wrong


# What is shown


@_planted("lost wake-up", Hub, "notify", _SHOWN)
def _(right: Function) -> Function:
    """Streams are not told of each third version."""

    def wrong(self: Hub, code: str, version: int) -> None:
        if version % 3:
            right(self, code, version)

    return wrong


@_planted("stale picture", renderer._Moments, "of", _SHOWN)
def _(right: Function) -> Function:
    """What was rendered once is shown again after one more version."""

    def wrong(self: Any, make: Any, room: Any, language: str) -> Any:
        return right(self, make, replace(room, version=room.version - room.version % 2), language)

    return wrong


@_planted("version not raised", StreamRenderer, "render_version", _SHOWN)
def _(right: Function) -> Function:
    """A stream begins with the version before the one that its page must have."""
    return lambda self, room: right(self, replace(room, version=room.version - 1))


@_planted("old state", StreamRenderer, "render_change", _SHOWN)
def _(right: Function) -> Function:
    """Screens are sent the state before the last change, as if it were the newest."""
    return lambda self, before, room: right(self, before, replace(before, version=room.version))


@_planted(
    "lost announcement",
    RedisBus,
    "_retry_until_closed",
    "screens in time",
    10,
    [("bus", "bus", "gone"), _REST, *(("host", HOST, "rename"), _REST) * 2],
    2,
)
def _(_right: Function) -> Function:
    """A server that has lost the bus does not subscribe again."""

    def wrong(_self: RedisBus, target: Callable[[], None]) -> None:
        with suppress(Exception):
            while True:
                target()

    return wrong


@_planted(
    "takeover that is not told",
    reducer,
    "_add_takeover",
    "a takeover is told",
    10,
    [("seat", NAMES[0], "link of the host"), _REST],
)
def _(_right: Function) -> Function:
    """The TV does not tell that the host has let another phone play for a player."""
    return lambda _before, room, _change: room


@_planted("export without the last round", evening_record, "evening_of_room", "export = memory")
def _(right: Function) -> Function:
    """What is downloaded lacks the round that was revealed last."""

    def wrong(room: Any) -> Any:
        evening = right(room)
        *before, last = evening.games
        return replace(evening, games=(*before, replace(last, reveals=last.reveals[:-1])))

    return wrong


@_planted("scoreboard upside down", scoreboard, "_rows", "scoreboard in order")
def _(right: Function) -> Function:
    """The scoreboard has the lowest score first."""
    return lambda *given: reversed(tuple(right(*given)))


# What is secret


@_planted("secret on every screen", public, "news_sentences", secrecy.CHECK)
def _(right: Function) -> Function:
    """All screens say what was sent in this round, before it is revealed."""

    def wrong(room: Any) -> tuple[str, ...]:
        hidden = room.current_game.hidden if room.current_game else {}
        return (*right(room), *map(str, hidden.values()))

    return wrong


@_planted("number for another phone", renderer._LiveParts, "private_part_of", _SHOWN)
def _(right: Function) -> Function:
    """A phone is sent the private part of the player who sits before it."""

    def wrong(self: Any, screen: Any, seat: str) -> Any:
        others = [each for each in self._room.seats if each != seat]
        return right(self, screen, others[-1] if others else seat)

    return wrong


@_planted(
    "play on a phone that took the seat",
    GameState,
    "shows_play",
    ("a phone shows what it has sent", secrecy.CHECK),
    10,
    [("seat", NAMES[0], "claim")],
)
def _(_right: Function) -> Function:
    """Each phone of a player shows what was put down on another one."""
    return lambda self, seat, device: True


@_planted("hand on a phone that took the seat", Room, "may_see_hand", secrecy.CHECK, 20)
def _(_right: Function) -> Function:
    """Each phone of a player shows the hand, whether or not it is the player's own."""
    return lambda self, seat, device: True


@_planted("secret in the size", Block, "padded", secrecy.CHECK)
def _(_right: Function) -> Any:
    """A block that has a number is as long as the number makes it."""
    return property(lambda self: self.plain)


@_planted("secret in a header", phone_page, "execute", secrecy.CHECK)
def _(right: Function) -> Function:
    """Each answer to a player says in a header what the others have sent."""

    def wrong(code: str, device: str, decide: Any) -> Any:
        room = right(code, device, decide)
        hidden = room.current_game.hidden if room.current_game else {}
        after_this_request(lambda answer: answer.headers.set("X-Sum", str(sum(hidden.values()))) or answer)
        return room

    return wrong


@_planted("bot that peeps", bot_turns, "_choose_event", secrecy.CHECK, 20)
def _(right: Function) -> Function:
    """A bot plays one more than a player who has sent a number already."""

    def wrong(game: GameState, seat: str, *given: Any) -> Any:
        found = right(game, seat, *given)
        return replace(found, play=max(game.hidden.values()) + 1) if game.hidden else found

    return wrong
