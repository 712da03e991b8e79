"""What holds after each step, at rest, and at the end of a world."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from companion.formats import evening_record
from companion.room import events
from companion.room.reducer import apply_all, replay
from companion.room.state import LogEntry, Room
from companion.rules import games
from companion.storage.event_store import _read_entry
from companion.views.scenes import told
from tests.tools.simulate import oracle
from tests.tools.simulate.disk import Row
from tests.tools.simulate.network import Answer
from tests.tools.simulate.people.page import LivePage
from tests.tools.simulate.people.phone import Sent
from tests.tools.simulate.people.tv import Tv
from tests.tools.simulate.people.watcher import Watcher
from tests.tools.simulate.plan import HOST, SPARE
from tests.tools.simulate.process import Process
from tests.tools.simulate.screens import (
    attribute,
    is_asked,
    live_part,
    phone_screen,
    put_down,
    scores_of,
    tv_screen,
)

if TYPE_CHECKING:
    from tests.tools.simulate.world import World

_HTMX = (("HX-Request", "true"),)

_ENDS_TAKEOVER = (
    events.PhoneVouched,
    events.PhoneDisowned,
    events.PlayersMerged,
    events.PlayerRemoved,
    events.EventUndone,
    events.EventRedone,
)
"""What may answer the question about a phone, or take it and the notice on the TV back."""


class Failed(AssertionError):  # noqa: N818 - as a test does
    """Something does not hold: the name of the check, and what was found."""

    def __init__(self, check: str, found: str) -> None:
        super().__init__(f"{check}: {found}")
        self.check = check
        self.found = found


class Checks:
    """Knows what was stored and acknowledged in a world, and compares."""

    def __init__(self, world: "World") -> None:
        self.done: Counter[str] = Counter()
        """How often each check was made."""
        self.room = Room("")
        """The room as replayed from the disk, an event at a time."""
        self.rounds = 0
        """The rounds that were revealed."""
        self.is_troubled = False
        """Whether a server, the disk or the bus had trouble since the last rest."""
        self._world = world
        self._rows: list[Row] = []
        self._plays: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        self._reopened: set[str] = set()
        self._takeover: events.ClaimAccepted | events.DeviceLinked | None = None
        self._moves = 0
        """How often another round was begun since the last takeover."""
        self._turn = 0
        self._compared: dict[Process, tuple[Room, Room]] = {}
        """For each server, the room in memory and the replay that were compared last."""

    def note_fault(self, text: str) -> None:
        raise Failed("no fault", text)

    # After each step

    def after_step(self) -> None:
        self.catch_up()
        self._check("no fault", self._fault())
        for server in self._world.servers:
            known = server.known_room(self._world.code)
            if known is None:
                continue
            self._check(
                "memory is stored", known.version > self.room.version and f"{known.version} in memory"
            )
            if known.version == self.room.version:
                self._compare_memory(server, known)

    def _compare_memory(self, server: Process, known: Room) -> None:
        """Compare a room in memory with the replay, unless both are those that were compared last."""
        before, self._compared[server] = self._compared.get(server), (known, self.room)
        if before is None or before[0] is not known or before[1] is not self.room:
            self._check("memory = replay", known != self.room and _difference(known, self.room))

    def catch_up(self) -> None:
        """Read what was stored since, and apply it."""
        code = self._world.code
        if not code:
            return
        rows = self._world.disk.entries(code, len(self._rows))
        if not rows:
            return
        numbers = [each[0] for each in rows]
        expected = [*range(len(self._rows) + 1, len(self._rows) + 1 + len(rows))]
        self._check("numbered in order", numbers != expected and str(numbers))
        self._rows += rows
        before = self.room if self.room.code else Room(code)
        for entry in [_read_entry(*row) for row in rows]:
            self._note_play(entry, before)
            after = apply_all(before, [entry])
            self._note_seat(entry.event, before, after)
            self._compare(oracle.wrong_in_event(before, entry, after))
            self.rounds += max(0, _count_rounds(after) - _count_rounds(before))
            before = after
        self.room = before

    def _note_play(self, entry: LogEntry, before: Room) -> None:
        """Remember what was played; nothing is stored twice, but from another phone."""
        event = entry.event
        if isinstance(event, events.PlaySubmitted):
            game = before.find_game(event.game)
            again = (
                game is not None
                and event.round == game.round_number
                and game.hidden.get(event.seat) == event.play
                and game.senders.get(event.seat) == entry.device
            )
            self._check("nothing is stored twice", again and f"{event}")
            values: tuple[str, ...] = (str(event.play),)
        elif isinstance(event, events.ListSubmitted):
            values = tuple(map(str, event.plays))
        elif isinstance(event, events.HighLowCalled):
            values = (event.call,)
        else:
            return
        self._plays.setdefault(("", f"{event.game}.{event.round}"), set()).add(values)
        self._plays.setdefault((getattr(event, "seat", ""), f"{event.game}.{event.round}"), set()).add(values)

    def _note_seat(self, event: events.Event | None, before: Room, after: Room) -> None:
        """Remember the takeover that was the last, until it is answered for or something else ends it."""
        match event:
            case events.RoundReopened():
                self._moves += 1
                self._reopened.add(f"{event.game}.{event.round}")
            case events.ClaimAccepted() | events.DeviceLinked():
                player = before.seats.get(event.seat)
                if player and event.device not in player.devices:
                    self._takeover, self._moves = event, 0
            case _ if _place(before) != _place(after):
                self._moves += 1
        if isinstance(event, _ENDS_TAKEOVER):
            self._takeover = None

    def acknowledged(self, sent: Sent) -> None:
        """Check that what was just acknowledged is on the disk."""
        if sent.path not in ("number", "list", "call"):
            return
        self.catch_up()
        seat = "" if sent.path == "call" or sent.seat in self.room.former else sent.seat
        kept = self._plays.get((seat, sent.at), set())
        self._check("acknowledged = kept", sent.values not in kept and f"{sent} is not in {sorted(kept)}")

    def compare_log(self) -> None:
        """Check that all that was ever stored is on the disk as it was."""
        self.catch_up()
        if self._world.code:
            found = self._world.disk.entries(self._world.code)
            self._check("stored = kept", found != self._rows and f"{len(found)} of {len(self._rows)} events")

    def _fault(self) -> str:
        return "; ".join(line for line in self._world.lines if line.startswith("ERROR"))

    # At rest

    def screens_in_bound(self) -> None:
        """Check that screens that met no trouble are in step already."""
        if self.is_troubled:
            return
        late = [name for name, page in self._open_pages() if not page.browser.link.is_troubled]
        late = [name for name in late if self._world.pages[name].version != self.room.version]
        self._check("screens in time", late and f"{', '.join(late)} after {self.room.version}")

    def is_in_step(self) -> bool:
        """Tell whether every screen shows the newest version, and nothing waits to be sent."""
        self.catch_up()
        pages = dict(self._open_pages())
        unsent = any(phone.unsent for phone in self._world.phones.values() if phone.is_shown)
        return not unsent and all(
            page.version == self.room.version and page.is_synced for page in pages.values()
        )

    def _open_pages(self) -> list[tuple[str, LivePage]]:
        return [(name, page) for name, page in self._world.pages.items() if page.is_shown and page.html]

    def at_rest(self, *, compares: bool) -> None:
        self.after_step()
        behind = [
            f"{name} at {page.version}{'' if page.is_synced else ', not in step'}"
            for name, page in self._open_pages()
            if page.version != self.room.version or not page.is_synced
        ]
        self._check("screens in step", behind and f"{', '.join(behind)}; stored {self.room.version}")
        unsent = [name for name, phone in self._world.phones.items() if phone.is_shown and phone.unsent]
        self._check("all is sent", ", ".join(unsent))
        self._compare(oracle.overdue(self.room, self._world.server_for(HOST).store.now(self.room.code)))
        pages = self._open_pages()
        self._turn += 1
        for name, page in pages if compares else [pages[self._turn % len(pages)]]:
            self._compare_screen(name, page)
        self._compare_put_down()
        self._compare_takeover()
        self._check("somebody can go on", not self._world.has_next_step() and "nobody can")
        if compares:
            self._compare_export()
            self._compare(oracle.wrong_at_rest(self.room))
        self.is_troubled = False
        for link in self._world.links.values():
            link.end_of_rest()

    def _compare_screen(self, name: str, page: LivePage) -> None:
        """Check that a screen is what its page would be now."""
        answer = self._fetch(page)
        if not (html := live_part(answer.text)) or attribute(html, "v") != str(page.version):
            return  # something has happened meanwhile
        found: object
        expected: object
        if isinstance(page, Watcher):
            found, expected = page.screen, phone_screen(html, page.seat)
        elif isinstance(page, Tv):
            found, expected = page.screen, page.screen if page.is_patched else tv_screen(html)
        else:
            return
        self._check("screen = page", found != expected and f"{name}: {_first_difference(found, expected)}")

    def _compare_put_down(self) -> None:
        """Check that what was put down on one phone is on no other one before the reveal."""
        for name, phone in self._world.phones.items():
            place, shown = attribute(phone.screen.own, "place"), put_down(phone.screen.own)
            if phone.is_shown and phone.seat and shown and place not in self._reopened:
                known = phone.put_down.get(place, []) + phone.put_down.get(place.partition(".")[0], [])
                self._check("a phone shows what it has sent", shown not in known and f"{name}: {shown}")

    def _compare_takeover(self) -> None:
        """Check that a player is asked about the phone that took the seat last, and that the TV tells it."""
        phones = dict(self._world.phones)
        if self._takeover is None or SPARE not in phones:
            return
        event, spare = self._takeover, phones.pop(SPARE)
        own = [name for name, each in phones.items() if each.is_shown and each.seat == event.seat]
        if spare.seat != event.seat or not own:
            return
        silent = [name for name in own if not is_asked(phones[name].screen.own)]
        self._check("a takeover is told", silent and f"{silent} are not asked after {event}")
        by_host = isinstance(event, events.ClaimAccepted) or event.giver in self.room.hosts
        if by_host and self._moves <= 1:
            told = 'class="takeover"' in self._world.tv.screen
            self._check("a takeover is told", not told and f"not on the TV after {event}")

    def _fetch(self, page: LivePage, address: str = "") -> Answer:
        """Fetch what a browser would be shown now."""
        found: list[Answer] = []
        headers = () if address else _HTMX
        page.browser.get(address or page.fragment_address(), found.append, headers=headers)
        self._world.timeline.run(0.02)
        if not found:
            raise Failed("pages are answered", address or page.address)
        return found[0]

    def _compare_export(self) -> None:
        """Check that what is downloaded, scored anew, is what the server knows and the TV has told."""
        world = self._world
        room = told.room_as_told(self.room, world.server_for(HOST).store.now(self.room.code))
        game = room.current_game
        if game is None or not game.record.reveals or not world.tv.follows:
            return
        answer = self._fetch(world.hosts[HOST], f"/{room.code}/evening.json")
        self._check("exports are answered", answer.status != 200 and str(answer.status))
        evening = evening_record.read_evening(answer.text)
        scores = dict(games.score(evening.games[-1]).root.scores)
        known = [room] if len(world.servers) == 1 else [room, self.room]  # not each knows at once of a TV
        stored = [
            {room.name(seat): score for seat, score in each.current_game.score.root.scores.items()}
            for each in known
            if each.current_game
        ]
        self._check("export = memory", scores not in stored and f"{scores} is not {stored}")
        if room is self.room:
            last = evening.games[-1]
            self._compare_boards(last.rules.standings(games.score(last).root)[-1].scores)

    def _compare_boards(self, scores: Mapping[str, int]) -> None:
        """Check that each phone shows the scores of the export."""
        for name, phone in self._world.phones.items():
            if phone.is_shown and phone.seat and phone.version == self.room.version:
                shown = scores_of(phone.screen)
                known = {player: score for player, score in scores.items() if player in shown}
                self._check("export = screens", shown != known and f"{name} sees {shown}, not {known}")
                points = list(shown.values())
                self._check(
                    "scoreboard in order", points != sorted(points, reverse=True) and f"{name}: {points}"
                )

    # At the end

    def at_the_end(self) -> None:
        """Check the whole log once more."""
        self.compare_log()
        entries = [_read_entry(*row) for row in self._rows]
        whole = replay(self.room.code, entries)
        self._check("replay = memory", whole != self.room and _difference(whole, self.room))
        self._compare(oracle.wrong_in_log(entries, self.room))

    def _compare(self, wrong: Iterable[tuple[str, str]]) -> None:
        """Raise the first thing that `oracle.py` finds wrong."""
        self.done["as the oracle says"] += 1
        for name, found in wrong:
            raise Failed(name, found)

    def _check(self, name: str, wrong: object) -> None:
        self.done[name] += 1
        if wrong:
            raise Failed(name, str(wrong))


def _place(room: Room) -> str:
    game = room.current_game
    return f"{game.number}.{game.round_number}" if game else ""


def _count_rounds(room: Room) -> int:
    return sum(len(game.rounds) for game in room.games)


def _difference(one: Room, other: Room) -> str:
    names = [name for name in one.__dataclass_fields__ if name != "log"]
    return ", ".join(name for name in names if getattr(one, name) != getattr(other, name))


def _first_difference(one: object, other: object) -> str:
    """Name what differs between two screens, with the text around the first difference."""
    if not isinstance(one, str) or not isinstance(other, str):
        names = [
            name
            for name in getattr(one, "__dataclass_fields__", ())
            if getattr(one, name) != getattr(other, name)
        ]
        return (
            "; ".join(
                f"{name}: {_first_difference(getattr(one, name), getattr(other, name))}" for name in names
            )
            or f"{one} is not {other}"
        )
    place = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, place - 60)
    return f"…{one[start : place + 60]}… is not …{other[start : place + 60]}…"
