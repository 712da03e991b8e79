"""Settings: from command line options, else from the environment, else the default."""

import errno
import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, field
from pathlib import Path

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.config import files
from companion.config.addresses import hostname, is_local
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.values import frozen


@frozen
class Limits:
    """The limits (.github/OPERATING.md says of what); 0 is no limit. Loopback addresses have none.

    A whole party may share one IP address behind a hotspot, so limits per address are far above its needs.
    """

    streams: int = 3000
    streams_per_address: int = 1500
    rooms_per_hour: int = 60
    joins: int = 40
    bettors: int = 60
    players: int = 2000  # and never more than `MAX_PLAYERS` of `companion.room.commands.membership`
    requests_per_second: int = 30
    events: int = 30
    guesses: int = 10


KEY_BYTES = 32  # the least that a key has
_WORD_LENGTH, _NAME_LENGTH, _TOKEN_LENGTH = 4, 40, 16
_DRAIN = 6  # seconds: longer than a proxy keeps an idle connection, or needs to ask for the health
_WHO = "everybody", "operator"  # may open rooms, where it is not who knows a word


@frozen
class Settings:
    """The settings (.github/OPERATING.md says what each is); empty, 0 or None where there is none."""

    host: str
    port: int
    url: str | None
    data: Path
    database_url: str
    redis_url: str | None
    secret: str = field(repr=False)
    quiet: bool
    mdns: bool
    log: str
    metrics_token: str = field(repr=False)
    open: bool
    daily_backups: int
    keep_days: int
    drain_seconds: int
    rooms: str = field(repr=False)
    """Who may open rooms: "everybody", only the "operator", or whoever types this word."""
    operator_password: str = field(repr=False)
    name: str
    imprint: str | None
    outside: str | None
    """The public one of two addresses of this server; `url` is the other."""
    limits: Limits

    def __post_init__(self) -> None:
        if self.log not in {"text", "json"}:
            raise Refused("The log cannot be {text}: it is text or json", text=self.log)
        if not self.name.isprintable() or len(self.name) > _NAME_LENGTH:
            raise Refused("COMPANION_NAME is one line of {most} characters at most", most=_NAME_LENGTH)

    @property
    def word(self) -> str:
        """The word that lets a browser open rooms; empty where there is none."""
        return "" if self.rooms in _WHO else self.rooms

    @property
    def urls(self) -> tuple[str | None, str | None]:
        """The addresses of this server that are configured."""
        return self.url, self.outside

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the same database: every one but a local file without Redis."""
        return self.redis_url is not None or not self.database_url.startswith("sqlite")

    @property
    def data_location(self) -> str:
        """The data folder, or the URL of the database without its password."""
        return str(self.data) if self.database_url.startswith("sqlite") else repr(make_url(self.database_url))

    def prepare(self) -> None:
        """Create the data folder and the key in it, if they are needed; raises `Refused`."""
        if self.secret and not sqlite_path(self.database_url):
            return
        try:
            files.make_folder(self.data)
            if not self.key_file.exists() or self.key_file.stat().st_size < KEY_BYTES:  # cut off
                draft = self.key_file.with_suffix(f".{secrets.token_hex(8)}")
                with files.new_file(draft, self.data) as file:
                    file.write(secrets.token_bytes(KEY_BYTES))
                files.replace(draft, self.key_file)  # on disk before it signs a cookie
        except OSError as error:
            if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
                raise _read_only(self.data) from None
            raise Refused(
                "{data} cannot be used to keep data in ({error}). Another folder can be chosen with --data.",
                data=str(self.data),
                error=error.strerror or Text("it cannot be written"),
            ) from None
        require_writable(self.database_url)

    def secret_key(self) -> bytes:
        """Return the key that signs cookies: the configured one, else that in its file; raises `Refused`."""
        try:
            return self.secret.encode() or self.key_file.read_bytes()
        except OSError as error:
            raise _unreadable(str(self.key_file), error) from None

    @property
    def key_file(self) -> Path:
        """The file of the key in the data folder; there is none if the key is configured."""
        return self.data / "secret.key"


def _read_only(path: Path) -> Refused:
    return Refused(
        "{path} is read-only for the user who runs companion. Change that, or choose another with --data.",
        path=str(path),
    )


_ROOMS = dict.fromkeys(("nobody", "none", "no", "off", "false", "operators"), "operator")
_ROOMS |= {"everyone": "everybody", "all": "everybody"}  # no words that open rooms


def load_settings(environ: Mapping[str, str] = os.environ, **given: object) -> Settings:
    """Take each setting from `given` (unless None), else from `COMPANION_...`, else its default.

    Instead of a value, `COMPANION_..._FILE` may name a file that has it, such as a secret. Limits come from
    the environment only. Raises `Refused` for an invalid value.
    """

    def read(name: str, default: object) -> str:
        value = " ".join(found) if isinstance(found := given.get(name), list) else found
        return str(_configured(environ, f"COMPANION_{name.upper()}") or default if value is None else value)

    def read_number(name: str, default: object) -> int:
        variable, text = f"COMPANION_{name.upper()}", read(name, default)
        if not (text.isdecimal() and len(text) < 10):
            raise Refused(
                "{variable} is a whole number, 0 for none, not {text}", variable=variable, text=text
            )
        return int(text)

    def read_secret(name: str, least: int) -> str:
        return _check_secret(f"COMPANION_{name.upper()}", read(name, ""), least)

    redis_url = read("redis_url", "") or None
    url, outside = _parse_own_urls(read("url", ""))
    is_open = _is_on(read("open", ""))
    data = Path(read("data", platformdirs.user_data_path("companion", appauthor=False))).expanduser()
    own_database = URL.create("sqlite", database=str(data.resolve() / "companion.db")).render_as_string()
    return Settings(
        host=read("host", "0.0.0.0"),  # noqa: S104 - phones must reach it: that is the point
        port=_parse_port(read("port", 8000)),
        url=url,
        outside=outside,
        data=data,
        database_url=normalize_database_url(read("database_url", own_database)),
        redis_url=redis_url,
        secret=read_secret("secret_key", KEY_BYTES),
        quiet=_is_on(read("quiet", "")),
        mdns=_is_on(read("mdns", "yes")),
        log=read("log", "text"),
        metrics_token=read_secret("metrics_token", _TOKEN_LENGTH),
        open=is_open,
        daily_backups=read_number("daily_backups", 7 if is_open else 0),
        keep_days=read_number("keep_days", 0),
        drain_seconds=read_number("drain_seconds", _DRAIN if redis_url else 0),
        rooms=_check_secret(
            "COMPANION_ROOMS", _ROOMS.get(who := read("rooms", "everybody").casefold(), who), _WORD_LENGTH
        ),
        operator_password=read_secret("operator_password", _TOKEN_LENGTH),
        name=read("name", "").strip(),
        imprint=_parse_url(read("imprint", "")),
        limits=Limits(
            **{name: read_number(f"limit_{name}", most) for name, most in asdict(Limits()).items()}
        ),
    )


def _configured(environ: Mapping[str, str], variable: str) -> str:
    """Return the value of a variable, or what is in the file that `..._FILE` names; raises `Refused`."""
    value, path = environ.get(variable, ""), environ.get(f"{variable}_FILE")
    if not path:
        return value
    if value:
        raise Refused("{variable} and {variable}_FILE are both set: one is enough", variable=variable)
    try:
        found = Path(path).read_text("utf-8").rstrip("\r\n")
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    if not found:
        raise Refused("{path} is empty", path=path)
    return found


def _unreadable(path: str, error: Exception) -> Refused:
    template = N_("{path} cannot be read ({error}). Give it to the user who runs companion.")
    return Refused(template, path=path, error=getattr(error, "strerror", None) or Text("cannot be read"))


def _is_on(text: str) -> bool:
    return text.casefold() not in {"", "0", "no", "off", "false"}


def _check_secret(variable: str, text: str, least: int) -> str:
    if text and len(text) < least:
        raise Refused(
            "{variable} is too short: it has {least} characters or more", variable=variable, least=least
        )
    return text


def _parse_port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise Refused("{text} is not a port: choose a number from 1 to 65535", text=text)
    return int(text)


def _parse_url(text: str) -> str | None:
    if text and not (text.startswith(("http://", "https://")) and hostname(text)):
        raise Refused("{text} is not an address: it begins with http:// or https://", text=text)
    return text.rstrip("/") or None


def _parse_own_urls(text: str) -> tuple[str | None, str | None]:
    """Parse one address of this server, or two: that of the local network is first. Raises `Refused`."""
    urls = re.findall("[^ ,]+", text) or [""]
    for url in urls:  # pages, cookies and links begin at the root of a host name
        if re.search("//[^/]+/.|[?#]", url):
            raise Refused("{text} has a path: give companion a host name of its own, without one", text=url)
    found = [_parse_url(url.lower()) for url in urls]
    found.sort(key=lambda url: not is_local(hostname(url or "")))
    if found[1:] and [is_local(hostname(each or "")) for each in found] != [True, False]:
        raise Refused("Of two addresses one is of the local network, and one is public: {text}", text=text)
    return found[0], found[-1] if found[1:] else None


def sqlite_path(database_url: str) -> Path | None:
    """Return the file that a URL names; None if in memory, of another kind, or no URL."""
    url = _parse_database_url(database_url)
    name = (url and url.database) or ":memory:"
    if url is None or url.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def require_writable(database_url: str) -> None:
    """Raise `Refused` where the file of SQLite that a URL names, or its folder, is read-only."""
    file = sqlite_path(database_url)
    for path in (file.parent, file) if file else ():
        if path.exists() and not os.access(path, os.W_OK):
            raise _read_only(path)


def normalize_database_url(database_url: str) -> str:
    """Make the path of a SQLite file absolute, and name the driver of PostgreSQL.

    A relative path would depend on the reader (Flask-SQLAlchemy has a folder of its own), and the default
    driver on the release of SQLAlchemy. What is no URL stays: connecting says what is wrong with it.
    """
    url = _parse_database_url(database_url)
    if url and url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    path = sqlite_path(database_url)
    if url is None or path is None:
        return database_url
    absolute = path.parent.resolve() / path.name  # may be a link: the storage says whether that is followed
    return url.set(database=str(absolute)).render_as_string(hide_password=False)


def _parse_database_url(database_url: str) -> URL | None:
    with suppress(ArgumentError):
        return make_url(database_url)
    return None
