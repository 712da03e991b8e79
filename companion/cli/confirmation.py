"""Asking on the terminal before something is done that is not easily undone."""

import argparse
import sys
from collections.abc import Iterable

from companion.i18n.errors import Refused
from companion.i18n.messages import printable


def add_yes_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask")


def confirm(arguments: argparse.Namespace, lines: Iterable[str], question: str) -> bool:
    """Show lines and ask a question, unless `--yes` was given; raises `Refused` without a terminal."""
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise Refused("There is no terminal to ask on, so nothing was done: --yes does it without asking")
    for line in lines:
        print(printable(line))
    try:
        answer = input(f"{printable(question)} [y/N] ")
    except (EOFError, KeyboardInterrupt):
        print()
        return False
    return answer.strip().casefold() in {"y", "yes"}
