"""What `companion setup` prints."""

import os
import subprocess
import sys


def printed(what: str, *options: str) -> str:
    """Return the file that `companion setup` prints on standard output."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
    command = [sys.executable, "-W", "error", "-m", "companion", "setup", what, *options]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout
