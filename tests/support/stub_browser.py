"""A browser that only notes which page it was to open, for what starts one."""

import shlex
from pathlib import Path

from tests.support.backing_services import until


class StubBrowser:
    """A program for the environment variable BROWSER; it needs nothing of the computer but a shell."""

    def __init__(self, folder: Path, *, then: str = ":") -> None:
        """Write the program into a folder; afterwards it runs the shell command `then`."""
        self._noted = folder / "opened"
        self.path = folder / "browser"
        self.path.write_text(f'#!/bin/sh\necho "$1" >>{shlex.quote(str(self._noted))}\n{then}\n')
        self.path.chmod(0o755)

    @property
    def environ(self) -> dict[str, str]:
        return {"BROWSER": str(self.path)}

    def opened(self) -> list[str]:
        """List the pages so far."""
        return self._noted.read_text().splitlines() if self._noted.exists() else []

    def wait_for(self, *pages: str) -> None:
        """Wait until exactly these pages were opened."""
        until(lambda: list(pages) == self.opened(), f"the browser was to open {pages}, not {self.opened()}")
