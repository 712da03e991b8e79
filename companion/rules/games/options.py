"""Options of a game: fields of a frozen dataclass that carry their labels, and how they are read."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal, TypeVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text, plain
from companion.rules.games.numbers import abbreviate, parse_integer
from companion.rules.games.pictures import Options
from companion.rules.results import Values
from companion.values import frozen

T = TypeVar("T")

_SEPARATOR = re.compile(r"[\s,;x×]+")
"""What may separate the numbers of a typed list: `5, 3` or `5 x 3`."""

OptionKind = Literal["choice", "player", "flag", "fraction", "numbers", "number"]
"""An option is one of its choices, a player, a flag, an exact fraction as text, or whole numbers."""

KEEP = "keep"
"""The name of the option that says what is kept of a game with real cards: `cards`, or only `results`."""

_FRACTION = re.compile(r"[0-9]+(\.[0-9]+|/[0-9]+)?")
_LONGEST_FRACTION = 100  # characters
_FLAGS = {"true": True, "false": False}


@frozen
class OptionField:
    """One option as a form shows it: its key, label, explanation and default.

    `replaces` is the name of an option that this one implies: where this one is given, a record leaves the
    other out.
    """

    name: str
    label: str
    explains: str
    default: object
    choices: tuple[str, ...] = ()
    kind: OptionKind = "number"
    """The type of its value. A player of the game is the first one by default; in an evening it passes on."""
    replaces: str = ""
    group: str = ""
    """The heading under which a form shows it, to be translated; options of one group stand together."""
    is_defining: bool = False
    """Whether it makes another game of it: a preset is recognised only where it is as the preset has it."""
    is_deferred: bool = False
    """Whether it may be left to the app, which chooses it for the players who are there at the start."""
    is_signed: bool = False
    """Whether a number may be below 0."""
    is_drawn: bool = False
    """Whether chance decides it: a record has it, and no form asks for it."""
    offered: tuple[object, ...] = ()
    """The values that a form shows at once, of the few options that people change; empty for all others."""
    choice_labels: Mapping[str, str] = field(default_factory=dict)
    """What a form calls choices that are no word of the language, such as `peel+showdown`."""

    def choice_label(self, value: object) -> str:
        """Return what the choice that equals a value is called, to be translated; empty if there is none."""
        return next(
            (self.choice_labels.get(choice, choice) for choice in self.choices if choice == value), ""
        )


def option(default: Any, label: str, explains: str, **attributes: Any) -> Any:
    """Declare one option of an options dataclass; `attributes` are the other fields of `OptionField`.

    Mark both texts with `N_`, and `choices` too unless they are the same in every language; forms translate
    them. A form posts the choice itself. Choices that have `choice_labels` need not be listed besides.

    The type of the value follows from its choices and its default, unless `kind` is given. A default of None
    makes the option optional. A fraction is kept as the text that was given: `0.8`, `2/3`. Its value is
    `parse_fraction` of that.
    """
    if labels := attributes.get("choice_labels"):
        attributes["choices"] = tuple(labels)
    kind = "choice" if "choices" in attributes else _KINDS.get(type(default), "number")
    return field(default=default, metadata={"label": label, "explains": explains, "kind": kind, **attributes})


_KINDS: Mapping[type, OptionKind] = {bool: "flag", tuple: "numbers"}


@cache  # 0.15 ms, in every replay and on every page
def _fields_of(kind: type) -> tuple[OptionField, ...]:
    return tuple(
        OptionField(each.name, default=each.default, **each.metadata)
        for each in fields(kind)
        if each.metadata
    )


option_fields: Callable[[Any], tuple[OptionField, ...]] = _fields_of
"""List the options of an options dataclass, in the order in which a form asks for them."""


def form_fields(kind: type[Any]) -> tuple[OptionField, ...]:
    """List the options that a form shows before the game begins: all but those that name a player."""
    return tuple(each_option for each_option in _asked_fields(kind) if each_option.kind != "player")


def _asked_fields(kind: type[Any]) -> tuple[OptionField, ...]:
    return tuple(each_option for each_option in option_fields(kind) if not each_option.is_drawn)


def player_fields(kind: type[Any]) -> tuple[OptionField, ...]:
    """List the options that name a player, which a form shows once players are there."""
    return tuple(each_option for each_option in option_fields(kind) if each_option.kind == "player")


def option_groups(fields: Iterable[OptionField]) -> tuple[tuple[str, tuple[OptionField, ...]], ...]:
    """Return the options by their groups, each group where its first option is."""
    found_options: dict[str, list[OptionField]] = {}
    for each_option in fields:
        found_options.setdefault(each_option.group, []).append(each_option)
    return tuple((group, tuple(options)) for group, options in found_options.items())


def matches(options: Any, named: Options) -> bool:
    """Return whether options are as some of a record name them, and no other makes another game of it."""
    usual = {
        each_option.name: each_option.default
        for each_option in option_fields(type(options))
        if each_option.is_defining
    }
    return all(
        _comparable(each_option, getattr(options, each_option.name))
        == _comparable(each_option, {**usual, **named}[each_option.name])
        for each_option in option_fields(type(options))
        if each_option.name in usual or each_option.name in named
    )


def _comparable(each_option: OptionField, value: Any) -> object:
    """Return a value that is equal for all spellings: 0.8 and 4/5, and a list and a tuple."""
    if each_option.kind == "fraction":
        return parse_fraction(value)
    return tuple(value) if isinstance(value, list) else value


def deferred_options(kind: type[Any]) -> tuple[str, ...]:
    """List the names of the options that may be left to the app."""
    return tuple(each_option.name for each_option in option_fields(kind) if each_option.is_deferred)


def read_options(kind: type[T], raw: Values) -> T:
    """Make options; raises `Refused` for unknown names and types. Their dataclass checks ranges."""
    known = {each_option.name: each_option for each_option in option_fields(kind)}
    for name in raw:
        if name not in known:
            raise Refused("{name} is not an option of this game", name=abbreviate(name))
    return kind(**{name: _checked(known[name], value) for name, value in raw.items()})


def parse_form(kind: type[Any], texts: Mapping[str, str]) -> dict[str, object]:
    """Parse the texts of a form as the options of a record; raises `Refused` with the option's label.

    An empty or missing field keeps its default, which is left out, as in a record; but where it may be left
    to the app, the choice of the default is kept. Other fields of the form are ignored.
    """
    given = [each_option for each_option in _asked_fields(kind) if plain(texts.get(each_option.name, ""))]
    replaced = {given_option.replaces for given_option in given}
    found = {
        given_option.name: _parsed(given_option, plain(texts[given_option.name]))
        for given_option in given
        if given_option.name not in replaced
    }
    return {
        given_option.name: found[given_option.name]
        for given_option in given
        if given_option.name in found
        and (given_option.is_deferred or found[given_option.name] != given_option.default)
    }


def form_texts(options: Options) -> dict[str, str]:
    """Return options of a record as the texts of a form, from which `parse_form` makes them again."""
    return {name: _form_text(value) for name, value in options.items()}


def _form_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def parse_fraction(text: str) -> Fraction:
    """Return the exact value of `0.8` or `2/3`; raises `Refused` for any other spelling."""
    try:
        if len(text) <= _LONGEST_FRACTION and _FRACTION.fullmatch(text):
            return Fraction(text)
    except ZeroDivisionError:
        pass
    raise Refused("{text} is neither a decimal like 0.8 nor a fraction like 2/3", text=abbreviate(text))


def rename_option_players(options: T, names: Mapping[str, str]) -> T:
    """Return the options with the players in them renamed."""
    named = {
        each_option.name: getattr(options, each_option.name) for each_option in player_fields(type(options))
    }
    return replace(options, **{name: names[who] for name, who in named.items() if who in names})  # type: ignore[type-var]


def changed_options(options: Any) -> dict[str, object]:
    """Return the options that differ from their defaults, as a record stores them."""
    found_options = [
        each_option
        for each_option in option_fields(type(options))
        if getattr(options, each_option.name) != each_option.default
    ]
    replaced = {each_option.replaces for each_option in found_options}
    values = {
        each_option.name: getattr(options, each_option.name)
        for each_option in found_options
        if each_option.name not in replaced
    }
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _parsed(each_option: OptionField, text: str) -> object:
    """Parse a posted text as the value that a record would hold."""
    if each_option.kind in ("choice", "player"):
        return text
    if each_option.kind == "flag":
        return _FLAGS.get(text, text)
    if each_option.kind == "fraction":  # keypads of many countries have a comma only
        return unicodedata.normalize("NFKC", text).replace(",", ".")
    try:
        if each_option.kind == "numbers":
            return [parse_integer(number) for number in _SEPARATOR.split(text) if number]
        return parse_integer(text)
    except Refused as refused:
        raise Refused("{label}: {value}", label=Text(each_option.label), value=refused) from None


def _checked(each_option: OptionField, value: object) -> object:
    """Return the value of one option as the dataclass stores it; raises `Refused` for another type."""
    if value is None and each_option.default is None:
        return None
    if each_option.kind == "choice":
        if value not in each_option.choices:
            template = N_("{name}: {value} is not one of {all}")
            raise Refused(template, name=each_option.name, value=abbreviate(value), all=each_option.choices)
        return value
    if each_option.kind == "numbers" and isinstance(value, list | tuple):
        return tuple(_of_type(each_option, number, "number") for number in value)
    return _of_type(each_option, value, each_option.kind)


def _of_type(each_option: OptionField, value: object, kind: OptionKind) -> object:
    """Return a value if it is one of that kind; raises `Refused` otherwise."""
    wanted, refusal = _TYPES[kind]
    if type(value) is not wanted:
        raise Refused(refusal, name=each_option.name, value=abbreviate(value))
    if kind == "fraction":
        try:
            parse_fraction(str(value))
        except Refused as refused:
            raise Refused("{label}: {value}", label=each_option.name, value=refused) from None
    return value


_TYPES: Mapping[OptionKind, tuple[type, str]] = {
    "player": (str, N_("{name}: {value} is not the name of a player")),
    "flag": (bool, N_("{name}: {value} is neither true nor false")),
    "fraction": (str, N_('{name}: {value} is not text, such as "0.8"')),
    "numbers": (tuple, N_("{name}: {value} is not a list of whole numbers")),
    "number": (int, N_("{name}: {value} is not a whole number")),
}
