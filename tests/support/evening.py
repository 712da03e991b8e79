"""Whole evenings by a seed: any game in any way, with all that people do besides playing it."""

import html
import random
import re
from collections.abc import Callable, Collection, Iterator, Sequence

from tests.support.correction_fields import confirmed
from tests.support.page_forms import page_forms
from tests.support.party import PHASE, Browsers, Party, Way, first

NAMES = ("Ann", "Ben", "Cid", "D&n", "Eve", "Fay", "Gus", "Hal", "Ida")
WAYS: tuple[Way, ...] = ("phones", "phones", "dealt", "some", "some", "host", "passed")
TIES = ("peel", "sudden-death", "peel+sudden-death", "showdown", "peel+showdown")
STRATEGIES = ("random", "middle", "crowd", "edge")
Options = dict[str, object]
_MOST_TURNS = 150
_ENOUGH = 40
"""After so many turns the host ends a game."""


class Evening:
    """One evening; `steps` plays it, and yields what has just been done."""

    def __init__(
        self,
        browsers: Browsers,
        seed: int,
        after: Callable[[str], None] = lambda _: None,
        without: Collection[str] = (),
    ) -> None:
        """`without`: the names of games that are not played."""
        self.seed, self.without = seed, without
        self.rng = random.Random(seed)
        self.party = Party(browsers, self.rng, way=self.rng.choice(WAYS), after=after)
        self.late = 0
        self.game = ""
        self.options: Options = {}

    def steps(self) -> Iterator[str]:
        """Play; yield after each game and each turn of it."""
        self._gather()
        yield "lobby"
        for _ in range(self.rng.choice((1, 1, 2, 2, 3))):
            yield from self._game()
        if self.rng.random() < 0.3:
            for _ in range(3):
                self._correct_at(f"{self.rng.randint(1, 3)}.{self.rng.randint(1, 6)}")
            yield "corrected at the end"

    def _gather(self) -> None:
        party, rng = self.party, self.rng
        is_japanese = rng.random() < 0.4
        for who in ("host", "tv", "watcher", *NAMES):
            if rng.random() < (0.9 if is_japanese else 0.1):
                party.languages[who] = "ja"
        party.scripted |= {name for name in NAMES if rng.random() < 0.5}
        party.open()
        for name in NAMES[: rng.randint(3, 5)]:
            party.welcome(name)
        if party.way in ("phones", "some", "host") and rng.random() < 0.25:
            party.add_bot(rng.choice(STRATEGIES))
        if rng.random() < 0.2:
            party.act("hide", hidden="yes")
        if rng.random() < 0.15:
            party.act("pace", by_itself="no")
        if rng.random() < 0.1:
            party.act("time", seconds=rng.choice((30, 60)))
        self._choose("guest")

    def _game(self) -> Iterator[str]:
        party = self.party
        self.game, self.options = self._draw()
        if not party.choose(self.game, **self.options) or not party.begin():
            party.counts["games that these players or options cannot play"] += 1
            return
        party.counts[f"games: {self.game}, {self.options.get('table', '')}, {party.way}"] += 1
        yield "begun"
        for turn in range(_MOST_TURNS):
            page = party.page("host", "host")
            phase, at = first(PHASE, page), first(r'id="live"[^>]*data-place="([^"]*)"', page)
            if phase == "tie" and self.rng.random() < 0.6:
                self._play_on(page, at)
            elif phase in ("over", "tie", "lobby", "closed"):
                self._choose("want")
                yield "over"
                return
            elif turn > _ENOUGH or self.rng.random() < 0.01:
                party.act("end", at=at, how=self.rng.choice(("count", "count", "throw")))
            elif "." in at and self.rng.random() < 0.25:
                self._happen(page, at)
            else:
                party.step()
            yield "turn"
        party.counts["games that did not end"] += 1

    def _play_on(self, page: str, at: str) -> None:
        can = first(r'id="live"[^>]*data-can="([^"]*)"', page).split()
        self.party.act(self.rng.choice([each for each in can if each in ("on", "showdown")] or ["on"]), at=at)

    def _choose(self, form_id: str) -> None:
        """Let some choose on their phones: what they want next, or which guest they are."""
        rng = random.Random(self.seed + len(self.party.counts))  # draws nothing that decides what is played
        for name in self.party.names:
            form = page_forms(self.party.get(name).text).get(form_id)
            if form and form.buttons and rng.random() < 0.7:
                self.party.post(name, form.action, form.pressed(*rng.choice(form.buttons)))

    # Games

    def _draw(self) -> tuple[str, Options]:
        """Draw a game or a preset, and options of it; the numbers that it takes are known from then on."""
        rng, party = self.rng, self.party
        party.numbers, party.at_once = (0, 4), 1
        drawers = [draw for name, draw in _DRAWERS if name not in self.without]
        game, options = rng.choice(drawers)(rng, len(party.names))
        if party.way == "dealt" and game in ("median", "saichugen"):
            options["table"] = "dealt"
        low, high = int(str(options.get("low") or 0)), int(str(options.get("high") or 100))
        party.numbers = (max(low, 1) if game.endswith("hofstadter") else low, min(low + 4, high))
        party.at_once = int(str(options.get("nesting") or options.get("rounds") or 5)[:1])
        return game, options

    # What happens besides

    def _happen(self, page: str, at: str) -> None:
        self.rng.choice(_HAPPENINGS)(self, page, at)

    def _earlier(self, at: str) -> str:
        """Name a round before this one, if there is one."""
        game, number = map(int, at.split("."))
        return f"{game}.{self.rng.randint(1, number - 1)}" if number > 1 else ""

    def _any_seat(self) -> str:
        return str(self.rng.randint(1, len(self.party.names)))

    def _some_play(self) -> str:
        """Return a text of the kind that this game is played with: a number, a rank or a card, a result."""
        if self.options.get("table") in ("results", "points", "totals") or self.game.startswith(
            "good-enough"
        ):
            return str(self.party.number())
        rank = self.rng.choice(("9", "10", "J", "Q", "K", "A"))
        return rank + self.rng.choice("CDHS") if self.game == "saichugen" else rank

    def _correct(self, _page: str, at: str) -> None:
        if place := self._earlier(at):
            self._correct_at(place)

    def _correct_at(self, place: str) -> None:
        typed = "" if self.rng.random() < 0.2 else self._some_play()
        self.party.act("correct", **confirmed(place, self._any_seat(), typed))

    def _correct_on_page(self, _page: str, at: str) -> None:
        """Change plays in the form of a round, and confirm it."""
        place = self._earlier(at)
        page = self.party.get("host", f"host/rounds/{place.replace('.', '/')}").text if place else ""
        form = next(
            (each_form for each_form in page_forms(page).values() if "correct" in each_form.action), None
        )
        if form is None:
            return
        said, plays = dict(form.fields), [name for name, _ in form.fields if name.startswith("play-")]
        if plays:
            said[self.rng.choice(plays)] = self._some_play()
        answer = self.party.post("host", form.action, [*said.items()])
        for sure in page_forms(answer.text).values():
            for button in [each_button for each_button in sure.buttons if each_button[0] == "sure"]:
                self.party.post("host", sure.action, [*sure.fields, button])

    def _put_in(self, _page: str, at: str) -> None:
        """Put in a result that was forgotten, on the score sheet."""
        number = self._earlier(at).partition(".")[2]
        answer = self.party.get("host", f"host/sheet?insert={number}") if number else None
        form = page_forms(answer.text).get("entry") if answer and answer.status_code == 200 else None
        if answer and form and ("way", "insert") in form.fields:
            seats = [name.removeprefix("play-") for name, _ in form.fields if name.startswith("play-")]
            self.party.post("host", form.action, self.party.on_pad(answer.text, form, seats))

    def _void(self, _page: str, at: str) -> None:
        if place := self._earlier(at):
            action = self.rng.choice(("void", "void", "count"))
            self._sure(action, at=place)

    def _sure(self, action: str, **fields: object) -> None:
        """Do something, and look at what it asks first, now and then."""
        if self.rng.random() < 0.3:
            self.party.act(action, **fields)
        self.party.act(action, **fields, sure="yes")

    def _undo(self, page: str, _at: str) -> None:
        for _ in range(self.rng.randint(1, 3)):
            if number := first(r'form="undo" name="number" value="(\d+)"', page):
                self._sure("undo", number=number)
            page = self.party.page("host", "host")
        while self.rng.random() < 0.6 and (again := first(r'form="redo" name="number" value="(\d+)"', page)):
            self._sure("redo", number=again)
            page = self.party.page("host", "host")

    def _reopen(self, page: str, _at: str) -> None:
        """Reopen the last round, and let one player change what was sent."""
        if place := first(r'form="reopen" name="at" value="([^"]*)"', page):
            self.party.act("reopen", at=place)
            for name in [*self.party.phones][:1]:
                self.party.enter(name, change=place)

    def _change(self, _page: str, at: str) -> None:
        """Let a player send something, and then something else."""
        if self.party.phones:
            name = self.rng.choice([*self.party.phones])
            self.party.enter(name)
            self.party.enter(name, change=at)

    def _mistype(self, _page: str, at: str) -> None:
        """Send what is no number, a number that is too large, or one for a round that is over."""
        if self.party.phones:
            who = self.rng.choice([*self.party.phones.values()])
            typed, place = self.rng.choice((("x", at), ("", at), ("999999", at), ("3", "1.1"), ("2½", at)))
            self.party.post(who, "number", [("number", typed), ("at", place)])

    def _come_late(self, _page: str, _at: str) -> None:
        if len(self.party.names) < len(NAMES) and self.late < 2:
            self.late += 1
            self.party.welcome(next(name for name in NAMES if name not in self.party.names))

    def _leave(self, _page: str, _at: str) -> None:
        """Let somebody leave, or come back."""
        if self.party.phones:
            who = self.rng.choice([*self.party.phones.values()])
            is_away = 'data-phase="away"' in self.party.get(who).text
            self.party.post(who, "back" if is_away else "leave")

    def _sit_out(self, page: str, _at: str) -> None:
        if "out" in self.party.counts and self.rng.random() < 0.5:
            self.party.act("in", seat=self._any_seat())
        else:
            self.party.act("out", seat=self._any_seat())
        if stand_in := re.search(r'form="botplays" name="seat" value="(\w+)"', page):
            at = first(r'name="at" value="([^"]*)" form="botplays"', page)
            self.party.act("botplays", seat=stand_in[1], at=at)

    def _enter_for_a_phone(self, _page: str, at: str) -> None:
        """Let the host enter for somebody whose phone comes in only then, and sends something else."""
        if self.party.phones:
            name = self.rng.choice([*self.party.phones])
            self.party.act("show", seat=self.party.seat(name), number=self.party.number(), at=at)
            self.party.enter(name, change=at)

    def _take_seat(self, _page: str, _at: str) -> None:
        """Let another phone claim a seat, which the host admits or not, or the claimant takes back."""
        seat, phone = self._any_seat(), f"claimant {len(self.party.counts)}"
        self.party.get(phone)
        self.party.post(phone, "claim", [("seat", seat)])
        if self.rng.random() < 0.15:
            self.party.post(phone, "withdraw")
        claimant = first(r'form="admit" name="claimant" value="([^"]*)"', self.party.page("host", "host"))
        if claimant and self.rng.random() < 0.8:
            if self.party.act("admit", claimant=claimant):
                self._has_seat(seat, phone)
        elif claimant:
            self.party.act("deny", claimant=claimant)

    def _another_phone(self, _page: str, _at: str) -> None:
        """Let a player go on with another phone, by a link of the old one or of the host."""
        if not self.party.phones:
            return
        name, seat = self.rng.choice([*self.party.phones]), self._any_seat()
        who, path = self.party.phones[name], "another"
        if self.rng.random() < 0.4:
            who, path = "host", f"host/people/{seat}"
        else:
            seat = self.party.seat(name)
        link = first(rf"/{self.party.code}/(seat/[\w.-]+)", html.unescape(self.party.get(who, path).text))
        phone = f"other {len(self.party.counts)}"
        if link and self.party.get(phone, link).status_code == 200 and self.rng.random() < 0.9:
            self.party.post(phone, link)
            self._has_seat(seat, phone)

    def _has_seat(self, seat: str, phone: str) -> None:
        """Know that a phone has a seat; the phone that had it is asked about that, and mostly agrees."""
        name = self.party.names[int(seat) - 1]
        before = self.party.phones.get(name)
        self.party.phones[name] = phone
        form = page_forms(self.party.get(before).text).get("mine") if before else None
        if before and form and ("mine", "yes") in form.buttons and self.rng.random() < 0.7:
            answer = self.rng.choice(("yes", "yes", "no"))
            self.party.post(before, form.action, form.pressed("mine", answer))
            self.party.phones[name] = before if answer == "no" else phone

    def _rename(self, _page: str, _at: str) -> None:
        """Call a player something else, and mostly back."""
        seat = self._any_seat()
        self.party.act("rename", seat=seat, name=self.rng.choice(("Zoe", "Ann", "O'Brien & Sons", "花子")))
        if self.rng.random() < 0.7:
            self.party.act("rename", seat=seat, name=self.party.names[int(seat) - 1].replace(",", ""))

    def _merge(self, _page: str, _at: str) -> None:
        """Make one player of two, who are the same person with two seats."""
        if self.rng.random() < 0.3:
            one, other = self.rng.sample(range(1, len(self.party.names) + 1), 2)
            self._sure("merge", seat=one, into=other)

    def _remove(self, _page: str, _at: str) -> None:
        """Remove or block a player, who mostly comes back."""
        seat = self._any_seat()
        action, back = self.rng.choice((("remove", "in"), ("bar", "unbar")))
        self.party.act(action, seat=seat)
        if self.rng.random() < 0.7:
            self.party.act(back, seat=seat)

    def _set_room(self, _page: str, at: str) -> None:
        """Hide the scores or show them, and the like."""
        yes = self.rng.choice(("yes", "no"))
        name, fields = self.rng.choice(
            (
                ("hide", {"hidden": yes}),
                ("pace", {"by_itself": yes}),
                ("sound", {"on": yes}),
                ("lock", {"locked": yes}),
                ("time", {"seconds": self.rng.choice(("", "30"))}),
                ("pause", {"at": at}),
                ("resume", {"at": at}),
            )
        )
        self.party.act(name, **fields)

    def _question(self, page: str, at: str) -> None:
        """Ask a question in this round, or tell the truth about the last one."""
        if "tell" in first(r'id="live"[^>]*data-can="([^"]*)"', page).split():
            forms = page_forms(self.party.get("host", "host/question").text).values()
            form = next(each_form for each_form in forms if each_form.action.endswith("/tell"))
            self.party.post("host", form.action, form.filled(truth=self.party.number()))
        elif self.game.startswith("good-enough"):
            self.party.act("ask", at=at, question=self.rng.choice(("How many windows?", "いくつ？", "")))

    def _ending(self, page: str, _at: str) -> None:
        """Choose how a tie would be decided, or let a crowded range be wider."""
        form = page_forms(page).get("ending")
        if form and form.buttons:
            self.party.post("host", form.action, [self.rng.choice(form.buttons)])
        if 'form="widen"' in page:
            self.party.act("widen")

    def _second_host(self, _page: str, _at: str) -> None:
        text = html.unescape(self.party.get("host", "host/room/second").text)
        if link := first(rf"/{self.party.code}/(become/[\w.-]+)", text):
            who = self.rng.choice(["watcher", *self.party.phones.values()])
            self.party.get(who, link)
            self.party.post(who, link)
            self.party.get(who, "host")


