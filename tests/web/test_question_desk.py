"""The host's desk in a question night: it asks by itself, and the host skips, goes on and tells truths."""

import re

import pytest

from companion.room.commands.questions import OWN
from companion.room.commands.scheduled import PAUSE
from companion.room.game_events import QuestionDrawn
from tests.support.clients import Clients
from tests.support.determinism import Determinism
from tests.support.page_forms import page_forms, page_links, page_text

PLAYERS = ("Ann", "Ben", "Cid")
LATER = "How many sweets are in the jar? = ?"


@pytest.fixture
def clients(clients: Clients, clocks: Determinism) -> Clients:
    clients.open("question-night")
    clients.join(*PLAYERS)
    return clients


def begin(clients: Clients, deck: str = "en/half-known", lines: str = "", **options: object) -> None:
    clients.host("questions", deck=deck, lines=lines)
    assert 303 == clients.host("begin", **options).status_code


def drawn(clients: Clients) -> QuestionDrawn:
    game = clients.room.current_game
    assert game is not None
    assert game.drawn is not None
    return game.drawn


def desk(clients: Clients, query: str = "") -> str:
    return page_text(clients.ask("host", f"host{query}").text)


def press(clients: Clients, form: str, **typed: object) -> int:
    """Press the button of a form of the desk."""
    found = page_forms(clients.ask("host", "host").text)[form]
    return clients.ask("host", found.action, found.filled(**typed)).status_code


def acts(clients: Clients) -> list[str]:
    """Return the forms whose buttons the desk shows."""
    return re.findall(r'id="press-(\w+?)-?"', clients.ask("host", "host").text)


def test_the_desk_waits_with_the_question_and_the_host_who_plays_is_to_guess(clients: Clients) -> None:
    begin(clients)
    page = desk(clients)
    assert "Waiting for 3" in page
    assert drawn(clients).question in page
    assert "Nothing to do. Sit down." in page
    clients.ask("host", "join", name="Dan")
    assert "Nothing to do. Guess." in desk(clients)


def test_a_question_is_skipped_by_one_tap_at_any_time_until_it_is_answered_and_comes_back_by_undo(
    clients: Clients,
) -> None:
    begin(clients)
    first = drawn(clients)
    assert ["skip"] == [act for act in acts(clients) if act in ("skip", "close")]
    clients.send("Ann", first.low)
    assert ["close", "skip"] == [act for act in acts(clients) if act in ("skip", "close")]
    assert 303 == press(clients, "skip")
    assert first.id != drawn(clients).id
    page = clients.ask("host", "host").text
    assert "Undo: Skip a question" in page_text(page)
    assert "Question 1 of 5" in page_text(page)
    undo = page_forms(page)["undo"]
    clients.ask("host", undo.action, undo.pressed(*undo.buttons[0]))
    assert first.id == drawn(clients).id


def test_a_skipped_question_is_no_round_that_was_played(clients: Clients) -> None:
    begin(clients)
    press(clients, "skip")
    low = drawn(clients).low
    clients.play(low, low, low)
    assert 1 == clients.ask("host", "host/rounds").text.count('class="whole"')
    assert "1 round" in desk(clients)


def test_after_an_answer_the_next_question_comes_by_itself_or_by_the_orange_act(
    clients: Clients, clocks: Determinism
) -> None:
    begin(clients)
    low = drawn(clients).low
    clients.play(low, low, low)
    clocks.wait(3)
    page = desk(clients)
    assert f"by itself in {PAUSE.seconds - 3} s" in page
    assert f"{drawn_truth(clients)}. Ann, Ben and Cid are closest." in page
    assert "skip" not in acts(clients)
    assert 303 == press(clients, "question")
    assert "Waiting for 3" in desk(clients)
    assert "Question 2 of 5" in desk(clients)


def drawn_truth(clients: Clients) -> int | None:
    return clients.room.games[0].reveals[-1].truth


def test_a_truth_that_nobody_knows_yet_is_asked_of_the_host_once_the_guesses_are_in(clients: Clients) -> None:
    begin(clients, "own", LATER)
    assert "truth" not in desk_entry(clients)
    clients.play(20, 24, 28)
    assert "truth" == desk_entry(clients)
    assert "What is true?" in desk(clients)
    assert 303 == press(clients, "truth", truth="25")
    assert 25 == drawn_truth(clients)
    assert "25. Ben is closest." in desk(clients)
    assert "Undo: Tell the truth" in desk(clients)


