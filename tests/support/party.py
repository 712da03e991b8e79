"""A party over the pages of a server: rooms, people with phones or without, and what they enter.

It reads pages as people do and sends the forms that it finds there, by any `Browsers`: over HTTP, in this
process, or to two servers at once. It knows nothing of what the server stores.
"""

import html
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from companion.rules.games import QUESTION_GAME
from companion.rules.games.options import form_texts
from tests.support.page_forms import PageForm, page_forms

Way = Literal["phones", "dealt", "some", "host", "passed"]
"""How plays are entered: on phones, with real cards or dealt ones; on some phones, and by the host for the
others; by the host alone, on the pad if there is one; on one phone that is passed round."""

HTMX = {"HX-Request": "true"}
CALLS = ("high", "low")
PHASE = r'id="live"[^>]*data-phase="(\w+)"'
_OWN, _ENTRY = r'id="own"[^>]*data-phase="(\w+)"', r'id="own"[^>]*data-entry="(\w+)"'
_CAN, _ROUND = r'id="live"[^>]*data-can="([^"]*)"', r'id="live"[^>]*data-place="([^"]*)"'
_SUITS = "CDHS"
_MOST_STEPS = 60


class Answer(Protocol):
    """The answer to one request, without following it anywhere."""

    @property
    def status_code(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def location(self) -> str | None: ...


class Browsers(Protocol):
    """Browsers by the names of those who hold them, each with its own cookies."""

    def ask(
        self,
        who: str,
        path: str = "",
        said: Sequence[tuple[str, str]] | None = None,
        /,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Get a page; or post a form, if anything is said."""


@dataclass
class Party:
    """A room with its people. A player's browser has the player's name, unless another phone was taken."""

    browsers: Browsers
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    way: Way = "phones"
    code: str = ""
    names: list[str] = field(default_factory=list)
    """The players in the order of their seats, as they were first called; bots too."""
    phones: dict[str, str] = field(default_factory=dict)
    """The browsers of those players who have one."""
    languages: dict[str, str] = field(default_factory=dict)
    """What browsers ask for that are not English."""
    scripted: set[str] = field(default_factory=set)
    """The browsers that send forms as the script of the pages does."""
    counts: Counter[str] = field(default_factory=Counter)
    """What was done, and what was refused."""
    after: Callable[[str], None] = lambda _: None
    """Called after everything that was sent, with what it was."""
    numbers: tuple[int, int] = (0, 4)
    """Numbers are drawn from these: few, so that some are equal."""
    at_once: int = 1
    """How many numbers a list has, which the host types."""
    laid: set[str] = field(default_factory=set)
    """Cards that lie, so that nobody tries to lay them again."""

    # Pages and forms

    def get(self, who: str, path: str = "", language: str = "") -> Answer:
        """Return the answer to whoever opens an address; one that does not begin with / is in the room."""
        headers = {"Accept-Language": language} if language else self._headers(who)
        return self.browsers.ask(who, self._address(path), headers=headers)

    def page(self, who: str, path: str = "", language: str = "") -> str:
        """Return a page, which must open, in the language of the browser or another."""
        answer = self.get(who, path, language)
        assert answer.status_code == 200, (who, path, answer.status_code, answer.text)
        return answer.text

    def forms(self, who: str, path: str = "") -> dict[str, PageForm]:
        """Return the forms of a page, which must open."""
        return page_forms(self.page(who, path))

    def post(self, who: str, path: str, said: Sequence[tuple[str, str]] = ()) -> Answer:
        """Send a form, which may be refused; count which of both it was."""
        address = self._address(path)
        headers = self._headers(who) | (HTMX if who in self.scripted else {})
        answer = self.browsers.ask(who, address, list(said), headers=headers)
        assert answer.status_code < 500, (who, address, said, answer.text)
        action = address.removeprefix(f"/{self.code}/").removeprefix("host/")
        what = re.sub(r"/[^/]{9,}|\d+", "", action)
        self.counts[what if answer.status_code < 400 else f"refused: {what}"] += 1
        self.after(what)
        return answer

    def send(self, who: str, form: PageForm, said: Sequence[tuple[str, str]]) -> Answer:
        """Send a form as it was filled in; it must be taken."""
        answer = self.post(who, form.action, said)
        assert answer.status_code < 400, (who, form, said, answer.text)
        return answer

    def act(self, action: str, /, **fields: object) -> bool:
        """Do something as the host; return whether it was taken."""
        said = [(name, str(value)) for name, value in fields.items()]
        return self.post("host", f"host/{action}", said).status_code < 400

    def _address(self, path: str) -> str:
        full = path if path.startswith("/") else f"/{self.code}/{path}".removesuffix("/")
        return full.replace("/?", "?")

    def _headers(self, who: str) -> dict[str, str]:
        return {"Accept-Language": self.languages.get(who, "en")}

    # The room and its people

    def open(self, game: str = "") -> "Party":
        """Open a room from the start page, for a game or one of its presets, or from that of the decks."""
        is_of_decks = game == QUESTION_GAME
        start = page_forms(self.page("host", "/decks" if is_of_decks else "/"))["start"]
        form = start if is_of_decks or not game else start.chosen("game", game)
        location = self.send("host", form, form.fields).location or ""
        self.code = first(r"/(\w{4})/host", location)
        return self

    def choose(self, game: str, /, **options: object) -> bool:
        """Choose a game or a preset with options of it, of which `table` says how it is played."""
        answer = self.get("host", f"host/games?choice={game}")
        form = page_forms(answer.text).get("settled")
        if form is None:
            return False
        table = str(options.pop("table", ""))
        form = form.chosen("table", table) if table else form
        texts = form_texts(options)
        for name, text in texts.items():
            form = form.chosen(name, text) if (name, text) in form.unchecked else form
        return self.post("host", form.sent_to("choose").action, form.filled(**texts)).status_code < 400

    def begin(self) -> bool:
        """Begin the game that is chosen; return whether these players can play it."""
        self.laid.clear()
        choose, dealt = self.forms("host", "host").get("choose"), ("table", "dealt")
        if choose and self.way == "dealt" and dealt in choose.buttons:
            self.post("host", choose.action, choose.pressed(*dealt))
        form = self.forms("host", "host")["begin"]
        return self.post("host", form.action, form.fields).status_code < 400

    def welcome(self, name: str) -> bool:
        """Let somebody in: with a phone, or added by the host, as this party goes."""
        if self.way in ("host", "passed") or (self.way == "some" and self.rng.random() < 0.4):
            return self.add(name)
        return self.join(name)

    def join(self, name: str) -> bool:
        """Let somebody in with a phone; return whether there was room."""
        joining = page_forms(self.get(name).text).values()
        found = [each for each in joining if ("name", "") in each.fields]
        if not found or self.post(name, found[0].action, found[0].filled(name=name)).status_code >= 400:
            return False
        self.names.append(name)
        self.phones[name] = name
        return True

    def add(self, name: str) -> bool:
        """Let the host add somebody who has no phone."""
        if added := self.act("add", name=name):
            self.names.append(name)
        return added

    def add_bot(self, strategy: str) -> bool:
        """Let the host add a bot."""
        if added := self.act("bot", strategy=strategy):
            self.names.append(f"a bot, {strategy}")
        return added

    def seat(self, name: str) -> str:
        """Return the seat of a player."""
        return str(self.names.index(name) + 1)

    @property
    def seats_without_phone(self) -> list[str]:
        """The seats for which the host enters."""
        return [
            str(seat)
            for seat, name in enumerate(self.names, 1)
            if name not in self.phones and not name.startswith("a bot")
        ]

    # What is entered

    def number(self) -> int:
        """Choose a number."""
        return self.rng.randint(*self.numbers)

    def choose_play(self, seat: str, keys: Sequence[str]) -> str:
        """Choose what a seat plays, of the keys of its page if there are some; no card that lies already."""
        del seat
        free = [key for key in keys if key not in self.laid]
        play = self.rng.choice(free or keys) if keys else str(self.number())
        if play[-1:] in _SUITS:
            self.laid.add(play)
        return play

    def enter_all(self) -> None:
        """Let all enter who can: on their phones, on one that is passed round, on the pad, or by the host."""
        for name in list(self.phones):
            self.enter(name)
        if self.way == "passed":
            while self.pass_on():
                pass
        elif self.seats_without_phone and not self.enter_on_pad():
            self.enter_for_each()

    def enter(self, name: str, *, change: str = "") -> bool:
        """Enter what a player's phone asks for; with `change`, another play in that round."""
        who, seat = self.phones[name], self.seat(name)
        page = self.get(who, f"?change={change}" if change else "").text
        forms, phase = page_forms(page), first(_OWN, page)
        if phase == "call":
            said = forms["call"].pressed("call", self.rng.choice(CALLS))
            return self.post(who, forms["call"].action, said).status_code < 400
        if phase not in ("enter", "change", "list"):
            return False
        if "list" in forms and first(_ENTRY, page) == "list":
            return self._enter_list(who, seat, forms["list"])
        is_typed = first(_ENTRY, page) == "number"
        form = forms["entry" if is_typed else "pad"]
        return self.post(who, form.action, self._entered(seat, form, is_typed=is_typed)).status_code < 400

    def _enter_list(self, who: str, seat: str, form: PageForm) -> bool:
        return self.post(who, form.action, self._listed(seat, form)).status_code < 400

    def _listed(self, seat: str, form: PageForm) -> list[tuple[str, str]]:
        many = sum(name == "number" for name, _ in form.fields)
        return form.listed("number", [self.choose_play(seat, ()) for _ in range(many)])

    def _entered(self, seat: str, form: PageForm, *, is_typed: bool) -> list[tuple[str, str]]:
        """Type what a player has chosen, or press its key."""
        keys = [value for name, value in form.buttons if name == "number"]
        if is_typed:
            return form.filled(number=self.choose_play(seat, ()))
        return form.pressed("number", self.choose_play(seat, keys)) if keys else form.fields

    def pass_on(self) -> bool:
        """Enter something on the phone that is passed round, for the player whom it asks for, if any."""
        address = first(r'class="go[^"]*" href="([^"]*/pass/[^"]*)"', self.get("host", "host/pass").text)
        form = self.forms("host", html.unescape(address)).get("turn") if address else None
        if form is None:
            return False
        seat = first(r"/pass/(\w+)", address)
        many = sum(name == "number" for name, _ in form.fields)
        if ("call", "high") in form.buttons:
            said = form.pressed("call", self.rng.choice(CALLS))
        elif many > 1:
            said = self._listed(seat, form)
        else:
            said = self._entered(seat, form, is_typed=many == 1)
        return self.post("host", form.action, said).status_code < 400

    def enter_on_pad(self) -> bool:
        """Enter for those without phones on the score sheet; return False if there is none."""
        answer = self.get("host", "host/sheet")
        form = page_forms(answer.text).get("entry") if answer.status_code == 200 else None
        if form is None:
            return False
        said = self.on_pad(answer.text, form, self.seats_without_phone)
        self.post("host", "host/sheet/check", said)
        return self.post("host", form.action, said).status_code < 400

    def on_pad(self, page: str, form: PageForm, asked: Sequence[str]) -> list[tuple[str, str]]:
        """Fill in the score sheet for some seats, of whose plays none lies already; results are of all."""
        seats = [name.removeprefix("play-") for name, _ in form.fields if name.startswith("play-")]
        plays: Mapping[str, object] = {}
        if ("some", "none") in form.unchecked:
            here = [value for name, value in form.fields if name == "here"]
            some = self.results(here)
            takers = [seat for seat in here if some[seat] == 1] or ["none"]
            return [*form.fields, *(("some", seat) for seat in takers)]
        if 'inputmode="numeric"' in page:
            plays = self.results(seats)
        elif ("one", "none") in (*form.unchecked, *form.fields):
            takers = [value for name, value in (*form.fields, *form.unchecked) if name == "one"]
            form = form.chosen("one", self.rng.choice(takers))
        else:
            keys = re.findall(r'data-key="(\w+)"(?![^>]*data-why)', page)
            plays = {seat: self.choose_play(seat, keys) for seat in asked if seat in seats}
        if ("call", "high") in form.unchecked:
            form = form.chosen("call", self.rng.choice(CALLS))
        return form.filled(**{f"play-{seat}": play for seat, play in plays.items()})

    def results(self, seats: Sequence[str]) -> Mapping[str, object]:
        """Draw results: one player has no cards left."""
        cards = [0, *(self.rng.randint(0, 4) for _ in seats[1:])]
        self.rng.shuffle(cards)
        return dict(zip(seats, cards, strict=True))

    def enter_for_each(self) -> None:
        """Enter a number or a list for each player without a phone, on the host's screen."""
        for seat in self.seats_without_phone:
            self.enter_for(seat)

    def enter_for(self, seat: str) -> bool:
        """Enter what is asked of a seat on the host's screen."""
        page = self.page("host", "host")
        entry = first(r'id="live"[^>]*data-entry="(\w+)"', page)
        form = page_forms(page).get(entry)
        if form is None:
            return False
        typed = ", ".join(self.choose_play(seat, ()) for _ in range(self.at_once if entry == "list" else 1))
        known = dict(form.fields) | {"seat": seat, "number": typed}
        return self.post("host", form.action, [*known.items()]).status_code < 400

    # A round and a game

    @property
    def phase(self) -> str:
        """What the host's screen shows: a lobby, an open round, a tie, the end."""
        return first(PHASE, self.page("host", "host"))

    def step(self) -> bool:
        """Let all enter who can, and the host go on; return whether the game goes on."""
        page = self.page("host", "host")
        if first(PHASE, page) in ("over", "tie", "lobby", "closed"):
            return False
        self.enter_all()
        self.go_on(first(_ROUND, page))
        return True

    def go_on(self, at: str) -> None:
        """Press what goes on on the host's screen if it is still that round: the next one, or to close it."""
        page = self.page("host", "host")
        can, forms = first(_CAN, page).split(), page_forms(page)
        for action in ("next", "close"):
            if action in can and first(_ROUND, page) == at:
                self.post("host", forms[action].action, forms[action].fields)

    def play(self, most: int = _MOST_STEPS) -> bool:
        """Play a game to its end; return whether it has come to one."""
        return any(not self.step() for _ in range(most))


def first(pattern: str, page: str) -> str:
    """Return what a pattern finds first, or an empty text."""
    match = re.search(pattern, page)
    return match[1] if match else ""
