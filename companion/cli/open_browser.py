"""`--open`: shows the start page in the browser of this computer, for people who have no terminal."""

import os
import sys
import threading
import webbrowser
from contextlib import suppress

from companion.config import addresses
from companion.config.settings import Settings

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


def _open(url: str) -> None:
    if has_screen():
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(url)


def has_screen() -> bool:
    """Tell whether a browser would have a window; on a bare terminal one would take that from the server."""
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, _DISPLAYS))
