"""`companion run`, the default: runs the server."""

import argparse
import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial

from flask import Flask

from companion import __version__
from companion.cli import terminal_log
from companion.cli.arguments import Subparsers
from companion.config import addresses
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused
from companion.storage.backup import backups_of, in_use
from companion.web import qr
from companion.web.app import create_app
from companion.web.server import health
from companion.web.server.serve import open_socket, serve
from companion.web.services import Restart

_log = logging.getLogger("companion.server")
_PORTS = 10  # that are tried with --open, from the given one
_PATIENCE = 10.0  # seconds for a browser that does not return before it is closed


def add_command(commands: Subparsers) -> None:
    add_server_options(commands.add_parser("run", help="run the server (the default)"))


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the server, and make it the command of the parser."""
    hidden = argparse.SUPPRESS  # or defaults of the subcommand would override what stands before it
    for name, kind, about in (
        ("--host", "store", "address to listen on (default: all interfaces)"),
        ("--port", "store", "port to listen on (default: 8000)"),
        ("--url", "append", "address that phones use; twice: that of the Wi-Fi, and a public one"),
        ("--data", "store", "folder of the database and of the secret key"),
        ("--quiet", "store_true", "say less on the terminal"),
        ("--log", "store", "text, or json: one line of JSON an event"),
        ("--open", "store_true", "show the start page in the browser"),
    ):
        parser.add_argument(name, action=kind, default=hidden, help=about)
    parser.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> int:
    """Run the server until it is stopped, and again when a page wants that; raises `Refused`."""
    settings = load_settings(**vars(arguments))
    if (listener := _listen(settings)) is None:
        return 0
    settings = replace(settings, port=listener.getsockname()[1])
    as_json, restart = settings.log == "json", Restart(backups_of(settings))
    with terminal_log.log_to_terminal(quiet=settings.quiet, as_json=as_json), listener:
        ready: Callable[[], None] = partial(_welcome, settings)
        while True:
            with ExitStack() as stack:
                serve(make_app(settings, restart, stack), listener, ready)
            if not (work := restart.work):
                break
            try:
                restart.work = restart.refusal = None
                work()
            except Refused as refused:
                restart.refusal = refused
            ready = lambda: None  # noqa: E731
    if restart.failure:
        raise restart.failure
    return 0


def make_app(settings: Settings, restart: Restart, stack: ExitStack) -> Flask:
    """Make the application, whose database is in use until the end of `stack`; raises `Refused`.

    With `open` nobody may read a refusal in a terminal, so the application shows that, and the backups.
    """
    restart.failure = restart.damage = None
    try:
        settings.prepare()
        stack.enter_context(in_use(restart.backups))
        return create_app(settings, restart)
    except Refused as refused:
        if not (settings.open and has_screen()):
            raise
        restart.failure = refused
        app = create_app(replace(settings, database_url="sqlite://", secret=secrets.token_hex()), restart)
        app.config["SESSION_COOKIE_NAME"] = "companion-copies"  # what the key has signed stays as it is
        return app


def _welcome(settings: Settings) -> None:
    """Say that the server is ready: in the log, with a QR code, and (`open`) by the start page."""
    if settings.log == "text":
        print(_greeting(settings), flush=True)
    else:
        address = f"http://localhost:{settings.port}"
        about = {"version": __version__, "url": address, "data": settings.data_location}
        _log.info("companion %s is ready at %s", __version__, address, extra={"about": about})
    if settings.open:
        show_page(start_page(settings))


def _listen(settings: Settings) -> socket.socket | None:
    """Listen on the host and port of the settings; None if companion runs there already and was shown.

    With `open` nobody may be there to choose another port, so the next free one is taken. Raises `Refused` if
    there is none.
    """
    if not settings.open:
        return open_socket(settings)
    for port in range(settings.port, min(settings.port + _PORTS, 65_535)):
        here = replace(settings, port=port)
        with suppress(Refused):
            return open_socket(here)
        if health.fetch_status(page := start_page(here)):
            print(f"companion is running already: {page}", flush=True)
            show_page(page).join(_PATIENCE)
            return None
    return open_socket(settings)


def _greeting(settings: Settings) -> str:
    """Return the addresses for phones and the TV, with a QR code for the first phone."""
    phones = next(iter(addresses.candidate_addresses(settings.url, (), settings.port, settings.host)), "")
    none = addresses.why_none(settings.url, settings.host)
    outside = f"\n  From anywhere          {settings.outside}" if settings.outside else ""
    return f"""companion {__version__}

  On this computer (TV)  http://localhost:{settings.port}
  On phones              {phones or none}{outside}
  Kept in                {settings.data_location}

{phones and qr.qr_text(phones)}
Ctrl-C ends it{", and so does Stop companion on the start page" if settings.open else ""}."""


def start_page(settings: Settings) -> str:
    """Return the address of the start page for a browser on this computer."""
    url = addresses.base_url(settings.host, settings.port)
    return addresses.base_url("localhost", settings.port) if addresses.is_loopback(url) else url


def show_page(url: str) -> threading.Thread:
    """Open the browser in a thread, as some return only when they are closed; nothing fails without one."""

    def work() -> None:
        with suppress(webbrowser.Error, OSError):
            if has_screen():
                webbrowser.open(url)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def has_screen() -> bool:
    """Tell whether a browser would have a window; on a bare terminal one would take that from the server."""
    displays = "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, displays))
