"""`companion run`, the default: runs the server."""

import argparse
import logging
import socket
from contextlib import suppress
from dataclasses import replace

from companion import __version__
from companion.cli import open_browser, terminal_log
from companion.cli.arguments import Subparsers
from companion.config import addresses
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused
from companion.storage.backup import backups_of, in_use
from companion.web import qr
from companion.web.app import create_app
from companion.web.server import health
from companion.web.server.serve import open_socket, serve

_log = logging.getLogger("companion.server")
_PORTS = 10  # that are tried with --open, from the given one
_PATIENCE = 10.0  # seconds for a browser that does not return before it is closed


def add_command(commands: Subparsers) -> None:
    add_server_options(commands.add_parser("run", help="run the server (the default)"))


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the server, and make it the command of the parser."""
    hidden = argparse.SUPPRESS  # or defaults of the subcommand would override what stands before it
    parser.add_argument("--host", default=hidden, help="address to listen on (default: all interfaces)")
    parser.add_argument("--port", default=hidden, help="port to listen on (default: 8000)")
    parser.add_argument("--url", default=hidden, help="address that phones use, where it cannot be guessed")
    parser.add_argument("--data", default=hidden, help="folder of the database and of the secret key")
    parser.add_argument("--quiet", action="store_true", default=hidden, help="say less on the terminal")
    parser.add_argument("--log", default=hidden, help="text, or json: one line of JSON an event")
    parser.add_argument(
        "--open", action="store_true", default=hidden, help="show the start page in the browser"
    )
    parser.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> int:
    settings = load_settings(**{name: value for name, value in vars(arguments).items() if name != "command"})
    try:
        _serve(settings)
    except Refused as refused:
        if settings.open:
            open_browser.show_refusal(refused)
        raise
    return 0


def _serve(settings: Settings) -> None:
    """Run the server until it is stopped, unless companion runs there already. Raises `Refused`."""
    listener = _listen(settings)
    if listener is None:
        return
    settings = replace(settings, port=listener.getsockname()[1])
    log_listener = terminal_log.log_to_terminal(quiet=settings.quiet, as_json=settings.log == "json")
    try:
        with listener:
            settings.prepare()
            with in_use(backups_of(settings)):
                serve(create_app(settings), listener, ready=lambda: _welcome(settings))
    finally:
        log_listener.stop()


def _welcome(settings: Settings) -> None:
    """Say that the server is ready: with a QR code, or as a line of the log if that is for programs.

    With `open` the browser shows the start page.
    """
    if settings.log == "text":
        print(_greeting(settings), flush=True)
    else:
        address = f"http://localhost:{settings.port}"
        about = {"version": __version__, "url": address, "data": settings.data_location}
        _log.info("companion %s is ready at %s", __version__, address, extra={"about": about})
    if settings.open:
        open_browser.show(open_browser.start_page(settings))


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
        if health.ask(page := open_browser.start_page(here)):
            print(f"companion is running already: {page}", flush=True)
            open_browser.show(page).join(_PATIENCE)
            return None
    return open_socket(settings)


def _greeting(settings: Settings) -> str:
    """Return the addresses for phones and the TV, with a QR code for the first phone."""
    found = addresses.candidate_addresses(settings.url, (), settings.port, settings.host)
    phones = next(iter(found), None)
    lines = [
        f"companion {__version__}",
        "",
        f"  On this computer (TV)  http://localhost:{settings.port}",
        f"  On phones              {phones or 'no network found: connect this computer to one'}",
        f"  Kept in                {settings.data_location}",
        "",
        qr.qr_text(phones) if phones else "",
        f"Ctrl-C ends it{', and so does Stop companion on the start page' if settings.open else ''}.",
    ]
    return "\n".join(lines)
