"""What whoever starts companion may choose, by options or by the environment."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from companion.score import Refused


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, under which address phones reach it, and where everything is kept."""

    host: str
    port: int
    url: str | None
    data: Path
    database_url: str

    def secret_key(self) -> bytes:
        """Return the key that signs cookies; it is made once and kept beside the database."""
        self.data.mkdir(parents=True, exist_ok=True)
        path = self.data / "secret.key"
        try:
            with open(path, "xb", opener=_private) as file:
                file.write(secrets.token_bytes(32))
        except FileExistsError:
            pass
        return path.read_bytes()


def settings(environ: Mapping[str, str] = os.environ, **given: object) -> Settings:
    """Take each setting from what is given, else from `COMPANION_...`, else its default.

    `given` may hold `host`, `port`, `url`, `data` and `database_url`; None counts as not given.
    Raises `Refused` for a port or an address that cannot be.
    """

    def chosen(name: str, default: object) -> str:
        value = given.get(name)
        return str(environ.get(f"COMPANION_{name.upper()}") or default if value is None else value)

    data = Path(chosen("data", platformdirs.user_data_path("companion", appauthor=False))).expanduser()
    return Settings(
        host=chosen("host", "0.0.0.0"),  # noqa: S104 - phones must reach it: that is the point
        port=_port(chosen("port", 8000)),
        url=_url(chosen("url", "")),
        data=data,
        database_url=chosen("database_url", f"sqlite:///{data.resolve() / 'companion.db'}"),
    )


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise Refused("{text} is not a port: choose a number from 1 to 65535", text=text)
    return int(text)


def _url(text: str) -> str | None:
    if text and not text.startswith(("http://", "https://")):
        raise Refused("{text} is not an address: it begins with http:// or https://", text=text)
    return text.rstrip("/") or None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
