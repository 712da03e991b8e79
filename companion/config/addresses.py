"""The addresses under which phones may reach this computer, for links and QR codes."""

import ipaddress
import re
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from urllib.parse import urlsplit

import ifaddr

# adapters that no phone is connected to
_VIRTUAL_PREFIXES = ("docker", "veth", "br-", "tun", "utun", "virbr", "lo", "bridge", "vmnet", "vboxnet")
_VIRTUAL_WORDS = ("virtual", "vmware", "vethernet", "loopback")
ANY_INTERFACE = "0.0.0.0"  # noqa: S104 - compared with, not listened on
"""The address of a server that listens on every interface of IPv4."""

LOCAL_NAME = "companion"
"""The server's name on the local network: companion.local, or companion-2.local where that is taken."""

_LOCAL_NAME = re.compile(r"[^.]*|.*\.(local|lan|home|internal|localdomain|home\.arpa|localhost|fritz\.box)")
_PRIVATE = "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10"
_OWN_NAME = re.compile(rf"{LOCAL_NAME}(-[0-9]+)?\.local")
IP = ipaddress.IPv4Address | ipaddress.IPv6Address
_CACHE_SECONDS = 5  # for which the list of network addresses is cached


def candidate_addresses(
    given: str | None,
    seen: Iterable[str | None],
    port: int,
    listening: str = ANY_INTERFACE,
    announced: str | None = None,
) -> tuple[str, ...]:
    """List base URLs (`http://192.168.1.5:8000`), the likeliest first, without loopback addresses.

    First comes the configured one (`given`), then those that browsers have used (`seen`), then this
    computer's own, with `port`, if the server that listens on `listening` answers there, and at last the
    `announced` name, which not every phone finds. An IP address that was seen must still be one of this
    computer's, as laptops move between networks, and companion.local must be the announced name.
    """
    own = [base_url(str(ip), port) for ip in _reachable(listening)]
    names = [
        each
        for each in seen
        if each and (each in own or not (parse_ip(hostname(each)) or _OWN_NAME.fullmatch(hostname(each))))
    ]
    listed = (given, *names, *own, announced)
    return tuple(dict.fromkeys(each for each in listed if each and not is_loopback(each)))


def why_none(given: str | None, listening: str) -> str:
    """Say why phones have no address, and what to do, where `candidate_addresses` lists none."""
    if given:
        return f"at {given} each phone asks itself. Set --url to what phones can open"
    if is_loopback_host(listening):
        only = f"companion listens on {listening} only, which no phone reaches"
        return f"{only}. Leave out --host, or set --url to the address of a proxy"
    if _network():
        return f"this computer is not known by {listening} in its network. Leave out --host, or set --url"
    return "no network found. Connect this computer to the Wi-Fi that the phones use"


def network_causes(listening: str) -> tuple[str, ...]:
    """List what in this computer's network keeps phones out: "vpn", or "ipv6" if it has no other address."""
    ips = _network()
    has_vpn = ips and _default_route() not in {"", *map(str, ips)}
    is_newer = listening == ANY_INTERFACE and ips and all(ip.version == 6 for ip in ips)
    return ("vpn",) * bool(has_vpn) + ("ipv6",) * bool(is_newer)


def announced_addresses(listening: str) -> tuple[str, ...]:
    """List this computer's addresses in private networks of IPv4 at which such a server answers."""
    ips = (ip for ip in _reachable(listening) if isinstance(ip, ipaddress.IPv4Address) and ip.is_private)
    return tuple(map(str, sorted(ips)))


def base_url(ip: str, port: int) -> str:
    """Return the base URL of an IP address and a port; the default port of HTTP is left out."""
    host = f"[{ip}]" if ":" in ip else ip
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def own_url(listening: str, port: int) -> str:
    """Return the base URL by which this computer asks a server of its own."""
    return base_url({ANY_INTERFACE: "127.0.0.1", "::": "::1"}.get(listening, listening), port)


def is_loopback(url: str) -> bool:
    """Tell whether a URL means the computer that opens it."""
    host = hostname(url)
    if ip := parse_ip(host):
        return ip.is_loopback or ip.is_unspecified
    return host == "localhost" or host.endswith(".localhost")


def is_loopback_host(host: str) -> bool:
    """Tell whether only this computer reaches a server that listens on a host."""
    return host not in {ANY_INTERFACE, "::"} and is_loopback(base_url(host, 80))


@lru_cache(10_000)  # 29 µs, twice in a request
def is_local(host: str) -> bool:
    """Tell whether a host, or a network of IPv6, is in a local network; an empty one is this computer."""
    if ip := parse_ip(host.partition("/")[0]):
        return ip.is_loopback or any(ip in ipaddress.ip_network(each) for each in _PRIVATE.split())
    return _LOCAL_NAME.fullmatch(host) is not None


def hostname(url: str) -> str:
    """Return the host of a URL, in lower case; empty if there is none or the URL cannot be parsed."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def authority(url: str) -> tuple[str, int]:
    """Return host and port of a URL of https; both are empty if it has none that is valid."""
    try:
        parts = urlsplit(url)
        return (parts.hostname or "").rstrip("."), parts.port or 443
    except ValueError:
        return "", 0


@lru_cache(10_000)  # 13 µs, several times in a request
def parse_ip(host: str) -> IP | None:
    """Return an IP address; None for a name, and for what is neither."""
    with suppress(ValueError):
        return ipaddress.ip_address(host)
    return None


def _reachable(listening: str) -> Iterator[IP]:
    """Yield this computer's addresses at which a server that listens on `listening` answers."""
    for ip in _network():
        if ip.version == 4 if listening == ANY_INTERFACE else listening in {"::", str(ip)}:
            yield ip


def _network() -> list[IP]:
    """List this computer's addresses as they were some seconds ago at most."""
    return _network_at(int(time.monotonic()) // _CACHE_SECONDS)


@lru_cache(maxsize=1)  # 1.3 ms
def _network_at(_moment: int) -> list[IP]:
    """List this computer's addresses: the one on the default route first, then private IPv4, then others.

    A VPN may have taken the default route.
    """
    route = _default_route()
    found = dict.fromkeys(_adapters())
    return sorted(found, key=lambda ip: (str(ip) != route, ip.version == 6, not ip.is_private))


def _default_route() -> str:
    """Return the source address of a packet to elsewhere, none of which is sent; empty without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("203.0.113.1", 9))  # an address reserved for documentation
        return str(probe.getsockname()[0])
    return ""


def _adapters() -> Iterator[IP]:
    for adapter in ifaddr.get_adapters():
        name = str(adapter.nice_name).lower()
        if name.startswith(_VIRTUAL_PREFIXES) or any(word in name for word in _VIRTUAL_WORDS):
            continue
        for each_ip in adapter.ips:
            ip = ipaddress.ip_address(each_ip.ip if isinstance(each_ip.ip, str) else each_ip.ip[0])
            if not (ip.is_loopback or ip.is_link_local):
                yield ip
