"""The decks of a question night: offered before a room and in one, and lines that a host writes."""

import re

import pytest

from companion.decks import files
from companion.i18n.languages import LANGUAGES, language_tag
from companion.room.commands.questions import OWN
from tests.support.clients import HTMX, Clients
from tests.support.page_forms import page_forms, page_links, page_text

LINES = "How many steps? = 57 steps\n\nHow far is the sea\nPineapple on pizza? never ... always"


def offered(page: str) -> list[str]:
    """Return the keys of the decks, in their order."""
    return re.findall(r'name="deck" value="([^"]*)"', page)


def test_the_tile_of_the_start_page_and_of_what_next_leads_to_the_decks(clients: Clients) -> None:
    assert "/decks" in page_links(clients.ask("host", "/").text)
    clients.open()
    assert f"/{clients.code}/host/decks" in page_links(clients.ask("host", "host/games").text)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_decks_in_ones_own_language_come_first_and_others_under_its_own_name(
    clients: Clients, language: str
) -> None:
    page = clients.ask("host", "/decks", headers={"Accept-Language": language}).text
    others = [other for other in LANGUAGES if other != language]
    expected = [
        key
        for each in (language, *others)
        for key in (*(deck.key for deck in files.decks_of(each)), f"{each}/half")
    ]
    assert expected == offered(page)
    shown = page_text(page)
    for other in others:
        assert f'lang="{language_tag(other)}">{LANGUAGES[other]}</summary>' in page
        assert all(deck.title in shown for deck in files.decks_of(other))
    assert {"en": "半分ずつ", "ja": "Half of each"}[language] in shown


def test_a_deck_opens_a_room_with_ten_questions_of_it_unless_the_host_chooses_others(
    clients: Clients,
) -> None:
    form = page_forms(clients.ask("host", "/decks").text)["start"]
    assert {("rounds", "10"), ("deck", files.decks_of("en")[0].key)} <= {*form.fields}
    sent = form.chosen("deck", "en/half").chosen("rounds", "15").fields
    answer = clients.ask("host", form.action, sent)
    clients.code = answer.location.split("/")[1]
    room = clients.room
    assert room.questions_chosen
    assert ("en/half", 15) == (room.questions_chosen.deck, room.next_game.options["rounds"])
    assert "Half of each" in page_text(clients.ask("host", "host").text)


def test_in_a_room_with_enough_players_the_button_asks_at_once_and_before_it_stands_in_the_lobby(
    clients: Clients,
) -> None:
    clients.open()
    clients.join("Ann", "Ben")
    form = page_forms(clients.ask("host", "host/decks").text)["start"]
    chosen = form.chosen("deck", "en/friends").chosen("rounds", "5")
    assert 303 == clients.ask("host", form.action, chosen.fields).status_code
    assert not clients.room.games
    assert "Question night" in page_text(clients.ask("host", "host").text)
    clients.join("Cid")
    form = page_forms(clients.ask("host", "host/decks").text)["start"]
    assert ("deck", "en/friends") in form.fields
    assert 303 == clients.ask("host", form.action, form.fields).status_code
    game = clients.room.current_game
    assert game
    assert game.drawn
    assert game.drawn.id in {question.id for question in files.find_questions("en/friends")}
    assert "A game is going on already" in page_text(clients.ask("host", form.action, form.fields).text)
    assert "A game is going on: end it first." in page_text(clients.ask("host", "host/decks").text)


def test_no_page_has_a_question_of_a_deck_before_it_is_asked(clients: Clients) -> None:
    clients.open("question-night")
    clients.host("questions", deck=OWN, lines=LINES)
    pages = [clients.ask("host", path).text for path in ("host", "host/decks", "host/decks/own")]
    pages.append(clients.ask("host", "/decks").text)
    known = ["How many steps", "Pineapple", *(question.text for question in files.find_questions("en/half"))]
    assert not [text for text in known if any(text in page for page in pages)]


def test_lines_are_read_as_they_are_typed_and_the_first_bad_one_is_told_what_it_lacks(
    clients: Clients,
) -> None:
    page = clients.ask("host", "/decks/own", lines=LINES, headers=HTMX).text
    assert ["✓", "3", "✓"] == re.findall('data-mark="([^"]*)"', page)
    assert "Line 3: it has no answer: add = 12 km, = ?, or never ... always." in page_text(page)
    assert "Play these 2" in page
    assert "<html" not in page


def test_own_lines_are_all_asked_and_bad_ones_left_out(clients: Clients) -> None:
    answer = clients.ask("host", "/decks", deck=OWN, lines=LINES)
    clients.code = answer.location.split("/")[1]
    room = clients.room
    assert room.questions_chosen
    assert (2, 2) == (len(room.questions_chosen.lines), room.next_game.options["rounds"])


@pytest.mark.parametrize("lines", ["", "How far is the sea"])
def test_lines_that_ask_nothing_open_no_room_and_stay_on_their_page(clients: Clients, lines: str) -> None:
    answer = clients.ask("host", "/decks", deck=OWN, lines=lines)
    assert answer.status_code == 422
    assert "None of these lines asks anything yet" in page_text(answer.text)
    assert f"{lines}</textarea>" in answer.text
    assert not page_links(clients.ask("host", "/evenings").text, "/host")


def test_somebody_elses_room_is_not_chosen_for(clients: Clients) -> None:
    clients.open()
    form = page_forms(clients.ask("host", "host/decks").text)["start"]
    assert clients.ask("Ann", "host/decks").status_code == 403
    clients.ask("Ann", form.action, form.fields)
    assert clients.room.questions_chosen is None


def test_a_question_with_its_answer_is_not_asked_in_a_game_of_the_middle_but_in_a_night_of_its_own(
    clients: Clients,
) -> None:
    clients.gather("Ann", "Ben", "Cid")
    answer = clients.host(
        "ask", question="How many steps are there? = 57 steps", at=clients.at(), then="question"
    )
    assert 422 == answer.status_code
    assert "Ask it in Question night" in page_text(answer.text)
    night = page_forms(answer.text)["as-night"]
    assert 303 == clients.ask("host", night.action, night.fields).status_code
    game = clients.room.current_game
    assert game
    assert game.drawn
    assert ("How many steps are there?", 57) == (game.drawn.question, game.drawn.truth)
    assert 1 == game.open_round.position[0].of
