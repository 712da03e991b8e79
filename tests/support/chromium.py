"""Chromium for browser tests and tools: where it is, and how it is started."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--headless",
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
