"""The text that is stored for an event: one line of JSON, which every later release reads."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.room.events import EVENT_TYPES, Event
from companion.room.game_events import CorrectedCall, CorrectedPlay
from companion.rules.cards import parse_card
from companion.rules.plays import Play


def dump_event(event: Event) -> str:
    """Return the JSON text that is stored for an event; a card as in a record, such as `10H`."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}  # type: ignore[arg-type]
    return json.dumps({"act": event.stored_name, **values}, ensure_ascii=False, default=str)


def load_events(texts: Iterable[str]) -> Iterator[Event | None]:
    """Return the events that are stored as these texts; None for each that only a later release knows.

    An attribute that an older release did not store has its default. JSON reads one long text in a third of
    the time that it needs for as much in short ones.
    """
    return map(_read_event, json.loads(f"[{','.join(texts)}]"))


def _read_event(document: dict[str, Any]) -> Event | None:
    document = upcast(document)
    try:
        kind = EVENT_TYPES[document.pop("act")]
        for name in _PARSERS.keys() & document:
            document[name] = _PARSERS[name](document[name])
        event: Event = kind(**document)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return event


_OLD_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "advertised": {"address": "address"},
    "hidscores": {"hidden": "hides_scores"},
    "locked": {"locked": "locked", "crowd": "takes_crowd"},
    "paced": {"by_itself": "auto_reveal"},
    "timed": {"seconds": "seconds"},
}
"""Events of earlier releases that set an option of the room: what their fields are called there."""

_OLD_NAMES: Mapping[str, Mapping[str, Any]] = {
    "barred": {"act": "removed", "blocked": True},
    "disowned": {"act": "vouched", "is_own": False},
    "redid": {"act": "undid", "undone": False},
    "resumed": {"act": "paused", "paused": False},
    "satin": {"act": "satout", "out": False},
    "showdown": {"act": "playedon", "showdown": True},
    "threwaway": {"act": "ended", "throws_away": True},
}
"""Events of earlier releases that are others now: what to store in them."""


def upcast(document: dict[str, Any]) -> dict[str, Any]:
    """Return what earlier releases stored as it is stored now."""
    stored_name = document.get("act", "")
    if stored_name in EVENT_TYPES:
        return document
    match document:
        case {"act": "corrected", "game": game, "round": number, "seat": seat, "play": play}:
            return {"act": "correctedplays", "game": game, "plays": [[number, seat, play]]}
        case {"act": "recalled", "game": game, "round": number, "call": call}:
            return {"act": "correctedplays", "game": game, "plays": [], "calls": [[number, call]]}
    if names := _OLD_OPTIONS.get(stored_name):
        options = {name: document.get(old, False) for old, name in names.items()}
        return {"act": "roomset", "options": options}
    return {**document, **_OLD_NAMES.get(stored_name, {})}


def _parse_plays_of(value: Any) -> Any:
    """Return plays by seat, corrected plays, or a list, as an event has them under this name."""
    if isinstance(value, Mapping):
        return {seat: _parse_play(play) for seat, play in value.items()}
    if value and isinstance(value[0], list):
        return tuple(CorrectedPlay(number, seat, _parse_play(play)) for number, seat, play in value)
    return _parse_plays(value)


def _parse_plays(values: Iterable[int | str]) -> tuple[Play, ...]:
    return tuple(map(_parse_play, values))  # type: ignore[arg-type]


def _parse_play(value: int | str | None) -> Play | None:
    if not isinstance(value, str):
        return value
    card = parse_card(value)
    if card is None:
        raise ValueError(value)
    return card


_PARSERS: Mapping[str, Callable[[Any], Any]] = {
    "play": _parse_play,
    "plays": _parse_plays_of,
    "stock": _parse_plays,
    "calls": lambda calls: tuple(CorrectedCall(*each_call) for each_call in calls),
    "hands": lambda hands: {seat: _parse_plays(hand) for seat, hand in hands.items()},
    "left_open": tuple,
    "lines": tuple,
    "ends": tuple,
}
"""What reads the fields that are not stored as they are."""
