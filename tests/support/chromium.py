"""Chromium for browser tests and tools: where it is, and how it is started.

Its headless shell is preferred: all of the engine without the windows of a browser, for which a page costs
as much again, and a context five times as much.
"""

import shutil

NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--headless",
    "--font-render-hinting=none",  # as the browser has it: the shell would make small text wider
    "--autoplay-policy=document-user-activation-required",  # as the browser has it
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP party.lan 127.0.0.1",
]


def chromium_path() -> str | None:
    """Return the path of Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)
