"""Seats: leaving and returning, personal links to another phone, and claims."""

import re
from collections.abc import Callable

import pytest

from companion.web import links
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


class TestLeaving:
    """Leaving and returning."""

    def test_rounds_do_not_wait_for_a_player_who_left_and_keeps_the_points(self, party: Gather) -> None:
        host, (ann, ben, cid) = party("Ann", "Ben", "Cid")
        for guest, number in ((ann, 5), (ben, 1), (cid, 9)):
            guest.send(number)
        answer = ann.ask(f"/{ann.code}/leave", {})
        assert "You have left the room" in answer.text
        assert 'data-phase="away"' in answer.text
        assert re.search(r'>Ann</bdi>.*?class="points">1<', answer.text, re.S)
        ben.send(2)
        cid.send(3)
        assert "Round 3 of 5" in host.page("/tv").text

    def test_a_player_who_returns_has_the_same_seat(self, party: Gather) -> None:
        host, (ann, _, _) = party("Ann", "Ben", "Cid")
        ann.ask(f"/{ann.code}/leave", {})
        assert "0 of 2 are in" in host.page("/tv").text
        assert 'data-phase="enter"' in ann.ask(f"/{ann.code}/back", {}).text
        assert "0 of 3 are in" in host.page("/tv").text

    def test_joining_again_with_the_same_phone_is_coming_back(self, party: Gather) -> None:
        _, (ann, _, _) = party("Ann", "Ben", "Cid")
        ann.ask(f"/{ann.code}/leave", {})
        assert "Ann" == named_in(ann.join(ann.code, "Somebody"))
        assert 'data-phase="enter"' in ann.page().text

    def test_a_second_tap_is_harmless(self, party: Gather) -> None:
        host, (ann, _, _) = party("Ann", "Ben", "Cid")
        for action in ("leave", "back"):
            ann.ask(f"/{ann.code}/{action}", {})
            before = host.version()
            assert 200 == ann.ask(f"/{ann.code}/{action}", {}).status
            assert before == host.version()

    def test_the_script_gets_the_part_that_changed(self, party: Gather) -> None:
        _, (ann, _, _) = party("Ann", "Ben", "Cid")
        answer = ann.ask(f"/{ann.code}/leave", {}, HTMX)
        assert answer.text.lstrip().startswith('<section id="own"')
        assert "You have left the room" in answer.text

    def test_whom_the_host_removed_may_come_back(self, party: Gather) -> None:
        host, (ann, _, _) = party("Ann", "Ben", "Cid")
        host.ask(f"/{host.code}/host/remove", {"seat": "1"})
        assert "You have left the room" in ann.page().text
        assert 'data-phase="enter"' in ann.ask(f"/{ann.code}/back", {}).text

    def test_a_player_who_sits_out_is_told_and_can_still_send(self, party: Gather) -> None:
        host, (ann, _, _) = party("Ann", "Ben", "Cid")
        host.ask(f"/{host.code}/host/out", {"seat": "1"})
        sentence = "You sit out: rounds do not wait for you. You can still send a number."
        assert sentence in ann.page().text
        assert sentence not in host.page("/tv").text
        assert "Your number is in" in ann.send(5).text

    @pytest.mark.parametrize("action", ["leave", "back"])
    def test_a_browser_without_a_seat_can_neither_leave_nor_return(
        self, server: Server, party: Gather, action: str
    ) -> None:
        host, _ = party("Ann", "Ben", "Cid")
        elsewhere, (other, *_) = party("Dan", "Eve", "Fay")
        for guest in (stranger(server, host.code), other, elsewhere):
            answer = guest.ask(f"/{host.code}/{action}", {})
            assert (403, "You have no seat in this room: join first") == (
                answer.status,
                error_message(answer),
            )


