"""Screens behind poor air of our own making are right, and so are those of a room that is measured."""

import subprocess
import sys

import pytest

from tests.tools.air.__main__ import SKIPPED


def run(tool: str, *options: str) -> str:
    """Run a tool, and return what it prints."""
    command = [sys.executable, "-m", f"tests.tools.{tool}", *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if (tool, ran.returncode) == ("air", SKIPPED):
        pytest.skip(ran.stdout.splitlines()[-1])
    assert 0 == ran.returncode, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_screens_behind_poor_air_receive_every_reveal() -> None:
    assert "12 screens over the air" in run("air", "--screens", "12", "--rounds", "3", "--any-time")


@pytest.mark.slow
def test_a_short_run_finds_all_screens_right() -> None:
    printed = run("bench", "--sizes", "8", "40", "--repeat", "2", "--rooms", "3", "--quick")
    rows = [line.split() for line in printed.splitlines() if line.strip()]
    assert [("8", "0"), ("40", "0"), ("3", "0")] == [(row[0], row[-1]) for row in rows if row[0].isdigit()]
