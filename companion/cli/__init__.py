"""The command: `companion` runs the server; its other commands are in `companion.commands`."""

import argparse
import io
import sys
from collections.abc import Sequence
from dataclasses import replace

from companion import __version__
from companion.cli import backup, rooms, score, terminal_log
from companion.config import addresses
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused
from companion.i18n.messages import printable
from companion.web import qr
from companion.web.app import create_app
from companion.web.server.serve import open_socket, serve


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments (those of the process by default); return its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character still gets the rest
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.command(arguments)
    except Refused as refused:
        print(printable(f"companion: {refused}"), file=sys.stderr)
        return 2
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The scoring companion for median party games. Without a command it runs the server.",
        epilog="Every option of the server can also be set in the environment: COMPANION_PORT and so on.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    _server_options(parser)
    commands = parser.add_subparsers(metavar="COMMAND")
    run = commands.add_parser("run", help="run the server (the default)")
    _server_options(run)
    score.add_score_command(commands)
    rooms.add_rooms_command(commands)
    backup.add_backup_command(commands)
    return parser


def _server_options(parser: argparse.ArgumentParser) -> None:
    hidden = argparse.SUPPRESS  # a subcommand's defaults would otherwise cover what stands before it
    parser.add_argument("--host", default=hidden, help="address to listen on (default: all interfaces)")
    parser.add_argument("--port", default=hidden, help="port to listen on (default: 8000)")
    parser.add_argument("--url", default=hidden, help="address that phones use, where it cannot be guessed")
    parser.add_argument("--data", default=hidden, help="folder of the database and of the secret key")
    parser.add_argument("--quiet", action="store_true", default=hidden, help="say less on the terminal")
    parser.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    given = {name: value for name, value in vars(arguments).items() if name != "command"}
    chosen = load_settings(**given)
    listening = open_socket(chosen)
    port = listening.getsockname()[1]
    chosen = replace(chosen, port=port)
    writing = terminal_log.log_to_terminal(quiet=chosen.quiet)
    try:
        with listening:
            serve(create_app(chosen), listening, ready=lambda: print(_welcome(chosen), flush=True))
    finally:
        writing.stop()
    return 0


def _welcome(chosen: Settings) -> str:
    """Say where phones and the TV find the server, with a QR code for the first phone."""
    phones = next(iter(addresses.candidate_addresses(chosen.url, (), chosen.port, chosen.host)), None)
    lines = [
        f"companion {__version__}",
        "",
        f"  On this computer (TV)  http://localhost:{chosen.port}",
        f"  On phones              {phones or 'no network found: connect this computer to one'}",
        f"  Kept in                {chosen.place}",
        "",
        qr.qr_text(phones) if phones else "",
        "Ctrl-C ends it.",
    ]
    return "\n".join(lines)
