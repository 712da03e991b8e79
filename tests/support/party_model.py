"""A stateful model of a party: phones, a host, restarts and clocks that jump, in any order.

The model knows only which numbers were acknowledged; everything else is read from the pages.
"""

import contextlib
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.formats import evening_record
from companion.room import events
from companion.room.commands import scheduled
from companion.room.events import PlaysEntered
from companion.rules import games
from tests.support.clients import SCRATCH, Clients, captured_log
from tests.support.correction_fields import confirmed
from tests.support.determinism import deterministic
from tests.support.page_forms import PageForm, page_forms

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")
HIGH = 999_999_999
NUMBERS = {"game": "good-enough", "low": 0, "high": HIGH}
KINDS: tuple[dict[str, object], ...] = (
    {**NUMBERS, "rounds": 3},
    {**NUMBERS, "rounds": 3, "entry": "lists"},
    {**NUMBERS, "rounds": 3, "tie_break": "sudden-death"},
    {**NUMBERS, "points_target": 3},
)
CARDS: tuple[dict[str, object], ...] = (
    {"game": "mediocrity"},
    {"game": "median"},
    {"game": "median", "table": "dealt"},
    {"game": "saichugen"},
    {"game": "saichugen", "table": "dealt"},
    {"game": "mediocrity", "keep": "results", "target": 2},
    {"game": "saichugen", "keep": "results", "rounds": 2},
)
Number = tuple[str, str, int]
"""Player, round id, and number."""

some = st.integers(0, 9)
phones = st.sampled_from(NAMES)


