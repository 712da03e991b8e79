"""Under which addresses phones reach this computer: the ones a QR code may show."""

import ipaddress
import socket
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import urlsplit

import ifaddr

_VIRTUAL = ("docker", "veth", "br-", "tun", "utun", "virbr", "lo", "bridge", "vmnet", "vboxnet")
"""Beginnings of the names of adapters that no phone is connected to."""

_VIRTUAL_WORDS = ("virtual", "vmware", "vethernet", "loopback")
ANYWHERE = "0.0.0.0"  # noqa: S104 - compared with, not listened on
"""The address of a server that listens on every interface, in the network of IPv4."""

_FRESH = 5  # seconds for which the list of network addresses is believed


def candidate_addresses(
    given: str | None, seen: Iterable[str | None], port: int, listening: str = ANYWHERE
) -> tuple[str, ...]:
    """List base addresses (`http://192.168.1.5:8000`), the likeliest first and never a loopback one.

    `given` is what the person who started the server said; `seen` are addresses that browsers have
    used; then follow this computer's addresses in its networks, with `port`, as far as the server
    answers there: `listening` is the address it listens on. A number that was seen counts only while
    it is one of this computer's own: laptops move between networks.
    """
    own = [base_url(ip, port) for ip in _network(int(time.monotonic()) // _FRESH) if _served(ip, listening)]
    names = [each for each in seen if each and (each in own or not _is_number(each))]
    return tuple(dict.fromkeys(each for each in (given, *names, *own) if each and not is_loopback(each)))


def base_url(ip: str, port: int) -> str:
    """Write the address of an IP address and a port; the default port of http is left out."""
    host = f"[{ip}]" if ":" in ip else ip
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def is_loopback(url: str) -> bool:
    """Tell whether an address means the computer it is opened on."""
    host = hostname(url)
    if _is_number(url):
        ip = ipaddress.ip_address(host)
        return ip.is_loopback or ip.is_unspecified
    return host == "localhost" or host.endswith(".localhost")


def hostname(url: str) -> str:
    """Return the host of an address, in lower case; empty where there is none or it cannot be read."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_number(url: str) -> bool:
    try:
        ipaddress.ip_address(hostname(url))
    except ValueError:
        return False
    return True


def _served(ip: str, listening: str) -> bool:
    """Tell whether a server that listens there answers at this address of the computer."""
    if listening == ANYWHERE:
        return ":" not in ip
    return listening in {"::", ip}


@lru_cache(maxsize=1)
def _network(_moment: int) -> tuple[str, ...]:
    """List this computer's addresses: the one on the default route first, then private IPv4, then others."""
    found = sorted(_adapters(), key=lambda ip: (ip.version == 6, not ip.is_private))
    addresses = [str(ip) for ip in found]
    first = [ip for ip in _default_route() if ip in addresses]  # a VPN may have taken the default route
    return tuple(dict.fromkeys([*first, *addresses]))


def _default_route() -> Iterator[str]:
    """Ask which own address a packet to elsewhere would carry; none is sent. Fails without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))  # an address reserved for documentation
        except OSError:
            return
        yield probe.getsockname()[0]


def _adapters() -> Iterator[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    for adapter in ifaddr.get_adapters():
        name = str(adapter.nice_name).lower()
        if name.startswith(_VIRTUAL) or any(word in name for word in _VIRTUAL_WORDS):
            continue
        for each in adapter.ips:
            ip = ipaddress.ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            if not (ip.is_loopback or ip.is_link_local):
                yield ip
