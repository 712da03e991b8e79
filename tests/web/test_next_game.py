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


def options_page(clients: Clients, choice: str = "") -> str:
    """Return the page of options of the game that comes next, as they stand, or of another choice."""
    known = clients.room.next_game
    usual = games.GameChoice(games.find_game(known.name), known.rules.preset).key
    return clients.ask("host", f"host/games?choice={choice or usual}").text


def settle(clients: Clients, typed: dict[str, object], choice: str = "", action: str = "choose") -> int:
    """Send the page of options, and return the status of the answer."""
    form = page_forms(clients.ask("host", f"host/games?choice={choice or clients.room.next_game.name}").text)[
        "settled"
    ]
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
    form = page_forms(options_page(clients))["settled"]
    assert {("high", "50"), ("tie_break", "peel")} <= set(form.fields)
    clients.host("begin")
    assert (0, 50) == clients.room.games[0].record.rules.number_line


def pressed(clients: Clients, name: str, value: str) -> dict[str, object]:
    """Tap a value behind *Change*, and return the options that are chosen then."""
    form = page_forms(clients.ask("host", "host").text)["choose"]
    assert 303 == clients.ask("host", form.action, form.pressed(name, value)).status_code
    return dict(clients.room.next_game.options)


def test_behind_change_a_tap_sets_rounds_highest_number_and_ending_which_can_be_left_to_the_app(
    clients: Clients,
) -> None:
    party(clients, 3)
    assert {"rounds": 7} == pressed(clients, "rounds", "7")
    assert {"rounds": 7, "high": 50} == pressed(clients, "high", "50")
    assert {"rounds": 7, "high": 50, "tie_break": "peel"} == pressed(clients, "tie_break", "peel")
    assert {"rounds": 7, "high": 50} == pressed(clients, "tie_break", "")
    assert 'name="rounds" value="7"\n      aria-pressed="true"' in clients.ask("host", "host").text


def test_what_is_typed_for_tinkerers_counts_before_the_values_that_are_offered(clients: Clients) -> None:
    party(clients, 3)
    form = page_forms(options_page(clients))["settled"]
    typed = [(name, "9" if (name, value) == ("rounds", "") else value) for name, value in form.fields]
    assert ("rounds", "5") in typed
    assert 303 == clients.ask("host", form.sent_to("choose").action, typed).status_code
    assert {"rounds": 9} == dict(clients.room.next_game.options)
    assert ("rounds", "9") in page_forms(options_page(clients))["settled"].fields


def test_a_match_offers_no_number_of_rounds_which_would_change_nothing(clients: Clients) -> None:
    party(clients, 3)
    settle(clients, {"nesting": "5, 3"})
    assert not [
        name for name, _ in page_forms(clients.ask("host", "host").text)["choose"].buttons if name == "rounds"
    ]


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
    form = page_forms(options_page(clients))["settled"]
    offsets = [value for name, value in form.fields if name == "offsets"]
    assert ["false", "true"] == offsets
    unticked = [field for field in form.fields if field != ("offsets", "true")]
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
    assert "King of Diamonds" in page_text(answer.text)
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
    of_one_form = [game for game in games.GAMES.values() if not game.question_aims]
    for game in of_one_form:
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


def lies(clients: Clients) -> str:
    """Return how the cards of the next game are on the table, as the desk shows it."""
    page = clients.ask("host", "host").text
    [found] = re.findall(r'name="table" value="(\w+)"\s+aria-pressed="true"', page)
    return str(found)


@pytest.mark.parametrize("table", ["dealt", "results", "cards"])
def test_the_table_is_chosen_in_the_lobby_and_every_way_to_start_keeps_it(
    clients: Clients, table: str
) -> None:
    party(clients, 3, "median")
    other = "cards" if table == "dealt" else "dealt"
    for begins in ({}, {"practice": "yes"}, {"then": "sheet"}, {"dealer": "2"}):
        settle(clients, {"table": other})
        choose = page_forms(clients.ask("host", "host").text)["choose"]
        clients.ask("host", choose.action, choose.pressed("table", table))
        clients.host("choose", hand=4)
        assert table == lies(clients), begins
        started = clients.host("begin", **begins).status_code == 303
        assert started == (table == "dealt" or "practice" not in begins), begins
        if started:
            game = clients.room.games[-1]
            assert (table == "dealt", table == "results") == (game.dealt, game.record.rules.keeps_results)
            clients.host("end", at=f"{game.number}.1", how="throw")


def test_cards_that_are_to_be_dealt_are_shown_first_and_started_later(clients: Clients) -> None:
    party(clients, 3, "saichugen")
    assert settle(clients, {"table": "dealt"}) == 303
    assert "That is what stands there already" not in page_text(clients.ask("host", "host").text)
    assert "dealt" == lies(clients)
    assert settle(clients, {"table": "dealt"}) == 303
    assert "That is what stands there already" in page_text(clients.ask("host", "host").text)
    clients.host("begin")
    assert clients.room.games[0].dealt
    clients.host("end", at="1.1", how="throw")
    assert "dealt" == lies(clients)


def test_a_table_that_cannot_be_is_refused_where_it_is_chosen_and_another_can_be(clients: Clients) -> None:
    party(clients, 2, "saichugen")
    clients.host("bot", strategy="random")
    for way in ("begin", "choose"):
        form = page_forms(options_page(clients))["settled"]
        answer = clients.ask("host", form.sent_to(way).action, form.chosen("table", "cards").fields)
        assert (422, True) == (answer.status_code, "Bots can play only cards" in page_text(answer.text)), way
        again = page_forms(answer.text)["settled"]
        assert (
            303
            == clients.ask(
                "host", again.sent_to("choose").action, again.chosen("table", "dealt").fields
            ).status_code
        )


def test_who_plays_without_phones_keeps_results_where_a_game_can_and_lays_real_cards_elsewhere(
    clients: Clients,
) -> None:
    clients.open("median")
    for name in ("Ann", "Bob", "Cyd"):
        clients.host("add", name=name)
    assert "results" == lies(clients)
    settle(clients, {"entry": "cards", "cards": 30}, "good-enough")
    assert "cards" == lies(clients)
    clients.host("choose", game="median")
    clients.host("begin")
    assert clients.room.games[0].record.rules.keeps_results


def test_number_cards_with_a_bot_are_dealt_or_the_page_offers_to_deal_them(clients: Clients) -> None:
    party(clients, 2)
    clients.host("bot", strategy="random")
    form = page_forms(options_page(clients))["settled"]
    typed = form.filled(entry="cards", cards=30)
    refused = clients.ask("host", form.action, [*typed, ("table", "cards")])
    offered = page_forms(refused.text)["settled"]
    assert (422, True) == (refused.status_code, ("table", "dealt") in offered.unchecked)
    assert 303 == clients.ask("host", form.action, typed).status_code
    assert clients.room.games[0].dealt
