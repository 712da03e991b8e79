"""What the host sets before a game, over HTTP: game, options, range and ending."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients import Clients
from tests.support.page_forms import PageForm, page_forms, page_text


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    found = Clients(tmp_path)
    yield found
    found.close()


def party(clients: Clients, players: int, game: str = "good-enough", **options: object) -> None:
    """Open a room and let players in."""
    clients.open(game, **options)
    for number in range(players):
        clients.ask(f"P{number}")
        assert clients.ask(f"P{number}", "join", name=f"P{number}").status_code == 303


def forms(clients: Clients) -> dict[str, PageForm]:
    return page_forms(clients.ask("host", "host").text)


def press(clients: Clients, form: PageForm, name: str, value: object) -> None:
    answer = clients.ask("host", form.action, form.pressed(name, value))
    assert answer.status_code == 303, answer.text


def settle(clients: Clients, typed: dict[str, object], choice: str = "", action: str = "choose") -> int:
    """Send the page of options, and return the status of the answer."""
    form = page_forms(clients.ask("host", f"host/games{choice and '?choice=' + choice}").text)["settled"]
    return clients.ask("host", form.sent_to(action).action, form.filled(**typed)).status_code


def test_too_many_players_are_offered_what_fits_and_one_tap_chooses_it(clients: Clients) -> None:
    party(clients, 4, "saichugen")
    page = page_text(clients.ask("host", "host").text)
    assert "Saichugen needs exactly 3: 1 is too many." in page
    assert "Exactly three." in page_text(clients.ask("host", "tv").text)
    press(clients, forms(clients)["choose"], "game", "mediocrity")
    assert ("mediocrity", "Mediocrity") == (
        clients.room.next_game.name,
        "Mediocrity" if "Mediocrity" in page_text(clients.ask("host", "tv").text) else "",
    )
    assert "too many" not in page_text(clients.ask("host", "host").text)
    assert clients.host("begin").status_code == 303
    assert clients.room.current_game is not None


def test_too_few_players_are_offered_what_fits(clients: Clients) -> None:
    party(clients, 2)
    assert "3 make a middle." in page_text(clients.ask("host", "host").text)
    assert [("game", "median")] == forms(clients)["choose"].buttons


def test_a_game_can_be_chosen_between_two_games(clients: Clients) -> None:
    party(clients, 4)
    clients.host("begin", rounds=3, tie_break="peel")
    for _ in range(3):
        for number in range(4):
            clients.send(f"P{number}", number)
    clients.host("choose", game="saichugen")
    assert "Exactly three." in page_text(clients.ask("host", "tv").text)
    assert "It&#39;s Good Enough" in clients.ask("host", "result").text


def test_a_crowd_is_offered_a_wider_range_in_one_tap(clients: Clients) -> None:
    party(clients, 20)
    page = page_text(clients.ask("host", "host").text)
    assert "Play from 0 to 1000" in page
    assert clients.host("widen", at="").status_code == 303
    assert {"high": 1000, "low": 0} == dict(clients.room.next_game.options)
    assert "Play from 0 to" not in page_text(clients.ask("host", "host").text)


def test_the_host_picks_the_ending_in_one_tap_and_starts_with_it(clients: Clients) -> None:
    party(clients, 4)
    page = clients.ask("host", "host").text
    assert "How this will end" in page_text(page)
    assert 'value="tie_break=peel+showdown" aria-pressed="true"' in page
    press(clients, forms(clients)["ending"], "ending", "tie_break=peel")
    assert 'value="tie_break=peel" aria-pressed="true"' in clients.ask("host", "host").text
    clients.host("begin")
    assert {"tie_break": "peel"} == dict(clients.room.options)
    assert "peel" == getattr(clients.room.games[0].record.rules, "tie_break", "")


def test_without_a_choice_the_record_has_the_ending_of_the_app(clients: Clients) -> None:
    party(clients, 4)
    clients.host("begin")
    for number in range(4):
        clients.send(f"P{number}", number)
    record = clients.ask("host", "game-1.json").get_json(force=True)
    assert {"tie_break": "peel+showdown"} == record["options"]


def test_the_ending_of_a_game_that_is_played_is_offered_without_a_forecast(clients: Clients) -> None:
    party(clients, 4)
    clients.host("begin")
    page = clients.ask("host", "host").text
    assert "How this will end" in page_text(page)
    assert "Always one winner" not in page_text(page)
    press(clients, forms(clients)["ending"], "ending", "tie_break=peel")
    assert "peel" == getattr(clients.room.games[0].record.rules, "tie_break", "")


def test_options_are_settled_on_their_page_and_stay(clients: Clients) -> None:
    party(clients, 3)
    assert settle(clients, {"high": 50, "tie_break": "peel"}) == 303
    assert {"high": 50, "tie_break": "peel"} == dict(clients.room.next_game.options)
    form = page_forms(clients.ask("host", "host/games").text)["settled"]
    assert {("high", "50"), ("tie_break", "peel")} <= set(form.fields)
    clients.host("begin")
    assert (0, 50) == clients.room.games[0].record.rules.number_line


def test_options_that_are_saved_as_they_were_lead_to_the_host_screen_which_says_so(clients: Clients) -> None:
    party(clients, 3)
    assert settle(clients, {"rounds": 7}) == 303
    before = clients.room.version
    assert settle(clients, {"rounds": 7}) == 303
    assert clients.room.version == before
    assert "That is what stands there already" in page_text(clients.ask("host", "host").text)
    assert "That is what stands there already" not in page_text(clients.ask("host", "host").text)


def test_a_preset_is_chosen_on_the_page_of_options_and_named_everywhere(clients: Clients) -> None:
    party(clients, 3)
    assert settle(clients, {}, "good-enough.king") == 303
    for path in ("host", "tv", "host/games"):
        assert "King of Diamonds" in page_text(clients.ask("host", path).text), path
    assert "Closest to 0.8 × the mean" in page_text(clients.ask("host", "tv").text)
    clients.host("begin")
    assert "King of Diamonds" in page_text(clients.ask("host", "host").text)


def test_a_box_that_is_ticked_by_a_preset_can_be_unticked(clients: Clients) -> None:
    party(clients, 3)
    settle(clients, {}, "good-enough.hofstadter")
    assert clients.room.next_game.options["offsets"] is True
    form = page_forms(clients.ask("host", "host/games").text)["settled"]
    assert [("offsets", "true"), ("offsets", "false")] == [
        each for each in form.fields if each[0] == "offsets"
    ]
    unticked = [each for each in form.fields if each != ("offsets", "true")]
    clients.ask("host", form.sent_to("choose").action, unticked)
    assert "offsets" not in clients.room.next_game.options


def test_bad_options_keep_all_that_was_typed_and_say_what_is_wrong(clients: Clients) -> None:
    party(clients, 3)
    form = page_forms(clients.ask("host", "host/games?choice=good-enough.king").text)["settled"]
    said = form.filled(low="7", high="3", factor="1/2", rounds="5", tie_break="showdown")
    answer = clients.ask("host", form.sent_to("choose").action, said)
    assert answer.status_code == 422
    assert "the lowest number, 7, must be below the highest, 3" in page_text(answer.text)
    kept = page_forms(answer.text)["settled"]
    assert set(said) <= set(kept.fields)
    assert 'aria-current="true"' in answer.text
    assert {} == dict(clients.room.next_game.options)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_page_shows_the_value_of_a_choice(clients: Clients, language: str) -> None:
    party(clients, 4)
    settle(clients, {"tie_break": "peel+sudden-death", "entry": "each-round", "scoring": "mean"})
    for path in ("host", "host/games", "tv", "/rules/good-enough", "/"):
        text = page_text(clients.ask("host", path, headers={"Accept-Language": language}).text)
        assert not [word for word in ("peel+", "sudden-death", "each-round") if word in text], path
