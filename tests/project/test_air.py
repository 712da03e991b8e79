"""The air of our own making delays and loses packets as it says, and screens behind it are right."""

import random
import subprocess
import sys

import pytest

from tests.tools.air.__main__ import SKIPPED
from tests.tools.air.link import Air, Conditions

MEGABIT = Conditions(rate=1.0, delay=40.0, loss=0.0, waiting=10)


def test_packets_of_both_directions_take_turns_and_arrive_after_the_delay() -> None:
    air = Air(MEGABIT, random.Random(1))
    air.send(bytes(1250), 1, now=5.0)  # takes 10 ms
    air.send(bytes(1250), 2, now=5.0)
    assert [] == air.arrived(5.029)
    assert [1] == [end for end, _ in air.arrived(5.031)]
    assert 0.009 == pytest.approx(air.next_arrival(5.031))
    assert [(2, bytes(1250))] == air.arrived(5.041)


def test_a_packet_finds_the_air_free_after_a_pause() -> None:
    air = Air(MEGABIT, random.Random(1))
    air.send(bytes(1250), 1, now=5.0)
    air.send(bytes(1250), 1, now=6.0)
    assert 1 == len(air.arrived(6.0))
    assert 0.03 == pytest.approx(air.next_arrival(6.0))


def test_so_many_percent_of_the_packets_are_lost() -> None:
    air = Air(Conditions(rate=1000.0, loss=2.0), random.Random(1))
    for number in range(10_000):
        air.send(b"packet", 1, now=float(number))
    assert 9_750 < len(air.arrived(20_000.0)) < 9_850


def test_packets_that_find_too_many_waiting_are_dropped() -> None:
    air = Air(MEGABIT, random.Random(1))
    for _ in range(30):
        air.send(bytes(1250), 1, now=5.0)
    assert 10 == len(air.arrived(9.0))


@pytest.mark.slow
def test_screens_behind_poor_air_receive_every_reveal() -> None:
    command = [sys.executable, "-m", "tests.tools.air", "--screens", "12", "--rounds", "3", "--any-time"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if ran.returncode == SKIPPED:
        pytest.skip(ran.stdout.splitlines()[-1])
    assert 0 == ran.returncode, ran.stdout + ran.stderr
    assert "12 screens over the air" in ran.stdout