class PartyModel(RuleBasedStateMachine):
    """An evening of It's Good Enough with any sequence of actions."""

    def __init__(self) -> None:
        super().__init__()
        self.closing = contextlib.ExitStack()
        self.clocks = self.closing.enter_context(deterministic())
        self.lines = self.closing.enter_context(captured_log())
        self.folder = tempfile.mkdtemp(dir=SCRATCH)
        self.clients = Clients(Path(self.folder))
        self.acknowledged: list[Number] = []
        self.sent = 0

    def teardown(self) -> None:
        try:
            if self.clients.code:
                self.goes_on_to_the_end()
                self.all_is_consistent()
        finally:
            self.clients.close()
            self.closing.close()
            shutil.rmtree(self.folder)

    @initialize(kind=st.sampled_from(KINDS))
    def begins(self, kind: dict[str, object]) -> None:
        self.clients.gather(*NAMES[:3], **kind)

    # What phones do

    @rule(who=phones)
    def joins(self, who: str) -> None:
        self.clients.ask(who)
        self.clients.ask(who, "join", name=who)

    @rule(who=phones, how=some)
    def sends(self, who: str, how: int) -> None:
        """Submit what the page of a phone asks for."""
        page = self.clients.ask(who, f"?change={self.at(who)}" if how % 2 else "").text
        if found(r'data-phase="(\w+)"', page) not in ("enter", "change", "list"):
            return
        at, many = found(r'name="at" value="([^"]*)"', page), int(found(r'data-shape="(\d*)"', page) or 1)
        numbers = [self.new_number(how) for _ in range(many)]
        path = "list" if many > 1 else "number"
        answer = self.clients.ask(who, path, [("number", each) for each in numbers], at=at)
        assert answer.status_code in (303, 409, 422), answer.text
        if answer.status_code == 303 and many == 1:
            self.acknowledged.append((who, at, numbers[0]))

    @rule(who=phones, how=some)
    def sends_twice(self, who: str, how: int) -> None:
        at = self.at(who)
        number = self.new_number(how)
        statuses = [self.clients.ask(who, "number", number=number, at=at).status_code for _ in range(2)]
        assert (statuses[0] == 303) == (statuses[1] == 303)
        if statuses[0] == 303:
            self.acknowledged.append((who, at, number))

    @rule(who=phones, path=st.sampled_from(("leave", "back")))
    def comes_and_goes(self, who: str, path: str) -> None:
        self.clients.ask(who, path, ())

    @rule(who=phones, seat=some)
    def claims(self, who: str, seat: int) -> None:
        new = f"new {who}"
        self.clients.ask(new)
        self.clients.ask(new, "claim", seat=seat)
        page = self.clients.ask("host", "host").text
        for claimant in re.findall(r'name="claimant" value="([^"]*)"', page):
            self.clients.host("admit" if seat % 2 else "deny", claimant=claimant)

    # What the host does

    @rule()
    def closes(self) -> None:
        self.clients.host("close", at=self.clients.at())

    @rule()
    def reveals_the_next(self) -> None:
        self.clients.host("next", at=self.clients.at())

    @rule(kind=st.sampled_from(KINDS))
    def begins_again(self, kind: dict[str, object]) -> None:
        self.clients.host("begin", **kind)

    @rule(how=some)
    def ends(self, how: int) -> None:
        if how == 0:
            self.clients.host("end", how="count", at=self.clients.at())

    @rule(action=st.sampled_from(("undo", "undo", "redo")))
    def takes_back(self, action: str) -> None:
        page = self.clients.ask("host", "host").text
        for number in re.findall(rf'form="{action}" name="number" value="(\d+)"', page):
            assert self.clients.host(action, number=number, sure="yes").status_code == 303

    @rule(action=st.sampled_from(("reopen", "void", "count")), game=some, number=some)
    def mends(self, action: str, game: int, number: int) -> None:
        self.clients.host(action, at=f"{game % 3 + 1}.{number % 4 + 1}", sure="yes")

    @rule(game=some, number=some, seat=some, how=some)
    def corrects(self, game: int, number: int, seat: int, how: int) -> None:
        at, typed = f"{game % 3 + 1}.{number % 4 + 1}", self.new_number(how) if how else ""
        self.clients.host("correct", **confirmed(at, seat % 6 + 1, typed))

    @rule(action=st.sampled_from(("out", "in", "out", "in", "remove", "bar", "unbar")), seat=some)
    def manages(self, action: str, seat: int) -> None:
        self.clients.host(action, seat=seat % 6 + 1)

    @rule(seat=some)
    def has_a_bot_play_on(self, seat: int) -> None:
        self.clients.host("botplays", seat=seat % 6 + 1, at=self.clients.at())

    @rule(one=some, other=some)
    def merges(self, one: int, other: int) -> None:
        self.clients.host("merge", seat=one % 6 + 1, into=other % 6 + 1, sure="yes")

    @rule(how=some)
    def adds(self, how: int) -> None:
        if how < 3:
            self.clients.host("add", name=f"Nobody {how}")
        elif how == 3:
            self.clients.host("bot", strategy="edge")

    @rule(seat=some, how=some)
    def enters_for(self, seat: int, how: int) -> None:
        self.clients.host("show", seat=seat % 6 + 1, number=self.new_number(how), at=self.clients.at())

    @rule(seconds=st.sampled_from((0, 10, 30)), by_itself=st.booleans(), locked=some)
    def settles(self, seconds: int, by_itself: bool, locked: int) -> None:
        self.clients.host("time", seconds=seconds)
        self.clients.host("pace", by_itself="yes" if by_itself else "no")
        self.clients.host("lock", locked="yes" if locked == 0 else "no")

    @rule(action=st.sampled_from(("pause", "resume")))
    def stops_the_clock(self, action: str) -> None:
        self.clients.host(action, at=self.clients.at())

    # What happens

    @rule(seconds=st.sampled_from((1, 5, 40)))
    def waits(self, seconds: int) -> None:
        self.clocks.wait(seconds)

    @rule(seconds=st.sampled_from((-3600, 3600, 86400)))
    def jumps(self, seconds: int) -> None:
        self.clocks.jump(seconds)

    @rule()
    def restarts(self) -> None:
        self.clients.restart()

    # What is always so

    @precondition(lambda self: bool(self.clients.code))
    @invariant()
    def all_is_consistent(self) -> None:
        pages = self.pages()
        room = self.clients.room
        assert {str(room.version)} == {found(r'data-v="(\d+)"', page) for page in pages.values()}
        assert self.clients.replays()
        assert [] == [line for line in self.lines if line.startswith(("ERROR", "WARNING"))]
        self.what_was_acknowledged_is_stored()
        self.points_are_the_same(pages)
        self.somebody_has_a_next_step(pages)

    def pages(self) -> dict[str, str]:
        """Return the pages of all browsers, the host and the TV; all must be answered."""
        answers = {("host", "host"): self.clients.ask("host", "host")}  # first: what is due comes with it
        answers[("host", "tv")] = self.clients.ask("host", "tv")
        for who in [each for each in self.clients.browsers if each != "host"]:
            answers[(who, "")] = self.clients.ask(who)
        blocked = {who for who, answer in answers.items() if answer.status_code == 403}
        assert all(answer.status_code == 200 for who, answer in answers.items() if who not in blocked)
        assert not blocked or self.clients.room.blocked
        return {" ".join(who): answer.text for who, answer in answers.items() if "data-v=" in answer.text}

    def what_was_acknowledged_is_stored(self) -> None:
        """Each acknowledged number is stored once; no two are the same."""
        stored = self.stored()
        assert [] == [each for each in self.acknowledged if stored[each[1:]] != 1]

    def stored(self) -> Counter[tuple[str, object]]:
        """Count the submitted plays by round id and value."""
        submitted = [
            entry.event
            for entry in self.clients.room.entries()
            if isinstance(entry.event, events.PlaySubmitted)
        ]
        return Counter((f"{event.game}.{event.round}", event.play) for event in submitted)

    def points_are_the_same(self, pages: dict[str, str]) -> None:
        boards = [board(page) for who, page in pages.items() if who != "host tv" and "waiting" not in who]
        assert all(boards[0] == each for each in boards), boards
        self.points_follow_from_the_record(boards[0])

    def points_follow_from_the_record(self, shown: dict[str, int]) -> None:
        game = self.clients.room.current_game
        if game is None or not game.record.reveals:
            return
        exported = self.clients.ask("host", "evening.json").get_json()
        scores = games.score(evening_record.evening_from_document(exported).games[-1]).root.scores
        assert {name: points for name, points in shown.items() if name in scores} == {
            name: points for name, points in scores.items() if name in shown
        }
        assert not [name for name, points in scores.items() if points and name not in shown]

    def somebody_has_a_next_step(self, pages: dict[str, str]) -> None:
        host_page = pages["host host"]
        if not self.clients.room.is_playing:
            assert found(r'data-phase="(\w+)"', host_page) in (
                "lobby",
                "over",
                "tie",
            )  # the host can start a game
            return
        waiting = {found(r'data-phase="(\w+)"', page) for page in pages.values()}
        something = found(r'data-can="([^"]*)"', host_page).split() or waiting & {"enter", "list", "call"}
        assert something or scheduled.next_due_time(self.clients.room), host_page

    def goes_on_to_the_end(self) -> None:
        """Finish the game by what the pages allow, where every turn must change something; start another."""
        self.settles(seconds=0, by_itself=True, locked=1)
        for _ in range(40):
            room = self.clients.room
            if not room.is_playing:
                break
            before = room.version
            for who in NAMES:
                self.sends(who, 0)
            can = found(r'data-can="([^"]*)"', self.clients.ask("host", "host").text).split()
            for action in [each for each in ("close", "next") if each in can]:
                self.clients.host(action, at=self.clients.at())
            if self.clients.room.version == before:
                assert self.clients.host("end", how="count", at=self.clients.at()).status_code == 303
        else:
            self.clients.host("end", how="count", at=self.clients.at())
        assert not self.clients.room.is_playing
        self.begins_with_others()

    def begins_with_others(self) -> None:
        for number in range(3):
            self.clients.host("add", name=f"Late {number}")
        answer = self.clients.host("begin", **NUMBERS, rounds=3)
        assert answer.status_code == 303, answer.text
        assert self.clients.room.is_playing

    def at(self, who: str) -> str:
        return found(r'name="at" value="([^"]*)"', self.clients.ask(who).text) or "1.1"

    def new_number(self, how: int) -> int:
        """Return a number that has not been sent."""
        self.sent += 1
        return how * 100_000 + self.sent


