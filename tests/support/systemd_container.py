"""A real systemd, booted in a container that sees this computer's files, and whose changes vanish with it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.backing_services import found

_ROOT = Path(__file__).parents[2]
_PATIENCE = 300  # seconds, on a computer that does much else
_UNIT = """
[Unit]
Description=a test
FailureAction=poweroff-force
SuccessAction=poweroff-force

[Service]
Type=oneshot
TimeoutStartSec=240
WorkingDirectory=/opt/companion/source
Environment=PYTHONPATH=/opt/companion/source PYTHONDONTWRITEBYTECODE=1
ExecStart=/bin/sh -c 'touch /try/booted; exec /opt/companion/venv/bin/python -m {module} > /try/output 2>&1'
StandardOutput=null
StandardError=null
"""


def run_under_systemd(module: str, folder: Path) -> Any:
    """Run a module of the tests as root, after boot; return the JSON that it prints in its last line.

    It has no network but the container's own, and finds this project in /opt/companion/source and its
    environment in /opt/companion/venv. Where no such container can be made, the test is skipped.
    """
    nspawn = found("systemd-nspawn")
    if os.geteuid() != 0:
        pytest.skip("a container needs root")
    shared, root = folder / "shared", folder / "root"
    shared.mkdir()
    root.mkdir()
    (folder / "try.service").write_text(_UNIT.format(module=module))
    _boot(nspawn, folder, shared, root)
    if not (shared / "booted").exists():
        pytest.skip(f"systemd does not boot in a container here: {(folder / 'console').read_text()[-500:]}")
    output = (shared / "output").read_text()
    try:
        return json.loads(output.splitlines()[-1])
    except (ValueError, IndexError):
        pytest.fail(output)


def _boot(nspawn: str, folder: Path, shared: Path, root: Path) -> None:
    """Boot, and wait until the container is off."""
    machine = f"companion-{os.getpid()}"
    container = [nspawn, "--register=no", "--keep-unit", f"--machine={machine}", f"--directory={root}"]
    container += ["--volatile=overlay", "--private-network", "--console=pipe", "--boot"]
    container += [f"--bind={shared}:/try", f"--bind-ro={folder}/try.service:/etc/systemd/system/try.service"]
    container += [f"--bind-ro={_ROOT}:/opt/companion/source", f"--bind-ro={sys.prefix}:/opt/companion/venv"]
    container += ["systemd.unit=try.service"]
    private = ["unshare", "--mount", "sh", "-c", 'mount --bind / "$1" && shift && exec "$@"', "sh", str(root)]
    with (folder / "console").open("wb") as console:
        running = subprocess.Popen(
            [*private, *container],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=console,
            start_new_session=True,
        )
        try:
            running.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
    shutil.rmtree(f"/run/systemd/nspawn/propagate/{machine}", ignore_errors=True)
