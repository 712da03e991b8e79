"""The identity of a browser: a secret in a signed cookie, of which only a fingerprint is stored.

The cookie may also carry a sentence for the next page, that what was sent stands there already: one at most,
as a form that is sent twice says the same. Flask's `flash` would append to a list that requests with the same
cookie share here (signing.py reads a cookie once).
"""

import hashlib
import secrets
from functools import lru_cache

from flask import Flask, Request, session

from companion.room.events import Device

_KEY = "device"
_NOTE = "noted"


def current_device() -> Device:
    """Return the fingerprint of the browser of this request; empty if it has no cookie."""
    return _fingerprint(session[_KEY]) if _KEY in session else ""


def device_of_request(app: Flask, request: Request) -> Device:
    """Return the fingerprint of the browser of a request outside Flask; empty if it has no cookie."""
    opened = app.session_interface.open_session(app, request)
    return _fingerprint(opened[_KEY]) if opened and _KEY in opened else ""


def ensure_device() -> Device:
    """Return the fingerprint of the browser of this request, and set its cookie."""
    session.permanent = True
    session[_KEY] = session.get(_KEY) or secrets.token_urlsafe(16)  # writing it renews its age
    return current_device()


@lru_cache(8_192)  # asked several times for each request
def _fingerprint(secret: str) -> Device:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def note(sentence: str) -> None:
    """Keep a sentence for the next whole page that shows one."""
    session[_NOTE] = sentence


def take_note() -> str:
    """Return the sentence that was kept, once; empty if there is none."""
    return str(session.pop(_NOTE, ""))
