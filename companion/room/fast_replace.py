"""Changed copies of the dataclasses of a room, of which its reducers make several for each event."""

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - fields and their types are checked
else:

    def replace(original: Any, /, **changes: Any) -> Any:
        """Return what `dataclasses.replace` does, in a seventh of the time for many fields without slots."""
        try:
            values = {**original.__dict__, **changes}
        except AttributeError:  # it has slots
            return dataclasses.replace(original, **changes)
        copy = object.__new__(type(original))
        object.__setattr__(copy, "__dict__", values)
        return copy
