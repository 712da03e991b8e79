"""The floor: a bare program that answers a request and writes the same bytes to every open stream.

Run with the files that hold the head of a stream, and the bytes for phones and for the TV; it says its port
on standard output. It does nothing else, so nothing that a server must do can be quicker on this computer.
"""

import select
import socket
import sys
from pathlib import Path

_DONE = b"HTTP/1.1 204 No Content\r\n\r\n"
_MOST = 2048


def main(head: bytes, phones: bytes, tv: bytes) -> None:
    """Answer GET with a stream, and POST by writing to all of them, for ever."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=_MOST)
    print(listening.getsockname()[1], flush=True)
    poll = select.epoll()
    poll.register(listening.fileno(), select.EPOLLIN)
    lines: dict[int, socket.socket] = {}
    streams: dict[int, bytes] = {}
    left: dict[int, memoryview] = {}
    while True:
        for number, events in poll.poll():
            if number == listening.fileno():
                line, _ = listening.accept()
                line.setblocking(False)
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                lines[line.fileno()] = line
                poll.register(line.fileno(), select.EPOLLIN)
            elif events & select.EPOLLOUT:
                rest = left[number] = left[number][lines[number].send(left[number]) :]
                if not rest:
                    poll.modify(number, select.EPOLLIN)
            else:
                asked = lines[number].recv(4096)
                if asked.startswith(b"GET"):
                    lines[number].send(head)
                    streams[number] = tv if b"/tv" in asked else phones
                elif asked:
                    lines[number].send(_DONE)
                    for each, payload in streams.items():
                        sent = _sent(lines[each], payload)
                        if sent < len(payload):
                            left[each] = memoryview(payload)[sent:]
                            poll.modify(each, select.EPOLLOUT)
                else:
                    streams.pop(number, None)
                    poll.unregister(number)
                    lines.pop(number).close()


def _sent(line: socket.socket, payload: bytes) -> int:
    try:
        return line.send(payload)
    except BlockingIOError:
        return 0


if __name__ == "__main__":
    main(*(Path(name).read_bytes() for name in sys.argv[1:]))
