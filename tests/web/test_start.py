"""The start page and the pages of rules: which room a form opens, and what a refusal keeps."""

from companion.rules import games
from tests.support.clients import Clients
from tests.support.page_forms import page_forms, page_links, page_text


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
    assert "The number closest to the mean scores." in page_text(clients.ask("Ann", address).text)
    assert 'class="press c1"' in clients.ask("Bob", address).text
    assert 'class="press"' in clients.ask("Cyd", address).text
