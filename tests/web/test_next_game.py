"""What the host sets before a game, over HTTP: which room a form opens, game, options, range and ending."""

import re

import pytest

from companion.rules import games
from tests.support.clients import Clients
from tests.support.page_forms import page_forms, page_links, page_text


def party(clients: Clients, players: int, game: str = "good-enough") -> None:
    """Open a room and let players in."""
    clients.open(game)
    clients.join(*(f"P{number}" for number in range(players)))


def settle(clients: Clients, typed: dict[str, object], choice: str = "", action: str = "choose") -> int:
    """Send the page of options, and return the status of the answer."""
    form = page_forms(clients.ask("host", f"host/games{choice and '?choice=' + choice}").text)["settled"]
    return clients.ask("host", form.sent_to(action).action, form.filled(**typed)).status_code


def test_too_many_players_are_offered_what_fits_and_one_tap_chooses_it(clients: Clients) -> None:
    party(clients, 4, "saichugen")
    page = page_text(clients.ask("host", "host").text)
    assert "Saichugen needs exactly 3: 1 is too many." in page
    assert "Exactly three." in page_text(clients.ask("host", "tv").text)
    form = page_forms(clients.ask("host", "host").text)["choose"]
    assert 303 == clients.ask("host", form.action, form.pressed("game", "mediocrity")).status_code
    assert "mediocrity" == clients.room.next_game.name
    assert "Mediocrity" in page_text(clients.ask("host", "tv").text)
    assert "too many" not in page_text(clients.ask("host", "host").text)
    assert clients.host("begin").status_code == 303
    assert clients.room.current_game is not None


def test_options_are_settled_on_their_page_and_stay(clients: Clients) -> None:
    party(clients, 3)
    assert settle(clients, {"high": 50, "tie_break": "peel"}) == 303
    assert {"high": 50, "tie_break": "peel"} == dict(clients.room.next_game.options)
    form = page_forms(clients.ask("host", "host/games").text)["settled"]
    assert {("high", "50"), ("tie_break", "peel")} <= set(form.fields)
    clients.host("begin")
    assert (0, 50) == clients.room.games[0].record.rules.number_line


def test_a_game_in_which_all_hold_the_same_cards_needs_no_deck(clients: Clients) -> None:
    party(clients, 3)
    in_full = "A real deck, every card is entered"
    for choice, name in (("mediocrity", "On the phones, no deck needed"), ("saichugen", in_full)):
        page = clients.ask("host", f"host/games?choice={choice}").text
        assert [name] == re.findall(r'<option value="cards"[^>]*>([^<]*)<', page)


def test_a_box_that_is_ticked_by_a_preset_can_be_unticked(clients: Clients) -> None:
    party(clients, 3)
    settle(clients, {}, "good-enough.hofstadter")
    assert clients.room.next_game.options["offsets"] is True
    form = page_forms(clients.ask("host", "host/games").text)["settled"]
    offsets = [value for name, value in form.fields if name == "offsets"]
    assert ["true", "false"] == offsets
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


def test_each_game_and_each_preset_opens_a_room_with_its_own_options(clients: Clients) -> None:
    start = page_forms(clients.ask("host", "/").text)["start"]
    for game in games.GAMES.values():
        presets = [(f"{game.name}.{preset.name}", preset.options) for preset in game.presets]
        for chosen, options in [(game.name, {}), *presets]:
            form = start.chosen("game", chosen)
            clients.code = clients.ask("host", "/rooms", form.fields).location.split("/")[1]
            assert (game.name, options) == (clients.room.game_name, clients.room.options)


def test_an_unknown_game_or_preset_is_refused(clients: Clients) -> None:
    for wanted in ("chess", "good-enough.nothing", ""):
        assert 422 == clients.ask("host", "/rooms", [("game", wanted)]).status_code


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


def test_the_rules_of_a_room_are_those_of_its_options_and_the_way_back_has_the_players_colour(
    clients: Clients,
) -> None:
    clients.open(scoring="mean")
    clients.join("Ann", "Bob")
    address = f"/rules/good-enough?room={clients.code}"
    assert "The number closest to the average scores." in page_text(clients.ask("Ann", address).text)
    assert 'class="press c1"' in clients.ask("Bob", address).text
    assert 'class="press"' in clients.ask("Cyd", address).text


def test_how_the_cards_lie_is_chosen_on_the_desk_also_for_the_next_game(clients: Clients) -> None:
    party(clients, 3, "saichugen")
    begin = page_forms(clients.ask("host", "host").text)["begin"]
    assert ("table", "cards") in begin.fields
    clients.ask("host", begin.action, begin.chosen("table", "dealt").fields)
    assert clients.room.games[0].dealt
    clients.host("end", at="1.1", how="throw")
    again = page_forms(clients.ask("host", "host").text)["begin"]
    assert ("table", "dealt") in (*again.fields, *again.unchecked)
