"""One card game in three ways of entry: by the host, by phones with real cards, and dealt."""

import itertools
import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config.settings import load_settings
from companion.formats import record
from companion.room.commands import scheduled
from companion.rules import games
from companion.rules.games import contract
from companion.web.app import create_app
from companion.web.services import Services
from tests.support.room_driver import Stacked

NAMES = ("Ann", "Ben", "Cid")
SUITS = "CDHS"

# Each trick as it is laid: a card of everybody, in the order of the players.
MEDIOCRITY = [("2", "7", "K"), ("2", "5", "K"), ("K", "K", "7"), ("A", "8", "3"), ("J", "J", "4")]
MEDIAN = [("5C", "8D", "JH"), ("5D", "5H", "JS"), ("6C", "8H", "7S"), ("KC", "QD", "AS")]
SAICHUGEN = [
    ("AS", "7H", "KD"), ("2C", "9D", "5S"), ("3H", "3D", "QC"),
    ("10S", "10H", "JD"), ("4C", "8D", "KH"), ("6S", "6H", "6D"),
]  # fmt: skip
GAMES = [
    ("mediocrity", {"target": "1"}, MEDIOCRITY),
    ("median", {"hand": "4"}, MEDIAN),
    ("saichugen", {"rounds": "2"}, SAICHUGEN),
]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(load_settings({}, data=tmp_path))
    yield made
    Services.of(made).store.close()


@pytest.mark.slow
def test_what_a_manner_is_has_no_influence_on_the_score(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for game, options, tricks in GAMES:
        manners = [by_score_keeper(app, game, options, tricks), by_phones(app, game, options, tricks)]
        if game != "mediocrity":  # in which all have the same hand, and nothing is dealt
            stacked = partial(arrange, tricks=tricks)
            monkeypatch.setattr(scheduled, "due_event", partial(scheduled.due_event, rng=Stacked(stacked)))
            manners.append(by_phones(app, game, options, tricks, table="dealt"))
        expected = plain(game, options, tricks)
        assert [expected] * len(manners) == [games.score(each).root.scores for each in manners]


def plain(game: str, options: dict[str, str], tricks: list[tuple[str, ...]]) -> object:
    """Score the game from a handwritten record."""
    rounds = [{"plays": dict(zip(NAMES, trick, strict=True))} for trick in tricks]
    rounds[-1]["last"] = True  # type: ignore[assignment]
    document = {
        "format": record.FORMAT,
        "game": game,
        "options": {name: int(value) for name, value in options.items()},
        "players": list(NAMES),
        "rounds": rounds,
    }
    return games.score(record.read_record(json.dumps(document))).root.scores


def arrange(cards: list[object], tricks: list[tuple[str, ...]]) -> None:
    """Stack the deck so that all players are dealt the cards that they lay."""
    hand = 4 if len(tricks) == 4 else 17
    laid = [list(each) for each in zip(*tricks, strict=True)]
    spare = [card for card in cards if str(card) not in itertools.chain(*laid)]
    by_name = {str(card): card for card in cards}
    hands = [[by_name[name] for name in mine] for mine in laid]
    for mine in hands:
        while len(mine) < hand:
            mine.append(spare.pop())
    cards[:] = [*itertools.chain(*hands), *spare]


def opened(app: Flask, game: str, options: dict[str, str]) -> tuple[FlaskClient, str]:
    host = app.test_client()
    code = host.post("/rooms", data={"game": game, **options}).location.split("/")[1]
    return host, code


def by_score_keeper(
    app: Flask, game: str, options: dict[str, str], tricks: list[tuple[str, ...]]
) -> contract.Record:
    host, code = opened(app, game, options)
    for name in NAMES:
        host.post(f"/{code}/host/add", data={"name": name})
    host.post(f"/{code}/host/begin", data=options)
    for trick in tricks:
        cards = {f"play-{seat}": card for seat, card in enumerate(trick, 1)}
        form = {**cards, "at": place(host, f"/{code}/host")}
        assert host.post(f"/{code}/host/pad", data=form).status_code == 303
    return ended(host, code)


def by_phones(
    app: Flask, game: str, options: dict[str, str], tricks: list[tuple[str, ...]], **table: str
) -> contract.Record:
    host, code = opened(app, game, options)
    phones = [app.test_client() for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.post(f"/{code}/join", data={"name": name})
    assert host.post(f"/{code}/host/begin", data={**options, **table}).status_code == 303
    for trick in tricks:
        laid: set[str] = set()
        for seat in leaders_first(host.get(f"/{code}/host").text):
            nobody_knows_more(host, phones, code, laid if table else set(), bool(table))
            form = {"number": trick[seat], "at": place(phones[seat], f"/{code}")}
            assert phones[seat].post(f"/{code}/number", data=form).status_code == 303
            laid.add(trick[seat])
    return ended(host, code)


def nobody_knows_more(
    host: FlaskClient, phones: list[FlaskClient], code: str, laid: set[str], dealt: bool
) -> None:
    """Check every page that anybody can open against the hands of all the others."""
    if not dealt:
        return
    hands = [set(re.findall(r'name="number" value="(\w+)">', phone.get(f"/{code}").text)) for phone in phones]
    for mine, theirs in itertools.permutations(range(len(phones)), 2):
        assert not hands[mine] & hands[theirs]
    for path in ("tv", "host", "game-1.json"):
        page = host.get(f"/{code}/{path}").text
        seen = set(re.findall(r'(?:value="|")([0-9AJQK]+[CDHS])"', page))
        assert not seen & (set.union(*hands) | laid)


def leaders_first(page: str) -> list[int]:
    """Order the seats as the page asks for them: who leads lays first."""
    waiting = re.search(r'class="waiting[^>]*>(\w+) leads', page)
    first = NAMES.index(waiting[1]) if waiting else 0
    return [first, *(seat for seat in range(len(NAMES)) if seat != first)]


def place(client: FlaskClient, path: str) -> str:
    found = re.search(r'name="at" value="([^"]+)"', client.get(path).text)
    assert found
    return found[1]


def ended(host: FlaskClient, code: str) -> contract.Record:
    if 'data-phase="over"' not in host.get(f"/{code}/host").text:
        host.post(f"/{code}/host/end", data={"how": "count", "at": place(host, f"/{code}/host")})
    return record.read_record(host.get(f"/{code}/game-1.json").text)
