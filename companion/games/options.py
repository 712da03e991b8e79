"""Options of a game: a frozen dataclass whose fields say their own label, read with every check."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from companion.games.numbers import whole
from companion.score import Refused

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field:
    """One option as a form shows it: its key, label and explanation, and the value it starts from."""

    name: str
    label: str
    explains: str
    default: object


def option(default: Any, label: str, explains: str) -> Any:
    """Declare one option of an options dataclass."""
    return field(default=default, metadata={"label": label, "explains": explains})


def form(kind: type[Any]) -> tuple[Field, ...]:
    """List the options of an options dataclass, in the order in which a form asks for them."""
    return tuple(
        Field(each.name, each.metadata["label"], each.metadata["explains"], each.default)
        for each in fields(kind)
    )


def read(kind: type[T], raw: Mapping[str, object]) -> T:
    """Make the options of a record: unknown names and values of another type raise `Refused`.

    What the values themselves may be is checked by the dataclass when it is made.
    """
    known = {each.name: type(each.default) for each in fields(kind)}  # type: ignore[arg-type]
    for name, value in raw.items():
        if name not in known:
            raise Refused("{name} is not an option of this game", name=name)
        if type(value) is not known[name]:
            raise Refused("{name}: {value} is not a whole number", name=name, value=str(value))
    return kind(**raw)


def typed(kind: type[Any], texts: Mapping[str, str]) -> dict[str, object]:
    """Turn the texts of a form into the options of a record; raises `Refused` with the option's label."""
    found = {}
    for each in form(kind):
        text = texts.get(each.name, "").strip()
        try:
            value = whole(text) if text else each.default
        except Refused as refused:
            raise Refused("{label}: {refused}", label=each.label, refused=str(refused)) from None
        if value != each.default:
            found[each.name] = value
    return found


def differing(options: Any) -> dict[str, object]:
    """Return the options that differ from their defaults, as a record writes them."""
    return {
        each.name: getattr(options, each.name)
        for each in fields(options)
        if getattr(options, each.name) != each.default
    }
