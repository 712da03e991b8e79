"""`--open`: shows the start page, or why there is none, in the browser, for people who have no terminal."""

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from companion.config import addresses
from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import translate

_PATIENCE = 20.0  # seconds for the browser to start and ask
_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>companion</title></head>
<body><h1>{heading}</h1><p>{sentence}</p></body></html>
"""
_DISPLAYS = "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"


def start_page(settings: Settings) -> str:
    """Return the address of the start page for a browser on this computer."""
    url = addresses.base_url(settings.host, settings.port)
    return addresses.base_url("localhost", settings.port) if addresses.is_loopback(url) else url


def show(url: str) -> threading.Thread:
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


def show_refusal(refused: Refused) -> None:
    """Open the browser on a page with a refusal, which is served once and on this computer only."""
    if not has_screen():
        return
    shown = threading.Event()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = _page(refused, self.headers.get("Accept-Language", "")).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            shown.set()

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        server.daemon_threads = True  # a browser may connect without asking
        threading.Thread(target=server.serve_forever, daemon=True).start()
        show(f"http://127.0.0.1:{server.server_port}/")
        shown.wait(_PATIENCE)
        server.shutdown()


def _page(refused: Refused, wanted: str) -> str:
    """Return the page in a language that the browser asks for first, else in English."""
    english, *others = LANGUAGES
    language = next((each for each in others if wanted.startswith(each)), english)
    with use_language(language):
        heading = translate("companion could not start")
        return _PAGE.format(language=language, heading=escape(heading), sentence=escape(str(refused)))