def _numbers(rng: random.Random, players: int) -> tuple[str, Options]:
    """G1 to G19, in combinations of which the form refuses some."""
    rounds = rng.randint(2, 5)
    options: Options = {
        "rounds": rounds,
        "low": rng.choice((0, 0, 1, -5)),
        "high": rng.choice((5, 9, 100)),
        "tie_break": rng.choice(TIES),
    }
    if rng.random() < 0.3:
        options |= {"scoring": "mean", "factor": rng.choice(("1", "0.8", "2/3"))}
    elif rng.random() < 0.2:
        options |= {"factor": "1/2"}
    if rng.random() < 0.2:
        options |= {"points": "number", "low": rng.choice((0, 1))}
    if rng.random() < 0.2:
        options["offsets"] = "true"
    if rng.random() < 0.15:
        options["points_target"] = rng.randint(3, 6)
    elif rng.random() < 0.2:
        options |= {"nesting": rng.choice(("3, 2", "2, 2", "4, 2")), "rounds": ""}
    if rng.random() < 0.3:
        lists: Options = {"entry": "lists", "tie_break": "peel", "points_target": ""}
        stack: Options = {"entry": "cards", "cards": players * (rounds + rng.randint(1, 2))}
        stack |= {"tie_break": rng.choice(TIES[:3]), "low": "", "high": "", "nesting": "", "rounds": rounds}
        options |= rng.choice((lists, stack))
    return "good-enough", options


