"""`companion doctor`: each thing is broken for real, and its line is read. No file is changed."""

import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path

import pytest

from companion import __version__, cli
from companion.cli import doctor as checks
from companion.config.addresses import ANY_INTERFACE
from companion.config.settings import load_settings
from tests.storage.test_backup import prepare
from tests.storage.test_restore import make
from tests.support.answering import answering
from tests.support.backing_services import Postgres, free_port

Doctor = Callable[..., Mapping[str, str]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a room and a key."""
    prepare(make(tmp_path / "data", "AB23", b"k" * 32))
    return tmp_path / "data"


@pytest.fixture
def doctor(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Return a function that runs the command, and returns its lines by their names, and its status."""
    for name in [each for each in os.environ if each.startswith("COMPANION_")]:
        monkeypatch.delenv(name)

    def run(*options: object, port: int = 0, url: str = "http://party.example") -> Mapping[str, str]:
        words = ["doctor", "--host", "127.0.0.1", "--port", port, "--url", url, "--data", data, *options]
        before = contents(data)
        status = cli.main([*map(str, words)])
        assert before == contents(data)
        lines = {"status": str(status)}
        for line in capsys.readouterr().out.splitlines():
            grade, name, sentence = line.split(maxsplit=2)
            lines[name] = "\n".join([*filter(None, [lines.get(name)]), f"{grade} {sentence}"])
        return lines

    return run


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_is_well_where_it_is(doctor: Doctor, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 10**10))  # type: ignore[attr-defined]
    lines = dict(doctor())
    assert "0" == lines.pop("status")
    assert ["port", "address", "firewall", "database", "disk"] == [*lines]
    assert all(line.startswith("ok ") for line in lines.values()), lines
    assert f"ok {data / 'companion.db'}, 1 room, sound." == lines["database"]


def test_events_later_than_now_show_that_the_clock_is_or_was_wrong(doctor: Doctor, data: Path) -> None:
    with closing(sqlite3.connect(data / "companion.db")) as connection, connection:
        connection.execute("UPDATE act SET at = '2099-01-01T00:00:00.000+00:00' WHERE number = 1")
    assert "look the clock is wrong, or was: the newest event is of 2099-01-01." in doctor()["database"]


def test_before_the_first_start_the_database_is_made_by_it(doctor: Doctor, data: Path) -> None:
    shutil.rmtree(data)
    assert doctor()["database"].endswith("companion.db is made at the first start.")
    assert not data.exists()


@pytest.mark.parametrize("broken", [b"no database", b""])
def test_a_database_that_is_damaged_or_another_one_is_wrong(
    doctor: Doctor, data: Path, broken: bytes
) -> None:
    (data / "companion.db").write_bytes(broken * 999)
    lines = doctor()
    assert "1" == lines["status"]
    assert lines["database"].startswith("wrong ")
    assert "companion restore FILE --replace" in lines["database"]


@pytest.mark.slow
def test_a_database_server_answers_or_not_and_its_password_is_not_printed(
    doctor: Doctor, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", postgres.database())
    assert doctor()["database"].endswith(" answers.")
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql://ann:pass-word@127.0.0.1:1/x")
    lines = doctor()
    assert lines["database"].startswith("wrong postgresql")
    assert "pass-word" not in str(lines)


def test_a_free_port_is_free_and_one_with_another_program_is_wrong(doctor: Doctor) -> None:
    port = free_port()
    assert f"ok {port} is free." == doctor(port=port)["port"]
    with answering(b'{"status": "ok"}') as port:
        assert doctor(port=port)["port"].startswith(f"wrong Port {port} of 127.0.0.1 cannot be used (")


def test_a_companion_that_runs_there_says_its_release_and_that_its_database_is_away(doctor: Doctor) -> None:
    for release, database, line in (
        (__version__, "answers", "ok companion {release} is running on {port}."),
        (__version__, "is away", "wrong companion is running on {port}: is away."),
        ("0.0.9", "answers", f"look companion 0.0.9 is running on {{port}}, and this is {__version__}. "),
    ):
        with answering(
            b'{"companion": "%s", "database": "%s"}' % (release.encode(), database.encode())
        ) as port:
            assert doctor(port=port)["port"].startswith(line.format(port=port, release=release))


def test_an_address_that_no_phone_reaches_is_wrong(doctor: Doctor) -> None:
    assert doctor(url="http://localhost:8000")["address"].startswith("wrong at http://localhost:8000 each ")
    assert doctor(url="")["address"].startswith("wrong companion listens on 127.0.0.1 only")


def test_without_a_network_the_wifi_is_named_and_with_one_the_address(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.config.addresses._network", lambda: ())
    assert "the Wi-Fi that the phones use" in doctor("--host", ANY_INTERFACE, url="")["address"]
    here = [ip_address("192.168.7.5"), ip_address("10.9.8.7")]
    monkeypatch.setattr("companion.config.addresses._network", lambda: here)
    line = doctor("--host", ANY_INTERFACE, url="", port=free_port())["address"]
    assert line.startswith("ok phones are shown http://192.168.7.5:")
    assert "; others: http://10.9.8.7:" in line


def test_http_that_others_reach_beside_https_is_worth_a_look(doctor: Doctor) -> None:
    found = f"look companion also answers on {ANY_INTERFACE} by http"
    assert found in doctor("--host", ANY_INTERFACE, url="https://party.example")["address"]
    assert "look" not in doctor(url="https://party.example")["address"]


@pytest.mark.parametrize(
    ("system", "command"), [("Linux", "sudo ufw allow 8123/tcp"), ("Windows", "localport=8123")]
)
def test_a_firewall_of_this_system_is_named_with_the_command_that_lets_phones_through(
    monkeypatch: pytest.MonkeyPatch, system: str, command: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr(shutil, "which", lambda name: name == "ufw" or None)
    [(grade, said)] = checks.check_firewall(load_settings({}, port=8123))
    assert ("look", True) == (grade, command in said)


def test_a_disk_that_is_nearly_full_is_wrong(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, grade in ((99_000_000, "wrong"), (999_000_000, "look")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: shutil._ntuple_diskusage(0, 0, free))  # type: ignore[attr-defined]
        assert doctor()["disk"].startswith(f"{grade} {free // 10**6} MB free at ")


def test_no_other_computer_is_asked(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: object) -> None:
        raise AssertionError("another computer was asked")

    for name in ("getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, ask)
    assert "0" == doctor()["status"]
