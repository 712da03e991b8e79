"""What people want to play next, over HTTP: their tiles, the host's one tap, and what streams carry of it."""

import re

import pytest

from companion.live.stream import Subscriber, encode
from companion.room.state import Room
from companion.web.renderer import StreamRenderer
from tests.support.clients import HTMX, Clients
from tests.support.page_forms import page_forms, page_text
from tests.support.streamed import Screens

NAMES = ("Ann", "Ben", "Cid", "Dee")
PLAYED = ((7, 50, 50, 50), (50, 7, 50, 50), (50, 7, 50, 50))


@pytest.fixture
def party(clients: Clients) -> Clients:
    """Return a room of four after a game that Ann has won."""
    clients.gather(*NAMES, rounds=3, tie_break="peel", high=60)
    for numbers in PLAYED:
        clients.play(*numbers, names=NAMES)
    return clients


def want(clients: Clients, who: str, key: str) -> int:
    """Tap a tile as the page has it, without a script."""
    form = page_forms(clients.ask(who).text)["want"]
    return clients.ask(who, form.action, form.pressed("choice", key)).status_code


def pressed(page: str) -> list[str]:
    return re.findall(r'name="choice" value="([^"]*)"\s+aria-pressed="true"', page)


def sent(clients: Clients, before: Room, who: str) -> str:
    """Return what the phone of a player is sent."""
    after, renderer = clients.room, StreamRenderer(clients.app)
    screen = Subscriber("phone", "en", "", clients.fingerprint(who))
    own = renderer.render_own(before, after).get(screen.device, lambda _: ())
    return encode((*own(screen), *renderer.render_change(before, after)(screen)), is_gzip=False).decode()


def test_without_a_script_a_tile_is_a_button_of_a_form_and_a_second_tap_takes_it_back(party: Clients) -> None:
    assert [] == pressed(party.ask("Ben").text)
    assert 303 == want(party, "Ben", "mediocrity")
    page = party.ask("Ben").text
    assert ["mediocrity"] == pressed(page)
    assert "Mediocrity, then Nobody else sits there yet." in page_text(page)
    want(party, "Ben", "good-enough")
    assert "Once more, then" in page_text(party.ask("Ben").text)
    assert 303 == want(party, "Ben", "good-enough")
    assert [] == pressed(party.ask("Ben").text)


def test_the_host_starts_what_most_want_with_one_tap_and_the_button_says_so(party: Clients) -> None:
    assert "It's Good Enough again nobody has chosen" in page_text(party.ask("host", "host").text)
    want(party, "Ben", "mediocrity")
    want(party, "Cid", "median")
    assert "It's Good Enough again no game alone has the most" in page_text(party.ask("host", "host").text)
    want(party, "Dee", "median")
    page = party.ask("host", "host").text
    assert "Start Median game 2 of 4 want it" in page_text(page)
    form = page_forms(page)["begin"]
    want(party, "Dee", "mediocrity")  # the press is for what the page said
    assert 303 == party.ask("host", form.action, form.pressed("wanted", "median")).status_code
    assert "median" == party.room.games[-1].record.game


def test_the_same_again_has_the_options_of_the_game_just_played(party: Clients) -> None:
    form = page_forms(party.ask("host", "host").text)["begin"]
    party.ask("host", form.action, form.pressed("wanted", "good-enough"))
    first, second = (game.rules for game in party.room.games)
    assert first == second


def test_what_the_host_changes_before_the_start_is_how_the_game_that_most_want_is_played(
    party: Clients,
) -> None:
    party.host("begin", game="median")
    party.host("end", at=party.at(), how="throw")
    want(party, "Ann", "good-enough")
    form = page_forms(party.ask("host", "host").text)["choose"]
    assert 303 == party.ask("host", form.action, form.pressed("rounds", "7")).status_code
    coming = party.room.next_game
    assert ("good-enough", 7, 60) == (coming.name, coming.options["rounds"], coming.options["high"])


@pytest.mark.parametrize("key", ["good-enough.poker", "saichugen"])
def test_the_desk_refuses_to_start_a_game_that_nobody_knows_or_that_does_not_fit(
    party: Clients, key: str
) -> None:
    assert 422 == party.host("begin", wanted=key).status_code
    assert not party.room.is_playing


def test_a_choice_goes_to_the_phones_that_tell_of_it_and_to_all_others_no_more_than_that_there_was_one(
    party: Clients,
) -> None:
    want(party, "Ann", "median")
    want(party, "Ben", "mediocrity")
    before = party.room
    want(party, "Cid", "mediocrity")
    progress = f"event:progress\nid:{party.room.version}\ndata:1 0\n\n"
    assert [progress, progress] == [sent(party, before, who) for who in ("Ann", "Dee")]
    for own in (sent(party, before, who) for who in ("Ben", "Cid")):
        assert "2 of 4 sit there. The host starts it." in own
        assert own.endswith(progress)
        assert 1 == own.count('<section id="own"')
        assert 'id="live"' not in own


def test_a_page_that_follows_has_an_empty_answer_and_one_that_does_not_its_own_part(party: Clients) -> None:
    answer = party.ask("Ben", "want", headers=HTMX, choice="median", had="")
    assert (200, True) == (answer.status_code, answer.text.startswith('<section id="own"'))
    assert 'data-wanted="median"' in answer.text


def test_the_tv_seats_guests_by_the_game_that_they_want_and_lights_what_most_want(party: Clients) -> None:
    page = party.ask("tv", "tv").text
    assert "Ann wins. Again?" in page_text(page)
    assert 'class="leads"' not in page
    want(party, "Ben", "median")
    tile = party.ask("tv", "tv").text.partition('<li class="leads">')[2]
    assert "Ben Median game 1 of 4" in page_text(tile)


def test_what_streams_make_of_screens_while_people_choose_is_what_their_pages_say(party: Clients) -> None:
    screens = Screens(party)
    assert [] == [*screens.differences()]
    for who, key in (("Ann", "median"), ("Ben", "median"), ("Ben", "mediocrity"), ("Cid", "median")):
        want(party, who, key)
        assert [] == [*screens.differences()]
    party.join("Eve")
    assert [] == [*screens.differences()]
    party.host("begin", wanted="median")
    assert [] == [*screens.differences()]
    assert screens.compared
