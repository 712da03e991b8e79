"""What is posted is stored, or refused in a sentence, or said to stand there already: nothing is lost."""

import random
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.support.clients import HTMX, Clients
from tests.support.determinism import deterministic
from tests.support.every_post import EveryPost, stages
from tests.support.page_forms import page_text

NUMBERS = {"game": "good-enough", "rounds": 3, "entry": "each-round"}
TABLES: Mapping[str, tuple[Mapping[str, object], tuple[str, ...]]] = {
    "numbers": (NUMBERS, ("40", "50", "60", "101", "x")),
    "lists": ({**NUMBERS, "entry": "lists"}, ("40", "50", "60", "x")),
    "numbered cards": ({**NUMBERS, "entry": "cards", "cards": 30, "table": "dealt"}, ("1", "2", "3")),
    "mediocrity": ({"game": "mediocrity", "target": 1}, ("7", "8", "K", "x")),
    "median": ({"game": "median", "lowest": "9"}, ("9", "J", "Q", "10H")),
    "saichugen": ({"game": "saichugen", "rounds": 2}, ("7H", "8D", "KS", "x")),
    "results": ({"game": "saichugen", "rounds": 2, "keep": "results"}, ("0", "13", "x")),
}


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    with deterministic():
        found = Clients(tmp_path)
        yield found
        found.close()


def posted(clients: Clients, table: str, most: int, only: Collection[str] = ()) -> EveryPost:
    """Post up to `most` forms in each state of an evening, or in some of the states."""
    options, plays = TABLES[table]
    every = EveryPost(clients, random.Random(most), plays)
    for stage in stages(clients, options, plays):
        if not only or stage in only:
            every.look()
            every.post(stage, most)
    return every


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_nothing_that_is_posted_is_lost_in_any_state(clients: Clients, table: str) -> None:
    every = posted(clients, table, most=30)
    assert [] == every.lost
    assert {"stored", "refused", "there already again", "refused again"} <= set(every.outcomes)


def test_nothing_that_is_posted_is_lost_where_somebody_sits_out(clients: Clients) -> None:
    every = posted(clients, "numbers", most=45, only=("open", "one sits out", "closed"))
    assert [] == every.lost
    assert {"stored", "refused", "there already again"} <= set(every.outcomes)
    assert set() == {each.address for each in every.made_up()} - every.posted - {"/stop"}


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
    clients.open(**NUMBERS)  # type: ignore[arg-type]
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
