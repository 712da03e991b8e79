"""Which message each screen is sent after a change, and how many bytes go over the air to a phone."""

import random
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.config.settings import load_settings
from companion.live.stream import Kind, Message, Subscriber, encode
from companion.room.commands.betting import place_bet
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.deck import DeckCards
from companion.web.renderer import StreamRenderer
from tests.support.applications import make_app
from tests.support.clients import Clients
from tests.support.room_driver import RoomDriver, device, start_game_driver

NAMES = ("Ann", "Ben", "Cid")


def message(clients: Clients, before: Room, screen: Subscriber) -> str:
    """Return what a screen is sent: what its player has submitted, and what else has changed since."""
    after, renderer = clients.room, StreamRenderer(clients.app)
    submitted = renderer.render_own(before, after).get(screen.device, lambda _: ())
    messages = (*submitted(screen), *renderer.render_change(before, after)(screen))
    return encode(messages, is_gzip=False).decode()


def told(clients: Clients, before: Room, seat: str) -> str:
    """Return what the phone of a seat is sent."""
    device = next(iter(clients.room.seats[seat].devices))
    return message(clients, before, Subscriber("phone", "en", "", device))


def screen(kind: Kind, language: str = "en") -> Subscriber:
    return Subscriber(kind, language, "http://localhost", "")


def version(room: Room) -> str:
    return f"id: {room.version}\ndata: {room.version}\n\n"


def own(message: str) -> str:
    """Return a message's own part; empty where there is none."""
    return "".join(re.findall("data: (<section.*)", message))


def hand(room: Room, seat: str) -> tuple[Card, ...]:
    cards = room.current_game and room.current_game.next_round and room.current_game.next_round.allowed[seat]
    assert isinstance(cards, DeckCards)
    return tuple(cards.hand or ())


def test_G4_a_reveal_is_the_same_bytes_for_all_phones_and_says_to_whom_what_happened(
    clients: Clients,
) -> None:
    clients.gather(*NAMES)
    for name, number in (("Ann", 1), ("Ben", 50)):
        clients.send(name, number)
    before = clients.room
    clients.send("Cid", 99)
    heard = told(clients, before, "1")
    assert [heard, heard] == [told(clients, before, seat) for seat in "23"]
    assert f'data-v="{clients.room.version}"' in heard
    matches = re.findall(
        r'<section class="outcome awaits-round (\w+)( scored)?"[^>]* data-seats="([^"]*)"><h1>(.*?)</h1>'
        r".*?</span> (.*?)</p>",
        heard,
    )
    assert [
        ("low", "", "1", "Too low by 50", "50 scored. You needed 51 to 98."),
        ("won", " scored", "2", "MIDDLE!", "50 is in the middle: 1 point for you"),
        ("high", "", "3", "Too high by 50", "50 scored. You needed 2 to 49."),
    ] == matches


def test_a_number_goes_over_its_owners_stream_and_over_no_other(clients: Clients) -> None:
    clients.gather(*NAMES, low=0, high=999_999_999)
    before = clients.room
    clients.send("Ann", 271_828_182)
    assert "271828182" in own(told(clients, before, "1"))
    others = [told(clients, before, seat) for seat in "23"]
    others += [message(clients, before, screen(kind)) for kind in ("tv", "watch", "")]
    assert [] == [other for other in others if "271828182" in other]


def test_a_tv_is_sent_scenes_only_with_the_change_that_brings_them_and_finds_them_in_its_page(
    clients: Clients,
) -> None:
    clients.gather(*NAMES)
    kinds = []
    for name, number in (("Ann", 1), ("Ben", 5), ("Cid", 9), ("Ann", 7)):
        before = clients.room
        clients.send(name, number)
        scenes = message(clients, before, screen("tv")).partition('<template id="scenes"')[2]
        kinds.append(re.findall(r'data-scene="(\w+)"', scenes))
    assert [[], [], ["reveal"], []] == kinds
    assert 'data-scene="reveal"' in clients.ask("host", "tv").text.partition('<template id="scenes"')[2]


def test_each_screen_is_sent_its_language_and_a_page_of_another_kind_only_the_version(
    clients: Clients,
) -> None:
    clients.gather(*NAMES)
    before = clients.room
    clients.send("Ann", 1)
    renderer = StreamRenderer(clients.app)
    render = renderer.render_change(before, clients.room)
    screens = (screen("tv", "ja"), screen("tv"), screen(""))
    japanese, english, bare = (encode(render(each_screen), is_gzip=False).decode() for each_screen in screens)
    assert "1/3人" in japanese
    assert "1 of 3 are in" in english
    assert version(clients.room) == bare


