"""The host's page during a game: ending it, asking questions, telling truths, and hiding scores."""

import re

import pytest

from tests.support.clients import HTMX, Clients
from tests.support.exports import sheets_of

NAMES = ("Ann", "Ben", "Cid")


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.gather(*NAMES, rounds=5, tie_break="peel")
    return clients


def words(html: str) -> str:
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", html, flags=re.DOTALL).split())


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_ending_a_game_asks_first_with_and_without_scripts(clients: Clients, headers: dict[str, str]) -> None:
    clients.play(10, 20, 30)
    clients.send("Ann", 1)
    assert "/sure/end" in clients.host("end", at="1.2", sure="yes").location  # sure of what, is not said
    answer = clients.ask("host", "host/end", (), at="1.2", headers=headers)
    where = answer.headers["HX-Redirect"] if headers else answer.location
    assert f"/{clients.code}/host/sure/end?at=1.2" == where
    assert clients.room.is_playing
    page = words(clients.ask("host", where).text)
    for sentence in (
        "End it after round 1?",
        "Round 2 of 5 is open: what was sent for it does not count.",
        "0 and 1 are in the middle: all 3 share the win.",
        "Nobody won. It stays in the record as thrown away.",
        "Play on",
    ):
        assert sentence in page


def test_a_game_that_counts_is_won_and_one_that_is_thrown_away_is_not(clients: Clients) -> None:
    clients.play(10, 20, 30)
    assert 303 == clients.host("end", at="1.2", how="count").status_code
    assert "Ann, Ben and Cid share the win" in clients.ask("Zoe", "watch").text
    clients.host("undo", number=clients.room.undo[-1])
    assert 303 == clients.host("end", at="1.2", how="throw").status_code
    for who, path in (("Ann", ""), ("host", "host"), ("host", "tv"), ("Zoe", "watch")):
        page = words(clients.ask(who, path).text)
        assert "Nobody won" in page, path
        assert "It never happened." in page, path
        assert "Ann, Ben and Cid share the win" not in page, path
    assert "Thrown away: nobody won" in clients.ask("Ann", "result").text
    assert 'data-phase="over"' in clients.ask("host", "host").text
    assert clients.host("begin", rounds=3).status_code == 303


def test_a_page_that_is_too_old_ends_nothing(clients: Clients) -> None:
    clients.play(10, 20, 30)
    assert 409 == clients.host("end", at="1.1", how="throw").status_code
    assert 422 == clients.host("end", at="1.2", how="perhaps").status_code
    assert clients.room.is_playing


def test_a_question_is_on_all_screens_and_escaped(clients: Clients) -> None:
    asked = "Is 1 < 2 & <b>bold</b>?"
    assert 303 == clients.host("ask", at="1.1", question=asked).status_code
    for who, path in (("Ann", ""), ("host", "host"), ("host", "tv"), ("Zoe", "watch"), ("Zoe", "tv?plain=1")):
        page = clients.ask(who, path).text
        assert "Is 1 &lt; 2 &amp; &lt;b&gt;bold" in page, path
    assert 'value="Is 1 &lt; 2' in clients.ask("host", "host/question").text
    clients.host("ask", at="1.1", question="")
    assert "Is 1" not in clients.ask("Ann").text


def orange_act(clients: Clients) -> list[str]:
    """Return what the large buttons of the desk say."""
    _, _, section = clients.ask("host", "host").text.partition('<section class="command">')
    buttons = r'<(a|button)\b[^>]*class="press"[^>]*>(.*?)</\1>'
    found = re.findall(buttons, section.partition("</section>")[0], re.DOTALL)
    return [words(label) for _, label in found]


@pytest.mark.parametrize("revealed", [1, 5], ids=["a round", "the last round"])
def test_after_a_reveal_the_desks_act_is_to_tell_the_truth_where_one_is_open(
    clients: Clients, revealed: int
) -> None:
    for number in range(1, revealed + 1):
        clients.host("ask", at=clients.at(), question="How many windows?" if number == revealed else "")
        clients.play(10, 20, 30)
    assert ["Tell the truth"] == orange_act(clients)
    assert 'hx-trigger="click, load delay' not in clients.ask("host", "host").text
    clients.host("tell", at=f"1.{revealed}", truth=34)
    assert ["Tell the truth"] != orange_act(clients)
    assert 1 == len(orange_act(clients))


def test_a_truth_is_on_all_screens_and_in_the_downloads(clients: Clients) -> None:
    clients.host("ask", at="1.1", question="How many windows?")
    clients.play(10, 20, 40)
    refused = clients.host("tell", at="1.1", truth="plenty", then="round")
    assert (422, True) == (refused.status_code, "plenty is not a whole number" in refused.text)
    assert 303 == clients.host("tell", at="1.1", truth="34").status_code
    others = (("Zoe", path) for path in ("watch", "result", "result/1/1"))
    for who, path in (("Ann", ""), ("host", "host/rounds"), *others):
        page = words(clients.ask(who, path).text)
        assert "How many windows?" in page, path
        assert "34. You were 14 off." in page, path
    tv = words(clients.ask("host", "tv").text)
    assert "34. Cid is closest." in tv
    assert "The Room beats one of you." in tv
    assert {"question": "How many windows?", "truth": 34}.items() <= (
        clients.ask("host", "game-1.json").json["rounds"][0].items()  # type: ignore[index]
    )
    clients.host("tell", at="1.1", truth="", then="round")
    assert "You were" not in clients.ask("Zoe", "result").text


def test_the_host_hides_scores_and_shows_them_again(clients: Clients) -> None:
    assert 303 == clients.host("hide", hidden="yes", then="room").status_code
    clients.play(10, 20, 30)
    assert 'class="points"' not in clients.ask("Ann").text
    assert "hidden until it is over" in clients.ask("Zoe", "result").text
    assert "Ann" not in clients.ask("host", "scores.csv").text
    assert 1 == len(sheets_of(clients.ask("host", "evening.xlsx").data)["Scores"])
    clients.host("hide", hidden="no")
    assert 'class="points"' in clients.ask("Ann").text