def _preset(rng: random.Random, _players: int) -> tuple[str, Options]:
    name = rng.choice(("good-enough.king", "good-enough.beauty", "good-enough.hofstadter"))
    return name, {"rounds": rng.randint(2, 4)} | ({"high": 9} if rng.random() < 0.5 else {})


def _mediocrity(rng: random.Random, _players: int) -> tuple[str, Options]:
    drawn = rng.random()
    if drawn >= 0.5:
        return "mediocrity", {"target": 1}
    return "mediocrity", {"target": 2, "table": "points" if drawn < 0.2 else "results"}


def _median(rng: random.Random, players: int) -> tuple[str, Options]:
    options: Options = {"lead": rng.choice(("", "", "alternate", "winner", "loser"))}
    drawn = rng.random()
    if drawn < 0.3:
        table = "totals" if drawn < 0.1 else "results"
        return "median", options | {"table": table, "lowest": "J", "hand": rng.randint(1, 2)}
    options |= {"lowest": rng.choice(("9", "10", "J")), "decks": 1 if players < 5 else 2}
    return "median", options | {"hand": rng.randint(1, 3)}


def _saichugen(rng: random.Random, _players: int) -> tuple[str, Options]:
    options: Options = {"rounds": rng.randint(1, 3), "tricks": rng.randint(1, 3), "games": rng.randint(1, 2)}
    return "saichugen", options | ({"table": "results"} if rng.random() < 0.3 else {})


