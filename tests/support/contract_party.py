"""A party that plays any game through its pages: what the forms on them offer, and nothing else, is sent."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from werkzeug.test import TestResponse

from companion.i18n.messages import bidi_isolate, format_value
from companion.room import bots
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.options import KEEP
from companion.rules.results import Leaf, Play, Reveal
from companion.views.pad import has_pad
from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.contract_games import ContractGame
from tests.support.page_forms import PageForm, page_forms, page_text
from tests.support.room_driver import random_result

Way = Literal["phones", "dealt", "host", "passed"]
"""How plays are entered: on phones, with real cards or dealt ones; by the host, on the pad if there is one;
on one phone passed round."""


@dataclass
class ContractParty:
    """A room in which a game is played."""

    clients: Clients
    game: ContractGame
    way: Way = "phones"
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def start(self) -> "ContractParty":
        """Start a room from the start page, let everybody in, and begin the game."""
        front = self.page("host", "/")
        form = page_forms(front)["start"].chosen("game", self.game.name)
        location = self.send("host", form, form.fields).location
        self.clients.code = re.findall(r"/(\w{4})/host", location)[0]
        if self.game.options:
            self._settle(dict(self.game.options))
        for name in self.game.names:
            self.join(name)
        begin = page_forms(self.page("host", "host"))["begin"]
        self.send("host", begin, (begin.chosen("table", "dealt") if self.way == "dealt" else begin).fields)
        return self

    def _settle(self, options: dict[str, object]) -> None:
        """Choose the options of the game, and what is kept of its cards."""
        settled = page_forms(self.page("host", "host/games"))["settled"]
        if kept := options.pop(KEEP, None):
            settled = settled.chosen("table", str(kept))
        self.send("host", settled.sent_to("choose"), settled.filled(**options))

    def join(self, name: str) -> None:
        """Let a player in: with a phone, or added by the host."""
        if self.way in ("host", "passed"):
            add = page_forms(self.page("host", "host"))["add"]
            self.send("host", add, add.filled(name=name))
        else:
            joining = page_forms(self.page(name)).values()
            [form] = [each for each in joining if ("name", "") in each.fields]
            self.send(name, form, form.filled(name=name))

    def page(self, who: str, path: str = "", language: str = "en") -> str:
        """Return a page, which must open."""
        answer = self.clients.ask(who, path, headers={"Accept-Language": language})
        assert answer.status_code == 200, (who, path, answer.status_code, answer.text)
        return answer.text

    def send(self, who: str, form: PageForm, said: Sequence[tuple[str, str]]) -> TestResponse:
        """Send a form as it was filled in; it must be taken."""
        answer = self.clients.ask(who, form.action, list(said))
        assert answer.status_code == 303, (who, form, said, answer.text)
        return answer

    @property
    def room(self) -> Room:
        """The room as the server knows it."""
        return Services.of(self.clients.app).store.load_room(self.clients.code)

    @property
    def state(self) -> GameState:
        """The game as the server knows it."""
        assert self.room.current_game is not None
        return self.room.current_game

    @property
    def leaf(self) -> Leaf:
        """The last result."""
        return tuple(self.state.score.leaves())[-1]

    def name(self, seat: Seat) -> str:
        """Name a player as sentences do."""
        return bidi_isolate(self.room.name(seat))

    @property
    def phones(self) -> tuple[tuple[Seat, str], ...]:
        """The players who have phones, with the browsers of these."""
        players = self.state.record.players
        return tuple((s, self.room.name(s)) for s in players if self.room.seats[s].devices)

    def play(self) -> Iterator[GameState]:
        """Play to the end, and yield the game after every reveal."""
        while self.state.next_round is not None:
            self.play_round()
            yield self.state

    def play_round(self) -> None:
        """Play until something is revealed."""
        before = len(self.state.rounds)
        for _ in range(40):
            if len(self.state.rounds) > before:
                return
            self._step()
        raise AssertionError("nobody can go on")

    def _step(self) -> None:
        """Let the host reveal, or the next player enter."""
        state = self.state
        if state.lists_left:
            form = page_forms(self.page("host", "host"))["next"]
            self.send("host", form, form.fields)
        elif self.way == "passed":
            self._pass_on()
        elif self.way == "host" and has_pad(state):
            self._enter_on_pad()
        else:
            leader = state.must_call or state.must_lead
            seat = leader or next(iter(state.thinking))
            if self.way == "host":
                self._enter_for(seat)
            else:
                self.enter(seat)

    def enter(self, seat: Seat, change: bool = False) -> None:
        """Enter something on a player's own phone."""
        who = self.room.name(seat)
        at = f"?change={self.state.number}.{self.state.round_number}" if change else ""
        page = self.page(who, at)
        phase = re.findall(r'id="own"[^>]*data-phase="([^"]*)"', page)[0]
        assert phase in ("enter", "call", "list", "change"), phase
        forms = page_forms(page)
        if phase == "call":
            self.send(who, forms["call"], forms["call"].pressed("call", self.rng.choice(("high", "low"))))
            return
        if "list" in forms and self.state.takes_lists:
            self.send(who, forms["list"], forms["list"].listed("number", self._plays(seat)))
            return
        entry = re.findall(r'id="own"[^>]*data-entry="([^"]*)"', page)[0]
        form = forms["entry" if entry == "number" else "pad"]
        self.send(who, form, self._entered(seat, form, typed=entry == "number"))

    def _enter_for(self, seat: Seat) -> None:
        """Enter numbers on the host screen."""
        page = self.page("host", "host")
        entry = re.findall(r'id="live"[^>]*data-entry="([^"]*)"', page)[0]
        form = page_forms(page)[entry]
        numbers = self._plays(seat) if entry == "list" else [self._choose(seat)]
        self.send("host", form, form.filled(seat=seat, number=", ".join(map(str, numbers))))

    def _enter_on_pad(self) -> None:
        """Enter a round on the score pad: all at once or, if it is not a result, some of it first."""
        form = page_forms(self.page("host", "host/pad"))["entry"]
        if self.state.must_call:
            form = form.chosen("call", self.rng.choice(("high", "low")))
        plays = self._plays_of_all()
        if ("one", "none") in form.unchecked:
            taker = next((seat for seat, play in plays.items() if play == 1), "none")
            said = form.chosen("one", taker).fields
        else:
            said = form.filled(**{f"play-{seat}": play for seat, play in plays.items()})
        means = self.clients.ask("host", "host/pad/check", said).text
        assert 'class="said"' in means, (said, means)
        before = len(self.state.rounds)
        self.send("host", form, said)
        if len(self.state.rounds) > before:
            assert page_text(means) in page_text(self.page("host", "host/pad"))

    def _plays_of_all(self) -> dict[Seat, Play]:
        """Choose plays that can lie beside each other: of all, or now and then of the first only."""
        state, plays = self.state, dict[Seat, Play]()
        assert state.next_round is not None
        if state.next_round.is_result:
            return dict(zip(state.record.players, random_result(state, self.rng), strict=True))
        seats = sorted(state.thinking, key=lambda seat: seat != state.must_lead)
        for seat in seats[: 1 if self.rng.random() < 0.2 else None]:
            plays[seat] = self._choose(seat, beside=plays)
        return plays

    def _pass_on(self) -> None:
        """Enter something on the phone that is passed round, for the player whom it asks for."""
        [address] = re.findall(r'class="go[^"]*" href="([^"]*/pass/[^"]*)"', self.page("host", "host/pass"))
        seat = re.findall(r"/pass/(\w+)", address)[0]
        form = page_forms(self.page("host", address.replace("&amp;", "&")))["turn"]
        numbers = sum(name == "number" for name, _ in form.fields)
        if ("call", "high") in form.buttons:
            said = form.pressed("call", self.rng.choice(("high", "low")))
        elif self.state.takes_lists:
            said = form.listed("number", self._plays(seat))
        else:
            said = self._entered(seat, form, typed=bool(numbers))
        self.send("host", form, said)

    def _entered(self, seat: Seat, form: PageForm, *, typed: bool) -> list[tuple[str, str]]:
        """Type what a player has chosen, or press its key."""
        if typed:
            return form.filled(number=self._choose(seat))
        keys = [text for name, text in form.buttons if name == "number"]
        return form.pressed("number", str(self._choose(seat, keys)))

    def _plays(self, seat: Seat) -> list[Play]:
        assert self.state.next_round is not None
        return [self._choose(seat) for _ in range(self.state.next_round.plays_at_once)]

    def _choose(
        self, seat: Seat, keys: Sequence[str] = (), beside: Mapping[Seat, Play] | None = None
    ) -> Play:
        """Choose as a bot does, by any strategy, something that can lie beside what lies there already.

        Of `keys`, where there are some: these may be less exact than what a bot would choose. `beside`: what
        is entered together with it.
        """
        state, rules = self.state, self.game.rules
        assert state.next_round is not None
        sight = bots.BotSight(rules, state.next_round.allowed[seat], state.score.latest(5))
        for _ in range(300):
            strategy = self.rng.choice((*bots.STRATEGIES, "random", "random"))
            play = bots.choose_play(strategy, sight, self.rng)
            if keys and str(play) not in keys:
                play = sight.allowed.read(self.rng.choice(keys))
            fits = play != state.hidden.get(seat) and self._fits({**(beside or {}), seat: play})
            if state.takes_lists or fits:
                return play
        raise AssertionError("there is nothing to choose")

    def _fits(self, entered: Mapping[Seat, Play]) -> bool:
        state = self.state
        plays = {**state.hidden, **entered}
        problems = state.scored.after(Reveal(plays, state.call)).score.problems
        return not any(each.player in plays for each in problems)


