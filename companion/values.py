"""Values: the frozen dataclasses with slots of which records, results, rooms and views are made."""

from dataclasses import dataclass, field
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type | None = None, *, kw_only: bool = False) -> Any:
    """Make a class a frozen dataclass with slots; `kw_only`: made by the names of its fields alone."""
    return dataclass(kind, frozen=True, slots=True, kw_only=kw_only)