class TestBlocked:
    """A browser that the host has blocked."""

    @pytest.fixture
    def blocked(self, party: Gather) -> Guest:
        host, (ann, _, _) = party("Ann", "Ben", "Cid")
        host.ask(f"/{host.code}/host/bar", {"seat": "1"})
        return ann

    @pytest.mark.parametrize("path", ["", "?asked=1", "/another", "/join"])
    def test_it_sees_a_sentence_and_nothing_else(self, blocked: Guest, path: str) -> None:
        answer = blocked.page(path)
        assert (403, "The host has blocked this phone from the room") == (
            answer.status,
            error_message(answer),
        )
        assert "Ben" not in answer.text
        assert f'href="/{blocked.code}"' not in answer.text

    @pytest.mark.parametrize("action", ["join", "number", "list", "call", "back", "claim"])
    def test_it_can_do_nothing(self, blocked: Guest, action: str) -> None:
        form = {"name": "Zoe", "number": "5", "at": "1.1", "seat": "2", "call": "high"}
        before = blocked.version()
        answer = blocked.ask(f"/{blocked.code}/{action}", form)
        assert (403, "The host has blocked this phone from the room") == (
            answer.status,
            error_message(answer),
        )
        assert before == blocked.version()

    def test_its_open_page_loads_itself_anew(self, blocked: Guest) -> None:
        answer = blocked.ask(f"/{blocked.code}", headers=HTMX)
        assert ("", "true") == (answer.text, answer.headers["HX-Refresh"])

    def test_its_seat_is_not_offered_to_others(self, server: Server, blocked: Guest) -> None:
        page = stranger(server, blocked.code).page().text
        assert ["Ben", "Cid"] == re.findall(r'name="seat" value="\d+">.*?<bdi>([^<]*)', page)


class TestLocked:
    """A room that is closed to newcomers."""

    @pytest.fixture
    def locked(self, party: Gather) -> Guest:
        host, _ = party("Ann", "Ben", "Cid")
        host.ask(f"/{host.code}/host/lock", {"locked": "yes"})
        return host

    def test_it_says_so_before_anybody_types(self, server: Server, locked: Guest) -> None:
        page = stranger(server, locked.code).page().text
        assert "The room is locked: nobody new can join until the host opens it." in page
        assert "Your name" not in page
        assert "I was here before" in page

    def test_who_typed_before_it_was_locked_is_told(self, server: Server, locked: Guest) -> None:
        answer = stranger(server, locked.code).join(locked.code, "Zoe")
        assert (403, "The room is locked: ask the host to unlock it") == (
            answer.status,
            error_message(answer),
        )

    def test_a_seat_can_be_claimed_all_the_same(self, server: Server, locked: Guest) -> None:
        guest = stranger(server, locked.code)
        guest.ask(f"/{locked.code}/claim", {"seat": "2"})
        locked.ask(f"/{locked.code}/host/admit", {"claimant": claimant(locked)})
        assert "Ben" == named_in(guest.page())


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

    def test_a_browser_with_another_seat_is_told_and_moves(self, named: Server) -> None:
        host, (ann, ben, _) = gather_at(named, "Ann", "Ben", "Cid")
        path = link(ann)
        assert "So far this phone plays as <b><bdi>Ben</bdi></b>" in ben.ask(path).text
        assert "Ann" == named_in(ben.ask(path, {}))
        assert "0 of 2 are in" in host.page("/tv").text

    def test_the_way_back_in_for_who_had_left(self, named: Server) -> None:
        host, (ann, *_) = gather_at(named, "Ann", "Ben", "Cid")
        path = link(ann)
        ann.ask(f"/{ann.code}/leave", {})
        stranger(named, host.code).ask(path, {})
        assert 'data-phase="enter"' in ann.page().text

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

    def test_a_link_of_a_player_who_is_blocked_is_refused(self, named: Server) -> None:
        host, (ann, *_) = gather_at(named, "Ann", "Ben", "Cid")
        path = link(ann)
        host.ask(f"/{host.code}/host/bar", {"seat": "1"})
        answer = Guest(named.url).ask(path, {})
        assert (403, "The host has blocked Ann from the room") == (answer.status, error_message(answer))

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


