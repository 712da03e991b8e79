"""The host's phone is shared by players without one, and shows nobody what another has entered."""

import re

import pytest

from tests.conftest import Party
from tests.support.guest import Answer, Guest, error_message
from tests.support.server import Server


def gathered(server: Server, *others: str, game: str = "good-enough", **options: object) -> Party:
    """Open a room with Ann, who has a phone, and others who have none; the host starts the game."""
    host, ann = Guest(server.url), Guest(server.url)
    host.ask("/")
    answer = host.ask("/rooms", {"game": game, **options})
    found = re.search(r"/([A-Z0-9]{4})/host$", answer.url)
    assert found
    host.code = found[1]
    ann.join(host.code, "Ann")
    for name in others:
        host.ask(f"/{host.code}/host/add", {"name": name})
    assert 200 == host.begin(**options).status
    return host, [ann]


def heading(answer: Answer) -> str:
    """Return the words of the heading."""
    found = re.search(r"<h1[^>]*>(.*?)</h1>", answer.text, re.S)
    assert found
    return re.sub(r"<[^>]*>", "", found[1]).strip()


def follow(host: Guest, answer: Answer, label: str) -> Answer:
    """Tap the link that says this."""
    for href, text in re.findall(r'<a (?:class="[^"]*" )?href="([^"]*)">(.*?)</a>', answer.text):
        if label == re.sub(r"<[^>]*>", "", text):
            return host.ask(href.replace("&amp;", "&"))
    raise AssertionError(f"no link says {label}")


def enter(host: Guest, answer: Answer, **typed: object) -> Answer:
    """Fill in the form of an entry and send it."""
    found = re.search(r'<form[^>]*action="([^"]*)"', answer.text)
    assert found
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', answer.text))
    return host.ask(found[1], {**hidden, **typed})


def test_the_phone_goes_from_one_to_the_next_and_back(server: Server) -> None:
    host, (ann,) = gathered(server, "Carol", "Dave")
    answer = host.page("/host/pass")
    assert "Hand the phone to Carol" == heading(answer)
    answer = follow(host, answer, "I am Carol")
    assert "Your number" in answer.text
    answer = enter(host, answer, number="33")
    assert "Hand the phone to Dave" == heading(answer)
    answer = enter(host, follow(host, answer, "I am Dave"), number="44")
    assert "Everybody without a phone is in. Give the phone back" == heading(answer)
    assert "2 of 3 are in" in ann.page().text
    ann.send(40)
    assert "40 is in the middle" in ann.page().text


def test_who_is_not_there_is_left_out_of_this_round_and_can_be_asked_again(server: Server) -> None:
    host, _ = gathered(server, "Carol", "Dave", "Erin")
    answer = follow(host, host.page("/host/pass"), "Not here")
    assert "Hand the phone to Dave" == heading(answer)
    answer = enter(host, follow(host, answer, "I am Dave"), number=1)
    assert "Hand the phone to Erin" == heading(answer)
    answer = follow(host, answer, "Not here")
    assert "Give the phone back" == heading(answer)
    assert "Not here: <bdi>Carol</bdi>, <bdi>Erin</bdi>." in " ".join(answer.text.split())
    assert "Hand the phone to Carol" == heading(follow(host, answer, "Ask them again"))


def test_what_is_in_stays_and_is_never_shown(server: Server) -> None:
    host, _ = gathered(server, "Carol", "Dave", high=999_999)
    form = follow(host, host.page("/host/pass"), "I am Carol")
    enter(host, form, number="271828")
    before = host.version()
    for again in ("271828", "314159", "abc"):  # going back and sending again, by the next player
        answer = enter(host, form, number=again)
        assert (200, "Hand the phone to Dave") == (answer.status, heading(answer))
        assert "271828" not in answer.text
    for path in ("", "/2?at=1.1", "/2", "/3?at=1.1", "?at=1.1", "?at=1.1&skip=3"):
        assert "271828" not in host.page(f"/host/pass{path}").text
    assert "Hand the phone to Dave" == heading(host.page("/host/pass/2?at=1.1"))
    assert before == host.version()


def test_a_bad_number_is_refused_in_a_sentence_and_stays_in_the_field(server: Server) -> None:
    host, _ = gathered(server, "Carol", "Dave")
    form = follow(host, host.page("/host/pass"), "I am Carol")
    answer = enter(host, form, number="101")
    assert (422, "101 is above the highest number, 100") == (answer.status, error_message(answer))
    assert 'value="101"' in answer.text
    answer = enter(host, answer, number="100")
    assert "Hand the phone to Dave" == heading(answer)
    assert 'value="101"' not in answer.text


def test_a_form_of_a_round_that_is_over_is_refused(server: Server) -> None:
    host, (ann,) = gathered(server, "Carol", "Dave")
    ann.send(1)
    form = follow(host, host.page("/host/pass"), "I am Carol")
    host.close_round()
    before = host.version()
    answer = enter(host, form, number="5")
    assert (409, "This round is already revealed") == (answer.status, error_message(answer))
    assert before == host.version()
    assert "Give the phone back" in heading(host.page("/host/pass/2?at=1.1"))


@pytest.mark.parametrize("path", ["/9?at=1.1", "/x", "?at=nonsense", "?at=9.9&skip=..9.x", "/2", "/1?at=1.1"])
def test_nonsense_in_the_address_leads_to_who_is_next(server: Server, path: str) -> None:
    host, _ = gathered(server, "Carol", "Dave")
    answer = host.page(f"/host/pass{path}")
    assert (200, "Hand the phone to Carol") == (answer.status, heading(answer))


def test_its_pages_are_never_kept_and_its_fields_never_filled_in(server: Server) -> None:
    host, _ = gathered(server, "Carol", "Dave")
    answer = follow(host, host.page("/host/pass"), "I am Carol")
    assert "no-store" in answer.headers["Cache-Control"]
    fields = re.findall(r"<(?:form|input)[^>]*>", answer.text)
    assert fields
    assert all('autocomplete="off"' in field for field in fields)
