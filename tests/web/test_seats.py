"""Seats: leaving and returning, personal links to another phone, and claims."""

import re
from collections.abc import Callable

import pytest

from tests.conftest import Party, gather_at
from tests.support.guest import Answer, Guest, error_message
from tests.support.page_forms import page_text
from tests.support.server import Server

Gather = Callable[..., Party]
HTMX = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A server with a configured address."""
    running = Server(tmp_path_factory.mktemp("named"), "--url", "http://party.lan:8000").start()
    yield running
    complaints = running.errors()
    running.stop()
    assert "" == complaints


def link(guest: Guest) -> str:
    """Return the path of a new personal link."""
    found = re.search(r"http://party\.lan:8000(/[0-9A-Z]{4}/seat/[^<\s]+)<", guest.page("/another").text)
    assert found
    return found[1]


def stranger(server: Server, code: str) -> Guest:
    """Return a browser without a seat in the room."""
    guest = Guest(server.url)
    guest.code = code
    return guest


def named_in(answer: Answer) -> str:
    """Return the name of the player on a phone page."""
    found = re.search(r'<bdi class="who cut">([^<]*)<', answer.text)
    return found[1] if found else ""


def claimant(host: Guest) -> str:
    found = re.search(r'name="claimant" value="([^"]*)"', host.page("/host").text)
    assert found
    return found[1]


def test_joining_again_with_the_same_phone_is_coming_back(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    ann.ask(f"/{ann.code}/leave", {})
    assert "Ann" == named_in(ann.join(ann.code, "Somebody"))
    assert 'data-phase="enter"' in ann.page().text


class TestBlocked:
    """A browser that the host has blocked."""

    @pytest.fixture
    def blocked(self, party: Gather) -> Guest:
        host, (ann, _, _) = party("Ann", "Ben", "Cid")
        host.ask(f"/{host.code}/host/bar", {"seat": "1"})
        return ann

    def test_it_sees_a_sentence_and_nothing_else_and_can_do_nothing(self, blocked: Guest) -> None:
        form = {"name": "Zoe", "number": "5", "at": "1.1", "seat": "2", "call": "high"}
        before, code = blocked.version(), blocked.code
        seen = [blocked.page(path) for path in ("", "?asked=1", "/another", "/join")]
        actions = ("join", "number", "list", "call", "back", "claim")
        for answer in (*seen, *(blocked.ask(f"/{code}/{action}", form) for action in actions)):
            assert (403, "The host has blocked this phone from the room") == (
                answer.status,
                error_message(answer),
            )
            assert "Ben" not in answer.text
            assert f'href="/{code}"' not in answer.text
        assert before == blocked.version()

    def test_its_open_page_loads_itself_anew(self, blocked: Guest) -> None:
        answer = blocked.ask(f"/{blocked.code}", headers=HTMX)
        assert ("", "true") == (answer.text, answer.headers["HX-Refresh"])

    def test_its_seat_is_not_offered_to_others(self, server: Server, blocked: Guest) -> None:
        page = stranger(server, blocked.code).page().text
        assert ["Ben", "Cid"] == re.findall(r'name="seat" value="\d+">.*?<bdi>([^<]*)', page)


def test_a_locked_room_says_so_before_and_after_somebody_types(server: Server, party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    host.ask(f"/{host.code}/host/lock", {"locked": "yes"})
    page = stranger(server, host.code).page().text
    assert "The room is locked: nobody new can join until the host opens it." in page
    assert "Your name" not in page
    assert "I was here before" in page
    answer = stranger(server, host.code).join(host.code, "Zoe")
    assert (403, "The room is locked: ask the host to unlock it") == (answer.status, error_message(answer))


class TestAnotherPhone:
    """Continuing on another phone, by a personal link."""

    @pytest.mark.slow
    def test_the_page_shows_the_link_as_a_code_and_an_address(self, named: Server) -> None:
        _, (ann, *_) = gather_at(named, "Ann", "Ben", "Cid")
        page = ann.page("/another").text
        assert f"http://party.lan:8000/{ann.code}/seat/" in page
        assert "<svg" in page
        assert "localhost" not in page
        assert link(ann) != link(ann)

    def test_without_an_address_that_phones_reach_it_says_so(self, party: Gather) -> None:
        _, (ann, *_) = party("Ann", "Ben", "Cid")
        answer = ann.page("/another")
        assert 200 == answer.status
        assert "No network found" in answer.text or "/seat/" in answer.text
        assert "127.0.0.1" not in answer.text

    def test_looking_at_a_link_changes_nothing_and_using_it_gives_the_seat(self, named: Server) -> None:
        host, (ann, *_) = gather_at(named, "Ann", "Ben", "Cid")
        path, new = link(ann), stranger(named, host.code)
        before = host.version()
        for guest in (new, Guest(named.url), host):
            answer = guest.ask(path)
            assert 200 == answer.status
            assert "Go on as <bdi>Ann</bdi> on this phone?" in answer.text
        assert before == host.version()
        assert "Ann" == named_in(new.ask(path, {}))
        assert "Ann" == named_in(ann.page())
        new.send(7)
        assert '<strong class="number">7</strong>' in new.page().text
        elsewhere = "It was sent from another phone of Ann, and is hidden here until the reveal."
        assert elsewhere in page_text(ann.page().text)
        assert '<strong class="number">' not in ann.page().text

    def test_a_link_works_once_and_a_second_tap_is_harmless(self, named: Server) -> None:
        host, (ann, *_) = gather_at(named, "Ann", "Ben", "Cid")
        path, new = link(ann), stranger(named, host.code)
        new.ask(path, {})
        before = host.version()
        for form in (None, {}):
            assert "Ann" == named_in(new.ask(path, form))
            answer = Guest(named.url).ask(path, form)
            assert (409, "This link was used already: ask for a new one") == (
                answer.status,
                error_message(answer),
            )
        assert before == host.version()

    @pytest.mark.parametrize("form", [None, {}])
    def test_another_rooms_link_and_nonsense_are_refused(
        self, named: Server, form: dict[str, object] | None
    ) -> None:
        host, (ann, *_) = gather_at(named, "Ann", "Ben", "Cid")
        other, (dan, *_) = gather_at(named, "Dan", "Eve", "Fay")
        text = link(ann).rpartition("/")[2]
        before = host.version()
        sentence = (422, "This link is not complete: ask for a new one")
        for code, wrong in ((other.code, text), (host.code, text[:-3]), (host.code, "x"), (host.code, "%00")):
            answer = dan.ask(f"/{code}/seat/{wrong}", form)
            assert sentence == (answer.status, error_message(answer))
        assert before == host.version()

    def test_a_link_to_become_host_gives_no_seat(self, named: Server) -> None:
        host, _ = gather_at(named, "Ann", "Ben", "Cid")
        found = re.search(r"/become/([^<\s]+)<", host.page("/host/room/second").text)
        assert found
        answer = Guest(named.url).ask(f"/{host.code}/seat/{found[1]}")
        assert (422, "This link is not one to a seat: ask for a new one") == (
            answer.status,
            error_message(answer),
        )

    def test_a_browser_without_a_seat_gets_no_link(self, server: Server, party: Gather) -> None:
        host, _ = party("Ann", "Ben", "Cid")
        for guest in (stranger(server, host.code), host):
            answer = guest.page("/another")
            assert (403, "You have no seat in this room: join first") == (
                answer.status,
                error_message(answer),
            )

    def test_the_pages_of_links_are_never_kept(self, named: Server) -> None:
        _, (ann, *_) = gather_at(named, "Ann", "Ben", "Cid")
        for answer in (ann.page("/another"), Guest(named.url).ask(link(ann))):
            assert "no-store" in answer.headers["Cache-Control"]
            assert "same-origin" == answer.headers["Referrer-Policy"]


class TestClaiming:
    """A new browser claims the seat of a player."""

    def test_everybody_who_has_a_seat_is_offered_also_who_has_left(
        self, server: Server, party: Gather
    ) -> None:
        host, (ann, *_) = party("Ann", "Ben", "Cid")
        ann.ask(f"/{ann.code}/leave", {})
        host.ask(f"/{host.code}/host/add", {"name": "<Dot>"})
        page = stranger(server, host.code).page().text
        found = re.findall(r'name="seat" value="(\d+)">.*?<bdi>([^<]*)', page)
        assert [("1", "Ann"), ("2", "Ben"), ("3", "Cid"), ("4", "&lt;Dot&gt;")] == found

    def test_the_host_accepts_a_claim(self, server: Server, party: Gather) -> None:
        host, (ann, *_) = party("Ann", "Ben", "Cid")
        ann.send(7)
        new = stranger(server, host.code)
        answer = new.ask(f"/{host.code}/claim", {"seat": "1"})
        assert answer.url.endswith(f"/{host.code}?asked=1")
        assert "Waiting for the host to accept you as <bdi>Ann</bdi>" in answer.text
        assert "7</strong>" not in answer.text
        fragment = new.ask(f"/{host.code}?asked=1", headers=HTMX).text
        assert fragment.lstrip().startswith('<div id="live"')
        host.ask(f"/{host.code}/host/admit", {"claimant": claimant(host)})
        lead = new.ask(f"/{host.code}?asked=1", headers=HTMX)
        assert ("", f"/{host.code}") == (lead.text, lead.headers["HX-Redirect"])
        assert "Ann" == named_in(new.page("?asked=1"))
        assert '<strong class="number">' not in new.page().text
        assert "Another phone plays as Ann now. Was that you?" in page_text(ann.page().text)

    def test_the_host_denies_it(self, server: Server, party: Gather) -> None:
        host, _ = party("Ann", "Ben", "Cid")
        new = stranger(server, host.code)
        new.ask(f"/{host.code}/claim", {"seat": "1"})
        host.ask(f"/{host.code}/host/deny", {"claimant": claimant(host)})
        lead = new.ask(f"/{host.code}?asked=1", headers=HTMX)
        assert ("", f"/{host.code}?asked=1") == (lead.text, lead.headers["HX-Redirect"])
        page = new.page("?asked=1").text
        assert "The host did not accept you as <bdi>Ann</bdi>." in page
        assert "Your name" in page
        assert "The host did not" not in new.page().text


def test_who_types_a_name_that_is_taken_is_told_once(server: Server, party: Gather) -> None:
    host, _ = party("Sam", "Ben", "Cid")
    other = Guest(server.url)
    answer = other.join(host.code, " sam ")
    assert "sam 2" == named_in(answer)
    assert "Somebody is called <bdi>Sam</bdi> already, so you are <bdi>sam 2</bdi>." in answer.text
    assert "Somebody is called" not in other.page().text
