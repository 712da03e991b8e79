"""The form of a game's options."""

from collections.abc import Mapping
from typing import Any

from flask import request

from companion.rules import games
from companion.rules.games.options import form_fields, parse_form


def read_options_form(name: str, usual: Mapping[str, str] | None = None, prefix: str = "") -> dict[str, Any]:
    """Parse and validate the options in the form of this request, for the game of this name.

    Returns them as they stand in a record. Raises `Refused` for a game that the screens do not offer, and
    for options that its rules refuse. `usual` and `prefix` are those of `typed_options`.
    """
    rules = games.find_game(name)
    found = parse_form(rules, typed_options(name, usual, prefix))
    rules.read_options(found)
    return found


def typed_options(name: str, usual: Mapping[str, str] | None = None, prefix: str = "") -> dict[str, str]:
    """Return the options in the form of this request as texts; `usual` are those of missing fields.

    A form that offers several games has a `prefix` before the names of the fields of each.
    """
    form, texts = request.form, usual or {}
    fields = [field.name for field in form_fields(games.find_game(name))]
    return {field: form.get(prefix + field, form.get(field, texts.get(field, ""))) for field in fields}
