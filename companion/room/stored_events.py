"""The text that is stored for an event: one line of JSON, which every later release reads."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from companion.room.events import CorrectedCall, CorrectedPlay, Event, event_types
from companion.rules.cards import parse_card
from companion.rules.results import Play

_TYPES = event_types()


def dump_event(event: Event) -> str:
    """Return the JSON text that is stored for an event; a card as in a record, such as `10H`."""
    values = {each.name: getattr(event, each.name) for each in fields(event)}  # type: ignore[arg-type]
    return json.dumps({"act": event.stored_name, **values}, ensure_ascii=False, default=str)


def load_event(text: str) -> Event | None:
    """Return the event that is stored as this text; None for one that only a later release knows.

    An attribute that an older release did not store has its default.
    """
    document = upcast(json.loads(text))
    try:
        kind = _TYPES[document.pop("act")]
        event: Event = kind(**{name: _parse_value(name, value) for name, value in document.items()})
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
    act = document.get("act", "")
    match document:
        case {"act": "corrected", "game": game, "round": number, "seat": seat, "play": play}:
            return {"act": "correctedplays", "game": game, "plays": [[number, seat, play]]}
        case {"act": "recalled", "game": game, "round": number, "call": call}:
            return {"act": "correctedplays", "game": game, "plays": [], "calls": [[number, call]]}
    if names := _OLD_OPTIONS.get(act):
        options = {name: document.get(old, False) for old, name in names.items()}
        return {"act": "roomset", "options": options}
    return {**document, **_OLD_NAMES.get(act, {})}


def _parse_value(name: str, value: Any) -> Any:
    match name:
        case "play":
            return _parse_play(value)
        case "plays" if isinstance(value, Mapping):
            return {seat: _parse_play(play) for seat, play in value.items()}
        case "plays" if value and isinstance(value[0], list):
            return tuple(CorrectedPlay(number, seat, _parse_play(play)) for number, seat, play in value)
        case "plays" | "stock":
            return _parse_plays(value)
        case "calls":
            return tuple(CorrectedCall(*each) for each in value)
        case "hands":
            return {seat: _parse_plays(hand) for seat, hand in value.items()}
        case "left_open":
            return tuple(value)
    return value


def _parse_plays(values: Iterable[int | str]) -> tuple[Play, ...]:
    return tuple(map(_parse_play, values))  # type: ignore[arg-type]


def _parse_play(value: int | str | None) -> Play | None:
    if not isinstance(value, str):
        return value
    card = parse_card(value)
    if card is None:
        raise ValueError(value)
    return card
