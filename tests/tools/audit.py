"""Ask whether vulnerabilities are known of what the locks have: `python -m tests.tools.audit`.

pip-audit asks PyPI's database by name and version. The status is 1 if a vulnerability is known, and 2 if
pip-audit does not run. Where the database cannot be reached, that is said, and it is 0.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from tests.support.packages import LOCKS, ROOT

PIP_AUDIT = sys.executable, "-m", "pip_audit"
_UNREACHED = re.compile(r"ConnectionError|Could not connect|Max retries|Timeout|ServiceError|not redirecting")
_PATIENCE = 300  # seconds for one lock


@dataclass(frozen=True)
class Audit:
    """What is known of a lock: of the packages asked for, those without an answer, and vulnerabilities."""

    asked: int
    without_answer: tuple[str, ...]
    vulnerabilities: tuple[str, ...]


class AuditError(Exception):
    """pip-audit did not run, and not because its data could not be reached."""


def audit(lock: Path, command: Sequence[str] = PIP_AUDIT) -> Audit | None:
    """Ask for a lock; None if the database cannot be reached. Raises `AuditError`."""
    options = ["--progress-spinner", "off", "--format", "json", "--disable-pip", "--require-hashes", "-r"]
    try:
        ended = subprocess.run(
            [*command, *options, str(lock)], capture_output=True, text=True, check=False, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    try:
        found = json.loads(ended.stdout)["dependencies"]
    except ValueError:
        if _UNREACHED.search(ended.stderr):
            return None
        raise AuditError(ended.stderr.strip() or f"pip-audit ended with {ended.returncode}") from None
    without_answer = tuple(_without_answer(found))
    if len(without_answer) == len(found):  # a mirror has packages and knows nothing of vulnerabilities
        return None
    return Audit(len(found), without_answer, tuple(_vulnerabilities(found)))


def _without_answer(found: list[dict[str, Any]]) -> list[str]:
    return [canonicalize_name(str(each["name"])) for each in found if "skip_reason" in each]


def _vulnerabilities(found: list[dict[str, Any]]) -> list[str]:
    return [
        f"{each['name']} {each['version']}: {known['id']}, repaired in {known['fix_versions'] or 'none'}"
        for each in found
        for known in each.get("vulns", ())
    ]


def report(lock: Path, result: Audit | None) -> list[str]:
    """Return the lines about a lock."""
    name = lock.relative_to(ROOT) if lock.is_relative_to(ROOT) else lock
    if result is None:
        return [f"{name}: not audited, as the database of vulnerabilities cannot be reached"]
    audited, known = result.asked - len(result.without_answer), len(result.vulnerabilities)
    lines = [f"{name}: {audited} of {result.asked} packages audited, {known} vulnerabilities"]
    if result.without_answer:
        lines.append(f"  the database does not answer for {', '.join(result.without_answer)}")
    return [*lines, *(f"  {each}" for each in result.vulnerabilities)]


def main(locks: Sequence[Path] = LOCKS, command: Sequence[str] = PIP_AUDIT) -> int:
    """Audit the locks, print what is known, and return the exit status."""
    is_vulnerable = False
    for lock in locks:
        try:
            result = audit(lock, command)
        except AuditError as error:
            print(f"{lock}: {error}", file=sys.stderr)
            return 2
        print("\n".join(report(lock, result)))
        is_vulnerable |= bool(result and result.vulnerabilities)
    return int(is_vulnerable)


if __name__ == "__main__":
    sys.exit(main())
