"""The stream brings TVs and phones what they show: the same to all, and to each player his or her own."""

import http.cookiejar
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.conftest import Party, gather_at
from tests.support.guest import Guest
from tests.support.server import Server

Gather = Callable[..., Party]
RANGE = {"low": 0, "high": 999_999_999}


@dataclass(frozen=True)
class Heard:
    """One event of a stream: the version, what is somebody's own, and what is everybody's."""

    version: int
    own: str
    shared: str


class Listener:
    """A screen's stream."""

    def __init__(self, answer: HTTPResponse) -> None:
        self._answer = answer

    def next(self) -> Heard:
        fields: dict[str, list[str]] = {"id": [], "event": [], "data": []}
        while (line := self._answer.readline().decode()) != "\n" or not fields["data"]:
            if not line:
                raise EOFError
            name, _, value = line.rstrip("\n").partition(":")
            if name:
                fields[name].append(value.removeprefix(" "))
        *own, shared = fields["data"]
        if fields["event"] == ["own"]:
            return Heard(int(shared), "".join(own), "")
        return Heard(int(fields["id"][0]), "".join(own), shared)

    def until(self, version: int) -> Heard:
        """Hear what the stream says of a version, or of a later one."""
        heard = self.next()
        return heard if heard.version >= version else self.until(version)


def cookies(guest: Guest) -> str:
    """Return the cookies of somebody's browser as a header."""
    jars = (each for each in guest._opener.handlers if isinstance(each, urllib.request.HTTPCookieProcessor))
    jar: http.cookiejar.CookieJar = next(jars).cookiejar
    return "; ".join(f"{each.name}={each.value}" for each in jar)


@contextmanager
def listening(server: Server, guest: Guest, query: str) -> Iterator[Listener]:
    """Open the stream of somebody's screen, and hear first which version that is."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", f"/{guest.code}/stream?{query}", headers={"Cookie": cookies(guest)})
    with closing(connection), connection.getresponse() as answer:
        listener = Listener(answer)
        assert str(guest.version()) == listener.next().shared
        yield listener


PHONE = "screen=phone&lang=en"


def test_G4_a_reveal_is_the_same_bytes_for_all_phones_and_says_to_whom_what_happened(
    server: Server, party: Gather
) -> None:
    host, (ann, ben, cid) = party("Ann", "Ben", "Cid")
    for guest, number in ((ann, 1), (ben, 50)):
        guest.send(number)
    with listening(server, ann, PHONE) as anns, listening(server, ben, PHONE) as bens:
        cid.send(99)
        heard = anns.next()
        assert heard == bens.next()
        assert (host.version(), "") == (heard.version, heard.own)
        assert f'data-v="{heard.version}"' in heard.shared
        told = re.findall(
            r'<section class="outcome awaits-round (\w+)( scored)?"[^>]* data-seats="([^"]*)"> <h1>(.*?)</h1>'
            r".*?</span> (.*?)</p>",
            heard.shared,
        )
        assert [
            ("low", "", "1", "Too low by 49", "50 scored. 51 to 98 would have scored."),
            ("won", " scored", "2", "MIDDLE!", "50 is the middle: 1 point for you"),
            ("high", "", "3", "Too high by 49", "50 scored. 2 to 49 would have scored."),
        ] == told


def test_a_number_goes_over_its_owners_stream_and_over_no_other(server: Server, party: Gather) -> None:
    host, (ann, ben, _) = party("Ann", "Ben", "Cid", **RANGE)
    with (
        listening(server, ann, PHONE) as anns,
        listening(server, ben, PHONE) as bens,
        listening(server, host, PHONE) as hosts,
        listening(server, host, "screen=tv&lang=en") as tvs,
    ):
        ann.send(271_828_182)
        newest = host.version()
        assert "271828182" in anns.until(newest).own
        others = [each.until(newest) for each in (bens, hosts, tvs)]
        assert [] == [each for each in others if "271828182" in each.own + each.shared]


@pytest.mark.slow
def test_a_tv_is_sent_scenes_only_with_the_change_that_brings_them_and_finds_them_in_its_page(
    server: Server, party: Gather
) -> None:
    host, guests = party("Ann", "Ben", "Cid")
    with listening(server, host, "screen=tv&lang=en") as tv:
        kinds = []
        for guest, number in zip((*guests, guests[0]), (1, 5, 9, 7), strict=True):
            guest.send(number)
            scenes = tv.until(host.version()).shared.partition('<template id="scenes"')[2]
            kinds.append(re.findall(r'data-scene="(\w+)"', scenes))
    assert [[], [], ["reveal"], []] == kinds
    assert 'data-scene="reveal"' in host.page("/tv").text.partition('<template id="scenes"')[2]


def test_each_screen_is_sent_its_language_and_a_page_of_another_kind_only_the_version(
    server: Server, party: Gather
) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    with (
        listening(server, host, "screen=tv&lang=ja") as japanese,
        listening(server, host, "screen=tv&lang=en") as english,
        listening(server, host, "screen=unheard&lang=of") as bare,
    ):
        ann.send(1)
        assert "3人中1人" in japanese.next().shared
        assert "1 of 3 are in" in english.next().shared
        assert str(host.version()) == bare.next().shared


def test_a_phone_whose_player_has_another_name_is_told_to_fetch_its_page(
    server: Server, party: Gather
) -> None:
    host, (ann, ben, _) = party("Ann", "Ben", "Cid")
    with listening(server, ann, PHONE) as anns, listening(server, ben, PHONE) as bens:
        host.ask(f"/{host.code}/host/rename", {"seat": "1", "name": "Anna"})
        assert str(host.version()) == anns.next().shared
        assert ">Anna</bdi>" in bens.next().shared


def test_of_many_numbers_that_come_at_once_only_the_newest_state_is_told(
    server: Server, party: Gather
) -> None:
    host, guests = party(*(f"P{n}" for n in range(12)))
    with listening(server, host, "screen=tv&lang=en") as tvs:
        places = [guest.round_id() for guest in guests]
        before = host.version()
        for number, (guest, at) in enumerate(zip(guests[:-1], places, strict=False)):
            guest.send(number, at)
        told = [tvs.next()]
        while told[-1].version < before + 11:
            told.append(tvs.next())
    assert "11 of 12 are in" in told[-1].shared


def test_who_changes_a_number_and_at_once_changes_it_back_is_told_what_stands(
    server: Server, party: Gather
) -> None:
    host, (ann, ben, _, _) = party("Ann", "Ben", "Cid", "Dee")
    at = ann.round_id()
    ann.send(1, at)
    with listening(server, ann, PHONE) as anns:
        ben.send(7, at)  # what comes soon after it is told together
        ann.send(2, at)
        ann.send(1, at)
        assert '<strong class="number">1</strong>' in anns.until(host.version()).own


@pytest.mark.slow
def test_streams_end_when_the_server_stops_and_phones_find_the_next_one(
    start_server: Callable[..., Server],
) -> None:
    server = start_server()
    host, (ann, _, _) = gather_at(server, "Ann", "Ben", "Cid")
    with listening(server, ann, PHONE) as anns:
        begun = time.monotonic()
        server.stopping()
        assert time.monotonic() - begun < 5
        with pytest.raises(EOFError):
            anns.next()
    server.start()
    with listening(server, ann, PHONE) as anns:
        ann.send(1)
        assert host.version() == anns.next().version