def _lowest_alone(rng: random.Random, _players: int) -> tuple[str, Options]:
    options: Options = {"points_target": rng.randint(1, 2), "pick": rng.choice(("lowest", "highest"))}
    return "lowest-alone", options | {"low": rng.choice((0, 1)), "high": rng.choice((5, 20))}


def _middle_bid(rng: random.Random, _players: int) -> tuple[str, Options]:
    return "middle-bid", {"cards": rng.choice((5, 6))}


_DRAWERS: Sequence[tuple[str, Callable[[random.Random, int], tuple[str, Options]]]] = (
    ("good-enough", _numbers),
    ("good-enough", _numbers),
    ("good-enough", _preset),
    ("mediocrity", _mediocrity),
    ("median", _median),
    ("saichugen", _saichugen),
    ("lowest-alone", _lowest_alone),
    ("middle-bid", _middle_bid),
)

_HAPPENINGS: tuple[Callable[[Evening, str, str], None], ...] = tuple(
    act
    for act, weight in (
        (Evening._correct, 1),
        (Evening._put_in, 1),
        (Evening._correct_on_page, 3),
        (Evening._void, 2),
        (Evening._undo, 3),
        (Evening._reopen, 1),
        (Evening._change, 2),
        (Evening._mistype, 1),
        (Evening._come_late, 1),
        (Evening._leave, 2),
        (Evening._sit_out, 2),
        (Evening._enter_for_a_phone, 2),
        (Evening._take_seat, 1),
        (Evening._another_phone, 1),
        (Evening._rename, 1),
        (Evening._merge, 1),
        (Evening._remove, 1),
        (Evening._set_room, 2),
        (Evening._question, 2),
        (Evening._ending, 1),
        (Evening._second_host, 1),
    )
    for _ in range(weight)
)