def test_a_link_is_good_for_a_day() -> None:
    assert 24 * 3600 == links.SEAT_LINK_AGE


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

    def test_nobody_is_offered_in_an_empty_room(self, server: Server) -> None:
        host = Guest(server.url)
        host.start_room()
        assert "I was here before" not in stranger(server, host.code).page().text

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

    @pytest.mark.parametrize("revealed", [False, True])
    def test_the_TV_tells_it_once_in_a_round_and_beside_a_reveal(
        self, server: Server, party: Gather, revealed: bool
    ) -> None:
        host, (ann, ben, cid) = party("Ann", "Ben", "Cid")
        for guest, number in ((ann, 5), (ben, 1), (cid, 9)):
            if revealed:
                guest.send(number)
        new = stranger(server, host.code)
        new.ask(f"/{host.code}/claim", {"seat": "1"})
        host.ask(f"/{host.code}/host/admit", {"claimant": claimant(host)})
        cid.ask(f"/{host.code}/leave", {})
        tv = page_text(host.page("/tv").text)
        assert 1 == tv.count("Another phone plays as Ann now: the host let it in.")
        assert "The host had another phone play as Ann." not in tv
        assert "Cid left." in tv

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

    def test_a_claimant_can_join_as_a_new_player_instead(self, server: Server, party: Gather) -> None:
        host, _ = party("Ann", "Ben", "Cid")
        new = stranger(server, host.code)
        new.ask(f"/{host.code}/claim", {"seat": "1"})
        answer = new.ask(f"/{host.code}/withdraw", {})
        assert "Your name" in answer.text
        assert "did not accept you" not in answer.text
        answer = new.ask(f"/{host.code}/withdraw", {})
        assert (409, "That was answered already") == (answer.status, error_message(answer))
        assert 'name="claimant"' not in host.page("/host").text

    def test_joining_as_a_new_player_withdraws_the_claim(self, server: Server, party: Gather) -> None:
        host, _ = party("Ann", "Ben", "Cid")
        new = stranger(server, host.code)
        new.ask(f"/{host.code}/claim", {"seat": "1"})
        assert "Dot" == named_in(new.join(host.code, "Dot"))
        assert 'name="claimant"' not in host.page("/host").text

    def test_a_second_tap_is_harmless(self, server: Server, party: Gather) -> None:
        host, _ = party("Ann", "Ben", "Cid")
        new = stranger(server, host.code)
        new.ask(f"/{host.code}/claim", {"seat": "1"})
        before = host.version()
        assert 200 == new.ask(f"/{host.code}/claim", {"seat": "1"}).status
        assert before == host.version()

    @pytest.mark.parametrize("seat", ["", "9", "Ann", "<b>", "1" * 500])
    def test_a_seat_that_there_is_not_is_refused(self, server: Server, party: Gather, seat: str) -> None:
        host, _ = party("Ann", "Ben", "Cid")
        answer = stranger(server, host.code).ask(f"/{host.code}/claim", {"seat": seat})
        assert (422, "There is no such player in this room") == (answer.status, error_message(answer))
        assert "Your name" in answer.text

    def test_who_has_a_seat_claims_no_other(self, party: Gather) -> None:
        _, (ann, *_) = party("Ann", "Ben", "Cid")
        answer = ann.ask(f"/{ann.code}/claim", {"seat": "2"})
        assert (422, "This phone has a seat already") == (answer.status, error_message(answer))
        assert "Ann" == named_in(answer)

    def test_nonsense_about_what_was_asked_does_no_harm(self, server: Server, party: Gather) -> None:
        host, (ann, *_) = party("Ann", "Ben", "Cid")
        assert "Your name" in stranger(server, host.code).page("?asked=nobody").text
        assert "Ann" == named_in(ann.page("?asked=3"))


class TestSameName:
    """Two people with the same name are two people."""

    def test_who_types_a_name_that_is_taken_is_told_once(self, server: Server, party: Gather) -> None:
        host, _ = party("Sam", "Ben", "Cid")
        other = Guest(server.url)
        answer = other.join(host.code, " sam ")
        assert "sam 2" == named_in(answer)
        assert "Somebody is called <bdi>Sam</bdi> already, so you are <bdi>sam 2</bdi>." in answer.text
        assert "Somebody is called" not in other.page().text

    def test_who_has_a_name_alone_is_told_nothing(self, server: Server, party: Gather) -> None:
        host, (sam, *_) = party("Sam", "Ben", "Cid")
        assert "Somebody is called" not in Guest(server.url).join(host.code, "Dot").text
        assert "Somebody is called" not in sam.join(host.code, "Sam").text


@pytest.mark.parametrize("tail", ["/leave", "/back", "/claim", "/withdraw"])
def test_reloading_where_a_form_was_refused_leads_back_to_the_phone_page(party: Gather, tail: str) -> None:
    _, (ann, *_) = party("Ann", "Ben", "Cid")
    assert ann.page(tail).url.endswith(f"/{ann.code}")


@pytest.mark.parametrize("path", ["/another", "/seat/x", "/leave", "/claim", "/withdraw", "/host/pass"])
@pytest.mark.parametrize("form", [None, {}])
def test_an_unknown_room_is_said_to_be_unknown(
    server: Server, path: str, form: dict[str, object] | None
) -> None:
    answer = Guest(server.url).ask("/AAA9" + path, form)
    assert answer.status in (404, 405)
    assert error_message(answer) in ("There is no room AAA9", "That cannot be done here")


def test_a_wrong_method_is_answered_with_a_sentence(party: Gather) -> None:
    _, (ann, *_) = party("Ann", "Ben", "Cid")
    answer = ann.ask(f"/{ann.code}/another", {})
    assert (405, "That cannot be done here") == (answer.status, error_message(answer))
