"""Builds the Dockerfile without Docker and without a public image, and plays a round in the container.

    python -m tests.tools.image [--keep FOLDER]

Needs root, buildah, mmdebstrap and unshare; it takes one to five minutes. The base image is made of Debian
packages and named as the one in the Dockerfile, so all of the file is tried but that base: Python is that of
this Debian. The container has no network but its own.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.dockerfile import ROOT, base_images
from tests.support.guest import Guest

_INSIDE = "--inside"  # the second half, which runs in a network of its own
_CONTAINER = "companion-tried"
_IMAGE = "localhost/median-companion"
_PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"
_OURS = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf")  # how this computer reaches packages


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Builds the Dockerfile without Docker, and plays a round in it."
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep images there, for another run")
    parser.add_argument(_INSIDE, type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        _try_container(arguments.inside)
        return
    if missing := [each for each in ("buildah", "mmdebstrap", "unshare") if not shutil.which(each)]:
        sys.exit(f"not on this computer: {', '.join(missing)}")
    with _folder(arguments.keep) as folder:
        _build(folder)
        alone = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, "-m"]
        subprocess.run([*alone, "tests.tools.image", _INSIDE, str(folder)], cwd=ROOT, check=True)


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="companion-image-") as made:
        yield Path(made)


def _buildah(folder: Path, *arguments: str) -> str:
    command = ["buildah", "--root", str(folder / "store"), "--runroot", str(folder / "run"), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def _build(folder: Path) -> None:
    [base] = base_images()
    if base not in _buildah(folder, "images", "--format", "{{.Name}}:{{.Tag}}"):
        _make_base(folder, base)
    _buildah(
        folder, "build", "--format=docker", "--isolation=chroot", "--pull-never", f"--tag={_IMAGE}", str(ROOT)
    )
    sizes = {name: _size(folder, name) for name in (base, _IMAGE)}
    print(f"The image has {sizes[_IMAGE] - sizes[base]} MB more than its base.", flush=True)


def _make_base(folder: Path, base: str) -> None:
    release = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.MULTILINE)
    assert release, "this is no Debian"
    sources = [*Path("/etc/apt/sources.list.d").glob("debian*.sources"), Path("/etc/apt/sources.list")]
    archive = folder / "base.tar"
    made = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={_PACKAGES}", release[1], str(archive)]
    subprocess.run([*made, *(str(source) for source in sources if source.exists())], check=True)
    container = _buildah(folder, "from", "scratch")
    _buildah(folder, "add", "--quiet", container, str(archive), "/")
    for path in _OURS:
        if Path(path).exists():
            _buildah(folder, "copy", "--quiet", container, path, path)
    link = ("ln", "-s", "/usr/bin/python3", "/usr/local/bin/python")
    _buildah(folder, "run", "--isolation=chroot", container, "--", *link)
    _buildah(folder, "config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", container)
    _buildah(folder, "commit", "--quiet", "--rm", container, base)
    archive.unlink()


def _size(folder: Path, image: str) -> int:
    """Return the size of an image in megabytes."""
    [found] = json.loads(_buildah(folder, "images", "--json", image))
    amount, unit = found["size"].split()
    return round(float(amount) * {"KB": 0.001, "MB": 1, "GB": 1000}[unit])


def _try_container(folder: Path) -> None:
    """Start the container with what the image says, check it, play a round, and stop it."""
    config: dict[str, Any] = json.loads(_buildah(folder, "inspect", "--type=image", _IMAGE))["Docker"][
        "config"
    ]
    _buildah(folder, "from", "--pull-never", "--name", _CONTAINER, _IMAGE)
    try:
        _play(folder, config)
    finally:
        _buildah(folder, "rm", _CONTAINER)


def _play(folder: Path, config: dict[str, Any]) -> None:
    def inside(*words: str) -> list[str]:
        tools = ["buildah", "--root", str(folder / "store"), "--runroot", str(folder / "run")]
        return [*tools, "run", "--isolation=chroot", _CONTAINER, "--", *words]

    kind, *health = config["Healthcheck"]["Test"]
    assert (kind, config["User"]) == ("CMD", "10001:10001")
    assert subprocess.run(inside(*health), check=False, capture_output=True).returncode, (
        "healthy before the start"
    )
    command = [*config["Entrypoint"], *config["Cmd"]]
    running = subprocess.Popen(inside(*command, "--host", "127.0.0.1"))
    try:
        _wait_until_healthy(inside(*health))
        _play_a_round("http://127.0.0.1:8000")
        _check_process(command)
        files = subprocess.run(
            inside("ls", "-ln", "/data"), check=True, capture_output=True, text=True
        ).stdout
        print(files, flush=True)
        assert "companion.db" in files
        assert {"10001"} == set(re.findall(r"^-\S+ +\d+ (\d+)", files, re.MULTILINE))
        os.kill(_server(command), getattr(signal, config["StopSignal"]))
        assert running.wait(20) == 0
    finally:
        running.kill()
        running.wait()
    print("Built, healthy, played a round as user 10001, and stopped with status 0.")


def _wait_until_healthy(health: list[str]) -> None:
    end = time.monotonic() + 60
    while subprocess.run(health, check=False, capture_output=True).returncode:
        assert time.monotonic() < end, "it does not become healthy"
        time.sleep(0.5)


def _play_a_round(url: str) -> None:
    host, guests = Guest(url), [Guest(url) for _ in range(3)]
    host.start_room(rounds=3)
    for number, guest in enumerate(guests):
        guest.join(host.code, f"Guest {number}")
    host.begin(rounds=3)
    assert [200] * 3 == [guest.send(number).status for number, guest in enumerate(guests)]
    assert {"Guest 0": 0, "Guest 1": 1, "Guest 2": 2} == json.loads(host.page("/game-1.json").text)["rounds"][
        0
    ]["plays"]


def _server(command: list[str]) -> int:
    """Return the process of the server."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        words = path.read_bytes().split(b"\0")
        program = [f"/opt/companion/bin/{each}".encode() for each in ("python", command[0])]
        if words[:3] == [*program, command[1].encode()]:
            return int(path.parent.name)
    raise AssertionError("no server")


def _check_process(command: list[str]) -> None:
    status = Path(f"/proc/{_server(command)}/status").read_text()
    assert "Uid:\t10001\t10001\t10001\t10001" in status


if __name__ == "__main__":
    main()
