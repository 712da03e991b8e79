"""Two networks on this computer, with nothing but poor air between them.

They are network namespaces of Linux with a TUN device each, and reach nothing else: no other address exists
in them. That takes root, or a system that lets anybody have namespaces and TUN devices.
"""

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tools.air import link

SERVER, PHONES = "10.77.0.1", "10.77.0.2"
"""The addresses of the two ends."""

_NEWUSER, _NEWNET = 0x10000000, 0x40000000  # of sched.h
_TUN, _NO_INFO = 0x0001, 0x1000  # of if_tun.h
_TUNSETIFF = 0x400454CA
_SIOCSIFADDR, _SIOCSIFNETMASK, _SIOCGIFFLAGS, _SIOCSIFFLAGS = 0x8916, 0x891C, 0x8913, 0x8914
_UP = 0x1
_NAME = b"air0"
_libc = ctypes.CDLL(None, use_errno=True)


class NoNetwork(Exception):  # noqa: N818 - it says what is missing
    """This computer does not let us have a network of our own."""


class Network:
    """The two networks. This process is in that of the server, and later in that of the phones."""

    def __init__(self, conditions: link.Conditions) -> None:
        """Enter the server's network. Raises `NoNetwork`."""
        self._conditions = conditions
        _leave_the_network_of_this_computer()
        self._server = _device(SERVER)

    @contextmanager
    def phones(self) -> Iterator[None]:
        """Go on in the network of the phones; what was started before stays in the server's."""
        _unshare(_NEWNET)
        ends = self._server, _device(PHONES)
        command = [sys.executable, link.__file__, *map(str, ends), *self._conditions.options()]
        process = subprocess.Popen(command, pass_fds=ends)
        try:
            yield
        finally:
            process.kill()
            process.wait()
            for end in ends:
                os.close(end)


def _leave_the_network_of_this_computer() -> None:
    try:
        _unshare(_NEWNET)
    except PermissionError:
        user, group = os.getuid(), os.getgid()
        _unshare(_NEWUSER | _NEWNET)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")


def _unshare(flags: int) -> None:
    if _libc.unshare(flags) == 0:
        return
    number = ctypes.get_errno()
    if number == 1:
        raise PermissionError(number, os.strerror(number))
    raise NoNetwork(f"no network of our own: {os.strerror(number)}")


def _device(address: str) -> int:
    """Make a TUN device with an address in the network of this process, and return its file."""
    try:
        file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(file, _TUNSETIFF, struct.pack("16sH14x", _NAME, _TUN | _NO_INFO))
    except OSError as error:
        raise NoNetwork(f"no TUN device: {error.strerror}") from error
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for name, request, value in (
            (_NAME, _SIOCSIFADDR, address),
            (_NAME, _SIOCSIFNETMASK, "255.255.255.0"),
        ):
            packed = struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(value))
            fcntl.ioctl(control, request, packed)
        for name in (_NAME, b"lo"):
            ioctl = fcntl.ioctl(control, _SIOCGIFFLAGS, struct.pack("16sH14x", name, 0))
            (flags,) = struct.unpack_from("16xH", ioctl)
            fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sH14x", name, flags | _UP))
    return file
