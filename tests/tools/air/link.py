"""The air between two networks: a program that passes packets on, late, one at a time, and not all of them.

It does what `tc ... netem delay 15ms loss 2% rate 20mbit` does at both ends, and is not in every kernel,
but for one rate that both directions share, as on Wi-Fi. Run with two files of TUN devices, and the
conditions.
"""

import os
import random
import select
import sys
from collections import deque
from dataclasses import dataclass, field
from time import perf_counter

_PACKET = 65_536  # bytes of the largest packet
_AT_ONCE = 64  # packets that are read before any is passed on
_IPV4 = 4
_LONGEST = 1.0  # seconds that it waits for anything


@dataclass(frozen=True, slots=True)
class Conditions:
    """How good the air is."""

    rate: float = 20.0
    """Megabits a second, for both directions together."""
    delay: float = 30.0
    """Milliseconds that a packet and its answer are under way, besides waiting for their turn."""
    loss: float = 2.0
    """Percent of the packets that are lost, after they have taken their time in the air."""
    waiting: int = 1000
    """Packets that may wait for their turn; those beyond are dropped."""

    def options(self) -> list[str]:
        """Return the arguments of this program."""
        return [str(self.rate), str(self.delay), str(self.loss), str(self.waiting)]

    def __str__(self) -> str:
        return f"{self.rate:g} Mb/s shared, {self.delay:g} ms there and back, {self.loss:g} % lost"


@dataclass
class Air:
    """Packets in the air: when each arrives, and at which end."""

    conditions: Conditions
    chance: random.Random
    under_way: deque[tuple[float, float, int, bytes]] = field(default_factory=deque)
    """Each packet with the time when its turn is over and when it arrives, in this order, and its end."""
    _free: float = 0.0
    """When the air is free for the next packet."""

    def send(self, packet: bytes, end: int, now: float) -> None:
        """Put a packet into the air, unless too many are waiting."""
        waiting = sum(1 for turn, *_ in self.under_way if turn > now) if self._free > now else 0
        if waiting >= self.conditions.waiting:
            return
        self._free = max(self._free, now) + 8 * len(packet) / (self.conditions.rate * 1e6)
        if 100 * self.chance.random() >= self.conditions.loss:
            self.under_way.append((self._free, self._free + self.conditions.delay / 2000, end, packet))

    def arrived(self, now: float) -> list[tuple[int, bytes]]:
        """Return the packets that have arrived, each with its end."""
        found = []
        while self.under_way and self.under_way[0][1] <= now:
            _, _, end, packet = self.under_way.popleft()
            found.append((end, packet))
        return found

    def next_arrival(self, now: float) -> float:
        """Return the seconds until the next packet arrives."""
        return max(0.0, self.under_way[0][1] - now) if self.under_way else _LONGEST


def main(ends: tuple[int, int], air: Air) -> None:
    """Pass packets on until the program that started this one is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        ready, _, _ = select.select(ends, [], [], air.next_arrival(perf_counter()))
        for end in ready:
            for packet in _read(end):
                air.send(packet, ends[1 - ends.index(end)], perf_counter())
        for end, packet in air.arrived(perf_counter()):
            os.write(end, packet)


def _read(end: int) -> list[bytes]:
    """Return the packets of the internet protocol that wait at one end."""
    found = []
    try:
        for _ in range(_AT_ONCE):
            found.append(os.read(end, _PACKET))
    except BlockingIOError:
        pass
    return [packet for packet in found if packet[0] >> 4 == _IPV4]


if __name__ == "__main__":
    one, two, rate, delay, loss, waiting = sys.argv[1:]
    conditions = Conditions(float(rate), float(delay), float(loss), int(waiting))
    main((int(one), int(two)), Air(conditions, random.Random(1)))