def test_a_phone_whose_player_has_another_name_fetches_its_page(clients: Clients) -> None:
    clients.gather(*NAMES)
    before = clients.room
    clients.host("rename", seat="1", name="Anna")
    assert version(clients.room) == told(clients, before, "1")
    assert ">Anna</bdi>" in told(clients, before, "2")


def test_who_changes_a_number_and_at_once_changes_it_back_is_sent_what_stands(clients: Clients) -> None:
    clients.gather(*NAMES, "Dee")
    clients.send("Ann", 1)
    before = clients.room
    for name, number in (("Ben", 7), ("Ann", 2), ("Ann", 1)):
        clients.send(name, number)
    assert '<strong translate="no" class="number">1</strong>' in own(told(clients, before, "1"))


@pytest.mark.parametrize("kind", ["phone", "watch"])
def test_a_blocked_browser_is_sent_the_version_only(clients: Clients, kind: Kind) -> None:
    clients.gather(*NAMES)
    clients.host("bar", seat="2", sure="yes")
    before = clients.room
    (blocked,) = before.blocked
    clients.send("Ann", 1)
    assert version(clients.room) == message(clients, before, Subscriber(kind, "en", "", blocked))


def test_a_phone_is_sent_its_hand_where_the_host_has_a_trick_not_count(clients: Clients) -> None:
    clients.gather(*NAMES, game="saichugen", table="dealt")
    for seat, name in enumerate(NAMES, 1):
        clients.send(name, str(hand(clients.room, str(seat))[0]))
    before = clients.room
    assert before.current_game is not None
    assert 2 == before.current_game.round_number
    assert clients.host("void", at="1.1", sure="yes").status_code in (200, 303)
    changed = [seat for seat in "123" if set(hand(before, seat)) != set(hand(clients.room, seat))]
    assert changed
    assert all('name="number"' in own(told(clients, before, seat)) for seat in changed)


def test_a_phone_that_changes_its_number_is_sent_no_other_own_part_when_all_are_in(clients: Clients) -> None:
    clients.gather(*NAMES)
    clients.host("pace", by_itself="")
    for name, number in (("Ann", 1), ("Ben", 2)):
        clients.send(name, number)
    before = clients.room
    clients.send("Cid", 3)
    assert "3 of 3 are in" in told(clients, before, "1")
    assert "" == own(told(clients, before, "1"))
    assert "Your number is in" in own(told(clients, before, "3"))


def test_a_player_who_is_host_no_longer_is_told_of_nobody_who_asks_to_come_in(clients: Clients) -> None:
    clients.gather(*NAMES)
    clients.ask("host", "join", name="Hal")
    clients.ask("stranger", "claim", (), seat="1")
    before = clients.room
    assert before.claims
    (hal,) = (player.seat for player in before.players if player.name == "Hal")
    assert "asks for a seat" in clients.ask("host").text
    link = re.search(r"/become/[^\s<\"]+", clients.ask("host", "host/room/over").text)
    assert link
    assert clients.ask("heir", link[0][1:], (), x=1).status_code == 303
    assert clients.room.hosts.isdisjoint(before.hosts)
    assert 'id="own"' in own(told(clients, before, hal))


def test_a_player_who_is_host_is_told_once_who_asks_to_come_in_and_again_with_the_next_round(
    clients: Clients,
) -> None:
    clients.open()
    for browser, name in (("host", "Hal"), ("Ann", "Ann"), ("Ben", "Ben")):
        clients.ask(browser)
        clients.ask(browser, "join", name=name)
    clients.host("begin")
    before = clients.room
    clients.ask("stranger", "claim", (), seat="2")
    assert "asks for a seat" in own(told(clients, before, "1"))
    before = clients.room
    clients.send("Ann", 1)
    assert "" == own(told(clients, before, "1"))
    clients.send("Ben", 2)
    clients.send("host", 3)
    assert "asks for a seat" in own(told(clients, before, "1"))


def test_TV_pages_are_rendered_for_a_few_names_of_the_server_and_others_get_the_version(
    clients: Clients,
) -> None:
    clients.gather(*NAMES)
    before = clients.room
    clients.host("rename", seat="1", name="Anna")
    render = StreamRenderer(clients.app).render_change(before, clients.room)
    screens = [Subscriber("tv", "en", f"http://tv{number}.local", "") for number in range(20)]
    pages = [encode(render(each_screen), is_gzip=False).decode() for each_screen in screens]
    assert [True] * 8 + [False] * 12 == [page.startswith("data: <div") for page in pages]
    assert version(clients.room) == pages[-1]


