"""Several servers in containers, for Docker Compose."""

import argparse
import secrets

from companion.cli.setup.proxies import caddyfile, requested_site
from companion.cli.setup.templates import fill

_PORT = 8000  # inside a container


def print_compose(arguments: argparse.Namespace) -> str:
    """Return the file, with a password and a key that are made for it."""
    site = requested_site(arguments)
    services = [f"companion-{number}" for number in range(1, arguments.servers + 1)]
    return fill(
        "compose.yaml",
        url=site.url,
        services=services,
        ports=['"80:80"', '"443:443"', '"443:443/udp"'] if site.port == 443 else [_published(site.port)],
        caddyfile=caddyfile(site, [f"{each}:{_PORT}" for each in services]).rstrip(),
        password=secrets.token_hex(24),
        key=secrets.token_hex(32),
    )


def _published(port: int) -> str:
    return f'"{port}:{port}"'
