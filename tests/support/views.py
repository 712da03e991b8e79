"""The views of screens whose parts tests read as attributes."""

from types import SimpleNamespace
from typing import Any


def with_attributes(value: Any) -> Any:
    """Return a view whose parts are read as attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: with_attributes(member) for key, member in value.items()})
    return tuple(map(with_attributes, value)) if type(value) in (tuple, list) else value
