"""Forms with the options of a game."""

from collections.abc import Mapping
from typing import Any

from flask import request

from companion.rules import games
from companion.rules.games.options import KEEP, form_fields, option_fields, parse_form


def read_options_form(
    name: str, usual: Mapping[str, str] | None = None, *, has_players: bool = False
) -> dict[str, Any]:
    """Parse and validate the options in the form of this request, for the game of this name.

    `usual` are the texts of fields that the form does not have; its field `table` says whether only results
    are kept. `has_players`: whether it can name players, as seats. Returns the options as they stand in a
    record, with those that were chosen in place of the app. Raises `Refused` for a game that the screens do
    not offer, and for options that its rules refuse.
    """
    rules, texts = games.find_game(name), usual or {}
    fields = option_fields(rules) if has_players else form_fields(rules)
    typed = {each.name: request.form.get(each.name, texts.get(each.name, "")) for each in fields}
    if KEEP in typed and (table := request.form.get("table")):
        typed[KEEP] = "results" if table == "results" else "cards"
    found = parse_form(rules, typed)
    rules.read_options(found)
    return found
