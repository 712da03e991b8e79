"""The audit of the locks: what it says and how it ends, with a pip-audit that answers what a test wants."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.packages import LOCKS
from tests.tools.audit import main

SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
VULNERABLE = {"name": "h11", "version": "0.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["0.16.0"]}]}
UNKNOWN = {"name": "Mako", "skip_reason": "Dependency not found on PyPI and could not be audited: mako"}


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


def test_sound_packages_fail_nothing(ask: Ask) -> None:
    status, printed = ask(SOUND)
    assert 0 == status
    assert "1 of 1 packages audited, 0 vulnerabilities" in printed


def test_a_vulnerability_fails_with_what_repairs_it(ask: Ask) -> None:
    status, printed = ask(SOUND, VULNERABLE)
    assert 1 == status
    assert "h11 0.1: PYSEC-1, repaired in ['0.16.0']" in printed


def test_packages_without_an_answer_are_named_and_not_called_sound(ask: Ask) -> None:
    status, printed = ask(SOUND, UNKNOWN)
    assert 0 == status
    assert "1 of 2 packages audited" in printed
    assert "the database does not answer for mako" in printed


def test_a_mirror_that_knows_nothing_of_vulnerabilities_is_no_audit(ask: Ask) -> None:
    status, printed = ask(UNKNOWN, UNKNOWN)
    assert 0 == status
    assert "not audited, as the database of vulnerabilities cannot be reached" in printed


@pytest.mark.parametrize(
    "error",
    [
        "requests.exceptions.ConnectionError: HTTPSConnectionPool: Max retries exceeded",
        "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed",
        "requests.exceptions.ReadTimeout: Read timed out.",
        "pip_audit._service.interface.ServiceError",
    ],
)
def test_where_its_data_cannot_be_reached_it_says_so_and_fails_nothing(ask: Ask, error: str) -> None:
    status, printed = ask(errors=error)
    assert 0 == status
    assert "not audited, as the database of vulnerabilities cannot be reached" in printed


@pytest.mark.parametrize("error", ["No module named pip_audit", "ERROR:pip_audit._cli:invalid requirements"])
def test_what_is_wrong_with_pip_audit_itself_fails(ask: Ask, error: str) -> None:
    status, printed = ask(errors=error)
    assert 2 == status
    assert error in printed


def test_all_locks_of_the_project_are_audited() -> None:
    assert all(lock.is_file() for lock in LOCKS)
    assert {"requirements.lock", "requirements.servers.lock"} == {lock.name for lock in LOCKS}
