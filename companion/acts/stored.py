"""How acts are written down, a line of JSON each, and read again."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, get_args

from companion.acts.game import (
    Began,
    Called,
    Closed,
    Corrected,
    Dealt,
    Ended,
    Expired,
    Listed,
    Next,
    Paused,
    PlayedOn,
    Recalled,
    Reopened,
    Resumed,
    Showed,
    Voided,
)
from companion.acts.people import (
    Admitted,
    Barred,
    Claimed,
    Denied,
    Joined,
    Left,
    Merged,
    Moved,
    Removed,
    Renamed,
    Returned,
    SatIn,
    SatOut,
    Unbarred,
)
from companion.acts.room import Advertised, Hosted, Locked, Opened, Paced, Redid, Timed, Undid
from companion.cards import parse
from companion.score import Play

OfPeople = (
    Joined
    | Left
    | Returned
    | SatOut
    | SatIn
    | Renamed
    | Merged
    | Removed
    | Barred
    | Unbarred
    | Claimed
    | Admitted
    | Denied
    | Moved
)
OfRoom = Opened | Hosted | Advertised | Locked | Paced | Timed | Undid | Redid
InRound = Called | Showed | Listed | Closed | Expired | Paused | Resumed | Next
"""What is done in the round that is going on."""
Mended = Reopened | Voided | Corrected | Recalled
"""What the host mends in a round that was revealed."""
OfGame = Began | Dealt | Ended | PlayedOn | InRound | Mended
Act = OfPeople | OfRoom | OfGame

_KINDS: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Act)}


def dumps(act: Act) -> str:
    """Write an act as the text that is stored; a card as in a record, such as `10H`."""
    document = {each.name: getattr(act, each.name) for each in fields(act)}
    return json.dumps({"act": type(act).__name__.lower(), **document}, ensure_ascii=False, default=str)


def loads(text: str) -> Act | None:
    """Read an act from its stored text; None for one that only a later release knows.

    What an older release did not write yet has its default.
    """
    document = json.loads(text)
    try:
        kind = _KINDS[document.pop("act")]
        act: Act = kind(**{name: _value(name, value) for name, value in document.items()})
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return act


def _value(name: str, value: Any) -> Any:
    match name:
        case "play":
            return _play(value)
        case "plays" | "stock":
            return _plays(value)
        case "hands":
            return {seat: _plays(hand) for seat, hand in value.items()}
    return value


def _plays(values: Iterable[int | str]) -> tuple[Play, ...]:
    return tuple(map(_play, values))  # type: ignore[arg-type]


def _play(value: int | str | None) -> Play | None:
    if not isinstance(value, str):
        return value
    card = parse(value)
    if card is None:
        raise ValueError(value)
    return card
