"""Reading the files that commands are given."""

import sys
from pathlib import Path

from companion.i18n.errors import Refused
from companion.i18n.messages import Text


def read_bytes(path: str) -> bytes:
    """Return the contents of a file, or of standard input for `-`; raises `Refused` if it cannot be read."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Refused("{path}: {error}", path=path, error=error.strerror or Text("cannot be read")) from None
