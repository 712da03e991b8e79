"""The options of a game that are not as usual, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.i18n.messages import N_, bidi_isolate, format_value, translate
from companion.room.state import Room
from companion.rules.games import options
from companion.rules.games.contract import Game


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option that differs from its default, in words."""

    label: str
    value: str


def chosen_options(room: Room, rules: Game) -> Iterator[ChosenOption]:
    """Yield the options that differ from their defaults."""
    chosen = options.changed_options(rules)
    for field in options.option_fields(type(rules)):
        if field.name in chosen:
            value = chosen[field.name]
            text = bidi_isolate(room.name(str(value))) if field.is_player else _option_text(field, value)
            yield ChosenOption(translate(field.label), text)


def _option_text(field: options.OptionField, value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(format_value, value))
    if isinstance(value, bool):
        return translate(N_("yes") if value else N_("no"))
    return translate(field.choice_label(value)) if field.choices else format_value(value)
