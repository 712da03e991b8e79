"""The unit that `companion setup systemd` prints: checked by systemd, and run by it."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.backing_services import found
from tests.support.printed_files import printed
from tests.support.systemd_container import run_under_systemd

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "options", [(), ("--servers", "2", "--url", "https://party.example"), ("--port", "80")]
)
def test_systemd_accepts_the_unit(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = tmp_path / ("companion@.service" if "--servers" in options else "companion.service")
    path.write_text(printed("systemd", "--user", "daemon", *options))
    analyze = found("systemd-analyze")
    checked = subprocess.run(
        [analyze, "verify", "--man=no", path], capture_output=True, text=True, check=False
    )
    assert (0, "") == (checked.returncode, "".join(_about(path, checked.stderr)))
    exposed = subprocess.run(
        [analyze, "security", "--offline=yes", "--threshold=20", path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert exposed.returncode == 0, exposed.stdout  # 2.0 of 10; without the hardening it is 9.2


def _about(path: Path, complaints: str) -> list[str]:
    """Return the lines about our unit: those of others on this computer are no concern."""
    return [line for line in complaints.splitlines(keepends=True) if path.stem in line]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Install the unit in a container with systemd, play, kill it and stop it."""
    return run_under_systemd("tests.support.under_systemd", tmp_path_factory.mktemp("systemd"))


def test_it_runs_as_a_user_of_its_own_without_any_privilege(findings: Any) -> None:
    process = findings["process"]
    assert int(process.pop("uid")) >= 61184  # where systemd takes such users from
    assert {
        "NoNewPrivs": "1",
        "Seccomp": "2",
        "CapEff": "0" * 16,
        "CapBnd": "0" * 16,
        "Umask": "0077",
    } == process
    assert ("companion", "65536") == (findings["shown"]["User"], findings["shown"]["LimitNOFILE"])
    assert str(1024**3) == findings["shown"]["MemoryMax"]


def test_it_finds_the_network_and_answers_by_name(findings: Any) -> None:
    assert "192.168.77.2:8000" in findings["log"]
    assert "companion.local" in findings["log"]


def test_root_lists_its_rooms_and_all_files_stay_those_of_its_user(findings: Any) -> None:
    assert (True, 1) == (findings["listed"], len(findings["owners"]))


def test_nobody_else_can_read_what_it_keeps(findings: Any) -> None:
    assert {"companion.db", "secret.key"} <= set(findings["files"])
    assert {"-rw-------"} == set(findings["files"].values())
    assert "drwx------" == findings["folder"]


def test_killed_or_stuck_it_is_started_again_and_the_room_is_there(findings: Any) -> None:
    assert [True, True] == [findings["killed"], findings["stuck"]]
    assert "Watchdog timeout" in findings["log"]


def test_it_stops_cleanly_and_has_logged_no_error(findings: Any) -> None:
    assert ["inactive", "success", "0"] == findings["stopped"]
    assert "Traceback" not in findings["log"]
