"""A sentence for the next page of a browser: what it has sent stands there already."""

from flask import session

_KEY = "noted"


def note(sentence: str) -> None:
    """Keep a sentence for the next whole page that shows one."""
    session[_KEY] = sentence


def take_note() -> str:
    """Return the sentence that was kept, once; empty if there is none."""
    return str(session.pop(_KEY, ""))
