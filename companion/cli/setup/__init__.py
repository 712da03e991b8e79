"""`companion setup`: prints ready files for those who run companion for longer than an evening.

The files are templates in this folder, each named as what it becomes.
"""

import argparse
from collections.abc import Callable

from companion.cli.setup import containers, proxies, unit
from companion.cli.stored_rooms import Subparsers

_PRINTERS: dict[str, tuple[Callable[[argparse.Namespace], str], str, str]] = {
    "systemd": (unit.print_unit, "a unit for systemd", "host port url data user servers"),
    "compose": (containers.print_compose, "several servers in containers", "url servers"),
    "caddy": (proxies.print_caddyfile, "a site for Caddy", "url port servers to"),
    "nginx": (proxies.print_nginx, "a site for nginx", "url port servers to"),
}
_HELP = {
    "host": "address to listen on (default: all interfaces; with https only this computer)",
    "port": "port of the server; further servers have the ports after it (default: 8000)",
    "url": "address that phones use, such as https://party.example",
    "data": "folder of the database and of the secret key (default: /var/lib/companion)",
    "user": "user that runs it (default: one that systemd makes)",
    "to": "a server on another computer, such as 10.0.0.11:8000; for several, as often",
}


def add_command(commands: Subparsers) -> None:
    setup = commands.add_parser("setup", help="print ready files for systemd, containers and proxies")
    targets = setup.add_subparsers(metavar="WHAT", required=True)
    for name, (printer, what, options) in _PRINTERS.items():
        parser = targets.add_parser(name, help=f"print {what}")
        for option in options.split():
            _add_option(parser, option, default=2 if name == "compose" else 1)
        parser.set_defaults(command=_print, printer=printer)


def _add_option(parser: argparse.ArgumentParser, option: str, default: int) -> None:
    if option == "servers":
        said = f"how many servers (default: {default})"
        parser.add_argument("--servers", type=_count, default=default, metavar="N", help=said)
        return
    action = "append" if option == "to" else "store"
    hidden = argparse.SUPPRESS  # or it would override what stands before the command
    parser.add_argument(f"--{option}", action=action, default=hidden, help=_HELP[option])


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to 64")
    return int(text)


def _print(arguments: argparse.Namespace) -> int:
    print(arguments.printer(arguments), end="")
    return 0
