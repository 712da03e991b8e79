"""What a check finds, and what it may look at."""

from dataclasses import dataclass
from enum import StrEnum

from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.storage.unchanged import Contents


class Grade(StrEnum):
    """How good a finding is: as it should be, worth a look, or in the way of a party."""

    OK = "ok"
    LOOK = "look"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: a sentence about what is, and one about what to do, if anything."""

    grade: Grade
    found: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Examined:
    """What is examined: the settings, and what is in the database that they name."""

    settings: Settings
    stored: Contents | Refused | None
    """The contents; why they cannot be read; None if there is no database yet."""

    @property
    def contents(self) -> Contents | None:
        """The contents, as far as they can be read."""
        return self.stored if isinstance(self.stored, Contents) else None


def ok(found: str) -> Finding:
    return Finding(Grade.OK, found)


def look(found: str, advice: str) -> Finding:
    return Finding(Grade.LOOK, found, advice)


def wrong(found: str, advice: str) -> Finding:
    return Finding(Grade.WRONG, found, advice)
