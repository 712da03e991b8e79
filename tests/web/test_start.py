"""The start page and the pages of rules: which room a form opens, and what a refusal keeps."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules import games
from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.page_forms import PageForm, page_forms, page_links, page_text

CHOICES = [(game.name, game.name, {}) for game in games.GAMES.values()] + [
    (f"{game.name}.{preset.name}", game.name, preset.options)
    for game in games.GAMES.values()
    for preset in game.presets
]


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    found = Clients(tmp_path)
    yield found
    found.close()


def start_form(clients: Clients, chosen: str) -> PageForm:
    return page_forms(clients.ask("host", "/").text)["start"].chosen("game", chosen)


def opened(clients: Clients, said: list[tuple[str, str]]) -> tuple[str, object]:
    """Send the form of the start page, and return the game of the new room with its options."""
    code = clients.ask("host", "/rooms", said).location.split("/")[1]
    room = Services.of(clients.app).store.load_room(code)
    return room.game_name, room.options


@pytest.mark.parametrize(("chosen", "game", "options"), CHOICES)
def test_each_game_and_each_preset_opens_a_room_with_its_own_options(
    clients: Clients, chosen: str, game: str, options: object
) -> None:
    assert (game, options) == opened(clients, start_form(clients, chosen).fields)


def test_the_first_game_is_chosen_already(clients: Clients) -> None:
    fields = page_forms(clients.ask("host", "/").text)["start"].fields
    assert [next(iter(games.GAMES))] == [value for name, value in fields if name == "game"]


def test_a_preset_is_chosen_by_its_name_alone(clients: Clients) -> None:
    assert ("good-enough", {"scoring": "mean", "factor": "0.8"}) == opened(
        clients, [("game", "good-enough.king")]
    )


def test_the_page_has_no_options_and_one_button_to_start(clients: Clients) -> None:
    form = page_forms(clients.ask("host", "/").text)["start"]
    assert {"game"} == {name for name, _ in (*form.fields, *form.unchecked)}


def test_options_sent_with_the_choice_change_those_of_the_preset(clients: Clients) -> None:
    said = [("game", "good-enough.king"), ("factor", "0.5"), ("high", "9")]
    assert ("good-enough", {"high": 9, "scoring": "mean", "factor": "0.5"}) == opened(clients, said)


def test_an_unknown_game_or_preset_is_refused(clients: Clients) -> None:
    for wanted in ("chess", "good-enough.nothing", ""):
        assert 422 == clients.ask("host", "/rooms", [("game", wanted)]).status_code


def test_a_wrong_code_stays_in_its_field(clients: Clients) -> None:
    answer = clients.ask("Ann", "/join?code=12")
    assert 422 == answer.status_code
    assert 'value="12"' in answer.text


def test_the_rules_lead_back_to_the_room_they_came_from(clients: Clients) -> None:
    clients.open()
    alone, from_room = (
        clients.ask("Ann", f"/rules/good-enough{room}").text for room in ("", f"?room={clients.code}")
    )
    assert [f"/{clients.code}"] == [link for link in page_links(from_room) if len(link) == 5]
    assert "/" in page_links(alone)
    for page in (alone, from_room):
        assert "Same number? Both out." in page_text(page)
        assert all(f"/rules/{name}" in page for name in games.GAMES if name != "good-enough")


def test_the_rules_of_a_room_are_those_of_its_options(clients: Clients) -> None:
    clients.open(scoring="mean")
    page = page_text(clients.ask("Ann", f"/rules/good-enough?room={clients.code}").text)
    assert "The number closest to the mean scores." in page


def test_the_way_back_has_the_colour_of_the_player(clients: Clients) -> None:
    clients.open()
    for name in ("Ann", "Bob"):
        clients.ask(name, "join", name=name)
    address = f"/rules/good-enough?room={clients.code}"
    assert 'class="press c1"' in clients.ask("Bob", address).text
    assert 'class="press"' in clients.ask("Cyd", address).text
