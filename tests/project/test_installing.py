"""The wheel, installed by the tools that people install programs with: each starts the start page."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from uv import find_uv_bin

from companion import __version__
from tests.support.guest import Guest
from tests.support.packages import ROOT
from tests.support.server import Server

_VARIABLES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "cert": "SSL_CERT_FILE",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
}
"""What pip's settings are called in the environment of uv."""


def uv_environ() -> dict[str, str]:
    """Return the environment in which uv finds the packages that pip finds, and this Python."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    )
    environ = {"UV_PYTHON": sys.executable, "UV_PYTHON_DOWNLOADS": "never"}
    environ["UV_INDEX_STRATEGY"] = "unsafe-best-match"  # the newest of all indexes, as pip does
    for line in sorted(listed.stdout.splitlines(), reverse=True):  # the environment's come last, and count
        name, _, value = line.partition("=")
        if variable := _VARIABLES.get(name.partition(".")[2].lstrip(".")):
            separator = "," if variable == "UV_FIND_LINKS" else " "
            environ[variable] = separator.join(ast.literal_eval(value).split())
    return environ


pytestmark = pytest.mark.slow

Started = Callable[[Sequence[str]], Server]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> str:
    [made] = WheelBuilder(str(ROOT)).build(
        directory=str(tmp_path_factory.mktemp("dist")), versions=["standard"]
    )
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which all is installed."""
    return tmp_path_factory.mktemp("installed")


@pytest.fixture(scope="module")
def environ(folder: Path) -> dict[str, str]:
    places = {
        **{f"PIPX_{name}": name.lower() for name in ("HOME", "BIN_DIR", "MAN_DIR", "COMPLETION_DIR")},
        **{f"UV_{name}": name.lower() for name in ("TOOL_DIR", "TOOL_BIN_DIR", "CACHE_DIR")},
    }
    outside = {key: value for key, value in os.environ.items() if not key.startswith("COMPANION_")}
    here = {name: str(folder / name.partition("_")[0] / place) for name, place in places.items()}
    return outside | uv_environ() | here | {"PIPX_DEFAULT_PYTHON": sys.executable}


@pytest.fixture
def started(tmp_path: Path, environ: dict[str, str]) -> Iterator[Started]:
    """Return a function that starts a program as a server; it must end without an error."""
    servers: list[Server] = []

    def start(program: Sequence[str]) -> Server:
        servers.append(Server(tmp_path / "data", program=program, environ=environ))
        return servers[-1].start()

    yield start
    for server in servers:
        server.stopping()
        assert "Traceback" not in server.errors()
        server.stop()


def run(command: Sequence[str], environ: dict[str, str]) -> str:
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def uvx() -> str:
    return str(Path(find_uv_bin()).with_name(f"uvx{Path(find_uv_bin()).suffix}"))


WAYS = {
    "pipx install": ([sys.executable, "-m", "pipx", "install"], "PIPX_BIN_DIR"),
    "uv tool install": ([find_uv_bin(), "tool", "install"], "UV_TOOL_BIN_DIR"),
}


@pytest.mark.parametrize(("command", "programs"), WAYS.values(), ids=WAYS)
def test_it_is_installed_as_a_command_that_serves_the_start_page(
    command: list[str], programs: str, wheel: str, environ: dict[str, str], started: Started
) -> None:
    run([*command, wheel], environ)
    program = str(Path(environ[programs]) / "companion")
    assert f"companion {__version__}\n" == run([program, "--version"], environ)
    assert "Start a room" in Guest(started([program]).url).ask("/").text


def test_uvx_starts_it_by_the_name_of_the_package_without_installing_it(
    wheel: str, environ: dict[str, str], started: Started
) -> None:
    program = [uvx(), "--from", wheel, "median-companion"]
    assert f"companion {__version__}\n" == run([*program, "--version"], environ)
    assert "Start a room" in Guest(started(program).url).ask("/").text
