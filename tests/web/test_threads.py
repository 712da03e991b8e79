"""A flood of requests or streams waits for itself: members, the laptop and other addresses go on."""

import asyncio
import http.client
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Request
from werkzeug.exceptions import ClientDisconnected
from werkzeug.test import EnvironBuilder

from companion.web.failed_visits import FailedVisits
from companion.web.middleware.clients import Capacity, Client
from companion.web.server.connection import Connection
from companion.web.server.threads import Rank, ThreadPools
from tests.support.clients import Clients
from tests.support.guest import Guest
from tests.support.server import Server

HOTSPOT, ELSEWHERE, FAR = "203.0.113.7", "198.51.100.9", "192.0.2.1"


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    """An application with a room, in which Ann plays, who is at the hotspot."""
    party = Clients(tmp_path)
    party.open()
    here = {"REMOTE_ADDR": HOTSPOT}
    party.browser("Ann").post(f"/{party.code}/join", data={"name": "Ann"}, environ_base=here)
    party.browser("Ann").get(f"/{party.code}", environ_base=here)
    yield party
    party.close()


@pytest.mark.parametrize(
    ("who", "address", "method", "path", "rank"),
    [
        ("Ann", FAR, "POST", "/{}/number", Rank.FORM),
        ("Ann, who follows", FAR, "POST", "/{}/number", Rank.PLAY),
        ("Ann, who follows", FAR, "POST", "/{}/leave", Rank.FORM),
        ("Ann", FAR, "GET", "/{}", Rank.MEMBER),
        ("host", FAR, "POST", "/{}/host/begin", Rank.FORM),
        ("host", FAR, "GET", "/{}/stream", Rank.MEMBER),
        ("new", "127.0.0.1", "GET", "/{}/tv", Rank.MEMBER),
        ("new", "::1", "POST", "/rooms", Rank.FORM),
        ("new", HOTSPOT, "GET", "/{}", Rank.NEAR),
        ("new", HOTSPOT, "POST", "/{}/join", Rank.NEWCOMER),
        ("new", FAR, "POST", "/{}/join", Rank.NEWCOMER),
        ("new", FAR, "GET", "/{}/result", Rank.STRANGER),
        ("Ann", FAR, "GET", "/", Rank.STRANGER),
        ("Ann", FAR, "GET", "/static/style.css", Rank.FILE),
        ("new", FAR, "GET", "/healthz", Rank.FILE),
        ("new", FAR, "GET", "/metrics", Rank.FILE),
        ("Ann", FAR, "GET", "/AAAA/result", Rank.STRANGER),
    ],
)
def test_members_and_the_laptop_come_first_then_addresses_of_members_then_others(
    clients: Clients, who: str, address: str, method: str, path: str, rank: Rank
) -> None:
    name, _, follows = who.partition(", ")
    cookie = clients.browser(name).get_cookie("companion")
    headers = [("Cookie", f"companion={cookie.value}")] if cookie else []
    headers += [("X-Follows", "1")] if follows else []
    for code in (clients.code, clients.code.lower()):
        built = EnvironBuilder(
            path.format(code), method=method, headers=headers, environ_base={"REMOTE_ADDR": address}
        )
        assert rank is ThreadPools(clients.app).rank(Request(built.get_environ()))[0]


class Line(Connection):
    """A connection that is open, of which no byte is sent."""

    def __init__(self) -> None:
        super().__init__(lambda **_: asyncio.Protocol(), Capacity(0, 0), print, FailedVisits(), app_state={})
        self.connection_made(asyncio.Transport())


class Threads:
    """What runs at the moment for whom, until all of it is let go."""

    def __init__(self) -> None:
        self.running: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self._lock, self._go = threading.Lock(), threading.Event()

    def work(self, who: str) -> Callable[[], str]:
        def run() -> str:
            with self._lock:
                for each in (who, "all"):
                    self.running[each] += 1
                    self.most[each] = max(self.most[each], self.running[each])
            self._go.wait(10)
            with self._lock:
                self.running.subtract([who, "all"])
            return who

        return run

    async def begun(self, *who: str) -> None:
        """Wait until something runs for each of these."""
        async with asyncio.timeout(10):
            while not all(self.running[each] for each in who):
                await asyncio.sleep(0.001)

    def let_go(self) -> None:
        self._go.set()


def test_whoever_floods_each_other_client_has_its_thread(clients: Clients) -> None:
    async def flood() -> list[str]:
        line, threads = ThreadPools(clients.app), Threads()

        def ask(rank: Rank, who: str, device: str = "") -> asyncio.Task[str]:
            return asyncio.create_task(
                line.run(rank, Client(device, who), Line(), threads.work(device or who))
            )

        floods = [ask(Rank.STRANGER, HOTSPOT) for _ in range(100)]
        floods += [ask(Rank.NEAR, HOTSPOT + "0") for _ in range(100)]
        floods += [ask(rank, HOTSPOT, "Mad") for rank in (Rank.MEMBER, Rank.FORM) for _ in range(20)]
        await threads.begun(HOTSPOT, HOTSPOT + "0", "Mad")
        honest = [
            ask(Rank.STRANGER, ELSEWHERE),
            ask(Rank.FORM, HOTSPOT, "Ann"),
            ask(Rank.MEMBER, HOTSPOT, "Ben"),
        ]
        await threads.begun(ELSEWHERE, "Ann", "Ben")
        threads.let_go()
        answers = await asyncio.gather(*floods, *honest)
        most = threads.most
        assert [1, 2, 2, 8] == [most[each] for each in (HOTSPOT, HOTSPOT + "0", "Mad", "all")]
        return answers

    assert {HOTSPOT: 100, HOTSPOT + "0": 100, "Mad": 40, ELSEWHERE: 1, "Ann": 1, "Ben": 1} == Counter(
        asyncio.run(flood())
    )


