"""Ask whether vulnerabilities are known of what the locks have: `python -m tests.tools.audit`.

pip-audit asks PyPI's database by name and version. The status is 1 if a vulnerability is known, and 2 if
pip-audit does not run. Where the database cannot be reached, that is said, and it is 0.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.support.packages import LOCKS

PIP_AUDIT = sys.executable, "-m", "pip_audit"
_OPTIONS = "--progress-spinner", "off", "--format", "json", "--disable-pip", "--require-hashes", "-r"
_UNREACHED = re.compile(r"ConnectionError|Could not connect|Max retries|Timeout|ServiceError|not redirecting")
_PATIENCE = 300  # seconds for one lock


def audit(lock: Path, command: Sequence[str]) -> tuple[list[str], bool]:
    """Return lines about a lock, and whether a vulnerability is known.

    Raises `RuntimeError` if pip-audit did not run, and not because its data could not be reached.
    """
    asked = ["timeout", str(_PATIENCE), *command, *_OPTIONS, str(lock)]
    ended = subprocess.run(asked, capture_output=True, text=True, check=False)
    try:
        found = json.loads(ended.stdout)["dependencies"]
    except ValueError:
        if ended.returncode != 124 and not _UNREACHED.search(ended.stderr):  # 124: its time was up
            raise RuntimeError(ended.stderr.strip() or f"pip-audit ended with {ended.returncode}") from None
        found = []
    unanswered = [str(each["name"]) for each in found if "skip_reason" in each]
    if len(unanswered) == len(found):  # or a mirror has packages, and knows nothing of vulnerabilities
        return [f"{lock.name}: not audited, as the database of vulnerabilities cannot be reached"], False
    known = [
        f"  {each['name']} {each['version']}: {fault['id']}, repaired in {fault['fix_versions'] or 'none'}"
        for each in found
        for fault in each.get("vulns", ())
    ]
    audited = f"{len(found) - len(unanswered)} of {len(found)} packages audited"
    lines = [f"{lock.name}: {audited}, {len(known)} vulnerabilities", *known]
    if unanswered:
        lines.append(f"  the database does not answer for {', '.join(unanswered)}")
    return lines, bool(known)


def main(locks: Sequence[Path] = LOCKS, command: Sequence[str] = PIP_AUDIT) -> int:
    """Audit the locks, print what is known, and return the exit status."""
    try:
        results = [audit(lock, command) for lock in locks]
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 2
    print(*(line for lines, _ in results for line in lines), sep="\n")
    return int(any(is_vulnerable for _, is_vulnerable in results))


if __name__ == "__main__":
    sys.exit(main())