class CardPartyModel(PartyModel):
    """An evening of the card games, with real cards or dealt ones."""

    @initialize(kind=st.sampled_from(CARDS))
    def begins(self, kind: dict[str, object]) -> None:
        self.clients.gather(*NAMES[:3], **kind)

    @rule(kind=st.sampled_from(CARDS))
    def begins_again(self, kind: dict[str, object]) -> None:
        self.clients.host("begin", **kind)

    @rule(who=phones, how=some)
    def sends(self, who: str, how: int) -> None:
        """Press a key on a phone: a card, or the leader's call."""
        page = self.clients.ask(who, f"?change={self.at(who)}" if how % 2 else "").text
        at = found(r'name="at" value="([^"]*)"', page)
        if found(r'data-phase="(\w+)"', page) == "call":
            answer = self.clients.ask(who, "call", call="high" if how % 2 else "low", at=at)
            assert answer.status_code == 303, answer.text
            return
        keys = re.findall(r'form="pad" name="number" value="([^"]*)">', page)
        if not keys:
            return
        card = keys[(how * 7 + self.sent) % len(keys)]
        self.sent += 1
        answer = self.clients.ask(who, "number", number=card, at=at)
        assert answer.status_code in (303, 409, 422), answer.text
        if answer.status_code == 303:
            self.acknowledged.append((who, at, card))

    @rule(who=phones, how=some)
    def sends_twice(self, who: str, how: int) -> None:
        for _ in range(2):
            self.sends(who, how)

    @rule(how=some)
    def enters_on_the_pad(self, how: int) -> None:
        """Fill in the pad for all or some players, with what its keys offer; it may be refused."""
        page = self.clients.ask("host", "host/pad")
        form = page_forms(page.text).get("entry") if page.status_code == 200 else None
        if form is None:
            return
        self.sent += 1
        keys = re.findall(r'data-key="(\w+)"(?![^>]*data-why)', page.text)
        typed = {
            name: keys[(how * 7 + place * self.sent) % len(keys)] for place, name in enumerate(seats(form))
        }
        if how % 3 == 0:
            typed = dict(list(typed.items())[: how % 4])
        said = [*form.filled(**typed), ("call", ("high", "low", "")[how % 3])]
        assert self.clients.ask("host", "host/pad/check", said).status_code == 200
        answer = self.clients.ask("host", "host/pad", said)
        assert answer.status_code in (303, 409, 422), answer.text
        if answer.status_code == 303:
            at = dict(form.fields)["at"]
            self.acknowledged.extend(("host", at, card) for card in typed.values())

    def what_was_acknowledged_is_stored(self) -> None:
        """Each acknowledged card is stored; the same card may be laid by others and again."""
        stored = {(at, str(card)) for at, card in self.stored()}
        assert [] == [each for each in self.acknowledged if each[1:] not in stored]

    def stored(self) -> Counter[tuple[str, object]]:
        """Count the plays by round id and value, those of the pad too."""
        entered = [each.event for each in self.clients.room.entries() if isinstance(each.event, PlaysEntered)]
        pads = Counter(
            (f"{each.game}.{each.round}", play) for each in entered for play in each.plays.values()
        )
        return super().stored() + pads

    def points_follow_from_the_record(self, shown: dict[str, int]) -> None:  # noqa: ARG002
        """The exported records must be valid; other tests compare the scores of card games."""
        games_ = evening_record.evening_from_document(
            self.clients.ask("host", "evening.json").get_json()
        ).games
        assert [] == [game for game in games_ if games.score(game).problems]

    def new_number(self, how: int) -> int:
        """Return a card that is written as a number."""
        return how + 1


def seats(form: PageForm) -> list[str]:
    """List the names of the fields for players."""
    return [name for name, _ in form.fields if name.startswith("play-")]


def found(pattern: str, page: str) -> str:
    """Return the first group of a match; empty if there is none."""
    match = re.search(pattern, page)
    return match[1] if match else ""


def board(page: str) -> dict[str, int]:
    """Return the points that a page shows."""
    rows = re.findall(r'<li class="(?:row|tile)\b(.*?)</li>', page, re.DOTALL)
    named = (
        (found(r'<bdi class="name[^>]*>(.*?)</bdi>', row), found(r'class="points[^>]*>(?:<b>)?(-?\d+)', row))
        for row in rows
    )
    return {name: int(points) for name, points in named if points}
