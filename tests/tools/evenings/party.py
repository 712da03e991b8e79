"""The people of one evening: the host, and players with phones or without."""

import random
import re
from collections import Counter
from collections.abc import Mapping

from tests.support.guest import Answer, Guest

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
WAYS = ("phones", "phones", "mixed", "host", "passed")
"""Who enters: each on a phone; some, and the host for the others; the host alone; one phone passed round."""


class ServerError(Exception):
    """The server had an error of its own."""


class Browser(Guest):
    """A browser that accepts a refusal, but no error of the server."""

    def _send(self, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        answer = super()._send(path, data, headers)
        if answer.status >= 500:
            raise ServerError(f"{path} answers {answer.status}")
        return answer


class Party:
    """A room, with what its browsers can do; `counts` has what was done."""

    def __init__(self, url: str, rng: random.Random, counts: Counter[str]) -> None:
        self.url = url
        self.rng = rng
        self.counts = counts
        self.host: Guest = Browser(url)
        self.host.ask("/")
        self.host.start_room()
        self.way = rng.choice(WAYS)
        self.phones: dict[str, Guest] = {}
        self.names: list[str] = []
        self.laid: set[str] = set()
        """The cards of this game that lie, so that nobody tries them again."""
        self.came_late = 0
        self.options: Mapping[str, object] = {"game": "good-enough"}
        self.low, self.high, self.at_once = 1, 5, 1
        for _ in range(rng.randint(3, 5)):
            self.welcome()

    @property
    def seats_without_phone(self) -> list[str]:
        """The seats for which the host enters."""
        return [str(seat) for seat, name in enumerate(self.names, 1) if name not in self.phones]

    def welcome(self) -> None:
        """Let one more in, with a phone or without, as this evening goes."""
        name = NAMES[len(self.names)]
        self.names.append(name)
        if self.way == "phones" or (self.way == "mixed" and self.rng.random() < 0.6):
            self.phones[name] = self.new_phone()
            self.phones[name].join(self.host.code, name)
        else:
            self.act("add", name=name)

    def new_phone(self) -> Guest:
        """Return a browser that has opened the room."""
        phone = Browser(self.url)
        phone.code = self.host.code
        phone.page()
        return phone

    def act(self, action: str, /, **form: object) -> Answer:
        """Send an action of the host."""
        return self.host.ask(f"/{self.host.code}/host/{action}", form)

    def begin(self, options: Mapping[str, object]) -> None:
        """Know which numbers a game takes; none of its cards lies yet."""
        self.options = options
        self.laid.clear()
        self.low, self.high = int(str(options.get("low") or 0)), int(str(options.get("high") or 100))
        self.at_once = int(str(options.get("nesting") or options.get("rounds") or 1)[:1])

    def number(self) -> int:
        """Choose a number, of few, so that some are equal."""
        return self.rng.randint(self.low, min(self.low + 4, self.high))


def first(pattern: str, page: str) -> str:
    """Return what a pattern finds first, or an empty text."""
    found = re.search(pattern, page)
    return found[1] if found else ""
