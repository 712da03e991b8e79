"""Plays random evenings over HTTP against a real server, and scores every game three times.

What the screens and downloads show, what `companion score` says of the exported evening, and what the tests'
own scorers say must be the same.
"""

from tests.tools.evenings.play import play_evenings

__all__ = ["play_evenings"]
