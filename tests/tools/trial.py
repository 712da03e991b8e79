"""Tries what people download, on any system: `python -m tests.tools.trial WHAT...`.

WHAT is an archive of the bundle, which is unpacked and started as by a double click; a wheel or an sdist,
which is installed into an empty environment; or the address of a server that runs already. In each a room is
opened and somebody joins it. What was started is stopped by its button, started again, and has the room.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion import __version__
from tests.support.guest import Guest

_PATIENCE = 120  # seconds: a processor may be an emulated one
_WINDOWS = sys.platform == "win32"
_NEEDED = ("SYSTEMROOT", "WINDIR", "COMSPEC", "TEMP", "TMP", "TMPDIR")  # no PATH, so no Python is found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.trial", description=__doc__)
    parser.add_argument("what", nargs="+", help="archive of the bundle, wheel, sdist, or an address")
    for each in parser.parse_args().what:
        if "://" in each:
            try_server(each)
        else:
            is_package = Path(each).name.startswith("median_companion-")
            with tempfile.TemporaryDirectory(prefix="companion trial ") as folder:
                (try_package if is_package else try_bundle)(Path(each).resolve(), Path(folder).resolve())
        print(f"{each}: starts, answers, and takes a guest in", flush=True)


def try_bundle(archive: Path, folder: Path) -> None:
    """Unpack an archive in an empty folder, and try what a double click starts."""
    shutil.unpack_archive(archive, folder / "unpacked", **({} if _WINDOWS else {"filter": "data"}))
    [unpacked] = (folder / "unpacked").iterdir()
    try_program([unpacked / ("companion.exe" if _WINDOWS else "companion")], folder)


def try_package(package: Path, folder: Path) -> None:
    """Install a wheel or an sdist in an empty environment, and try both commands."""
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / ("Scripts" if _WINDOWS else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "-q", package], check=True, cwd=folder)
    for name in ("companion", "median-companion"):
        said = subprocess.run([programs / name, "--version"], check=True, stdout=subprocess.PIPE, text=True)
        assert f"companion {__version__}" == said.stdout.strip()
    try_program([programs / "median-companion", "--open"], folder)


def try_program(command: list[str | Path], folder: Path) -> None:
    """Start a program in an empty home: it takes a guest in, stops, and has kept the room when it is back."""
    home = folder / "home"
    home.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    environ = {name: os.environ[name] for name in _NEEDED if name in os.environ}
    environ |= {"HOME": str(home), "COMPANION_PORT": str(port), "COMPANION_MDNS": "0"}
    if _WINDOWS:  # which does not ask the environment for the home
        environ["COMPANION_DATA"] = str(home)
    url, said = f"http://127.0.0.1:{port}", folder / "said"

    def started(work: Callable[[], str]) -> str:
        with (
            said.open("ab") as out,
            subprocess.Popen(command, cwd=home, env=environ, stdout=out, stderr=out) as run,
        ):
            try:
                done = work()
                assert "companion has stopped" in Guest(url).ask("/stop", {}).text
                assert 0 == run.wait(_PATIENCE)
            finally:
                run.kill()
        return done

    try:
        code = started(lambda: try_server(url))
        assert f"/{code}" in started(lambda: _wait(url) and Guest(url).ask(f"/{code}").text)
        assert "Traceback" not in said.read_text("utf-8", "replace")
    except BaseException:
        print(said.read_text("utf-8", "replace") if said.exists() else "it has said nothing", file=sys.stderr)
        raise


def try_server(url: str) -> str:
    """Wait for a server, open a room and join it; return the room's code."""
    assert {"companion": __version__, "database": "answers"} == json.loads(_wait(url))
    host, guest = Guest(url), Guest(url)
    assert "Start a room" in host.ask("/").text
    host.start_room(rounds=3)
    assert guest.join(host.code, "Alice").status == 200
    assert "Alice" in host.page("/tv").text
    assert host.page("/evening.xlsx").status == 200  # what makes it is imported only then
    return host.code


def _wait(url: str) -> str:
    """Return what a server says of its health as soon as it is well; raises `TimeoutError`."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        with suppress(OSError):
            if (answer := Guest(url).ask("/healthz")).status == 200:
                return answer.text
        time.sleep(0.3)
    raise TimeoutError(f"nobody answers at {url}")


if __name__ == "__main__":
    main()
