"""The command `companion`: one module a command; without a command it runs the server."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from companion import __version__
from companion.cli import backup, doctor, rooms, run, score
from companion.i18n.errors import Refused
from companion.i18n.messages import printable

_CLOSED_PIPE = 141  # 128 + SIGPIPE, as a shell says of programs that this signal ends


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments (those of the process by default); return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack a character
    try:
        try:
            arguments = _parser().parse_args(argv)
            status: int = arguments.command(arguments)
        except Refused as refused:
            print(printable(f"companion: {refused}"), file=sys.stderr)
            status = 2
        finally:
            if sys.stdout:  # there is none without a terminal on Windows
                sys.stdout.flush()
    except OSError as error:  # standard output is a closed pipe, or on a full disk
        is_closed = isinstance(error, BrokenPipeError)
        if not is_closed:
            print(printable(f"companion: {error.strerror or error}"), file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
        return _CLOSED_PIPE if is_closed else 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The scoring companion for median party games. Without a command it runs the server.",
        epilog="Every option of the server can also be set in the environment: COMPANION_PORT and so on.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    run.add_server_options(parser)
    commands = parser.add_subparsers(metavar="COMMAND")
    for module in (run, score, rooms, backup, doctor):
        module.add_command(commands)
    return parser
