"""The browser of a request: its identity is a secret in a signed cookie, of which a fingerprint is stored.

Signatures stay valid if the clock has been set back since. Otherwise all cookies signed by a clock that was
an hour fast would be refused for an hour: every phone, and the host.

The cookie may also carry a sentence for the next page, that what was sent stands there already: one at most,
as a form that is sent twice says the same. Flask's `flash` would append to a list that requests with the same
cookie share here, as each cookie is verified once.

A seat that is taken in a browser inside another app is lost with the app, so phones are led out.
"""

import hashlib
import re
import secrets
import time
from datetime import datetime
from functools import lru_cache, partial
from typing import cast
from urllib.parse import quote, urlencode

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.sansio.http import parse_cookie

from companion.i18n.errors import Refused
from companion.room.events import Device

_KEY = "device"
_NOTE = "noted"
_OPENED = "companion.session"  # in the environment: the session of a request, until Flask opens it
_REMEMBERED = 8_192  # cookies: of more browsers than play at a time, some 500 bytes each


def current_device() -> Device:
    """Return the fingerprint of the browser of this request; empty if it has no cookie."""
    return _fingerprint(session.get(_KEY, ""))


def device_of_request(app: Flask, request: Request) -> Device:
    """Return the fingerprint of the browser of a request outside Flask; empty if it has no cookie."""
    opened = request.environ[_OPENED] = app.session_interface.open_session(app, request)
    return _fingerprint(opened.get(_KEY, "") if opened else "")


def ensure_device() -> Device:
    """Return the fingerprint of the browser of this request, and set its cookie."""
    session.permanent = True
    session[_KEY] = session.get(_KEY) or secrets.token_urlsafe(16)  # writing it renews its age
    return current_device()


class NoCookies(Refused):
    """A form has come back without the cookie that its page has set."""


def device_of_form() -> Device:
    """Return the fingerprint of the browser that sends a form; raises `NoCookies`.

    Pages with such a form set the cookie. A browser that keeps none would be somebody new at each tap, for
    whom a round waits. The refusal sets it again, so the next tap works once cookies are allowed.
    """
    device = ensure_device()
    if current_app.config["SESSION_COOKIE_NAME"] not in request.cookies:
        raise NoCookies("This browser keeps no cookies: allow them for this page, and tap again")
    return device


def _fingerprint(secret: str) -> Device:
    return hashlib.sha256(secret.encode()).hexdigest()[:32] if secret else ""


def note(sentence: str) -> None:
    """Keep a sentence for the next whole page that shows one."""
    session[_NOTE] = sentence


def take_note() -> str:
    """Return the sentence that was kept, once; empty if there is none."""
    return str(session.pop(_NOTE, ""))


class LenientSessions(SecureCookieSessionInterface):
    """Flask's sessions that accept signatures from the future; a cookie is verified once, set if changed."""

    def __init__(self, secret_key: str) -> None:
        kwargs = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        self._serializer = URLSafeTimedSerializer(
            secret_key, self.salt, serializer=self.serializer, signer_kwargs=kwargs
        )
        # In a request, 31 µs without:
        self._verify = lru_cache(_REMEMBERED)(partial(self._serializer.loads, return_timestamp=True))

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:  # noqa: ARG002
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session of a request; an empty one without a cookie, or with one that is not valid."""
        if known := request.environ.pop(_OPENED, None):
            return cast(SecureCookieSession, known)
        cookie = parse_cookie(request.environ.get("HTTP_COOKIE")).get(self.get_cookie_name(app))
        try:
            values, signed = self._verify(cookie) if cookie else ({}, None)
        except BadSignature:
            return self.session_class()
        is_expired = signed and is_older(signed, app.permanent_session_lifetime.total_seconds())
        return self.session_class({} if is_expired else values)

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Tell whether the cookie may come back by https only: if it is set by https (security.py)."""
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie if the session was changed; all pages vary with it (security.py)."""
        if session.modified:
            super().save_session(app, session, response)


def is_older(signed: datetime, seconds: float) -> bool:
    """Tell whether something was signed longer ago than so many seconds; not what the future has signed."""
    return signed.timestamp() < time.time() - seconds


# Browsers inside other apps

_APPS = re.compile(
    r"; wv\)|\bFB(AN|AV|_IAB)\b|Instagram|\bLine/|MicroMessenger|BytedanceWebview|musical_ly|Snapchat"
    r"|Twitter|\bGSA/"
)
_BROWSERS = re.compile(r"DuckDuckGo|Focus/|Klar/")  # real ones that are made of a WebView


def is_in_app() -> bool:
    """Tell whether this request comes from a browser inside another app; on iOS it names no Safari."""
    agent = request.user_agent.string
    is_bare = "AppleWebKit" in agent and "Mobile/" in agent and "Safari/" not in agent
    return bool((_APPS.search(agent) or is_bare) and not _BROWSERS.search(agent))


def way_out(url: str) -> str:
    """Return an address that opens a URL in the phone's real browser; empty where an app knows none."""
    agent, (scheme, _, rest) = request.user_agent.string, url.partition("://")
    if re.search(r"\bLine/", agent):
        return f"{url}?{urlencode({'openExternalBrowser': 1})}"
    if "Instagram" in agent:
        return f"instagram://extbrowser/?url={quote(url, safe='')}"
    if "Android" in agent:
        return f"intent://{rest}#Intent;scheme={scheme};action=android.intent.action.VIEW;end"
    return f"x-safari-{url}" if scheme == "https" else ""
