"""The form of a game's options."""

from collections.abc import Mapping
from typing import Any

from flask import request

from companion.rules import games
from companion.rules.games.options import form_fields, parse_form


def read_options_form(name: str, usual: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Parse and validate the options in the form of this request, for the game of this name.

    `usual` are the texts of fields that the form does not have. Returns the options as they stand in a
    record, with those that were chosen in place of the app. Raises `Refused` for a game that the screens do
    not offer, and for options that its rules refuse.
    """
    rules, texts = games.find_game(name), usual or {}
    typed = {each.name: request.form.get(each.name, texts.get(each.name, "")) for each in form_fields(rules)}
    found = parse_form(rules, typed)
    rules.read_options(found)
    return found
