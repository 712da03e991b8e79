"""Installs the unit that `companion setup systemd` prints, in a container, and says what becomes of it.

Run as root, under systemd, by `tests.support.systemd_container`; it prints its findings as JSON.
"""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.guest import Guest

_UNITS = Path("/etc/systemd/system")
_DATA = Path("/var/lib/companion")
_FASTER = "[Service]\nWatchdogSec=20\nRestartSec=1\n"
_SHOWN = ("NRestarts", "Result", "User", "LimitNOFILE", "MemoryMax", "ActiveState", "ExecMainStatus")


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def shown(*names: str) -> list[str]:
    """Return properties of the service."""
    return [run("systemctl", "show", "--value", "-p", name, "companion").strip() for name in names]


def until(reached: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < end, what + run("journalctl", "--no-pager", "-n", "50")
        time.sleep(0.1)


def open_the_way() -> None:
    """Let every user run this Python, which may be in the home of root."""
    for path in (Path(sys.base_prefix), *Path(sys.base_prefix).parents):
        path.chmod(path.stat().st_mode | 0o111)


def make_network() -> None:
    """Give the container a network of its own, on which nobody else is."""
    run("ip", "link", "add", "party0", "type", "veth", "peer", "name", "party1")
    run("ip", "address", "add", "192.168.77.2/24", "dev", "party0")
    for name in ("party0", "party1"):
        run("ip", "link", "set", name, "up")


def install() -> None:
    unit = run(sys.executable, "-m", "companion", "setup", "systemd")
    (_UNITS / "companion.service").write_text(unit)
    (_UNITS / "companion.service.d").mkdir()
    (_UNITS / "companion.service.d" / "faster.conf").write_text(_FASTER)
    secrets = Path("/etc/companion.env")
    secrets.write_text("PYTHONPATH=/opt/companion/source\nCOMPANION_LIMIT_ROOMS_PER_HOUR=7\n")
    secrets.chmod(0o600)
    run("systemctl", "daemon-reload")
    run("systemctl", "start", "companion")


def play() -> Guest:
    """Play a round; return the host."""
    host, guests = Guest("http://127.0.0.1:8000"), [Guest("http://127.0.0.1:8000") for _ in range(3)]
    host.start_room(rounds=3)
    for number, guest in enumerate(guests):
        guest.join(host.code, f"Guest {number}")
    host.begin(rounds=3)
    assert [200] * 3 == [guest.send(number).status for number, guest in enumerate(guests)]
    return host


def process() -> dict[str, str]:
    """Return what the system says of the server's process."""
    [pid] = shown("MainPID")
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines)
    names = ("NoNewPrivs", "Seccomp", "CapEff", "CapBnd", "Umask")
    return {name: status[name].strip() for name in names} | {"uid": status["Uid"].split()[0]}


def restarted_after(number: signal.Signals, host: Guest) -> bool:
    """Send a signal to the server; return whether systemd starts it again and the room is there."""
    [before] = shown("NRestarts")
    os.kill(int(shown("MainPID")[0]), number)
    until(
        lambda: shown("ActiveState") == ["active"] and int(shown("NRestarts")[0]) > int(before), "no start: "
    )
    return host.page("/host").status == 200


def log() -> str:
    """Return what the service has written."""
    return run("journalctl", "--no-pager", "-o", "cat", "-u", "companion")


def main() -> None:
    open_the_way()
    make_network()
    install()
    until(lambda: "companion.local" in log(), "no name on the network: ")
    host = play()
    found: dict[str, object] = {"process": process(), "shown": dict(zip(_SHOWN, shown(*_SHOWN), strict=True))}
    found["files"] = {
        str(path.relative_to(_DATA)): stat.filemode(path.stat().st_mode) for path in _DATA.rglob("*")
    }
    found["listed"] = host.code in run(sys.executable, "-m", "companion", "rooms", "--data", str(_DATA))
    found["folder"] = stat.filemode(_DATA.resolve().stat().st_mode)
    found["owners"] = sorted({path.stat().st_uid for path in _DATA.rglob("*")})
    found["killed"] = restarted_after(signal.SIGKILL, host)
    found["stuck"] = restarted_after(signal.SIGSTOP, host)
    run("systemctl", "stop", "companion")
    found["stopped"] = shown("ActiveState", "Result", "ExecMainStatus")
    found["log"] = log()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
