"""The unit in .github/deploy: systemd accepts it, for one server and for several."""

import subprocess
from pathlib import Path

import pytest

from tests.support.backing_services import found
from tests.support.proxies import DEPLOY

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["companion.service", "companion@.service"])
def test_systemd_accepts_the_unit_and_finds_it_closed(tmp_path: Path, name: str) -> None:
    unit = (DEPLOY / "companion.service").read_text()
    path = tmp_path / name
    path.write_text(unit.replace("/usr/local/bin/companion", "/bin/true"))
    checked = subprocess.run(
        [found("systemd-analyze"), "verify", "--man=no", path], capture_output=True, text=True, check=False
    )
    ours = [line for line in checked.stderr.splitlines() if path.stem in line]  # there are others here
    assert (0, []) == (checked.returncode, ours)
    exposed = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert exposed.returncode == 0, exposed.stdout  # 2.0 of 10; without the hardening it is 9.2
