"""What people fill in: the options of a game."""

from typing import Any

from flask import request

from companion.rules import games
from companion.rules.games.options import form_fields, parse_form


def read_options_form(name: str) -> dict[str, Any]:
    """Return the options that the form asks for, as a record writes them.

    Raises `Refused` for a game that the screens cannot play, and for options that its rules refuse.
    """
    rules = games.find_game(name)
    texts = {field.name: request.form.get(field.name, "") for field in form_fields(rules)}
    found = parse_form(rules, texts)
    rules.read_options(found)
    return found
