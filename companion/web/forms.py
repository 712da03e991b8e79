"""The form of a game's options."""

from typing import Any

from flask import request

from companion.rules import games
from companion.rules.games.options import form_fields, parse_form


def read_options_form(name: str) -> dict[str, Any]:
    """Parse and validate the options in the form of this request, for the game of this name.

    Returns them as they stand in a record. Raises `Refused` for a game that the screens do not offer, and
    for options that its rules refuse.
    """
    rules = games.find_game(name)
    texts = {field.name: request.form.get(field.name, "") for field in form_fields(rules)}
    found = parse_form(rules, texts)
    rules.read_options(found)
    return found
