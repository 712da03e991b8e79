"""What people fill in: the options of a game."""

from typing import Any

from flask import request

from companion import games, views
from companion.games.options import typed
from companion.score import Refused
from companion.words import Text


def options(name: str) -> dict[str, Any]:
    """Return the options that the form asks for, as a record writes them.

    Raises `Refused` for a game that the screens cannot play, and for options that its rules refuse.
    """
    rules = games.game(name)
    if name not in views.OFFERED:
        raise Refused("{title} cannot be played on these screens yet", title=Text(rules.TITLE))
    texts = {field.name: request.form.get(field.name, "") for field in views.offered(name)}
    found = typed(rules.Options, texts)
    rules.read_options(found)
    return found
