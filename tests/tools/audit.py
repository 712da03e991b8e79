"""Ask whether vulnerabilities are known of what the locks have: `python -m tests.tools.audit`.

pip-audit asks PyPI's database by name and version, and prints what it finds. The status is its own: 1 if a
vulnerability is known. Where the database cannot be reached, that is said, and it is 0.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.support.packages import LOCKS

PIP_AUDIT = sys.executable, "-m", "pip_audit"
_OPTIONS = "--progress-spinner", "off", "--disable-pip", "--require-hashes", "-r"
_UNREACHED = re.compile(r"ConnectionError|Could not connect|Max retries|Timeout|ServiceError|not redirecting")
_PATIENCE = 300  # seconds for one lock
_LATE = 124  # the status of `timeout` when its time is up


def audit(lock: Path, command: Sequence[str]) -> int:
    """Print what is known of a lock, and return the status."""
    asked = ["timeout", str(_PATIENCE), *command, *_OPTIONS, str(lock)]
    ended = subprocess.run(asked, capture_output=True, text=True, check=False)
    print(f"{lock.name}:", ended.stdout.strip(), sep="\n")
    if ended.returncode == _LATE or (ended.returncode and _UNREACHED.search(ended.stderr)):
        print("not audited, as the database of vulnerabilities cannot be reached")
        return 0
    print(ended.stderr.strip(), file=sys.stderr)
    return ended.returncode


def main(locks: Sequence[Path] = LOCKS, command: Sequence[str] = PIP_AUDIT) -> int:
    """Audit the locks, and return the exit status."""
    return max([audit(lock, command) for lock in locks])


if __name__ == "__main__":
    sys.exit(main())
