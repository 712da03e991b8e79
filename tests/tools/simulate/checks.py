"""What holds after each step, and whenever all is at rest."""

import re
from collections import Counter
from functools import partial
from typing import Any

from companion.formats.record import record_to_document, result_document
from companion.room import events, game_events
from companion.room.commands import scheduled
from companion.room.reducer import apply_all, replay
from companion.room.state import Room
from companion.rules.games.runs import Record
from companion.rules.results import Score
from companion.storage.event_store import read_entries
from companion.web.announced import announced_at
from tests.support import naive_cards, naive_numbers
from tests.tools.simulate.people import Screen, attribute, points_of
from tests.tools.simulate.servers import Fields, Row

_SECRET = re.compile(rb"\b7\d{7}\b")


class Failed(AssertionError):  # noqa: N818 - as a test does
    """Something does not hold: the name of the check, and what was found."""

    def __init__(self, check: str, found: object) -> None:
        super().__init__(f"{check}: {found}"[:2000])
        self.check = check


class Checks:
    """Knows what was stored and acknowledged in a world, and compares."""

    def __init__(self, world: Any) -> None:
        self.done: Counter[str] = Counter()
        """How often each check was made."""
        self.room = Room("")
        """The room as replayed from the disk, an event at a time."""
        self.is_troubled = False
        """Whether a server, the disk or a clock had trouble since the last rest."""
        self._world = world
        self._rows: list[Row] = []
        self._plays: set[tuple[str, str, str]] = set()
        self._revealed: set[bytes] = set()

    def check(self, name: str, wrong: object) -> None:
        """Count a check, and raise `Failed` if something is wrong."""
        self.done[name] += 1
        if wrong:
            raise Failed(name, wrong)

    @property
    def rounds(self) -> int:
        return sum(len(game.rounds) for game in self.room.games)

    def after_step(self) -> None:
        """Compare the room in the memory of each server with the replay, and look for errors in the log."""
        self.catch_up()
        self.check("no fault", [line for line in self._world.lines if line.startswith("ERROR")])
        for server in [each_server for each_server in self._world.servers if each_server.is_alive]:
            if room := server.services.store.cached_room(self._world.code):
                self.check("memory is stored", room.version > self.room.version and room.version)
                self.check("memory = replay", room.version == self.room.version and room != self.room)

    def catch_up(self) -> None:
        """Read what was stored since, and apply it."""
        rows = self._world.disk.entries(self._world.code, len(self._rows)) if self._world.code else []
        for row in rows:
            self._rows.append(row)
            [entry], before, rounds = read_entries([row]), self.room, self.rounds
            self._note(entry.event, entry.device)
            self.room = apply_all(before if before.code else Room(self._world.code), [entry])
            if self.rounds > rounds:
                plays = [played.reveal.plays for game in self.room.games for played in game.rounds]
                self._revealed |= {str(play).encode() for each_play in plays for play in each_play.values()}

    def _note(self, event: events.Event | None, device: str) -> None:
        """Remember what was played; nothing is stored twice, but from another phone."""
        if isinstance(event, game_events.PlaySubmitted):
            game = self.room.find_game(event.game)
            is_open = game is not None and event.round == game.round_number
            sent = (game.hidden.get(event.seat), game.senders.get(event.seat)) if game else None
            self.check("stored once", is_open and sent == (event.play, device) and event)
            self._plays.add((event.seat, f"{event.game}.{event.round}", str(event.play)))
        elif isinstance(event, game_events.ListSubmitted):
            self._plays |= {(event.seat, f"{event.game}.{event.round}", str(play)) for play in event.plays}
        elif isinstance(event, game_events.HighLowCalled):
            self._plays.add(("", f"{event.game}.{event.round}", event.call))

    def acknowledged(self, seat: str, path: str, fields: Fields) -> None:
        """Check that what was just acknowledged is on the disk."""
        if path in ("number", "list", "call") and seat not in self.room.former:
            self.catch_up()
            (_, at), *values = fields
            plays = {("" if path == "call" else seat, at, play) for _, play in values}
            self.check("acknowledged = stored", plays - self._plays)

    def received(self, screen: Screen, data: bytes) -> None:
        """Check that a browser is sent no number of another phone before the reveal."""
        if found := {*_SECRET.findall(data)} - screen.typed - self._revealed:
            self.catch_up()
            found &= {sign for phone in self._world.phones for sign in phone.typed} - self._revealed
            self.check("no secret is out early", found and f"{screen.name} is sent {found}")

    def shown(self, screen: Screen) -> None:
        """Check a part of the page that a screen was sent."""
        version = attribute(screen.html, "v")
        self.check("a part is of its version", screen.html and version != str(screen.version) and screen.html)

    def compare_log(self) -> None:
        """Check that all that was ever stored is on the disk as it was, and replays as it did in parts."""
        self.catch_up()
        if self._world.code:
            self.check("stored = kept", self._world.disk.entries(self._world.code) != self._rows)
            entries = read_entries(self._rows)
            self.check("replay = replay in parts", replay(self.room.code, entries) != self.room)

    def late(self, *, has_excuse: bool = True) -> list[str]:
        """Return which screens are not in step; without `has_excuse`, of those that met no trouble."""
        self.catch_up()
        version, phones = self.room.version, self._world.phones
        late = [screen for screen in self._world.screens if screen.stream and screen.version != version]
        late += [phone for phone in phones if phone.unsent and has_excuse]
        return [f"{each.name} at {each.version}" for each in late if has_excuse or not each.link.is_troubled]

    def at_rest(self) -> None:
        """Check that screens show what they should, that scores are right, and that the party can go on."""
        self.after_step()
        self.check("screens in step", self.late())
        services = self._world.servers[0].services
        due = scheduled.next_due_time(self.room, partial(announced_at, services))
        late = (services.store.now(self.room.code) - due).total_seconds() if due else 0.0
        self.check("what is due is done", late > 3.0 and late)
        self.check("somebody can go on", not self._world.can_go_on())
        for phone in self._world.phones:
            if phone.html and phone.version == self.room.version and attribute(phone.page, "seat"):
                shown, page = points_of(phone.html), points_of(phone.page)
                self.check("screen = page", shown != page and f"{phone.name}: {shown}, not {page}")
        for game in self.room.games:
            counting = [played.reveal.plays for played in game.rounds if not played.void]
            scored = [reveal.plays for reveal in game.record.reveals]
            self.check("what was shown is scored", scored != counting[: len(scored)] and scored)
        if self.room.games:
            self._score_again(game.record, game.score)
        self.is_troubled = False
        for screen in (*self._world.screens, self._world.host):
            screen.link.is_troubled = any(stream.is_silent for stream in screen.link.streams)

    def _score_again(self, record: Record, score: Score) -> None:
        """Score the last game a second time, by the rules alone."""
        document, found = record_to_document(record), result_document(score)
        if record.game == "good-enough":
            expected = naive_numbers.result_of(document)[0]
            self.check("scored as by hand", found != expected and f"{found}, not {expected}")
        elif expected := naive_cards.result_of(document):
            wrong = [name for name in ("winners", "scores", "finished") if found[name] != expected[name]]
            self.check("scored as by hand", wrong and f"{wrong} of {found}, not {expected}")
