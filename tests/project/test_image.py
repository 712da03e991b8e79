"""What the Dockerfile copies, runs and pins; `python -m tests.tools.image` builds it whole, on Debian."""

import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.test_dependencies import locked
from tests.support.backing_services import free_port, until
from tests.support.dockerfile import ROOT, filled, instructions
from tests.support.guest import Guest

STEPS = instructions()
SERVERS_LOCK = ".github/deploy/requirements.servers.lock"


def only(name: str) -> list[str]:
    """Return the words of an instruction that is there once."""
    [words] = [words for each, words in STEPS if each == name]
    return words


def environment() -> dict[str, str]:
    return dict(each.split("=", 1) for each in only("ENV"))


def test_it_is_not_root_and_has_a_volume_a_port_a_health_check_and_a_signal() -> None:
    user, group = filled(only("USER"))[0].split(":")
    assert int(user) == int(group) >= 1000
    last = [name for name, _ in STEPS if name != "ARG"]
    assert last.index("USER") > max(number for number, name in enumerate(last) if name == "RUN")
    assert ["/data"] == only("VOLUME") == [environment()["COMPANION_DATA"]]
    assert only("EXPOSE") == [environment()["COMPANION_PORT"]]
    assert ["SIGTERM"] == only("STOPSIGNAL")
    assert "CMD" in only("HEALTHCHECK")


def test_what_several_servers_need_is_pinned_by_version_and_hash() -> None:
    pins = locked(ROOT / SERVERS_LOCK)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    wanted = [Requirement(extra) for name in ("postgres", "redis") for extra in extras[name]]
    assert {"async-timeout", "psycopg", "psycopg-binary", "redis"} == set(pins)
    for each in wanted:
        [pin] = pins[canonicalize_name(each.name)].specifier
        assert ("==", True) == (pin.operator, each.specifier.contains(pin.version))
    assert pins["psycopg"].specifier == pins["psycopg-binary"].specifier
    assert not set(pins) & set(locked())
    assert "://" not in (ROOT / SERVERS_LOCK).read_text()


@pytest.mark.slow
def test_its_steps_install_a_companion_that_is_healthy(tmp_path: Path) -> None:
    """Run what it runs to install, below a folder instead of in an image; then what the image starts."""
    program = _install(tmp_path)
    port = free_port()
    environ = {
        key: value for key, value in os.environ.items() if not key.startswith(("COMPANION_", "PYTHON"))
    }
    environ |= {"COMPANION_MDNS": "0", "COMPANION_DATA": str(tmp_path / "data"), "COMPANION_PORT": str(port)}
    health = only("HEALTHCHECK")[only("HEALTHCHECK").index("CMD") + 1 :]
    check = [str(program.parent / health[0]), *health[1:]]

    def is_healthy() -> bool:
        return not subprocess.run(check, env=environ, capture_output=True, check=False).returncode

    assert not is_healthy()
    command = [str(program), *only("CMD"), "--host", "127.0.0.1"]
    running = subprocess.Popen(command, env=environ, cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        until(is_healthy, "it does not become healthy")
        assert 200 == Guest(f"http://127.0.0.1:{port}").ask("/").status
    finally:
        running.terminate()
        assert 0 == running.wait(20)


def _install(folder: Path) -> Path:
    """Run the steps that install, and return the program that they make."""
    here = {"/opt/companion": str(folder / "companion"), "/wheel": str(folder / "wheel")}
    source = folder / "source"
    source.mkdir()
    for name, words in STEPS[: [name for name, _ in STEPS].index("FROM", 2)]:
        if name == "COPY":
            for word in words[:-1]:
                _copy(ROOT / word, source / words[-1])
        elif name == "RUN":
            line = [re.sub("|".join(here), lambda found: here[found[0]], word) for word in filled(words)]
            line[0] = line[0].replace("python3", sys.executable)
            command = ["sh", "-c", " ".join(line)] if "*" in line[-1] else line
            done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
    [entry] = only("ENTRYPOINT")
    return folder / "companion" / "bin" / entry


def _copy(path: Path, to: Path) -> None:
    if path.is_dir():
        shutil.copytree(path, to, ignore=lambda _, names: fnmatch.filter(names, "__pycache__"))
    else:
        shutil.copy(path, to)
