"""What several commands share: where they are added, the folder of the data, and times."""

import argparse
from datetime import datetime
from typing import TypeAlias

from companion.config.settings import Settings, load_settings

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""


def add_data_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", default=argparse.SUPPRESS, help="folder of the database")


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return the settings of a server with the same options."""
    return load_settings(data=getattr(arguments, "data", None))


def format_local_time(time: datetime) -> str:
    """Format a time in the local time zone."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")
