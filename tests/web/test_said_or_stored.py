"""What is posted is stored, or refused in a sentence, or said to stand there already: nothing is lost."""

import random
from collections.abc import Callable
from itertools import count
from urllib.parse import unquote

import pytest

from tests.support.clients import HTMX, Clients
from tests.support.evening import Evening
from tests.support.every_post import EveryPost
from tests.support.page_forms import page_text

pytestmark = pytest.mark.usefixtures("clocks")

PLAYS = ("40", "50", "60", "7", "K", "7H", "8D", "0", "13", "101", "x")


def posted(clients: Clients, most: int, is_chosen: Callable[[int], bool]) -> EveryPost:
    """Play evenings, and post up to `most` forms in each of the states that are chosen."""
    every, states = EveryPost(clients, random.Random(most), PLAYS), count()
    evening = Evening(clients, 7)
    for step in evening.steps():
        clients.code = evening.party.code
        if is_chosen(number := next(states)):
            every.look()
            every.post(f"{number}, {step}", most)
    return every


@pytest.mark.slow
def test_nothing_that_is_posted_is_lost_in_any_state(clients: Clients) -> None:
    every = posted(clients, 60, lambda _: True)
    assert [] == every.lost
    assert {"stored", "refused", "there already again", "refused again"} <= set(every.outcomes)


def test_nothing_that_is_posted_is_lost_in_some_states(clients: Clients) -> None:
    every = posted(clients, 45, lambda number: number % 9 == 3)
    assert [] == every.lost
    assert {"stored", "refused", "there already again"} <= set(every.outcomes)
    assert set() == {every.place(each) for each in every.made_up()} - every.posted - {"/stop"}


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("out", "Carol sits this out: nothing was entered"),
        ("remove", "Carol has left: nothing was entered"),
        ("show", "Carol is in already: what was entered first stands"),
    ],
)
def test_on_the_passed_phone_a_number_that_comes_too_late_is_not_lost_in_silence(
    clients: Clients, action: str, sentence: str
) -> None:
    clients.open(rounds=3)
    for name in ("Ann", "Ben"):
        clients.ask(name)
        clients.ask(name, "join", name=name)
    clients.host("add", name="Carol")
    clients.host("begin")
    clients.host(action, seat="3", number="40", at="1.1")
    before = clients.room.version
    answer = clients.ask("host", "host/pass/3", number="50", at="1.1")
    page = clients.ask("host", answer.location).text if answer.location else answer.text
    assert sentence in page_text(page)
    assert before == clients.room.version
    assert sentence not in page_text(clients.ask("host", "host/pass").text)


def test_a_number_that_a_phone_sends_again_is_acknowledged_and_counts_once(clients: Clients) -> None:
    clients.gather("Ann", "Ben", "Cid")
    before = clients.room.version
    for _ in range(2):
        assert 303 == clients.ask("Ann", "number", number="40", at="1.1").status_code
    assert "That is what stands there already" in page_text(clients.ask("Ann").text)
    assert "That is what stands there already" not in page_text(clients.ask("Ann").text)
    answer = clients.ask("Ann", "number", headers=HTMX, number="40", at="1.1")
    assert (200, "That is what stands there already") == (
        answer.status_code,
        unquote(answer.headers["X-Said"]),
    )
    assert before + 1 == clients.room.version
