"""Which browser asks: a secret in a signed cookie, of which only a fingerprint is ever stored."""

import hashlib
import secrets

from flask import Flask, Request, session

from companion.room.events import Device

_KEY = "device"


def current_device() -> Device:
    """Return the fingerprint of the browser's secret; empty if it has none yet, which is nobody's."""
    return _fingerprint(session[_KEY]) if _KEY in session else ""


def device_of_request(app: Flask, request: Request) -> Device:
    """Return the fingerprint of the browser behind a request that no page answers; empty if it has none."""
    found = app.session_interface.open_session(app, request)
    return _fingerprint(found[_KEY]) if found and _KEY in found else ""


def ensure_device() -> Device:
    """Return the fingerprint of the browser's secret, and give it one first if it has none."""
    session.permanent = True
    session[_KEY] = session.get(_KEY) or secrets.token_urlsafe(16)  # writing it renews its age
    return current_device()


def _fingerprint(secret: str) -> Device:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]