def test_of_plays_that_are_answered_together_one_that_fails_fails_alone(clients: Clients) -> None:
    def play(outcome: Callable[[], str]) -> Callable[[], Callable[[], str]]:
        return lambda: outcome

    def fail() -> str:
        raise LookupError

    async def answers() -> list[object]:
        pools, functions = ThreadPools(clients.app), (fail, play(fail), play(lambda: "in"))
        waiting = [
            pools.run(Rank.PLAY, Client(str(number), HOTSPOT), Line(), function)
            for number, function in enumerate(functions)
        ]
        return await asyncio.gather(*waiting, return_exceptions=True)

    assert [LookupError, LookupError, str] == [type(each) for each in asyncio.run(answers())]


def test_strangers_of_any_number_of_addresses_have_two_threads_and_the_laptop_as_many_as_members(
    clients: Clients,
) -> None:
    async def flood() -> list[int]:
        line, threads = ThreadPools(clients.app), Threads()
        asked = [(Rank.STRANGER, f"10.0.0.{number}") for number in range(50)] + [(Rank.MEMBER, "")] * 50
        tasks = [
            asyncio.create_task(line.run(rank, Client("", who), Line(), threads.work(rank.name)))
            for rank, who in asked
        ]
        await threads.begun("STRANGER", "MEMBER")
        threads.let_go()
        await asyncio.gather(*tasks)
        return [threads.most[each] for each in ("STRANGER", "MEMBER")]

    assert [2, 4] == asyncio.run(flood())


def test_who_waits_for_longer_than_the_connection_lasts_is_forgotten_at_once(clients: Clients) -> None:
    async def flood() -> list[str | BaseException]:
        line, threads = ThreadPools(clients.app), Threads()
        lines = [Line() for _ in range(100)]
        asked = [
            asyncio.create_task(
                line.run(Rank.STRANGER, Client("", HOTSPOT), each_line, threads.work(HOTSPOT))
            )
            for each_line in lines
        ]
        await threads.begun(HOTSPOT)
        for each_line in lines[:99]:  # the first is being answered, and the last waits on
            each_line.connection_lost(None)
        await asyncio.wait(asked[1:99], timeout=10)
        assert [False] + [True] * 98 + [False] == [each.done() for each in asked]
        threads.let_go()
        return await asyncio.gather(*asked, return_exceptions=True)

    found = asyncio.run(flood())
    assert [HOTSPOT] * 2 == [found[0], found[99]]
    assert {ClientDisconnected} == {type(each) for each in found[1:99]}


def take_all(capacity: Capacity, address: str, **known: bool) -> int:
    """Take all that an address can have, and return how much that was."""
    number = 0
    while capacity.take(address, **known):
        number += 1
    return number


def test_addresses_that_take_all_they_can_leave_some_for_the_next() -> None:
    streams = Capacity(3000, 1500)
    greedy = [take_all(streams, f"10.0.0.{number}") for number in range(11)]
    assert [1500, 750, 375, 188, 94] == greedy[:5]
    assert all(greedy)
    streams.give_back("10.0.0.0")
    assert streams.take("10.0.0.99")


def test_the_last_tenth_is_for_members_and_the_laptop() -> None:
    streams = Capacity(3000, 1500)
    for number in range(2000):
        streams.take(f"10.0.{number // 250}.{number % 250}", is_known=False)
        streams.take(f"10.0.{number // 250}.{number % 250}", is_known=False)
    assert not streams.take("192.0.2.1", is_known=False)
    assert 150 == take_all(streams, "192.0.2.1", is_known=True)
    assert 150 == take_all(streams, "")


def test_a_party_of_1500_behind_one_address_follows() -> None:
    assert 1500 == take_all(Capacity(3000, 1500), HOTSPOT)


def ask_over_and_over(
    server: Server, path: str, headers: dict[str, str], stop: threading.Event
) -> Counter[int]:
    """Flood a path over one connection, which is opened again where it was closed."""
    found: Counter[int] = Counter()
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    while not stop.is_set():
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        answer.read()
        found[answer.status] += 1
    line.close()
    return found


@pytest.mark.slow
def test_while_a_member_and_strangers_flood_every_number_is_stored(
    start_server: Callable[..., Server],
) -> None:
    server = start_server()
    host, ann, mad = (Guest(server.url) for _ in range(3))
    host.start_room()
    for name, guest in (("Ann", ann), ("Mad", mad), ("Ben", Guest(server.url))):
        guest.join(host.code, name)
    host.begin()
    at = ann.round_id()
    cookie = "; ".join(f"{each_cookie.name}={each_cookie.value}" for each_cookie in mad.cookies)
    stop, path = threading.Event(), f"/{host.code}/result"
    floods = [{"X-Forwarded-For": f"203.0.113.{number % 5}"} for number in range(40)]
    floods += [{"X-Forwarded-For": HOTSPOT, "Cookie": cookie}] * 60
    with ThreadPoolExecutor(len(floods)) as pool:
        flooding = [pool.submit(ask_over_and_over, server, path, flood, stop) for flood in floods]
        there = {"X-Forwarded-For": ELSEWHERE}
        try:
            sent = [
                ann.ask(f"/{host.code}/number", {"number": number, "at": at}, there).status
                for number in range(20)
            ]
        finally:
            stop.set()
    found: Counter[int] = sum((each.result() for each in flooding), Counter())
    assert [200] * 20 == sent
    assert {200} <= set(found) <= {200, 429}
    host.close_round()
    assert re.search(r"Ann,.*\b19\b", host.page("/rounds.csv").text)
