"""Room codes in URLs, and as people type them."""

import re
import unicodedata

from werkzeug.routing import BaseConverter

from companion.i18n.errors import Refused
from companion.storage.event_store import CODE_LENGTH, DIGITS, LETTERS


class CodeConverter(BaseConverter):
    """A room code in a URL; case does not matter."""

    regex = f"[0-9A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value.upper()


def read_room_code(typed: str) -> str:
    """Parse a typed room code; spaces, hyphens, case and width do not matter. Raises `Refused`."""
    code = re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", typed)).upper()
    if not code:
        raise Refused("Enter the room code that is on the TV")
    if len(code) != CODE_LENGTH or set(code) - set(LETTERS + DIGITS):
        raise Refused(
            "{code} is not a room code: it has {length} letters and digits, and never 0, O, 1, I or L",
            code=code[:20],
            length=CODE_LENGTH,
        )
    return code
