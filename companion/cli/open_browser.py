"""`--open`: shows the start page in the browser of this computer, for people who have no terminal."""

import json
import os
import sys
import threading
import webbrowser
from contextlib import suppress
from http.client import HTTPException
from urllib.request import ProxyHandler, build_opener

from companion.config import addresses
from companion.config.settings import Settings

_PATIENCE = 3.0  # seconds in which a server on this computer answers
_DISPLAYS = "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"


def start_page(settings: Settings) -> str:
    """Return the address of the start page for a browser on this computer."""
    url = addresses.base_url(settings.host, settings.port)
    return addresses.base_url("localhost", settings.port) if addresses.is_loopback(url) else url


def show(url: str) -> threading.Thread:
    """Open the browser in a thread, as some return only when they are closed; nothing fails without one."""
    thread = threading.Thread(target=_open, args=(url,), daemon=True)
    thread.start()
    return thread


def is_companion(url: str) -> bool:
    """Tell whether companion answers at an address of this computer."""
    try:
        with build_opener(ProxyHandler({})).open(f"{url}/healthz", timeout=_PATIENCE) as answer:
            return "companion" in json.load(answer)
    except (OSError, ValueError, HTTPException):
        return False


def _open(url: str) -> None:
    if has_screen():
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(url)


def has_screen() -> bool:
    """Tell whether a browser would have a window; on a bare terminal one would take that from the server."""
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, _DISPLAYS))