KB = 1000

EACH = 200  # bytes of a progress event, on a stream that is not compressed

CROWD = 45  # and in a crowd

MANY = 600  # players who are bet on

LANGUAGES = ("en", "ja")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return make_app(load_settings({}, data=tmp_path_factory.mktemp("air")))


def phone(seat: str, language: str = "en") -> Subscriber:
    return Subscriber("phone", language, "http://localhost", device(seat))


def sent(app: Flask, screen: Subscriber, before: Room, after: Room) -> Iterator[Message]:
    """Yield what one phone is sent of a change, if nothing is collected."""
    renderer = StreamRenderer(app)
    if own := renderer.render_own(before, after).get(screen.device):
        yield own(screen)
    yield renderer.render_change(before, after)(screen)


def size(message: Message, *, is_gzip: bool = True) -> int:
    return len(encode(message, is_gzip))


def play_round(driver: RoomDriver, rng: random.Random) -> Iterator[tuple[Room, Room]]:
    """Send a number for each player, one after the other, and yield the room before and after each."""
    for seat in rng.sample(driver.game.thinking, len(driver.game.thinking)):
        before = driver.room
        driver.submit(seat, rng.randint(0, 100))
        yield before, driver.room


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("players", "most"), [(8, 4 * KB), (30, 12 * KB), (40, 12 * KB), (120, 8 * KB)], ids=str
)
def test_a_whole_round_with_its_reveal_is_few_kilobytes_to_each_phone(
    app: Flask, players: int, most: int, language: str
) -> None:
    driver, rng = start_game_driver("good-enough", players), random.Random(1)
    for _ in play_round(driver, rng):
        """The first round: the second has points."""
    messages = [
        message
        for before, after in play_round(driver, rng)
        for message in sent(app, phone("1", language), before, after)
    ]
    assert 3 == driver.game.round_number
    assert players + 1 == len(messages)  # each number, the reveal with the last, and what it has sent itself
    assert sum(map(size, messages)) <= most


def test_who_watches_is_sent_few_kilobytes_however_many_were_bet_on(app: Flask) -> None:
    driver = start_game_driver("good-enough", MANY)
    for seat in driver.game.players:
        driver.do(f"watcher {seat}", place_bet, f"1.1.{seat}")
    *_, (before, after) = play_round(driver, random.Random(1))
    for language in LANGUAGES:
        assert size(StreamRenderer(app).render_change(before, after)(screen("watch", language))) <= 4 * KB


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "most"), [(40, EACH), (41, CROWD), (120, CROWD)])
def test_who_is_in_is_few_bytes_however_many_have_come_in_since(
    app: Flask, players: int, most: int, language: str
) -> None:
    driver = start_game_driver("good-enough", players)
    begin = driver.room
    for before, after in list(play_round(driver, random.Random(1)))[:-1]:
        for since in (before, begin):
            message = StreamRenderer(app).render_change(since, after)(phone("1", language))
            assert encode(message, is_gzip=False).startswith(b"event:progress\nid:%d\n" % after.version)
            assert size(message) <= most
            assert size(message, is_gzip=False) <= most


def test_a_room_of_three_languages_plays_one_game_and_each_screen_has_its_own(app: Flask) -> None:
    driver = start_game_driver("good-enough", 4)
    *_, (before, after) = play_round(driver, random.Random(1))
    change = StreamRenderer(app).render_change(before, after)
    spoken = ("de", "en", "fr", "de")
    shared = [change(phone(seat, language))[-1] for seat, language in zip("1234", spoken, strict=True)]
    assert shared[0] is shared[3]
    words = ("Mitte", "middle", "milieu")
    for block, word in zip(shared, words, strict=False):
        assert [word] == [each for each in words if each in block.plain.decode()]


def test_all_phones_of_a_language_are_sent_one_block_and_progress_is_the_same_in_all(app: Flask) -> None:
    driver = start_game_driver("good-enough", 4)
    changes = list(play_round(driver, random.Random(1)))
    for before, after in (changes[1], changes[-1]):
        message = StreamRenderer(app).render_change(before, after)
        english = {id(message(phone(seat))[-1]) for seat in "1234"}
        assert 1 == len(english)
        is_reveal = (before, after) == changes[-1]
        assert is_reveal == (message(phone("1", "ja"))[-1].plain != message(phone("1"))[-1].plain)
