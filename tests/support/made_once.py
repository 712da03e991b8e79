"""What takes long to make and is made once for all workers of a run."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder of that name, filled by the worker that comes first; the others wait for it."""
    scratch = factory.getbasetemp()
    folder = (scratch.parent if "PYTEST_XDIST_WORKER" in os.environ else scratch) / name
    folder.mkdir(exist_ok=True)
    made = folder / "made"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            make(folder)
            made.touch()
    return folder
