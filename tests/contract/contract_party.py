"""A party that plays any game through its pages, knows what the server knows, and is never refused."""

import re
from collections.abc import Iterator, Mapping, Sequence

from companion.i18n.messages import bidi_isolate, format_value
from companion.room import bots
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.round_reducer import open_reveal
from companion.room.state import Room
from companion.rules.games.options import KEEP, form_fields
from companion.rules.plays import Play
from companion.rules.results import Leaf
from companion.screens.sheet import has_sheet
from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.contract_games import ContractGame
from tests.support.page_forms import page_forms, page_text
from tests.support.party import Answer, Party, Way
from tests.support.room_driver import random_result


class ContractParty(Party):
    """A room in which a game is played."""

    def __init__(self, clients: Clients, game: ContractGame, way: Way = "phones") -> None:
        super().__init__(clients, way=way)
        self.clients = clients
        self.game = game
        self._beside: dict[Seat, Play] = {}

    def start(self) -> "ContractParty":
        """Start a room from the start page, let everybody in, and begin the game."""
        self.open(self.game.name)
        self.clients.code = self.code
        options = dict(self.game.options)
        keeps = any(field.name == KEEP for field in form_fields(self.game.kind))
        kept = {"table": options.pop(KEEP, "cards")} if keeps else {}
        if options or kept:
            assert self.choose(self.game.name, **options, **kept)
        assert all(map(self.welcome, self.game.names))
        assert self.begin()
        return self

    def post(self, who: str, path: str, said: Sequence[tuple[str, str]] = ()) -> Answer:
        """See `Party`; it must be taken."""
        answer = super().post(who, path, said)
        assert answer.status_code < 400, (who, path, said, answer.text)
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
    def seats_with_phones(self) -> tuple[tuple[Seat, str], ...]:
        """The players who have phones, with the browsers of these."""
        players = self.state.record.players
        return tuple((s, self.room.name(s)) for s in players if self.room.seats[s].devices)

    @property
    def room_names(self) -> tuple[str, ...]:
        """The browsers of the players who have phones."""
        return tuple(who for _, who in self.seats_with_phones)

    def reveals(self) -> Iterator[GameState]:
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
            self._turn()
        raise AssertionError("nobody can go on")

    def ask_next(self) -> None:
        """Have the next question drawn at once, where the app asks."""
        state = self.state
        if state.awaits_question:
            asked = self.clients.host("question", at=f"{state.number}.{state.round_number}")
            assert asked.status_code == 303, asked.text

    def _turn(self) -> None:
        """Let the host reveal, or the next player enter."""
        state = self.state
        assert state.next_round is not None
        self.at_once = state.next_round.plays_at_once
        if state.awaits_question:
            self.ask_next()
        elif state.lists_left:
            self.go_on(f"{state.number}.{state.round_number}")
        elif self.way == "passed":
            assert self.pass_on()
        elif self.way == "host" and has_sheet(state):
            self._enter_on_pad()
        else:
            seat = state.must_call or state.must_lead or next(iter(state.thinking))
            assert self.enter_for(seat) if self.way == "host" else self.enter(self.room.name(seat))

    def _enter_on_pad(self) -> None:
        """Enter a round on the score sheet: all at once or, if it is not a result, some of it first."""
        page = self.page("host", "host/sheet")
        form = page_forms(page)["entry"]
        waiting = sorted(self.state.thinking, key=lambda seat: seat != self.state.must_lead)
        self._beside = {}
        said = self.on_pad(page, form, waiting[: 1 if self.rng.random() < 0.2 else None])
        self._beside = {}
        means = means_line(self.post("host", "host/sheet/check", said).text)
        before = len(self.state.rounds)
        self.send("host", form, said)
        if len(self.state.rounds) > before:
            assert not self.state.next_round or means == means_line(self.page("host", "host/sheet"))

    def results(self, seats: Sequence[Seat]) -> Mapping[Seat, object]:
        """Choose results that can stand together; numbers where none is a result."""
        if not self.state.open_round.is_result:
            return {seat: self.choose_play(seat, ()) for seat in seats if seat in self.state.thinking}
        return dict(zip(self.state.record.players, random_result(self.state, self.rng), strict=True))

    def choose_play(self, seat: Seat, keys: Sequence[str]) -> str:
        """Choose as a bot does, by any strategy, something that can lie beside what lies there already.

        Of `keys`, where there are some: these may be less exact than what a bot would choose.
        """
        state, rules = self.state, self.game.rules
        assert state.next_round is not None
        sight = bots.BotSight(rules, state.next_round.allowed[seat], state.score.latest(5))
        for _ in range(300):
            strategy = self.rng.choice((*bots.STRATEGIES, "random", "random"))
            play = bots.choose_play(strategy, sight, self.rng)
            if keys and str(play) not in keys:
                play = sight.allowed.read(self.rng.choice(keys))
            fits = play != state.hidden.get(seat) and self._fits({**self._beside, seat: play})
            if state.takes_lists or fits:
                self._beside |= {seat: play} if self._is_on_pad else {}
                return str(play)
        raise AssertionError("there is nothing to choose")

    @property
    def _is_on_pad(self) -> bool:
        return self.way == "host" and has_sheet(self.state)

    def _fits(self, entered: Mapping[Seat, Play]) -> bool:
        state = self.state
        plays = {**state.hidden, **entered}
        problems = state.scored.after(open_reveal(state, plays, state.call)).score.problems
        return not any(problem.player in plays for problem in problems)


def means_line(page: str) -> str:
    """Return what a score sheet says of an entry; it must not be a refusal."""
    [found] = re.findall(r'<p class="message" id="means".*?</p>', page, re.DOTALL)
    return page_text(found)


def strips(page: str, kind: str) -> list[dict[Seat, tuple[int, int]]]:
    """Return the strips in the scenes of a kind that a TV plays: scores before and after, by the seats."""
    pattern = r'data-strip="(\w+)" data-score="(-?\d+)" data-was="(-?\d+)"'
    [scenes] = re.findall(r'<template id="scenes".*?</template>', page, re.DOTALL)
    return [
        {seat: (int(was), int(score)) for seat, score, was in re.findall(pattern, scene)}
        for scene in scenes.split("data-scene=")[1:]
        if scene.startswith(f'"{kind}"')
    ]


def written(points: int) -> str:
    """Write points as screens do."""
    return str(format_value(points))
