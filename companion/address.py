"""Under which addresses phones reach this computer: the ones a QR code may show."""

import ipaddress
import socket
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import urlsplit

import ifaddr

_VIRTUAL = ("docker", "veth", "br-", "tun", "utun", "vethernet", "virbr", "lo")
_FRESH = 5  # seconds for which the list of network addresses is believed


def candidates(given: str | None, seen: Iterable[str | None], port: int) -> tuple[str, ...]:
    """List base addresses (`http://192.168.1.5:8000`), the likeliest first and never a loopback one.

    `given` is what the person who started the server said; `seen` are addresses that browsers have
    used; then follow this computer's addresses in its networks, with `port`. A number that was seen
    counts only while it is one of this computer's own: laptops move between networks.
    """
    own = [base(ip, port) for ip in _network(int(time.monotonic()) // _FRESH)]
    names = [each for each in seen if each and (each in own or not _is_number(each))]
    return tuple(dict.fromkeys(each for each in (given, *names, *own) if each and not is_loopback(each)))


def base(ip: str, port: int) -> str:
    """Write the address of an IP address and a port; the default port of http is left out."""
    host = f"[{ip}]" if ":" in ip else ip
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def is_loopback(url: str) -> bool:
    """Tell whether an address means the computer it is opened on."""
    host = urlsplit(url).hostname or ""
    if _is_number(url):
        ip = ipaddress.ip_address(host)
        return ip.is_loopback or ip.is_unspecified
    return host == "localhost" or host.endswith(".localhost")


def _is_number(url: str) -> bool:
    try:
        ipaddress.ip_address(urlsplit(url).hostname or "")
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1)
def _network(_moment: int) -> tuple[str, ...]:
    """List this computer's addresses: the one on the default route first, then private IPv4, then others."""
    others = sorted(_adapters(), key=lambda ip: (ip.version == 6, not ip.is_private))
    return tuple(dict.fromkeys([*_default_route(), *map(str, others)]))


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
        if str(adapter.nice_name).lower().startswith(_VIRTUAL):
            continue
        for each in adapter.ips:
            ip = ipaddress.ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            if not (ip.is_loopback or ip.is_link_local):
                yield ip
