"""Signatures with a date, on cookies and links: they hold also where the clock has been set back since.

Otherwise whatever was signed an hour ago by a clock that was an hour fast would be refused for an hour, and
with it every phone that plays and the host.
"""

import time
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, URLSafeTimedSerializer


class LenientSerializer(URLSafeTimedSerializer):
    """Signs and reads; what seems to come from the future counts as signed just now."""

    def loads(  # type: ignore[override]
        self,
        s: str | bytes,
        max_age: int | None = None,
        return_timestamp: bool = False,
        salt: str | bytes | None = None,
    ) -> Any:
        """Return what was signed; raises `BadSignature`, and `SignatureExpired` for what is too old."""
        try:
            return super().loads(s, max_age, return_timestamp, salt)
        except SignatureExpired as error:
            if error.date_signed is None or error.date_signed.timestamp() <= time.time():
                raise
            return super().loads(s, None, return_timestamp, salt)


class LenientSessions(SecureCookieSessionInterface):
    """Flask's signed cookies, with our seals."""

    def get_signing_serializer(self, app: Flask) -> LenientSerializer | None:
        """Return what signs the cookies of an application."""
        usual = super().get_signing_serializer(app)
        if usual is None:
            return None
        kwargs = usual.signer_kwargs
        return LenientSerializer(
            usual.secret_keys, usual.salt, serializer=self.serializer, signer_kwargs=kwargs
        )
