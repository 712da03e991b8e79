"""Screens behind poor air of our own making are right."""

import subprocess
import sys

import pytest

from tests.tools.air.__main__ import SKIPPED


@pytest.mark.slow
def test_screens_behind_poor_air_receive_every_reveal() -> None:
    command = [sys.executable, "-m", "tests.tools.air", "--screens", "12", "--rounds", "3", "--any-time"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if ran.returncode == SKIPPED:
        pytest.skip(ran.stdout.splitlines()[-1])
    assert 0 == ran.returncode, ran.stdout + ran.stderr
    assert "12 screens over the air" in ran.stdout
