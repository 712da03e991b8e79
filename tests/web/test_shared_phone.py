"""The host's phone is shared by players without one, and shows nobody what another has entered."""

import re
from typing import Any

from tests.support.clients import Clients
from tests.support.page_forms import page_text


def gathered(clients: Clients, *others: str, **options: object) -> None:
    """Start a game with Ann, who has a phone, and others who have none."""
    clients.open(**options)
    clients.join("Ann")
    for name in others:
        clients.host("add", name=name)
    assert 303 == clients.host("begin", **options).status_code


def page(clients: Clients, path: str = "") -> Any:
    """Open a page of the phone that is passed, wherever that leads."""
    return clients.browser("host").get(f"/{clients.code}/host/pass{path}", follow_redirects=True)


def heading(answer: Any) -> str:
    match = re.search(r"<h1[^>]*>(.*?)</h1>", answer.text, re.S)
    assert match
    return page_text(match[1]).strip()


def follow(clients: Clients, answer: Any, label: str) -> Any:
    """Tap the link that says this."""
    for href, text in re.findall(r'<a (?:class="[^"]*" )?href="([^"]*)">(.*?)</a>', answer.text):
        if label == re.sub(r"<[^>]*>", "", text):
            return clients.ask("host", href.replace("&amp;", "&"))
    raise AssertionError(f"no link says {label}")


def enter(clients: Clients, answer: Any, number: object) -> Any:
    """Fill in the form of an entry and send it."""
    [action] = re.findall(r'<form[^>]*action="([^"]*)"', answer.text)[:1]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', answer.text))
    data = {**hidden, "number": number}
    return clients.browser("host").post(action, data=data, follow_redirects=True)


def test_the_phone_goes_from_one_to_the_next_and_back(clients: Clients) -> None:
    gathered(clients, "Carol", "Dave")
    answer = page(clients)
    for name, number in (("Carol", 33), ("Dave", 44)):
        assert f"Hand the phone to {name}" == heading(answer)
        answer = follow(clients, answer, f"I am {name}")
        assert "Your number" in answer.text
        assert "no-store" in answer.headers["Cache-Control"]
        fields = re.findall(r"<(?:form|input)[^>]*>", answer.text)
        assert all('autocomplete="off"' in field for field in fields)
        answer = enter(clients, answer, number)
    assert "Everybody without a phone is in. Give the phone back" == heading(answer)
    assert "2 of 3 are in" in clients.ask("Ann").text
    clients.send("Ann", 40)
    assert "40 is in the middle" in clients.ask("Ann").text


def test_who_is_not_there_is_left_out_of_this_round_and_can_be_asked_again(clients: Clients) -> None:
    gathered(clients, "Carol", "Dave", "Erin")
    answer = follow(clients, page(clients), "Not here")
    assert "Hand the phone to Dave" == heading(answer)
    answer = enter(clients, follow(clients, answer, "I am Dave"), 1)
    assert "Hand the phone to Erin" == heading(answer)
    answer = follow(clients, answer, "Not here")
    assert "Give the phone back" == heading(answer)
    assert "Not here: Carol , Erin ." in page_text(answer.text)
    assert "Hand the phone to Carol" == heading(follow(clients, answer, "Ask them again"))


def test_what_is_in_stays_and_is_never_shown(clients: Clients) -> None:
    gathered(clients, "Carol", "Dave", high=999_999)
    form = follow(clients, page(clients), "I am Carol")
    enter(clients, form, "271828")
    before = clients.room
    for again in ("271828", "314159", "abc"):  # going back and sending again, by the next player
        answer = enter(clients, form, again)
        assert (200, "Hand the phone to Dave") == (answer.status_code, heading(answer))
        assert "271828" not in answer.text
    for path in ("", "/2?at=1.1", "/2", "/3?at=1.1", "?at=1.1", "?at=1.1&skip=3"):
        assert "271828" not in page(clients, path).text
    assert "Hand the phone to Dave" == heading(page(clients, "/2?at=1.1"))
    assert before == clients.room


def test_a_form_of_a_round_that_is_over_is_refused(clients: Clients) -> None:
    gathered(clients, "Carol", "Dave")
    clients.send("Ann", 1)
    form = follow(clients, page(clients), "I am Carol")
    clients.host("close", at="1.1")
    before = clients.room
    answer = enter(clients, form, "5")
    assert (409, True) == (answer.status_code, "This round is already revealed" in answer.text)
    assert before == clients.room
    assert "Give the phone back" in heading(page(clients, "/2?at=1.1"))


def test_nonsense_in_the_address_leads_to_who_is_next(clients: Clients) -> None:
    gathered(clients, "Carol", "Dave")
    for path in ("/9?at=1.1", "/x", "?at=nonsense", "?at=9.9&skip=..9.x", "/2", "/1?at=1.1"):
        answer = page(clients, path)
        assert (200, "Hand the phone to Carol") == (answer.status_code, heading(answer)), path


def test_a_bad_number_is_refused_in_a_sentence_and_stays_in_the_field(clients: Clients) -> None:
    gathered(clients, "Carol", "Dave")
    answer = enter(clients, follow(clients, page(clients), "I am Carol"), "101")
    assert (422, True) == (answer.status_code, "101 is above the highest number, 100" in answer.text)
    assert 'value="101"' in answer.text
    answer = enter(clients, answer, "100")
    assert "Hand the phone to Dave" == heading(answer)
    assert 'value="101"' not in answer.text


def test_after_a_round_was_reopened_everybody_enters_anew_in_secret_or_leaves_it(clients: Clients) -> None:
    gathered(clients, "Carol", "Dave", "Erin", high=999_999)
    clients.send("Ann", 1)
    for number in (271828, 44, 55):
        answer = page(clients)
        enter(
            clients,
            follow(clients, answer, f"I am {heading(answer).removeprefix('Hand the phone to ')}"),
            number,
        )
    clients.host("reopen", at="1.1")
    answer = page(clients)
    assert "Hand the phone to Carol" == heading(answer)
    answer = enter(clients, follow(clients, answer, "I am Carol"), 314159)
    assert ("Hand the phone to Dave", False) == (heading(answer), "314159" in answer.text)
    for path in ("/2?at=1.1", "/host"):
        assert "314159" not in page(clients, path).text
    answer = enter(
        clients, follow(clients, answer, "I am Dave"), 44
    )  # the same: the next page does not tell it
    assert ("Hand the phone to Erin", False) == (heading(answer), "is in already" in answer.text)
    answer = follow(clients, answer, "Leave it as it is")
    assert "Everybody without a phone is in. Give the phone back" == heading(answer)
    clients.host("close", at="1.1")
    assert {"1": 1, "2": 314159, "3": 44, "4": 55} == clients.room.games[0].rounds[0].reveal.plays
