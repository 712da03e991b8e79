"""The sites of Caddy and nginx."""

import argparse
import re
from dataclasses import dataclass

from companion.cli.setup.templates import fill
from companion.config.settings import load_settings
from companion.i18n.errors import Refused

_HTTPS = re.compile(r"https://(?P<name>[A-Za-z0-9][A-Za-z0-9.-]*)(:(?P<port>\d{1,5}))?", re.ASCII)
_SERVER = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*:\d{1,5}|\[[0-9A-Fa-f:.]+\]:\d{1,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Site:
    """What a proxy is for the world: a name, a port, and the address of both."""

    url: str
    name: str
    port: int

    @property
    def address(self) -> str:
        """The name, with its port unless that is understood."""
        return self.url.removeprefix("https://")


def print_caddyfile(arguments: argparse.Namespace) -> str:
    return caddyfile(requested_site(arguments), _servers(arguments))


def print_nginx(arguments: argparse.Namespace) -> str:
    site = requested_site(arguments)
    return fill("nginx.conf", url=site.url, name=site.name, port=site.port, to=_servers(arguments))


def caddyfile(site: Site, servers: list[str]) -> str:
    """Return the settings of Caddy for servers at these addresses, each with its port."""
    return fill("Caddyfile", site=site.address, to=servers)


def requested_site(arguments: argparse.Namespace) -> Site:
    """Return the site of `--url`; raises `Refused` where no proxy can be it."""
    found = _HTTPS.fullmatch(load_settings(url=getattr(arguments, "url", None)).url or "")
    if not found:
        raise Refused("A proxy needs its address, as in --url https://party.example")
    return Site(found[0].removesuffix(":443"), found["name"], int(found["port"] or 443))


def _servers(arguments: argparse.Namespace) -> list[str]:
    """Return the addresses of the servers: those given, or as many as there are on this computer."""
    first = load_settings(port=getattr(arguments, "port", None)).port
    servers = getattr(arguments, "to", None) or [f"127.0.0.1:{first + n}" for n in range(arguments.servers)]
    for each in servers:
        if not _SERVER.fullmatch(each):
            raise Refused(
                "{text} is not a server: it has an address and a port, as in 10.0.0.11:8000", text=each
            )
    return list(servers)
