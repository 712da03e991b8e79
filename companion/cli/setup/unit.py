"""The unit of systemd."""

import argparse
import os
import re
import sys
from pathlib import Path, PurePosixPath

import companion
from companion.cli.setup.templates import fill
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused

_STATE = PurePosixPath("/var/lib")  # where systemd makes folders for services
_HOMES = ("/home/", "/root/", "/run/user/")  # which ProtectHome hides from a service
_PLAIN = re.compile(r"[\w@:,./+=-]+", re.ASCII)


def print_unit(arguments: argparse.Namespace) -> str:
    """Return a unit that runs this very command."""
    host, port, url = (getattr(arguments, name, None) for name in ("host", "port", "url"))
    settings = load_settings(host=host, port=port, url=url)
    user = getattr(arguments, "user", "")
    data = PurePosixPath(getattr(arguments, "data", "") or _STATE / "companion")
    files = _program_files()
    if not user:
        _require_access(data, files)
    return fill(
        "systemd.service",
        command=" ".join(_quote(str(word)) for word in _command()),
        host=_quote(_host(host, settings)),
        port=settings.port,
        url=_quote(settings.url or ""),
        data=_quote(str(data)),
        user=user,
        servers=arguments.servers,
        instances=_instances(settings.port, arguments.servers),
        state_directory=_quote(str(data.relative_to(_STATE))) if _is_state(data) else "",
        is_privileged=settings.port < 1024,
        is_in_home=any(f"{path}/".startswith(_HOMES) for path in (data, *files)),
    )


def _command() -> list[Path | str]:
    """Return the command that runs now: companion itself, or Python with the module."""
    if getattr(sys, "frozen", False):  # a bundle
        return [sys.executable]
    called = Path(sys.argv[0]).absolute()
    is_program = called.is_file() and called.suffix != ".py" and os.access(called, os.X_OK)
    return [called] if is_program and called.stem == "companion" else [sys.executable, "-m", "companion"]


def _host(given: str | None, settings: Settings) -> str:
    """Return the address to listen on; behind a proxy it is on this computer, unless said otherwise."""
    is_proxied = (settings.url or "").startswith("https://")
    return "127.0.0.1" if is_proxied and given is None else settings.host


def _instances(port: int, servers: int) -> list[str]:
    return [f"companion@{port + n}" for n in range(servers)] if servers > 1 else ["companion"]


def _program_files() -> list[Path]:
    """Return where the program and its Python are."""
    return [Path(companion.__file__).parent, Path(sys.prefix), Path(sys.base_prefix)]


def _require_access(data: PurePosixPath, files: list[Path]) -> None:
    """Refuse what a user that systemd makes could not use."""
    if not _is_state(data):
        raise Refused(
            "{data} is not in /var/lib: name the user whose folder it is with --user", data=str(data)
        )
    for path in files:
        if not all(each.stat().st_mode & 0o001 for each in (path, *path.parents)):
            raise Refused(
                "{path} is closed to other users: install companion in /opt, or name its owner with --user",
                path=str(path),
            )


def _is_state(data: PurePosixPath) -> bool:
    return _STATE in data.parents and ".." not in data.parts


def _quote(word: str) -> str:
    """Write a word of a command line as systemd reads it."""
    escaped = re.sub(r'(["\\])', r"\\\1", word).replace("%", "%%")
    return word if not word or _PLAIN.fullmatch(word) else f'"{escaped}"'
