"""What goes over the air to one phone, compressed: little for each number, and for a whole round."""

import random
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.config.settings import load_settings
from companion.live.stream import Message, Subscriber, encode
from companion.room.state import Room
from companion.web.app import create_app
from companion.web.renderer import StreamRenderer
from tests.support.room_driver import RoomDriver, device, start_game_driver

KB = 1000
EACH = 200  # bytes of a progress event, on a stream that is not compressed
CROWD = 45  # and in a crowd
LANGUAGES = ("en", "ja")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(load_settings({}, data=tmp_path_factory.mktemp("air")))


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


def test_all_phones_of_a_language_are_sent_one_block_and_progress_is_the_same_in_all(app: Flask) -> None:
    driver = start_game_driver("good-enough", 4)
    changes = list(play_round(driver, random.Random(1)))
    for before, after in (changes[1], changes[-1]):
        message = StreamRenderer(app).render_change(before, after)
        english = {id(message(phone(seat))[-1]) for seat in "1234"}
        assert 1 == len(english)
        is_reveal = (before, after) == changes[-1]
        assert is_reveal == (message(phone("1", "ja"))[-1].plain != message(phone("1"))[-1].plain)
