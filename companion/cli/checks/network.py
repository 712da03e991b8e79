"""The network: the address that phones use, and the port."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import ifaddr

from companion import __version__
from companion.cli import health
from companion.cli.checks.finding import Examined, Finding, look, ok, wrong
from companion.config import addresses
from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.web.server.serve import open_socket

_VPN_PREFIXES = ("tun", "tap", "utun", "wg", "ppp", "zt", "tailscale", "nordlynx", "proton", "ipsec")
_VPN_WORDS = ("vpn", "wireguard", "tailscale", "zerotier")
_HOSTS = Path("/etc/hosts")
_TIMEOUT = 3.0  # seconds for the answer of a server on this computer


def check_address(examined: Examined, hosts: Path = _HOSTS) -> Iterator[Finding]:
    """Say which address phones would be shown, and what may keep them from it. No other server is asked."""
    settings = examined.settings
    found = addresses.candidate_addresses(settings.url, (), settings.port, settings.host)
    if settings.url:
        yield from _check_url(settings, settings.url, hosts)
        yield from _check_plain(settings, settings.url)
    elif addresses.is_loopback_host(settings.host):
        yield wrong(
            f"companion would listen on {settings.host} only, which no phone reaches",
            "Leave out --host, or set --url to the address of the proxy before it.",
        )
    elif not found:
        yield wrong(
            "no network found"
            if settings.host == addresses.ANY_INTERFACE
            else f"no network has {settings.host}",
            "Connect this computer to the Wi-Fi that the phones use.",
        )
    else:
        others = f"; others: {', '.join(found[1:])}" if found[1:] else ""
        yield ok(f"phones are shown {found[0]}{others}")
    if vpns := _find_vpns():
        shown = next((name for name, ip in vpns if found and addresses.hostname(found[0]) == ip), None)
        names = ", ".join(dict.fromkeys(name for name, _ in vpns))
        yield look(
            f"the address belongs to a VPN ({shown})" if shown else f"a VPN is on ({names})",
            "If phones do not get through, switch it off, or let it allow the local network.",
        )


def _check_url(settings: Settings, url: str, hosts: Path) -> Iterator[Finding]:
    host, own = addresses.hostname(url), {ip for _, ip in _adapters()}
    if addresses.is_loopback(url):
        yield wrong(f"--url is {url}, and there each phone asks itself", "Set --url to what phones can open.")
        return
    ip = host if _is_ip(host) else _named(host, hosts)
    if ip is None:
        yield look(
            f"phones are shown {url}, whose name is not looked up here, as no server is asked",
            "Open it on a phone.",
        )
    elif ip not in own:
        yield look(
            f"phones are shown {url}, which is not this computer ({ip})",
            "That is right only if a proxy there leads here. Open it on a phone.",
        )
    elif (port := urlsplit(url).port or (443 if url.startswith("https") else 80)) != settings.port:
        yield look(
            f"phones are shown {url}, port {port} of this computer; companion listens on {settings.port}",
            "That is right only if a proxy there leads here. Open it on a phone.",
        )
    else:
        yield ok(f"phones are shown {url}, which is this computer")


def _check_plain(settings: Settings, url: str) -> Iterator[Finding]:
    """Look whether others reach the server behind a proxy with https without that proxy."""
    if url.startswith("https:") and not addresses.is_loopback_host(settings.host):
        yield look(
            f"companion also answers on {settings.host} by http, where anybody can read along",
            "With a proxy on this computer, add --host 127.0.0.1; else let only the proxy reach the port.",
        )


def _is_ip(text: str) -> bool:
    with suppress(ValueError):
        return bool(ipaddress.ip_address(text))
    return False


def _named(host: str, hosts: Path) -> str | None:
    """Return the address of a name in the file of names on this computer, if it is there."""
    try:
        lines = hosts.read_text(errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        ip, *names = line.partition("#")[0].lower().split() or [""]
        if host in names:
            return ip
    return None


def _find_vpns() -> list[tuple[str, str]]:
    """List name and address of adapters that look like those of a VPN."""
    return [
        (name, ip)
        for name, ip in _adapters()
        if name.lower().startswith(_VPN_PREFIXES) or any(word in name.lower() for word in _VPN_WORDS)
    ]


def _adapters() -> Iterator[tuple[str, str]]:
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            yield str(adapter.nice_name), each.ip if isinstance(each.ip, str) else each.ip[0]


def check_port(examined: Examined) -> Iterator[Finding]:
    """Tell whether the port is free, taken by companion, or by something else."""
    settings = examined.settings
    if not _is_ip(settings.host) and settings.host != "localhost":
        yield look(
            f"whether {settings.host} is this computer is not looked up here, as no server is asked",
            "Give --host an address in numbers, or leave it out.",
        )
        return
    try:
        open_socket(settings).close()
    except Refused as refused:
        url = addresses.base_url(_own_host(settings), settings.port)
        status = health.ask(url) if _is_own(settings.host) else None
        yield _running(settings.port, status) if status else _taken(settings, refused)
    else:
        yield ok(f"{settings.port or 'any port that'} is free")


def _running(port: int, status: dict[str, str]) -> Finding:
    version = status["companion"]
    if version != __version__:
        return look(
            f"companion {version} is running on {port}, and this is {__version__}",
            "End it, and start this one.",
        )
    silent = [each for name in ("database", "bus") if (each := status.get(name, "answers")) != "answers"]
    if silent:
        return wrong(f"companion is running on {port}, and says: {'; '.join(silent)}", "See below.")
    return ok(f"companion {version} is running on {port}")


def _taken(settings: Settings, refused: Refused) -> Finding:
    if not (_is_own(settings.host) and _answers(settings)):
        return wrong(
            str(refused).rstrip("."), "Choose another with --port, 1024 or higher, and leave out --host."
        )
    return wrong(
        f"{settings.port} is taken by another program, which is not companion",
        "End that, or choose another port with --port.",
    )


def _is_own(host: str) -> bool:
    """Tell whether nobody but this computer is asked there."""
    mine = {ip for _, ip in _adapters()}
    return host in {addresses.ANY_INTERFACE, "::", *mine} or addresses.is_loopback_host(host)


def _answers(settings: Settings) -> bool:
    try:
        socket.create_connection((_own_host(settings), settings.port), _TIMEOUT).close()
    except OSError:
        return False
    return True


def _own_host(settings: Settings) -> str:
    return {addresses.ANY_INTERFACE: "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
