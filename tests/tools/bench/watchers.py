"""A room that thousands watch, who are idle, or bet and react as often as their pages let them."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

from companion.live.reactions import seconds_between
from tests.support.service import Service
from tests.tools.bench.party import LATE, Party, Phone, Shown
from tests.tools.bench.screens import Answer, Screen

_BETTING = 20.0  # seconds of a round in which all who watch bet


class WatchedParty(Party):
    """Players, and others who watch them: in a round all of these bet and react, or nobody does."""

    def __init__(self, service: Service, size: int, watchers: int) -> None:
        super().__init__(service, size)
        self._watchers = [Phone(self.poller, service.at) for _ in range(watchers)]
        self._reacted = 0  # how many reactions were sent: watchers react in turn
        self._is_lively = False

    @property
    def screens(self) -> list[Screen]:
        return [*(each.screen for each in self._watchers), *self.player_screens]

    def follow(self) -> None:
        """Open the streams of players and TV, then the page and the stream of each who watches."""
        super().follow()
        for each in self._watchers:
            page, answers = self._request(each, "/watch"), list[Answer]()
            each.ask(page, answers.append)
            self._await(answers, 1)
            cookie = re.search(rb"set-cookie: (companion=[^;]+)", answers[0].head, re.IGNORECASE)
            assert cookie, answers
            each.cookie = cookie[1].decode()
            stream, page = (self._request(each, path) for path in ("/stream?screen=watch", "/watch"))
            each.screen = Screen(self.poller, each, stream, page)
            each.close()

    def wrong(self) -> int:
        """Count the wrong screens; a page that watches names only the round after the one that it shows."""
        watching = [each.screen for each in self._watchers]
        next_round = rf"1\.{len(self.sent) + 1}"
        return super().wrong() + self.count_wrong(watching, next_round)

    def round(self, *, is_lively: bool) -> Shown:
        """Play a round whose last number comes alone; in a lively one, after bets and among reactions."""
        *others, last = self.draw()
        self._send(others)
        if is_lively:
            self._bet()
        self._is_lively = is_lively
        return self.play([last])

    def _settle(self) -> int:
        version = super()._settle()
        if self._is_lively:  # they react up to the moment at which the last number comes
            begin, count = perf_counter(), self._reactions_in(1.0)
            for number in range(count):
                self.rest(begin + number / count - perf_counter())
                self._react([])
        return version

    def _reactions_in(self, seconds: float) -> int:
        """Return how often all who watch react in some seconds, as their pages let them."""
        return round(seconds * len(self._watchers) / seconds_between(len(self.screens)))

    def _bet(self) -> None:
        """Let each who watches bet at some moment, and all of them react meanwhile."""
        answers, acts = list[Answer](), list[Callable[[list[Answer]], None]]()
        acts += [partial(self._bet_of, each) for each in self._watchers]
        acts += [self._react] * self._reactions_in(_BETTING)
        self._chance.shuffle(acts)
        begin = perf_counter()
        for number, act in enumerate(acts):
            self.rest(begin + _BETTING * number / len(acts) - perf_counter())
            act(answers)
        self._await(answers, len(acts))

    def _bet_of(self, watcher: Phone, answers: list[Answer]) -> None:
        form = f"choice=1.{len(self.sent)}.{self._chance.randint(1, self.size)}"
        self._post(watcher, "/bet", form, answers)

    def _react(self, answers: list[Answer]) -> None:
        watcher = self._watchers[self._reacted % len(self._watchers)]
        self._reacted += 1
        self._post(watcher, "/react", "kind=clap", answers)

    def _post(self, watcher: Phone, path: str, form: str, answers: list[Answer]) -> None:
        watcher.connect()
        watcher.ask(self._request(watcher, path, form), answers.append)

    def _await(self, answers: Sequence[Answer], count: int) -> None:
        assert self.poller.run(lambda: len(answers) == count, LATE), "some requests were not answered"
        assert all(answer.status in (200, 204) for answer in answers), answers