def desk_entry(clients: Clients, query: str = "") -> str:
    """Return for what the desk has keys."""
    found = re.search('data-entry="([^"]*)"', clients.ask("host", f"host{query}").text)
    assert found
    return found[1]


def test_the_host_does_not_wait_for_a_guess_and_tells_the_truth_without_it(clients: Clients) -> None:
    begin(clients, "own", LATER, rounds=1)
    clients.send("Ann", 20)
    page = clients.ask("host", "host").text
    assert "Don’t wait for Ben and Cid" in page_text(page)
    assert "close" not in acts(clients)
    assert "Tell the truth: that reveals the round" in page_text(clients.host("close", at=clients.at()).text)
    assert f"/{clients.code}/host?for=1.1" in page_links(page)
    assert "truth" == desk_entry(clients, "?for=1.1")


@pytest.mark.parametrize("path", ["host", "host/rounds", "host/question", "host/people", "host/room"])
def test_no_page_of_the_host_who_plays_has_the_truth_before_it_is_told(clients: Clients, path: str) -> None:
    begin(clients, "own", "How many steps has our tower? = 7359 steps\nHow many windows? = 6841")
    page = clients.ask("host", path).text
    assert not re.search("7359|6841", page)
    other = {"How many steps has our tower?": "windows", "How many windows?": "tower"}
    assert other[drawn(clients).question] not in page


def test_an_opinion_has_no_truth_to_tell_and_no_question_is_asked_besides(clients: Clients) -> None:
    begin(clients, "en/friends")
    clients.play(10, 50, 90)
    page = desk(clients)
    assert "Ben is the middle" in page
    assert f"/{clients.code}/host/question" not in page_links(clients.ask("host", "host").text)
    assert "Ask a question" not in page
    assert "Tell it" not in page_text(clients.ask("host", "host/rounds/1/1").text)
    assert "An opinion has no truth" in clients.host("tell", at="1.1", truth="5", then="round").text


def test_a_number_that_comes_between_two_questions_is_refused(clients: Clients) -> None:
    begin(clients)
    low = drawn(clients).low
    clients.play(low, low, low)
    answer = clients.ask("Ann", "number", number=low, at="1.2")
    assert "The next question is not open yet" in page_text(answer.text)


def test_no_question_comes_again_in_another_room_of_the_host_while_others_are_left(clients: Clients) -> None:
    lines = "\n".join(f"How many are {number}? = {number}" for number in range(1, 6))
    begin(clients, OWN, lines)
    found = [drawn(clients).question]
    for _ in range(4):
        clients.open("question-night")
        clients.join(*PLAYERS)
        begin(clients, OWN, lines)
        found.append(drawn(clients).question)
    assert 5 == len({*found})


def test_another_truth_changes_nothing_on_any_page_before_it_is_told(clients: Clients) -> None:
    pages = []
    for truth in (56, 57, 58):  # from the second room on, the people of an earlier one are known
        clients.open("question-night")
        clients.join(*PLAYERS)
        begin(clients, OWN, f"How many? = {truth}", rounds=1)
        clients.send("Ann", 5)
        asked = [
            ("host", "host"),
            ("host", "tv"),
            ("host", "host/rounds"),
            ("Ann", ""),
            ("Ben", ""),
            ("Ben", "result"),
        ]
        texts = [clients.ask(who, path).text for who, path in asked]
        own = re.compile(rf"<svg.*?</svg>|{clients.code}|\w{{4}}-\w{{4}}-\w{{4}}", re.DOTALL)
        pages.append([own.sub("", text) for text in texts])
        for record in ("rounds.csv", "game-1.json", "evening.json"):
            assert str(truth) not in clients.ask("host", record).text
    assert pages[1] == pages[2]


def test_where_nobody_has_chosen_a_deck_it_is_one_of_the_hosts_language(clients: Clients) -> None:
    started = clients.ask("host", "host/begin", game="question-night", headers={"Accept-Language": "ja"})
    assert 303 == started.status_code
    assert "ja" == drawn(clients).language
