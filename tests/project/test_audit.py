"""The audit of the locks: how it ends, with a pip-audit that answers what a test wants."""

import sys
from pathlib import Path

import pytest

from tests.tools.audit import main


@pytest.mark.parametrize(
    ("printed", "error", "status", "said"),
    [
        ("Name Version ID Fix Versions\nh11 0.1 PYSEC-1 0.16.0", "Found 1 known vulnerability", 1, "PYSEC-1"),
        ("", "requests.exceptions.ConnectionError: Max retries exceeded", 0, "not audited, as the database"),
        ("", "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed", 0, "cannot be reached"),
    ],
)
def test_a_vulnerability_fails_and_a_database_that_cannot_be_reached_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], printed: str, error: str, status: int, said: str
) -> None:
    program = tmp_path / "pip_audit.py"
    program.write_text(f"import sys; print({printed!r}); print({error!r}, file=sys.stderr); sys.exit(1)")
    assert status == main([tmp_path / "a.lock"], [sys.executable, str(program)])
    assert said in capsys.readouterr().out
