"""Logs that were stored replay to the same state for ever: to the bytes that are kept beside them.

A log is written once, by `python -m tests.tools.logs`. Where a test fails here, the code is wrong and not the
log; a new event needs one more log.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import pytest
from sqlalchemy import create_engine, insert

from companion.room import events, stored_events
from companion.room.game_events import GameStarted
from companion.rules import games
from companion.rules.games.options import option_fields
from companion.storage.database import prepare_engine
from companion.storage.event_store import EventStore
from companion.storage.tables import EventRow, RoomRow
from tests.support.kept_logs import (
    CODE,
    log_names,
    read_log,
    read_state,
    replay_states,
    room_document,
    state_text,
)


def stored_documents() -> Iterator[dict[str, Any]]:
    """Yield every kept event as its JSON says it."""
    for name in log_names():
        for *_, what in read_log(name):
            yield json.loads(what)


@pytest.mark.parametrize("name", log_names())
def test_a_kept_log_replays_to_the_same_bytes(name: str) -> None:
    assert read_state(name) == state_text(replay_states(read_log(name)))


@pytest.mark.parametrize("name", log_names())
def test_every_event_of_a_kept_log_is_read_and_stored_as_it_stands_there(name: str) -> None:
    for *_, what in read_log(name):
        [event] = stored_events.load_events([what])
        assert event
        again = stored_events.dump_event(event)
        assert [event] == [*stored_events.load_events([again])]
        assert stored_events.upcast(json.loads(what)).items() <= json.loads(again).items()


def test_a_database_gives_the_rooms_of_the_kept_logs() -> None:
    engine = create_engine("sqlite://")
    prepare_engine(engine)
    kept = {f"{CODE}{number}": read_log(name) for number, name in enumerate(log_names())}
    with engine.begin() as connection:
        for code, stored in kept.items():
            connection.execute(insert(RoomRow), {"code": code, "opened": stored[0][1]})
            rows = [dict(zip(("number", "at", "by", "what"), each, strict=True)) for each in stored]
            connection.execute(insert(EventRow), [{"room": code, **row} for row in rows])
    store = EventStore(engine, lambda _code, _version: None)
    for code, stored in kept.items():
        assert room_document(store.load_room(code)) == room_document(replay_states(stored)[-1])


def as_json(default: Any) -> object:
    return list(default) if isinstance(default, tuple) else default


def test_every_event_and_every_field_of_it_is_in_a_kept_log() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for document in map(stored_events.upcast, stored_documents()):
        kind = events.EVENT_TYPES[document["act"]]
        declared = {field.name: as_json(field.default) for field in fields(kind)}  # type: ignore[arg-type]
        found[document["act"]] |= {
            name
            for name, value in document.items()
            if name in declared and (declared[name] is MISSING or value != declared[name])
        }
    wanted = {name: {field.name for field in fields(kind)} for name, kind in events.EVENT_TYPES.items()}  # type: ignore[arg-type]
    assert wanted == found


@pytest.mark.parametrize("game", list(games.GAMES))
def test_every_option_and_every_choice_of_a_game_is_in_a_kept_log(game: str) -> None:
    kind = games.find_game(game)
    assert is_dataclass(kind)
    played: dict[str, set[str]] = defaultdict(set)
    for document in stored_documents():
        if document["act"] == GameStarted.stored_name and document["game"] == game:
            for name, value in document["options"].items():
                played[name].add(str(value))
    for field in [each for each in option_fields(kind) if not each.is_drawn]:
        others = {str(choice) for choice in field.choices} - {str(field.default)}
        assert others <= played[field.name], field.name
        assert played[field.name] - {str(field.default)}, field.name
