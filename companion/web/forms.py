"""What people fill in: the options of a game."""

from typing import Any

from flask import request

from companion.i18n.errors import Refused
from companion.i18n.messages import Text
from companion.rules import games
from companion.rules.games.options import parse_form
from companion.views.offers import OFFERED, offered_options


def read_options_form(name: str) -> dict[str, Any]:
    """Return the options that the form asks for, as a record writes them.

    Raises `Refused` for a game that the screens cannot play, and for options that its rules refuse.
    """
    rules = games.find_game(name)
    if name not in OFFERED:
        raise Refused("{title} cannot be played on these screens yet", title=Text(rules.TITLE))
    texts = {field.name: request.form.get(field.name, "") for field in offered_options(name)}
    found = parse_form(rules.Options, texts)
    rules.read_options(found)
    return found
