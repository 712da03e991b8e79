"""Forgetting a name: where names are stored, and what stands there instead.

This is the one exception from the rule that nothing stored is changed. Only the name is replaced, by one that
nobody has, wherever the definitions of events and remarks say that a person's name is stored. So everything
that follows from the events is the same, but for the name.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.room.events import PersonName, event_types
from companion.room.namebook import REMARK_TYPES
from companion.room.names import name_key


def _fields_with_names(types: Mapping[str, type[Any]]) -> Mapping[str, tuple[str, ...]]:
    """Return the fields that hold a person's name, by the names under which their types are stored."""
    found = {
        stored: tuple(each.name for each in fields(kind) if each.type == PersonName)
        for stored, kind in types.items()
    }
    return {stored: names for stored, names in found.items() if names}


_NAMED_BY = {"act": _fields_with_names(event_types()), "remark": _fields_with_names(REMARK_TYPES)}
"""The fields with names of events and of remarks, by the attribute that says what is stored."""

EVENTS_WITH_NAMES: Collection[str] = tuple(_NAMED_BY["act"])
"""The types of events that hold a name, as they are stored."""


def stored_names(text: str) -> Iterator[str]:
    """Yield the names in the stored text of an event or a remark."""
    document = json.loads(text)
    for field in _named_fields(document):
        yield str(document[field])


def replace_name(text: str, key: str, other: str) -> str:
    """Return the stored text of an event or a remark with another name for all that have this key."""
    document = json.loads(text)
    for field in _named_fields(document):
        if name_key(str(document[field])) == key:
            document[field] = other
    return json.dumps(document, ensure_ascii=False)


def _named_fields(document: Mapping[str, Any]) -> Iterator[str]:
    for kind, named in _NAMED_BY.items():
        yield from (field for field in named.get(document.get(kind, ""), ()) if field in document)


def neutral_name(taken: Collection[str]) -> str:
    """Return the first of `Guest 1`, `Guest 2` and so on whose key is not among those taken."""
    number = 1
    while name_key(f"Guest {number}") in taken:
        number += 1
    return f"Guest {number}"