def scores_of_desk(page: str) -> dict[Seat, tuple[str, str]]:
    """Return the scores of the desk in the reveal that a TV plays: before it and after it, by the seats."""
    [section] = [each for each in _played(page) if 'class="scores' in each]
    found = {}
    for row in re.findall(r"<li data-seat=.*?</li>", section.split('class="scores')[1], re.DOTALL):
        [seat], [now] = re.findall(r'data-seat="(\w+)"', row), re.findall(r'class="now">([^<]*)<', row)
        found[seat] = (next(iter(re.findall(r'class="was"[^>]*>([^<]*)<', row)), now), now)
    return found


def strips(page: str, kind: str) -> list[dict[Seat, tuple[int, int]]]:
    """Return the strips in the scenes of a kind that a TV plays: scores before and after, by the seats."""
    pattern = r'data-tally="(\w+)" data-score="(-?\d+)" data-was="(-?\d+)"'
    sections = [each for each in _played(page) if each.startswith(f'"{kind}"')]
    return [
        {seat: (int(was), int(score)) for seat, score, was in re.findall(pattern, each)} for each in sections
    ]


def _played(page: str) -> list[str]:
    """Return the scenes that a TV plays, each from its kind on."""
    [scenes] = re.findall(r'<template id="scenes".*?</template>', page, re.DOTALL)
    return scenes.split("data-scene=")[1:]


def written(points: int) -> str:
    """Write points as screens do."""
    return str(format_value(points))
