"""The audit of the locks: what it says and how it ends, with a pip-audit that answers what a test wants."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.audit import main

SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
VULNERABLE = {"name": "h11", "version": "0.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["0.16.0"]}]}


Ask = Callable[..., tuple[int, str]]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Return a function that audits a lock with a program that finds these packages, if any.

    It returns the status and what was printed.
    """

    def audit(*found: object, errors: str = "") -> tuple[int, str]:
        program = tmp_path / "pip_audit.py"
        said = json.dumps({"dependencies": found, "fixes": []}) if found else ""
        program.write_text(f"import sys; print({said!r}); print({errors!r}, file=sys.stderr); sys.exit(1)")
        status = main([tmp_path / "a.lock"], [sys.executable, str(program)])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return audit


def test_a_vulnerability_fails_with_what_repairs_it(ask: Ask) -> None:
    status, printed = ask(SOUND, VULNERABLE)
    assert 1 == status
    assert "h11 0.1: PYSEC-1, repaired in ['0.16.0']" in printed


@pytest.mark.parametrize(
    "error",
    [
        "requests.exceptions.ConnectionError: HTTPSConnectionPool: Max retries exceeded",
        "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed",
    ],
)
def test_where_its_data_cannot_be_reached_it_says_so_and_fails_nothing(ask: Ask, error: str) -> None:
    status, printed = ask(errors=error)
    assert 0 == status
    assert "not audited, as the database of vulnerabilities cannot be reached" in printed
