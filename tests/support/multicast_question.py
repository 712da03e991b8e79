"""Ask the network for names, as a phone does: `python -m tests.support.multicast_question ADDRESS WHAT...`.

ADDRESS is that of the computer of `tests.support.small_networks` that asks. WHAT are names; or a URL, whose
page is printed; or nothing, to print what is announced until it is killed. It knows of multicast DNS what a
query and the records of an answer look like, and nothing of the library that answers.
"""

import json
import socket
import struct
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

_GROUP = "224.0.0.251", 5353
_HEAD = struct.pack("!6H", 7, 0, 1, 0, 0, 0)  # one question
_A, _IN = 1, 1


def answers(own: str, name: str, seconds: float = 5.0) -> list[str]:
    """Ask for a name until somebody answers, for so long; return the addresses in the first answer."""
    end = time.monotonic() + seconds
    labels = b"".join(bytes([len(label)]) + label for label in name.encode().split(b"."))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        asking.settimeout(0.5)
        while time.monotonic() < end:
            asking.sendto(_HEAD + labels + struct.pack("!B2H", 0, _A, _IN), _GROUP)
            try:
                return [address for _, address, _ in records(asking.recv(9000))]
            except TimeoutError:
                continue
    return []


def listen(own: str) -> Iterator[tuple[str, str, int]]:
    """Yield name, address and seconds of life of each address that anybody announces."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as hearing:
        hearing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        hearing.bind(("", _GROUP[1]))
        member = socket.inet_aton(_GROUP[0]) + socket.inet_aton(own)
        hearing.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        print("[]", flush=True)  # it listens
        while True:
            yield from records(hearing.recv(9000))


def records(packet: bytes) -> Iterator[tuple[str, str, int]]:
    """Yield the addresses of IPv4 in an answer: name, address, seconds of life."""
    _, flags, questions, *counts = struct.unpack("!6H", packet[:12])
    place = 12
    for _ in range(questions):
        place = _name(packet, place)[1] + 4
    for _ in range(sum(counts) if flags & 0x8000 else 0):
        name, place = _name(packet, place)
        kind, _, life, length = struct.unpack("!2HIH", packet[place : place + 10])
        place += 10 + length
        if kind == _A:
            yield name, socket.inet_ntoa(packet[place - 4 : place]), life


def _name(packet: bytes, place: int) -> tuple[str, int]:
    """Return a name, and the place after it."""
    labels = []
    while length := packet[place]:
        if length >= 0xC0:
            rest, _ = _name(packet, struct.unpack("!H", packet[place : place + 2])[0] & 0x3FFF)
            return ".".join([*labels, rest]), place + 2
        labels.append(packet[place + 1 : place + 1 + length].decode())
        place += 1 + length
    return ".".join(labels), place + 1


def opened(own: str, url: str) -> str:
    """Open a page whose host is found by multicast."""

    def resolve(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        found_answers = answers(own, host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found_answers]

    socket.getaddrinfo = resolve  # type: ignore[assignment]
    return urllib.request.urlopen(url, timeout=10).read().decode()


def main() -> None:
    """Print what was asked for, records and addresses as JSON."""
    own, *asked = sys.argv[1:]
    if not asked:
        for each in listen(own):
            print(json.dumps(each), flush=True)
    elif "//" in asked[0]:
        print(opened(own, asked[0]))
    else:
        print(json.dumps({name: answers(own, name) for name in asked}))


if __name__ == "__main__":
    main()
