"""Where numbers may be below 0, every field for one has a keyboard with a minus; elsewhere digits."""

import re

import pytest

from companion.room.commands.questions import OWN
from tests.support.clients import Clients

NAMES = ("Ann", "Ben", "Cid")
NUMBERS = r'<input[^>]* name="(?:number|play-[\d-]+)"[^>]* inputmode="(\w+)"'
TRUTH = r'<input id="truth"[^>]* inputmode="(\w+)"'
MINUS = r'data-does="minus"\s+aria-label="Minus">'
FROST, STEPS = "How cold is it at the pole? = -20", "How many steps are there? = 57"
OPTIONS = r'<input[^>]* name="(?:low|high)"[^>]* inputmode="(\w+)"'


@pytest.mark.parametrize(("low", "keyboard"), [(-60, "text"), (0, "numeric")])
def test_every_field_for_a_number_has_the_keys_that_its_range_needs(
    clients: Clients, low: int, keyboard: str
) -> None:
    clients.gather(*NAMES, low=low, high=60)
    clients.host("ask", question="How cold?", at=clients.at())
    shown = [re.findall(NUMBERS, clients.ask("Ann").text)]
    entry = re.search(r'id="its-number"[^>]* inputmode="(\w+)"', clients.ask("host", "host").text)
    clients.play(low, 7, 50)
    corrected = clients.ask("host", "host/rounds/1/1").text
    truths = [re.findall(TRUTH, corrected), re.findall(TRUTH, clients.ask("host", "host/question").text)]
    plays = re.findall(r'<input id="play-[^>]* inputmode="(\w+)"', corrected)
    assert [[keyboard]] == shown
    assert [["text"]] * 2 == truths, "a truth may be below all that can be guessed"
    assert [keyboard] * 3 == plays
    assert entry
    assert keyboard == entry[1]


def test_the_ends_of_a_range_can_be_typed_below_0(clients: Clients) -> None:
    clients.open()
    assert ["text"] * 2 == re.findall(OPTIONS, clients.ask("host", "host/games?choice=good-enough").text)


@pytest.mark.parametrize(("line", "keyboard"), [(FROST, "text"), (STEPS, "numeric")])
def test_a_question_whose_answer_is_below_0_brings_a_minus_for_all_who_answer_it(
    clients: Clients, line: str, keyboard: str
) -> None:
    clients.open("question-night")
    clients.join(*NAMES)
    clients.host("add", name="Dan")
    clients.host("questions", deck=OWN, lines=line)
    assert 303 == clients.host("begin").status_code
    phone, desk = clients.ask("Ann").text, clients.ask("host", "host").text
    assert [keyboard] == re.findall(NUMBERS, phone)
    assert [keyboard] == re.findall(r'id="its-number"[^>]* inputmode="(\w+)"', desk)
    shown = {name: len(re.findall(MINUS, page)) for name, page in (("phone", phone), ("desk", desk))}
    assert {"phone": int(keyboard == "text"), "desk": 1 + int(keyboard == "text")} == shown
    clients.play(1, 2, 3)
    clients.host("show", seat=4, at=clients.at(), number=4)
    fields = clients.ask("host", "host/rounds/1/1").text
    assert {keyboard} == {*re.findall(r'<input id="play-[^>]* inputmode="(\w+)"', fields)}
    assert ["text"] == re.findall(TRUTH, fields)


def test_a_truth_that_the_host_tells_may_be_below_0_whatever_was_guessed(clients: Clients) -> None:
    clients.open("question-night")
    clients.join(*NAMES)
    clients.host("questions", deck=OWN, lines="How cold is it there? = ?")
    clients.host("begin")
    clients.play(1, 2, 3)
    assert ["text"] == re.findall(r'id="its-truth"[^>]* inputmode="(\w+)"', clients.ask("host", "host").text)
    assert 303 == clients.host("truth", at=clients.at(), truth="−5").status_code
    assert -5 == clients.room.games[0].rounds[0].reveal.truth


def test_a_fraction_is_shown_with_the_sign_of_the_language_and_taken_with_either(clients: Clients) -> None:
    clients.open()
    in_german = {"Accept-Language": "de"}
    page = clients.ask("host", "host/games?choice=good-enough.king", headers=in_german).text
    [shown] = re.findall(r'name="factor"[^>]* value="([^"]*)"', page)
    assert "0,8" == shown
    for typed in ("0,8", "0.8"):
        clients.host("choose", game="good-enough", scoring="mean", factor=typed)
        assert "0.8" == clients.room.rules.factor  # type: ignore[attr-defined]
