"""A sentence for the next page of a browser: what it has sent stands there already.

There is one at most, as a form that is sent twice says the same. Flask's `flash` would append to a list that
requests with the same cookie share here (signing.py reads a cookie once).
"""

from flask import session

_KEY = "noted"


def note(sentence: str) -> None:
    """Keep a sentence for the next whole page that shows one."""
    session[_KEY] = sentence


def take_note() -> str:
    """Return the sentence that was kept, once; empty if there is none."""
    return str(session.pop(_KEY, ""))
