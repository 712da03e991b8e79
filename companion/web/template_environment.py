"""The Jinja environment of Flask, with a faster lookup of globals."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class FlatEnvironment(Environment):
    """Templates that share one flat dictionary of globals, which must be complete before the first is loaded.

    Jinja chains dictionaries, so that globals can be added later; each import of a macro searches the chain,
    which is a tenth of the time that a page takes.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}
