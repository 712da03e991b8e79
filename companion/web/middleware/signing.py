"""Timed signatures of cookies and links that stay valid if the clock has been set back since.

Otherwise all cookies signed by a clock that was an hour fast would be refused for an hour: every phone, and
the host.
"""

import time
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, URLSafeTimedSerializer


class LenientSerializer(URLSafeTimedSerializer):
    """A serializer that accepts signatures from the future."""

    def loads(  # type: ignore[override]
        self,
        s: str | bytes,
        max_age: int | None = None,
        return_timestamp: bool = False,
        salt: str | bytes | None = None,
    ) -> Any:
        """Return the signed value; raises `BadSignature`, or `SignatureExpired` if it is too old."""
        try:
            return super().loads(s, max_age, return_timestamp, salt)
        except SignatureExpired as error:
            if error.date_signed is None or error.date_signed.timestamp() <= time.time():
                raise
            return super().loads(s, None, return_timestamp, salt)


class LenientSessions(SecureCookieSessionInterface):
    """Flask's sessions, with the lenient serializer."""

    def get_signing_serializer(self, app: Flask) -> LenientSerializer | None:
        strict = super().get_signing_serializer(app)
        if strict is None:
            return None
        kwargs = strict.signer_kwargs
        return LenientSerializer(
            strict.secret_keys, strict.salt, serializer=self.serializer, signer_kwargs=kwargs
        )
