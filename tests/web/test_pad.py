"""The score pad over HTTP, as a browser without scripts uses it, and what its script asks for."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients import HTMX, Clients
from tests.support.page_forms import PageForm, page_forms, page_text

NAMES = ("Ann", "Bob", "Cyd", "Dan")


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    found = Clients(tmp_path)
    yield found
    found.close()


def started(clients: Clients, game: str, players: int = 3, *, phones: int = 0, **options: object) -> str:
    """Start a game of players of whom only some have phones, and return where the host is sent."""
    clients.open(game)
    for number, name in enumerate(NAMES[:players]):
        if number < phones:
            clients.ask(name)
            clients.ask(name, "join", name=name)
        else:
            clients.host("add", name=name)
    return str(clients.host("begin", **options).location)


def pad(clients: Clients) -> PageForm:
    return page_forms(clients.ask("host", "host/pad").text)["entry"]


def enter(clients: Clients, *plays: object) -> tuple[int, str]:
    """Send the form with these plays, and return the status and what the page says."""
    form = pad(clients)
    said = form.filled(**{f"play-{seat}": play for seat, play in enumerate(plays, 1)})
    answer = clients.ask("host", form.action, said)
    page = clients.ask("host", "host/pad").text if answer.status_code == 303 else answer.text
    return answer.status_code, line(page)


def line(page: str) -> str:
    """Return the line that says what an entry means."""
    [found] = re.findall(r'<p class="said[^>]*id="means".*?</p>', page, re.DOTALL)
    return page_text(found)


def test_starting_leads_to_the_pad_where_the_score_keeper_needs_it(clients: Clients) -> None:
    assert started(clients, "saichugen", table="cards").endswith("/host/pad")
    clients.host("end", how="throw", at=clients.at())
    assert clients.host("begin", table="results").location.endswith("/host/pad")
    clients.host("end", how="throw", at=clients.at())
    answer = clients.ask("host", "host/begin", (), headers=HTMX, table="results")
    assert answer.headers["HX-Redirect"].endswith("/host/pad")


def test_starting_leads_to_the_host_screen_where_everybody_has_a_phone(clients: Clients) -> None:
    assert started(clients, "saichugen", phones=3, table="cards").endswith("/host")
    assert "Lay for somebody whose phone fails" in page_text(clients.ask("host", "host").text)


def test_R1_a_hand_is_one_form_and_the_next_hand_says_what_it_meant(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    assert "Mediocrity, hand 1 Cards left?" in page_text(clients.ask("host", "host/pad").text)
    assert (303, "1 card left: Bob’s point.") == enter(clients, 0, 1, 4)
    assert "Mediocrity, hand 2 Cards left?" in page_text(clients.ask("host", "host/pad").text)


def test_a_refusal_says_the_rule_and_keeps_what_was_typed(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    form = pad(clients)
    answer = clients.ask("host", form.action, form.filled(**{"play-1": 1, "play-2": 2, "play-3": 4}))
    assert (422, "Nobody is out of cards: a hand ends when somebody is.") == (
        answer.status_code,
        line(answer.text),
    )
    assert ["1", "2", "4"] == [value for name, value in page_forms(answer.text)["entry"].fields[1:4]]


def test_R2_three_sums_are_a_round(clients: Clients) -> None:
    started(clients, "saichugen", table="results")
    assert (303, "Ann keeps 9.") == enter(clients, 9, 5, 11)


def test_R3_without_a_script_who_took_it_is_one_of_all_or_nobody(clients: Clients) -> None:
    started(clients, "median", 4, table="results")
    form = pad(clients)
    assert clients.ask("host", form.action, form.chosen("one", "2").fields).status_code == 303
    assert "Bob takes 1 round. Bob leads next." == line(clients.ask("host", "host/pad").text)
    form = pad(clients)
    assert clients.ask("host", form.action, form.chosen("one", "none").fields).status_code == 303
    text = page_text(clients.ask("host", "host/pad").text)
    assert "4 cards in the pool This round counts 2." in text
    answer = clients.ask("host", "host/pad", [*pad(clients).fields, ("one", "9")])
    assert (422, "There is no such player in this room.") == (answer.status_code, line(answer.text))


def test_D5_the_call_is_a_choice_of_the_form(clients: Clients) -> None:
    started(clients, "median", 4, table="cards")
    form = pad(clients).chosen("call", "high")
    said = form.filled(**{f"play-{seat}": card for seat, card in enumerate(("3", "3", "5", "9"), 1)})
    assert clients.ask("host", form.action, said).status_code == 303
    assert "Called high: the 5 wins." == line(clients.ask("host", "host/pad").text)


def test_what_it_means_is_asked_without_entering_it(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    before = clients.room.version
    plays = [("at", "1.1"), ("play-1", "0"), ("play-2", "1"), ("play-3", "4")]
    answer = clients.ask("host", "host/pad/check", plays)
    assert (200, "1 card left: Bob’s point.") == (answer.status_code, line(answer.text))
    answer = clients.ask("host", "host/pad/check", plays[:-1])
    assert 'class="said no"' in answer.text
    assert (200, "Still missing: Cyd.") == (answer.status_code, line(answer.text))
    assert before == clients.room.version


def test_done_can_be_sent_again(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    plays = [("at", "1.1"), ("play-1", "0"), ("play-2", "1"), ("play-3", "4")]
    for _ in range(2):
        assert clients.ask("host", "host/pad", plays).status_code == 303
    assert 1 == len(clients.room.games[0].rounds)
    answer = clients.ask(
        "host", "host/pad", [("at", "1.1"), ("play-1", "4"), ("play-2", "1"), ("play-3", "0")]
    )
    assert (409, "This hand is already revealed.") == (answer.status_code, line(answer.text))


def test_undo_on_the_pad_leads_back_to_it(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    enter(clients, 0, 1, 4)
    page = clients.ask("host", "host/pad").text
    assert "Undo: Enter hand 1" in page
    [undo] = [form for form in page_forms(page).values() if form.action.endswith("/host/undo")]
    [(name, value)] = undo.buttons
    answer = clients.ask("host", undo.action, undo.pressed(name, value))
    assert answer.location.endswith("/host/pad")
    assert "Mediocrity, hand 1" in page_text(clients.ask("host", "host/pad").text)


def test_an_undo_that_comes_too_late_says_so_on_the_pad(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    answer = clients.ask("host", "host/undo", [("then", "pad"), ("number", "999")])
    assert (409, "Something else was done meanwhile: look again.") == (answer.status_code, line(answer.text))


def test_the_last_round_leads_to_the_end_and_on_to_the_host_screen(clients: Clients) -> None:
    started(clients, "mediocrity", table="results", target=1)
    assert (303, "1 card left: Bob’s point. Ann and Cyd share the win.") == enter(clients, 0, 1, 4)
    page = clients.ask("host", "host/pad").text
    assert "entry" not in page_forms(page)
    assert f'<a class="done" href="/{clients.code}/host">' in page


def test_without_a_pad_its_address_leads_to_the_host_screen(clients: Clients) -> None:
    clients.open("good-enough")
    assert clients.ask("host", "host/pad").location.endswith("/host")
    for name in NAMES[:3]:
        clients.host("add", name=name)
    clients.host("begin", rounds=3)
    assert clients.ask("host", "host/pad").location.endswith("/host")
    answer = clients.ask("host", "host/pad", headers=HTMX)
    assert answer.headers["HX-Redirect"].endswith("/host")


def test_dealt_cards_are_refused_in_a_sentence(clients: Clients) -> None:
    started(clients, "saichugen", phones=3, table="dealt")
    answer = clients.ask("host", "host/pad", [("at", "1.1"), ("play-1", "7H")])
    assert 422 == answer.status_code
    assert "The cards are dealt: every player lays from a phone." in page_text(answer.text)


def test_nobody_else_gets_the_pad(clients: Clients) -> None:
    started(clients, "mediocrity", phones=2, table="cards")
    for who in ("Ann", "stranger"):
        assert clients.ask(who, "host/pad").status_code == 403
        assert clients.ask(who, "host/pad", [("at", "1.1"), ("play-1", "7")]).status_code == 403
        assert clients.ask(who, "host/pad/check", [("at", "1.1"), ("play-1", "7")]).status_code == 403
    assert not clients.room.games[0].hidden


def test_a_phone_cannot_send_a_result(clients: Clients) -> None:
    started(clients, "mediocrity", phones=3, table="results")
    answer = clients.ask("Ann", "number", number=0, at="1.1")
    assert answer.status_code == 422
    assert "In this game only results are kept, and the host enters them" in page_text(answer.text)


def test_the_lobby_asks_how_the_cards_are_kept_and_remembers_it(clients: Clients) -> None:
    started(clients, "saichugen", phones=3, table="results")
    clients.host("end", how="throw", at=clients.at())
    begin = page_forms(clients.ask("host", "host").text)["begin"]
    assert ("table", "results") in begin.fields
    assert {("table", "cards"), ("table", "dealt")} <= {*begin.unchecked}
    clients.ask("host", begin.action, begin.chosen("table", "cards").fields)
    assert {} == clients.room.options
    clients.host("end", how="throw", at=clients.at())
    clients.ask("host", begin.action, begin.chosen("table", "dealt").fields)
    assert clients.room.games[-1].dealt


def test_the_options_ask_it_once(clients: Clients) -> None:
    clients.open("saichugen")
    settled = page_forms(clients.ask("host", "host/games").text)["settled"]
    names = [name for name, _ in (*settled.fields, *settled.unchecked)]
    assert ("keep" in names, names.count("table")) == (False, 3)
    clients.ask("host", settled.sent_to("choose").action, settled.chosen("table", "results").fields)
    assert {"keep": "results"} == clients.room.next_game.options


def test_bots_need_dealt_cards_and_that_is_said(clients: Clients) -> None:
    started(clients, "saichugen", 2, phones=2)
    clients.host("bot", strategy="edge")
    for table in ("cards", "results"):
        answer = clients.host("begin", table=table)
        assert answer.status_code == 422
        assert "Bots can play only cards that the app deals" in page_text(answer.text)
    assert clients.host("begin", table="dealt").location.endswith("/host")
