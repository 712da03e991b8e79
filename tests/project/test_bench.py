"""The benchmark measures a room and finds its screens right, and says so where one is wrong."""

import subprocess
import sys

import pytest

NUMBERS = [4, 4, 10, 20, 30]
CARDS = (("disqualified", 4), ("outside", 10), ("middle", 20), ("outside", 30))


@pytest.mark.slow
def test_a_short_run_finds_all_screens_right() -> None:
    options = ["--sizes", "8", "40", "--repeat", "2", "--rooms", "3", "--quick"]
    command = [sys.executable, "-m", "tests.tools.bench", *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert 0 == ran.returncode, ran.stdout + ran.stderr
    rows = [line.split() for line in ran.stdout.splitlines() if line.strip()]
    assert [("8", "0"), ("40", "0"), ("3", "0")] == [(row[0], row[-1]) for row in rows if row[0].isdigit()]
