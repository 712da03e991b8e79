"""How many examples Hypothesis tries: a test can ask for fewer than the profile has, and never gets more."""

from hypothesis import settings


def at_most(number: int) -> settings:
    """Return settings with so many examples, or as few as those of the quick run (tests/conftest.py)."""
    return settings(max_examples=min(number, settings().max_examples))
