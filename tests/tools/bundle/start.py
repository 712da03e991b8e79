"""What the bundle runs: `companion --open` by a double click, and any other command with its arguments."""

import multiprocessing
import os
import sys

_LIBRARIES = "LD_LIBRARY_PATH"


def _forget_own_libraries() -> None:
    """Let programs that are started from here, such as the browser, find the system's libraries again."""
    before = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
    os.environ.pop(_LIBRARIES, None)
    if before is not None:
        os.environ[_LIBRARIES] = before


if __name__ == "__main__":
    multiprocessing.freeze_support()
    _forget_own_libraries()
    from companion.cli import main

    sys.exit(main(sys.argv[1:] or ["--open"]))
