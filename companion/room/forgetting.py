"""Forgetting a name: where names are stored, and what stands there instead.

This is the one exception from the rule that nothing stored is changed. Only the name is replaced, by one that
nobody has, wherever a person's name is stored. So everything
that follows from the events is the same, but for the name.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.room.events import PersonName, event_types
from companion.room.names import name_key


def _fields_with_names(types: Mapping[str, type[Any]]) -> Mapping[str, tuple[str, ...]]:
    """Return the fields that hold a person's name, by the names under which their types are stored."""
    found = {
        stored: tuple(each.name for each in fields(kind) if each.type == PersonName)
        for stored, kind in types.items()
    }
    return {stored: names for stored, names in found.items() if names}


_NAMED_BY: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "act": _fields_with_names(event_types()),
    "remark": {"joined": ("name", "into"), "forgot": ("name",)},
}
"""The fields with names, by the attribute that says what is stored: of events, and of what hosts could say
about names in earlier releases (that two are one person, or that one is forgotten)."""

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


def forgotten_keys(remarks: Iterable[tuple[int, str]]) -> frozenset[str]:
    """Return the keys of the names that a host's numbered remarks forgot and did not take back."""
    said = {number: json.loads(text) for number, text in remarks}
    taken_back = {each.get("number") for each in said.values() if each.get("remark") == "undid"}
    return frozenset(
        name_key(str(each["name"]))
        for number, each in said.items()
        if each.get("remark") == "forgot" and number not in taken_back
    )


def _named_fields(document: Mapping[str, Any]) -> Iterator[str]:
    for kind, named in _NAMED_BY.items():
        yield from (field for field in named.get(document.get(kind, ""), ()) if field in document)


def neutral_name(taken: Collection[str]) -> str:
    """Return the first of `Guest 1`, `Guest 2` and so on whose key is not among those taken."""
    number = 1
    while name_key(f"Guest {number}") in taken:
        number += 1
    return f"Guest {number}"
