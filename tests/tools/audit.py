"""Ask whether vulnerabilities are known of what the locks have: `python -m tests.tools.audit`.

pip-audit asks PyPI's database by name and version, npm that of its registry, and they print what they find.
The status is their own: 1 if a vulnerability is known. Where a database cannot be reached, that is said, and
it is 0.
"""

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence

from tests.support.packages import LOCKS, ROOT

_PIP_AUDIT = (
    sys.executable,
    "-m",
    "pip_audit",
    "--progress-spinner",
    "off",
    "--disable-pip",
    "--require-hashes",
)
_NPM_AUDIT = "npm", "audit", "--package-lock-only", "--prefix"
_FRONT = ROOT / "tests" / "front"

AUDITS: Mapping[str, Sequence[str]] = {
    **{lock.name: (*_PIP_AUDIT, "-r", str(lock)) for lock in LOCKS},
    "package-lock.json": (*_NPM_AUDIT, str(_FRONT)),
}
"""What asks of each lock, by its name."""

_UNREACHED = re.compile(
    r"ConnectionError|Could not connect|Max retries|Timeout|ServiceError|not redirecting"
    r"|audit endpoint returned an error|network|ENOTFOUND|ETIMEDOUT"
)
_PATIENCE = 300  # seconds for one lock
_LATE = 124  # the status of `timeout` when its time is up


def audit(name: str, command: Sequence[str]) -> int:
    """Print what is known of a lock, and return the status."""
    asked = ["timeout", str(_PATIENCE), *command]
    ended = subprocess.run(asked, capture_output=True, text=True, check=False)
    if ended.returncode == _LATE or (ended.returncode and _UNREACHED.search(ended.stderr)):
        print(f"{name}: not audited, as the database of vulnerabilities cannot be reached")
        return 0
    print(f"{name}:", ended.stdout.strip(), sep="\n")
    print(ended.stderr.strip(), file=sys.stderr)
    return ended.returncode


def main(audits: Mapping[str, Sequence[str]] = AUDITS) -> int:
    """Audit the locks, and return the exit status."""
    return max([audit(name, command) for name, command in audits.items()])


if __name__ == "__main__":
    sys.exit(main())
