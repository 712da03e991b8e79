"""What a host has said about the names of players: which are one person, and who is forgotten.

It belongs to the host's browser and to no room. As with rooms, only what was said is stored, and nothing that
was said is changed: taking something back is said too.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.i18n.errors import Refused, Unchanged
from companion.room.events import PersonName
from companion.room.names import name_key


@dataclass(frozen=True, slots=True)
class NamesJoined:
    """Two names are one person, who goes by the name `into`."""

    name: PersonName
    into: PersonName


@dataclass(frozen=True, slots=True)
class NameForgotten:
    """The person of that name is left out."""

    name: PersonName


@dataclass(frozen=True, slots=True)
class RemarkTakenBack:
    """The remark of that number does not hold any more."""

    number: int


Remark = NamesJoined | NameForgotten | RemarkTakenBack

REMARK_TYPES: Mapping[str, type[Any]] = {
    "joined": NamesJoined,
    "forgot": NameForgotten,
    "undid": RemarkTakenBack,
}
"""The name under which each type is stored; it must never change."""


@dataclass(frozen=True, slots=True)
class NumberedRemark:
    """A remark and its number, from 1; None for one that only a later release knows."""

    number: int
    remark: Remark | None


@dataclass(frozen=True, slots=True)
class NameBook:
    """What one host's remarks amount to.

    `persons` leads from the key of a name (`names.name_key`) to the key of the name by which that person
    goes; a name that is not in it stands for itself. `version` is the number of the last remark.
    """

    version: int = 0
    standing: tuple[NumberedRemark, ...] = ()
    """The remarks that were not taken back, in their order."""
    persons: Mapping[str, str] = field(default_factory=dict)
    forgotten: frozenset[str] = frozenset()
    """The keys of the persons who are left out."""

    def person_of(self, name: str) -> str:
        """Return the key of the person who has a name."""
        key = name_key(name)
        return self.persons.get(key, key)

    def find_standing(self, number: int) -> Remark | None:
        """Return the remark of that number, if it was not taken back."""
        return next((each.remark for each in self.standing if each.number == number), None)


def read_namebook(remarks: Iterable[NumberedRemark]) -> NameBook:
    """Derive the name book from all remarks of a host, in their order; never raises."""
    remarks = tuple(remarks)
    taken_back = {each.remark.number for each in remarks if isinstance(each.remark, RemarkTakenBack)}
    standing = tuple(
        each
        for each in remarks
        if each.number not in taken_back and isinstance(each.remark, NamesJoined | NameForgotten)
    )
    persons: dict[str, str] = {}
    for each in standing:
        if isinstance(each.remark, NamesJoined):
            _join_names(persons, name_key(each.remark.name), name_key(each.remark.into))
    left_out = {name_key(each.remark.name) for each in standing if isinstance(each.remark, NameForgotten)}
    return NameBook(
        version=remarks[-1].number if remarks else 0,
        standing=standing,
        persons=persons,
        forgotten=frozenset(persons.get(key, key) for key in left_out),
    )


def with_remark(book: NameBook, remark: Remark) -> NameBook:
    """Return the name book after one more remark, to show what it would change."""
    return read_namebook((*book.standing, NumberedRemark(book.version + 1, remark)))


def _join_names(persons: dict[str, str], name: str, into: str) -> None:
    """Make all names of one person names of another."""
    old, new = persons.get(name, name), persons.get(into, into)
    if old != new:
        persons |= dict.fromkeys([key for key, person in persons.items() if person == old], new)
        persons[old] = new


def join_names(book: NameBook, known: Mapping[str, str], name: str, into: str) -> NamesJoined:
    """Return the remark that two of the known persons are one; raises `Refused`.

    `known` leads from the key of each person to the name.
    """
    one, other = (_known_name(book, known, each) for each in (name, into))
    if book.person_of(one) == book.person_of(other):
        raise Refused("Choose two different names")
    return NamesJoined(one, other)


def forget_name(book: NameBook, known: Mapping[str, str], name: str) -> NameForgotten:
    """Return the remark that one of the known persons is forgotten; raises `Refused`."""
    return NameForgotten(_known_name(book, known, name))


def take_back(book: NameBook, number: int) -> RemarkTakenBack:
    """Return the remark that takes another one back; raises `Unchanged` if that does not hold any more."""
    if not book.find_standing(number):
        raise Unchanged
    return RemarkTakenBack(number)


def _known_name(book: NameBook, known: Mapping[str, str], name: str) -> str:
    found = known.get(book.person_of(name))
    if found is None:
        raise Refused("Choose a name that is in the table")
    return found


def dump_remark(remark: Remark) -> str:
    """Return the JSON text that is stored for a remark."""
    [stored] = (name for name, kind in REMARK_TYPES.items() if type(remark) is kind)
    return json.dumps({"remark": stored, **asdict(remark)}, ensure_ascii=False)


def load_remark(text: str) -> Remark | None:
    """Return the remark that is stored as this text; None for one that only a later release knows."""
    document = json.loads(text)
    try:
        remark: Remark = REMARK_TYPES[document.pop("remark")](**document)
    except (AttributeError, KeyError, TypeError):
        return None
    return remark
