"""Options of a game: a frozen dataclass whose fields say their own label, read with every check."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
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
    choices: tuple[str, ...] = ()
    is_player: bool = False


def option(
    default: Any, label: str, explains: str, *, choices: tuple[str, ...] = (), is_player: bool = False
) -> Any:
    """Declare one option of an options dataclass: a whole number, one of some choices, or a player.

    A default of None says that the value follows from something else, such as the number of players.
    """
    about = {"label": label, "explains": explains, "choices": choices, "is_player": is_player}
    return field(default=default, metadata=about)


def form(kind: type[Any]) -> tuple[Field, ...]:
    """List the options of an options dataclass, in the order in which a form asks for them."""
    return tuple(Field(each.name, default=each.default, **each.metadata) for each in fields(kind))


def read(kind: type[T], raw: Mapping[str, object]) -> T:
    """Make the options of a record: unknown names and values of another type raise `Refused`.

    What the values themselves may be is checked by the dataclass when it is made.
    """
    known = {each.name: each for each in form(kind)}
    for name, value in raw.items():
        if name not in known:
            raise Refused("{name} is not an option of this game", name=name)
        _check(known[name], value)
    return kind(**raw)


def _check(each: Field, value: object) -> None:
    name, text = each.name, str(value)
    if value is None and each.default is None:
        return
    if each.choices:
        if value not in each.choices:
            raise Refused("{name}: {value} is not one of {all}", name=name, value=text, all=each.choices)
    elif each.is_player:
        if not isinstance(value, str):
            raise Refused("{name}: {value} is not the name of a player", name=name, value=text)
    elif type(value) is not int:
        raise Refused("{name}: {value} is not a whole number", name=name, value=text)


def rename(options: T, names: Mapping[str, str]) -> T:
    """Return the options with the players in them under other names."""
    players = [each.name for each in form(type(options)) if each.is_player]
    named = {name: getattr(options, name) for name in players}
    return replace(options, **{name: names[who] for name, who in named.items() if who in names})  # type: ignore[type-var]


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
