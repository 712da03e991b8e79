"""`companion doctor`: says what may be in the way of a party, and what to do. It changes nothing."""

import argparse
import os
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine

from companion import __version__
from companion.cli import health
from companion.cli.arguments import Subparsers
from companion.config import addresses
from companion.config.firewalls import firewalls
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, printable
from companion.storage import database
from companion.storage.backup import database_file
from companion.web.server.serve import open_socket

_OPTIONS = "host", "port", "url", "data"
_ON_THIS_COMPUTER = {addresses.ANY_INTERFACE: "127.0.0.1", "::": "::1"}
_NARROW = 1_000_000_000  # bytes free below which a disk is worth a look
_FULL = 100_000_000  # and below which phones may soon not submit


class Finding(NamedTuple):
    """What was found, how good that is ("ok", "look" or "wrong"), and what to do, if anything."""

    grade: str
    found: str
    advice: str = ""


def add_command(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "doctor",
        help="check this computer, and say what to do",
        description="Checks what a server with the same options would need. It changes nothing, and may be "
        "used while one is running. The status is 1 if something is wrong.",
    )
    for name in _OPTIONS:
        parser.add_argument(f"--{name}", default=argparse.SUPPRESS, help="as for the server")
    parser.set_defaults(command=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    settings = load_settings(**{name: value for name, value in vars(arguments).items() if name in _OPTIONS})
    findings = [(name, finding) for name, check in CHECKS.items() for finding in check(settings)]
    for name, (grade, found, advice) in findings:
        print(printable(f"{grade:<7}{name:<10}{found}. {advice}".rstrip()))
    return int(any(finding.grade == "wrong" for _, finding in findings))


def check_port(settings: Settings) -> Iterator[Finding]:
    """Tell whether the port is free, taken by companion, or by something else."""
    try:
        open_socket(settings).close()
    except Refused as refused:
        host = _ON_THIS_COMPUTER.get(settings.host, settings.host)
        running = health.ask(addresses.base_url(host, settings.port))
        if running is None:
            yield Finding(
                "wrong", str(refused).rstrip("."), "Choose another with --port, or end that program."
            )
        elif running["companion"] != __version__:
            found = (
                f"companion {running['companion']} is running on {settings.port}, and this is {__version__}"
            )
            yield Finding("look", found, "End it, and start this one.")
        elif running.get("database") != "answers":
            yield Finding("wrong", f"companion is running on {settings.port}: {running.get('database')}")
        else:
            yield Finding("ok", f"companion {__version__} is running on {settings.port}")
    else:
        yield Finding("ok", f"{settings.port or 'any port that'} is free")


def check_address(settings: Settings) -> Iterator[Finding]:
    """Say which address phones are shown. No other server is asked."""
    found = addresses.candidate_addresses(settings.url, (), settings.port, settings.host)
    if settings.url and addresses.is_loopback(settings.url):
        yield Finding(
            "wrong", f"at {settings.url} each phone asks itself", "Set --url to what phones can open."
        )
    elif settings.url:
        yield Finding("ok", f"phones are shown {settings.url}, as --url says")
        if settings.url.startswith("https:") and not addresses.is_loopback_host(settings.host):
            plain = f"companion also answers on {settings.host} by http, where anybody can read along"
            yield Finding("look", plain, "With a proxy on this computer, add --host 127.0.0.1.")
    elif addresses.is_loopback_host(settings.host):
        listening = f"companion would listen on {settings.host} only, which no phone reaches"
        yield Finding("wrong", listening, "Leave out --host, or set --url to the address of a proxy.")
    elif not found:
        yield Finding("wrong", "no network found", "Connect this computer to the Wi-Fi that the phones use.")
    else:
        others = f"; others: {', '.join(found[1:])}" if found[1:] else ""
        yield Finding("ok", f"phones are shown {found[0]}{others}")


def check_firewall(settings: Settings) -> Iterator[Finding]:
    """Give the commands that let phones through the firewalls that this computer may have on."""
    system = platform.system()
    known = [each for each in firewalls(settings.port, system) if each.system == system]
    present = [each for each in known if system != "Linux" or shutil.which(each.check.split()[1])]
    for each in present:
        yield Finding("look", f"{each.name} may be on", f"If phones do not get through: {each.allow}")
    if not present:
        yield Finding("ok", "none that is known here; if phones do not get through, there is another")


def check_database(settings: Settings) -> Iterator[Finding]:
    """Tell whether the database answers, and of SQLite whether the file is sound."""
    file = database_file(settings.database_url)
    if file and not file.exists():
        yield Finding("ok", f"{file} is made at the first start")
        return
    try:
        found = _read_file(file) if file else _ask_server(settings)
    except (Refused, sqlite3.Error, OSError) as error:
        advice = "companion restore FILE --replace puts a backup in its place." if file else ""
        yield Finding("wrong", f"{file or settings.data_location} cannot be read ({error})", advice)
    else:
        yield Finding("ok", found)


def _read_file(file: Path) -> str:
    """Say what a file of SQLite has; raises `sqlite3.Error` if it is not a sound one of companion.

    To write is allowed, or a log would be left beside it.
    """
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        [result] = connection.execute("PRAGMA quick_check(1)").fetchone()
        if result != "ok":
            raise sqlite3.DatabaseError(result)
        [rooms] = connection.execute("SELECT count(*) FROM room").fetchone()
    return f"{file}, {format_count(rooms, '{n} room', '{n} rooms')}, sound"


def _ask_server(settings: Settings) -> str:
    """Say that a database server answers; raises `Refused`."""
    url = settings.database_url
    with database.refusing_database_errors():
        engine = create_engine(url, **database.engine_options(url))
        try:
            engine.connect().close()
        finally:
            engine.dispose()
    return f"{settings.data_location} answers"


def check_disk(settings: Settings) -> Iterator[Finding]:
    """Look at whether the data folder can be written, and how much room is left there."""
    data = settings.data.absolute()
    place = next(each for each in (data, *data.parents) if each.exists())
    free = shutil.disk_usage(place).free
    found = f"{free / 1_000_000:,.0f} MB free at {place}"
    if not (place.is_dir() and os.access(place, os.W_OK | os.X_OK)):
        yield Finding(
            "wrong", f"{place} cannot be written", "Choose another with --data, or change its owner."
        )
    elif free < _FULL:
        yield Finding("wrong", found, "Make room: when the disk is full, phones cannot submit.")
    elif free < _NARROW:
        yield Finding("look", found, "Make room before the next party.")
    else:
        yield Finding("ok", found)


CHECKS: dict[str, Callable[[Settings], Iterator[Finding]]] = {
    "port": check_port,
    "address": check_address,
    "firewall": check_firewall,
    "database": check_database,
    "disk": check_disk,
}
"""The checks by the names that are printed."""
