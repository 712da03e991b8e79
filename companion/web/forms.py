"""The form of a game's options."""

from typing import Any

from flask import request

from companion.i18n.errors import Refused
from companion.i18n.messages import Text
from companion.rules import games
from companion.rules.games.options import parse_form
from companion.views.offers import OFFERED, offered_options


def read_options_form(name: str) -> dict[str, Any]:
    """Parse and validate the options in the form of this request, for the game of this name.

    Returns them as they stand in a record. Raises `Refused` for a game that the screens do not offer, and
    for options that its rules refuse.
    """
    rules = games.find_game(name)
    if name not in OFFERED:
        raise Refused("{title} cannot be played on these screens yet", title=Text(rules.TITLE))
    texts = {field.name: request.form.get(field.name, "") for field in offered_options(name)}
    options = parse_form(rules.Options, texts)
    rules.read_options(options)
    return options
