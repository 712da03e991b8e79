"""`companion run`, the default: runs the server."""

import argparse
import logging
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace
from html import escape

from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from companion import __version__
from companion.cli import terminal_log
from companion.cli.arguments import Subparsers
from companion.config import addresses
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import translate
from companion.storage.backup import backups_of, in_use
from companion.web import qr
from companion.web.app import create_app
from companion.web.middleware.language import accepted_language
from companion.web.server import health
from companion.web.server.serve import open_socket, serve

_log = logging.getLogger("companion.server")
_PORTS = 10  # that are tried with --open, from the given one
_PATIENCE = 10.0  # seconds for a browser that does not return before it is closed
_BROWSER_PATIENCE = 20.0  # seconds for the browser to start and ask
_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>companion</title></head>
<body><h1>{heading}</h1><p>{sentence}</p></body></html>
"""
_DISPLAYS = "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"


def add_command(commands: Subparsers) -> None:
    add_server_options(commands.add_parser("run", help="run the server (the default)"))


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the server, and make it the command of the parser."""
    hidden = argparse.SUPPRESS  # or defaults of the subcommand would override what stands before it
    for name, kind, about in (
        ("--host", "store", "address to listen on (default: all interfaces)"),
        ("--port", "store", "port to listen on (default: 8000)"),
        ("--url", "store", "address that phones use, where it cannot be guessed"),
        ("--data", "store", "folder of the database and of the secret key"),
        ("--quiet", "store_true", "say less on the terminal"),
        ("--log", "store", "text, or json: one line of JSON an event"),
        ("--open", "store_true", "show the start page in the browser"),
    ):
        parser.add_argument(name, action=kind, default=hidden, help=about)
    parser.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> int:
    settings = load_settings(**{name: value for name, value in vars(arguments).items() if name != "command"})
    try:
        if listener := _listen(settings):
            _serve(replace(settings, port=listener.getsockname()[1]), listener)
    except Refused as refused:
        if settings.open:
            show_refusal(refused)
        raise
    return 0


def _serve(settings: Settings, listener: socket.socket) -> None:
    """Run the server until it is stopped; raises `Refused`."""
    as_json = settings.log == "json"
    with terminal_log.log_to_terminal(quiet=settings.quiet, as_json=as_json), listener:
        settings.prepare()
        with in_use(backups_of(settings)):
            serve(create_app(settings), listener, lambda: _welcome(settings))


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
        if health.ask(page := start_page(here)):
            print(f"companion is running already: {page}", flush=True)
            show_page(page).join(_PATIENCE)
            return None
    return open_socket(settings)


def _greeting(settings: Settings) -> str:
    """Return the addresses for phones and the TV, with a QR code for the first phone."""
    phones = next(iter(addresses.candidate_addresses(settings.url, (), settings.port, settings.host)), "")
    none = addresses.why_none(settings.url, settings.host)
    return f"""companion {__version__}

  On this computer (TV)  http://localhost:{settings.port}
  On phones              {phones or none}
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
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, _DISPLAYS))


class _Quiet(WSGIRequestHandler):
    def log(self, *_about: object) -> None:
        """Say nothing of requests in the terminal."""


def show_refusal(refused: Refused) -> None:
    """Open the browser on a page with a refusal, which is served once and on this computer only."""
    if not has_screen():
        return
    shown = threading.Event()

    @Request.application
    def page(request: Request) -> Response:
        language = accepted_language(request.headers.get("Accept-Language", "")) or next(iter(LANGUAGES))
        with use_language(language):
            heading = translate("companion could not start")
            text = _PAGE.format(language=language, heading=escape(heading), sentence=escape(str(refused)))
        answer = Response(text, mimetype="text/html")
        answer.call_on_close(shown.set)
        return answer

    # a browser may only connect
    with make_server("127.0.0.1", 0, page, threaded=True, request_handler=_Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        show_page(f"http://127.0.0.1:{server.port}/")
        shown.wait(_BROWSER_PATIENCE)
        server.shutdown()
