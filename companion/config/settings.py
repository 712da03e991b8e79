"""What whoever starts companion may choose, by options or by the environment."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.config.addresses import hostname
from companion.config.limits import Limits
from companion.i18n.errors import Refused
from companion.i18n.messages import Text

_KEY_BYTES = 32
_USUAL = Limits()


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, under which address phones reach it, and where everything is kept."""

    host: str
    port: int
    url: str | None
    data: Path
    database_url: str
    redis_url: str | None = None
    """The bus by which several processes tell each other what was done; None for one process alone."""
    secret: str = field(default="", repr=False)
    """What cookies are signed with; empty for a key in the data folder."""
    quiet: bool = False
    """Whether the terminal tells of troubles alone, and not of everybody who joins."""
    limits: Limits = _USUAL

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the same database: all but a file of this computer."""
        return self.redis_url is not None or not self.database_url.startswith("sqlite")

    @property
    def place(self) -> str:
        """Where everything is kept, as people may read it: no password is in it."""
        return str(self.data) if self.database_url.startswith("sqlite") else repr(make_url(self.database_url))

    def prepare(self) -> None:
        """Make the data folder, for its owner alone, unless nothing is to lie there.

        Raises `Refused` where that cannot be.
        """
        if self.secret and not self.database_url.startswith("sqlite"):
            return
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_key()
        except OSError as error:
            raise Refused(
                "{data} cannot be used to keep data in ({error}). Another folder can be chosen with --data.",
                data=str(self.data),
                error=error.strerror or Text("it cannot be written"),
            ) from None

    def secret_key(self) -> bytes:
        """Return the key that signs cookies: as it was given, else the one that `prepare` has made."""
        return self.secret.encode() or self._key.read_bytes()

    @property
    def _key(self) -> Path:
        return self.data / "secret.key"

    def _make_key(self) -> None:
        """Put a whole key there or none, whatever happens meanwhile: an empty one would be no secret."""
        if self._key.exists() and self._key.stat().st_size >= _KEY_BYTES:
            return
        draft = self._key.with_suffix(f".{secrets.token_hex(8)}")
        with open(draft, "xb", opener=_private) as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
        draft.replace(self._key)


def load_settings(environ: Mapping[str, str] = os.environ, **given: object) -> Settings:
    """Take each setting from what is given, else from `COMPANION_...`, else its default.

    `given` may hold `host`, `port`, `url`, `data` and `quiet` among others; None counts as not given.
    The limits come from the environment alone. Raises `Refused` for what cannot be.
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
        database_url=_whole(chosen("database_url", _sqlite(data.resolve() / "companion.db"))),
        redis_url=chosen("redis_url", "") or None,
        secret=_secret(chosen("secret_key", "")),
        quiet=chosen("quiet", "").casefold() not in {"", "0", "no", "false"},
        limits=Limits(**{each.name: _limit(environ, each.name) for each in fields(Limits)}),
    )


def _limit(environ: Mapping[str, str], name: str) -> int:
    variable = f"COMPANION_LIMIT_{name.upper()}"
    text = environ.get(variable) or str(getattr(_USUAL, name))
    if not (text.isdecimal() and len(text) < 10):
        raise Refused(
            "{variable} is a whole number, 0 for no limit, not {text}", variable=variable, text=text
        )
    return int(text)


def _sqlite(path: Path) -> str:
    """Write a file's path as a database URL; characters that mean something there are escaped."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def _whole(database_url: str) -> str:
    """Say in full where a SQLite file lies, and by which driver PostgreSQL is spoken to.

    What a short path means must not depend on who reads it, and without a driver named, the one that is
    meant is another with each release of the library.
    """
    try:
        url = make_url(database_url)
    except ArgumentError:
        return database_url  # whoever connects will say what is wrong with it
    if url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    name = url.database or ":memory:"
    if url.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return database_url
    return url.set(database=str(Path(name).resolve())).render_as_string(hide_password=False)


def _secret(text: str) -> str:
    if text and len(text) < _KEY_BYTES:
        raise Refused(
            "COMPANION_SECRET_KEY is too short: it has {least} characters or more", least=_KEY_BYTES
        )
    return text


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise Refused("{text} is not a port: choose a number from 1 to 65535", text=text)
    return int(text)


def _url(text: str) -> str | None:
    if text and not (text.startswith(("http://", "https://")) and hostname(text)):
        raise Refused("{text} is not an address: it begins with http:// or https://", text=text)
    return text.rstrip("/") or None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
