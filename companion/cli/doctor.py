"""`companion doctor`: says what may be in the way of a party, and what to do. It changes nothing."""

import argparse
import os
import platform
import shutil
from collections.abc import Iterator

from companion import __version__
from companion.cli.arguments import Subparsers
from companion.config import addresses
from companion.config.firewalls import firewalls
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, printable
from companion.storage import database
from companion.storage.backup import backups_of
from companion.storage.clock import MonotonicClock
from companion.web.server import health
from companion.web.server.serve import open_socket

_NARROW = 1_000_000_000  # bytes free below which a disk is worth a look
_FULL = 100_000_000  # and below which phones may soon not submit

Finding = tuple[str, str]
"""How good it is ("ok", "look" or "wrong"), and what was found and what to do, as sentences."""


def add_command(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "doctor",
        help="check this computer, and say what to do",
        description="Checks what a server with the same options would need. It changes nothing, and may be "
        "used while one is running. The status is 1 if something is wrong.",
    )
    for name in ("host", "port", "url", "data"):
        kind = "append" if name == "url" else "store"
        parser.add_argument(f"--{name}", action=kind, default=argparse.SUPPRESS, help="as for the server")
    parser.set_defaults(command=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    settings = load_settings(**vars(arguments))
    grades = set()
    for check in (check_port, check_address, check_firewall, check_database, check_disk):
        name = check.__name__.removeprefix("check_")
        for grade, finding in check(settings):
            print(printable(f"{grade:<7}{name:<10}{finding}"))
            grades.add(grade)
    return int("wrong" in grades)


def check_port(settings: Settings) -> Iterator[Finding]:
    """Tell whether the port is free, taken by companion, or by something else."""
    port = settings.port
    try:
        open_socket(settings).close()
    except Refused as refused:
        running = health.fetch_status(addresses.own_url(settings.host, port))
        if running is None:
            taken = str(refused).rstrip(".")
            yield "wrong", f"{taken}. Choose another with --port, or end that program."
        elif (release := running["companion"]) != __version__:
            other = f"companion {release} is running on {port}, and this is {__version__}"
            yield "look", f"{other}. End it, and start this one."
        elif (state := running.get("database")) != "answers":
            yield "wrong", f"companion is running on {port}: {state}."
        else:
            yield "ok", f"companion {release} is running on {port}."
    else:
        yield "ok", f"{port or 'any port that'} is free."


def check_address(settings: Settings) -> Iterator[Finding]:
    """Say which address phones are shown. No other server is asked."""
    url, host = settings.url, settings.host
    found = addresses.candidate_addresses(url, (), settings.port, host)
    if url and not addresses.is_loopback(url):
        yield "ok", f"phones are shown {url}, as --url says."
        if url.startswith("https:") and not addresses.is_loopback_host(host):
            plain = f"companion also answers on {host} by http, where anybody can read along"
            yield "look", f"{plain}. With a proxy on this computer, add --host 127.0.0.1."
    elif url or not found:
        yield "wrong", f"{addresses.why_none(url, host)}."
    else:
        others = f"; others: {', '.join(found[1:])}" if found[1:] else ""
        yield "ok", f"phones are shown {found[0]}{others}."


def check_firewall(settings: Settings) -> Iterator[Finding]:
    """Give the commands that let phones through the firewalls that this computer may have on."""
    system, is_known = platform.system(), False
    for firewall in firewalls(settings.port, system):
        if firewall.system == system and (system != "Linux" or shutil.which(firewall.check.split()[1])):
            is_known = True
            yield "look", f"{firewall.name} may be on. If phones do not get through: {firewall.allow}"
    if not is_known:
        yield "ok", "none that is known here; if phones do not get through, there is another."


def check_database(settings: Settings) -> Iterator[Finding]:
    """Tell whether the database answers, and of SQLite whether the file is sound."""
    backups = backups_of(settings)
    file = backups and backups.database
    if file and not file.exists():
        yield "ok", f"{file} is made at the first start."
        return
    if locked := [path for path in (file, file.parent) if not os.access(path, os.W_OK)] if file else []:
        yield "wrong", f"{locked[0]} is read-only. Choose another with --data, or change its owner."
        return
    try:
        if backups:
            rooms, newest = backups.check()
            yield "ok", f"{file}, {format_count(rooms, '{n} room', '{n} rooms')}, sound."
            if newest > MonotonicClock().now().isoformat():
                yield "look", f"the clock is wrong, or was: the newest event is of {newest[:10]}."
        else:
            with database.refusing_database_errors(), database.engine_for(settings.database_url) as engine:
                engine.connect().close()
            yield "ok", f"{settings.data_location} answers."
    except Refused as refused:
        yield "wrong", f"{file or settings.data_location}: {refused}."


def check_disk(settings: Settings) -> Iterator[Finding]:
    """Look at whether the data folder can be written, and how much room is left there."""
    data = settings.data.absolute()
    existing = next(path for path in (data, *data.parents) if path.exists())
    free = shutil.disk_usage(existing).free
    found = f"{free / 1_000_000:,.0f} MB free at {existing}."
    if not (existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)):
        yield "wrong", f"{existing} is read-only. Choose another with --data, or change its owner."
    elif free < _FULL:
        yield "wrong", f"{found} Make room: when the disk is full, phones cannot submit."
    elif free < _NARROW:
        yield "look", f"{found} Make room before the next party."
    else:
        yield "ok", found
