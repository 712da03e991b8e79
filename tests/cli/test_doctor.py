"""`companion doctor`: each thing is broken for real, and its line is read. Nothing is changed on the disk."""

import http.server
import json
import os
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion import __version__, cli
from companion.cli.checks import computer, firewall
from companion.cli.checks.environment import known_variables
from companion.cli.checks.finding import Examined, Finding
from companion.config.addresses import ANY_INTERFACE
from companion.config.settings import load_settings
from companion.storage.backup import Backups
from tests.conftest import gather_at
from tests.storage.test_backup import files_of, prepare
from tests.storage.test_restore import make
from tests.support import small_networks
from tests.support.backing_services import Postgres, RedisServer, free_port
from tests.support.server import Server
from tests.tools.faults.trials import small_disk

KEY = b"k" * 32
SHORT, LONG = "secret", "a secret that is longer than 32 characters"
Lines = Mapping[str, str]
Doctor = Callable[..., Lines]
root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A sound data folder with a room, a key and a backup."""
    folder = tmp_path / "data"
    prepare(make(folder, "AB23", KEY))
    shutil.rmtree(folder / "backups")  # from before the upgrade
    for path in (folder, *folder.iterdir()):
        path.chmod(0o700 if path.is_dir() else 0o600)
    files_of(folder / "companion.db").make_daily(1, datetime.now().astimezone())
    return folder


@pytest.fixture
def doctor(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Return a function that runs the command, and returns its lines by their names, and its status."""
    for name in known_variables() & os.environ.keys():
        monkeypatch.delenv(name)

    def run(*options: object, port: int = 0, url: str = "http://party.example", **environ: str) -> Lines:
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        words = ["doctor", "--host", "127.0.0.1", "--port", port, "--url", url, "--data", data, *options]
        before = snapshot(data)
        status = cli.main([*map(str, words)])
        assert before == snapshot(data)
        printed, errors = capsys.readouterr()
        assert "" == errors
        lines: dict[str, str] = {"status": str(status)}
        for line in printed.splitlines():
            grade, name, sentence = line.split(maxsplit=2)
            lines[name] = f"{lines[name]}\n{grade} {sentence}" if name in lines else f"{grade} {sentence}"
        assert status == int(any(line.startswith("wrong") or "\nwrong" in line for line in lines.values()))
        return lines

    return run


def snapshot(folder: Path) -> list[tuple[object, ...]]:
    """Return all that can be seen of the files in a folder."""
    found = [(str(path), path.stat()) for path in [folder, *folder.rglob("*")]]
    return sorted(
        (path, at.st_mode, at.st_uid, at.st_size, at.st_mtime_ns, at.st_ino, content(Path(path)))
        for path, at in found
    )


def content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def change(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / "companion.db")) as connection, connection:
        connection.execute(statement)


def texts(found: Iterator[Finding]) -> list[str]:
    return [f"{each.grade} {each.found}. {each.advice}".strip() for each in found]


def test_all_is_well_where_it_is(doctor: Doctor, data: Path) -> None:
    lines = doctor()
    assert "0" == lines["status"]
    names = "settings version address port firewall data disk database redis key backups clock files"
    assert names.split() == [name for name in lines if name != "status"]
    ok = {name for name, line in lines.items() if line.startswith("ok ")}
    assert {"address"} <= {*names.split()} - ok <= {"address", "disk", "files"}  # those are the computer's
    assert lines["database"].startswith(f"ok {data / 'companion.db'}, ")
    assert lines["database"].endswith(" MB, 1 room, sound.")
    assert f"ok {data / 'secret.key'}, 32 bytes." == lines["key"]


def test_before_the_first_start_all_is_made_by_it(doctor: Doctor, data: Path) -> None:
    shutil.rmtree(data)
    data.mkdir(0o700)
    lines = doctor()
    assert "0" == lines["status"]
    assert [True] * 2 == [
        lines[name].endswith(" is made at the first start.") for name in ("database", "key")
    ]
    assert "ok there are no rooms yet." == lines["backups"]


def test_it_prints_the_same_as_json(doctor: Doctor, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["doctor", "--host", "127.0.0.1", "--port", "0", "--data", str(data), "--json"]
    assert 1 == cli.main(words)
    found = json.loads(capsys.readouterr().out)
    assert __version__ == found["companion"]
    [address] = [each for each in found["checks"] if each["check"] == "address"]
    assert "wrong" == address["grade"]
    assert "127.0.0.1 only" in address["found"]
    assert address["advice"]


# settings and versions


def test_a_misspelled_setting_is_found_and_the_right_one_named(doctor: Doctor) -> None:
    line = doctor(COMPANION_PROT="80")["settings"]
    assert "wrong COMPANION_PROT is not a setting, and has no effect. COMPANION_PORT is one." == line


def test_a_setting_of_something_else_is_worth_a_look(doctor: Doctor) -> None:
    lines = doctor(COMPANION_GARDEN="heavy")
    assert lines["settings"].startswith("look COMPANION_GARDEN is not a setting, and has no effect.")
    assert "0" == lines["status"]


def test_every_invalid_setting_has_its_line_and_the_rest_is_still_checked(doctor: Doctor) -> None:
    lines = doctor(COMPANION_PORT="http", COMPANION_LIMIT_STREAMS="many", COMPANION_SECRET_KEY=SHORT)
    assert [
        "wrong COMPANION_LIMIT_STREAMS: COMPANION_LIMIT_STREAMS is a whole number, 0 for no limit, not many.",
        "wrong COMPANION_PORT: http is not a port: choose a number from 1 to 65535.",
        "wrong COMPANION_SECRET_KEY: COMPANION_SECRET_KEY is too short: it has 32 characters or more.",
    ] == [line.partition(" companion does")[0] for line in lines["settings"].splitlines()]
    assert lines["database"].startswith("ok")


def test_an_invalid_option_has_its_line(doctor: Doctor) -> None:
    assert doctor(port=99_999)["settings"].startswith("wrong --port: 99999 is not a port")


def test_no_secret_is_printed(doctor: Doctor) -> None:
    lines = doctor(
        COMPANION_SECRET_KEY=LONG,
        COMPANION_DATABASE_URL="postgresql://ann:pass-word@127.0.0.1:1/x",
        COMPANION_REDIS_URL="redis://:pass-word@127.0.0.1:1",
    )
    assert LONG not in str(lines)
    assert "pass-word" not in str(lines)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], None]:
    """Return a function that puts the metadata of a package before those that are installed."""
    monkeypatch.syspath_prepend(tmp_path / "site")

    def install(name: str, version: str, more: str = "") -> None:
        folder = tmp_path / "site" / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}\n")

    return install


def test_a_package_that_is_too_old_or_missing_is_named(
    doctor: Doctor, installed: Callable[..., None]
) -> None:
    needs = "Requires-Python: >=3.9\nRequires-Dist: flask>=3.1\nRequires-Dist: not-there>=2\n"
    installed("median-companion", "0.1.0", needs + 'Requires-Dist: also-not; extra == "dev"')
    installed("flask", "2.3.3")
    said = "Install companion again, the way it was installed."
    assert (
        f"wrong flask 2.3.3 is not >=3.1. {said}\nwrong not-there is missing. {said}" == doctor()["version"]
    )


def test_a_python_that_is_too_old_is_named(doctor: Doctor, installed: Callable[..., None]) -> None:
    installed("median-companion", "0.1.0", "Requires-Python: >=9.1")
    assert f"wrong Python {sys.version.split()[0]} is not >=9.1." in doctor()["version"]


# address, port and firewall


def address_in_a_network(*commands: str, options: str = "", timeout: int = 60) -> str:
    """Return the line of the address in a network of its own, which these commands make."""
    words = f"{sys.executable} -m companion doctor --data /nonexistent {options}"
    script = "; ".join(["set -e", *commands, f"{words} || true"])
    with small_networks.alone() as within:
        ended = subprocess.run(
            [*within, "sh", "-c", script], capture_output=True, text=True, timeout=timeout, check=False
        )
    lines = [line for line in ended.stdout.splitlines() if line[7:].startswith("address")]
    assert lines, ended.stderr
    return "\n".join(" ".join([line.split()[0], *line.split()[2:]]) for line in lines)


def card(name: str, ip: str) -> str:
    return f"ip link add name {name} type bridge; ip addr add {ip}/24 dev {name}; ip link set {name} up"


@pytest.mark.slow
def test_the_address_that_phones_are_shown_is_said_with_the_others() -> None:
    line = address_in_a_network(card("eth9", "192.168.7.5"), card("eth8", "10.9.8.7"), options="--port 8123")
    first, others = line.removesuffix(".").split("; others: ")
    assert first.startswith("ok phones are shown http://")
    assert {"http://192.168.7.5:8123", "http://10.9.8.7:8123"} == {first.split()[-1], others}


@pytest.mark.slow
def test_no_network_is_wrong() -> None:
    line = address_in_a_network()
    assert "wrong no network found. Connect this computer to the Wi-Fi that the phones use." == line


@pytest.mark.slow
def test_a_vpn_is_named() -> None:
    line = address_in_a_network(card("eth9", "192.168.7.5"), card("wg0", "10.9.8.7")).splitlines()
    assert line[0].startswith("ok phones are shown http://")
    assert "look a VPN is on (wg0). If phones do not get through, switch it off" in line[1]
    assert "look the address belongs to a VPN (tailscale0)." in address_in_a_network(
        card("tailscale0", "100.64.0.9")
    )


@pytest.mark.slow
def test_a_url_is_compared_with_this_computer() -> None:
    cards = card("eth9", "192.168.7.5")
    assert address_in_a_network(cards, options="--url http://192.168.7.5:8000").startswith(
        "ok phones are shown http://192.168.7.5:8000, which is this computer"
    )
    assert "look phones are shown https://192.168.7.5, port 443 of this computer" in address_in_a_network(
        cards, options="--url https://192.168.7.5"
    )
    assert "which is not this computer (192.168.7.6)" in address_in_a_network(
        cards, options="--url http://192.168.7.6:8000"
    )


def test_a_url_that_each_phone_would_ask_itself_is_wrong(doctor: Doctor) -> None:
    assert doctor(url="http://localhost:8000")["address"].startswith(
        "wrong --url is http://localhost:8000, and there each phone asks itself."
    )


def test_http_that_others_reach_beside_https_is_worth_a_look(doctor: Doctor) -> None:
    found = f"look companion also answers on {ANY_INTERFACE} by http"
    assert found in doctor("--host", ANY_INTERFACE, url="https://party.example")["address"]
    assert found not in doctor("--host", ANY_INTERFACE, url="http://party.example")["address"]
    assert "by http" not in doctor(url="https://party.example")["address"]


def ask_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test fail if a name is looked up, or a connection opened."""

    def ask(*_: object) -> None:
        raise AssertionError("another computer was asked")

    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, ask)


def test_a_name_is_looked_up_on_this_computer_only(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ask_nobody(monkeypatch)
    assert doctor()["address"].startswith(
        "look phones are shown http://party.example, whose name is not looked"
    )
    hosts = tmp_path / "hosts"
    hosts.write_text("127.0.0.1 localhost\n10.1.2.3  party.lan other # a comment\n")
    examined = Examined(load_settings({}, url="http://party.lan:8000"), None)
    [found] = texts(computer_address(examined, hosts))[:1]
    assert found.startswith(
        "look phones are shown http://party.lan:8000, which is not this computer (10.1.2.3)"
    )


def computer_address(examined: Examined, hosts: Path) -> Iterator[Finding]:
    from companion.cli.checks.network import check_address

    return check_address(examined, hosts)


def test_a_free_port_is_free(doctor: Doctor) -> None:
    port = free_port()
    assert f"ok {port} is free." == doctor(port=port)["port"]


@contextmanager
def answering(body: bytes, status: int = 200) -> Iterator[int]:
    """Run a program that answers every request with this; yields its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as made:
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made.server_port
        made.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_port_with_another_program_is_wrong(doctor: Doctor) -> None:
    for body in (b"hello", b"[]", b'{"status": "ok"}'):
        with answering(body) as port:
            sentence = f"wrong {port} is taken by another program, which is not companion. End that, or"
            assert doctor(port=port)["port"].startswith(sentence)


@pytest.mark.slow
def test_a_port_with_a_program_that_never_answers_is_wrong(doctor: Doctor) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        port = silent.getsockname()[1]
        assert doctor(port=port)["port"].startswith(f"wrong {port} is taken by another program")


@pytest.mark.slow
def test_a_port_with_another_release_of_companion_says_which(doctor: Doctor) -> None:
    with answering(b'{"companion": "0.0.9", "database": "answers"}') as port:
        assert (
            f"look companion 0.0.9 is running on {port}, and this is {__version__}."
            in doctor(port=port)["port"]
        )
    sick = {"companion": __version__, "database": "The database does not answer"}
    with answering(json.dumps(sick).encode(), 503) as port:
        line = doctor(port=port)["port"]
        assert line.startswith(
            f"wrong companion is running on {port}, and says: The database does not answer"
        )


def test_a_host_that_is_not_this_computer_is_wrong_and_not_asked(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_nobody(monkeypatch)
    port = free_port()
    line = doctor("--host", "fd00::9", port=port)["port"]
    assert line.startswith(f"wrong Port {port} of fd00::9 cannot be used (")
    assert line.endswith("). Choose another with --port, 1024 or higher, and leave out --host.")
    assert doctor("--host", "party.example")["port"].startswith("look whether party.example is this computer")


def examined_on(port: int) -> Examined:
    return Examined(load_settings({}, port=port), None)


def looked(*, root_folder: Path = Path("/nowhere"), system: str = "Linux", **said: str) -> str:
    """Return the line of the firewall of a system whose commands print this."""

    def run(*words: str) -> str | None:
        return said.get(Path(words[0]).name.replace("-", "_"))

    [line] = texts(firewall.check_firewall(examined_on(8000), root_folder, run, system))
    return line


def test_ufw_is_seen_by_its_files(tmp_path: Path) -> None:
    ufw = tmp_path / "etc" / "ufw"
    ufw.mkdir(parents=True)
    (ufw / "ufw.conf").write_text("# comment\nENABLED=yes\nLOGLEVEL=low\n")
    look = "look ufw is on{}. It must allow port 8000: sudo ufw allow 8000/tcp"
    unseen = "; its rules cannot be seen without root"
    assert look.format(unseen) == looked(root_folder=tmp_path)
    (ufw / "user.rules").write_text("### tuple ### allow tcp 80 0.0.0.0/0 any 0.0.0.0/0 in\n")
    assert look.format("") == looked(root_folder=tmp_path)
    (ufw / "user.rules").write_text("### tuple ### allow tcp 8000 0.0.0.0/0 any 0.0.0.0/0 in\n")
    assert "ok ufw is on, and lets port 8000 through." == looked(root_folder=tmp_path)
    (ufw / "ufw.conf").write_text("ENABLED=no\n")
    assert "ufw is on" not in looked(root_folder=tmp_path)


def test_firewalld_is_seen_by_its_service() -> None:
    assert "look firewalld is on. It must allow port 8000: sudo firewall-cmd --add-port=8000/tcp" == looked(
        systemctl="active\n"
    )


@root
def test_firewalld_is_asked_about_the_port_by_root() -> None:
    assert "ok firewalld is on, and lets port 8000 through." == looked(
        systemctl="active\n", firewall_cmd="yes\n"
    )


NFT = """table inet filter {{
 chain input {{
  type filter hook input priority 0; policy {policy};
  {rule}}}
}}"""


def test_rules_that_drop_are_seen_where_they_can_be_read() -> None:
    dropping = "look rules drop what they do not name, and do not name port 8000. Let them allow it."
    assert dropping == looked(nft=NFT.format(policy="drop", rule="tcp dport 22 accept\n"))
    assert dropping == looked(iptables="-P INPUT DROP\n-A INPUT -p tcp --dport 80 -j ACCEPT\n")
    for rules in (
        looked(nft=NFT.format(policy="drop", rule="tcp dport { 22, 8000 } accept\n")),
        looked(nft=NFT.format(policy="accept", rule="")),
        looked(iptables="-P INPUT ACCEPT\n"),
    ):
        assert "drop what" not in rules


def test_what_cannot_be_seen_is_said() -> None:
    assert "whether other rules turn phones away cannot be seen" in looked()
    assert looked(system="Haiku").startswith(
        "look cannot be seen on this system. If phones do not get through"
    )
    assert looked(system="Windows").startswith("look cannot be seen. If phones do not get through: netsh")
    assert looked(system="Darwin").startswith("look cannot be seen. If phones do not get through: sudo")


def test_the_firewalls_of_windows_and_macos_are_asked_whether_they_are_on() -> None:
    value = "\r\n    EnableFirewall    REG_DWORD    0x{}\r\n"
    assert "look the firewall of Windows is on. When it asks," in looked(
        system="Windows", reg=value.format(1)
    )
    assert "ok the firewall of Windows is off." == looked(system="Windows", reg=value.format(0))
    said = "Firewall is {}. (State = {})\n"
    assert "look the firewall of macOS is on." in looked(
        system="Darwin", socketfilterfw=said.format("enabled", 1)
    )
    off = looked(system="Darwin", socketfilterfw=said.format("disabled", 0))
    assert "ok the firewall of macOS is off." == off


def test_commands_are_run_and_may_be_missing_fail_or_hang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, script in {"good": "echo said $1", "bad": "exit 3", "slow": "exec sleep 60"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(firewall, "_TIMEOUT", 0.2)
    found = [firewall.run_command(name, "this") for name in ("good", "bad", "slow", "not-there")]
    assert ["said this\n", None, None, None] == found


# data folder, disk, key and backups


def test_a_data_folder_that_is_a_file_is_wrong(doctor: Doctor, data: Path) -> None:
    file = data / "file"
    file.touch()
    assert f"wrong {file} is not a folder. Choose another with --data." == doctor("--data", file)["data"]
    assert doctor("--data", file / "in it")["data"].startswith(
        f"wrong {file / 'in it'} cannot be made in {file}"
    )


def test_what_others_may_read_is_wrong_with_its_command(doctor: Doctor, data: Path) -> None:
    data.chmod(0o755)
    (data / "secret.key").chmod(0o644)
    advice = f"chmod 700 {data}"
    assert f"wrong everybody on this computer can read {data / 'secret.key'}. {advice}" == doctor()["data"]
    (data / "secret.key").chmod(0o640)
    (data / "companion.db").chmod(0o644)
    assert [
        f"look the group of {data / 'secret.key'} can read it. If that is not meant: {advice}",
        f"wrong everybody on this computer can read {data / 'companion.db'}. {advice}",
    ] == doctor()["data"].splitlines()
    data.chmod(0o700)
    assert doctor()["data"].startswith("ok ")


def test_a_backup_that_others_may_read_is_wrong(doctor: Doctor, data: Path) -> None:
    [copy] = (data / "backups").iterdir()
    for path, mode in {data: 0o755, data / "backups": 0o755, copy: 0o644}.items():
        path.chmod(mode)
    assert f"can read {copy}. chmod 700 {data / 'backups'}" in doctor()["data"]
    (data / "backups").chmod(0o700)
    assert doctor()["data"].startswith("ok ")


@root
def test_files_of_another_user_are_wrong_with_their_command(doctor: Doctor, data: Path) -> None:
    os.chown(data / "companion.db", 65_534, -1)
    line = doctor()["data"]
    assert line.startswith(
        f"wrong {data / 'companion.db'} belongs to nobody, not to root. As root: chown root "
    )


@root
def test_the_folder_of_backups_is_looked_at_itself(doctor: Doctor, data: Path) -> None:
    folder = data / "backups"
    data.chmod(0o755)
    folder.chmod(0o755)
    assert f"wrong everybody on this computer can read {folder}. chmod 700 {folder}" == doctor()["data"]
    folder.chmod(0o700)
    os.chown(folder, 65_534, -1)
    advice = f"As root: chown root {folder}"
    assert f"wrong {folder} belongs to nobody, not to root. {advice}" in doctor()["data"]


@root
@pytest.mark.slow
def test_what_cannot_be_written_by_an_ordinary_user_is_wrong(data: Path) -> None:
    """Root may write everything, so this runs as nobody, in a folder that nobody reaches."""
    code = "from companion import cli; import contextlib, io, os\n"
    code += "with contextlib.redirect_stdout(io.StringIO()): cli.main()  # imports what nobody may not read\n"
    code += "os.setgroups([]); os.setgid(65534); os.setuid(65534); raise SystemExit(cli.main())"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        shutil.copytree(data, folder)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 65_534, 65_534)
        for path, mode in {folder.parent: 0o755, folder: 0o555, folder / "companion.db": 0o400}.items():
            path.chmod(mode)
        for path in (folder, folder / "secret.key"):
            os.chown(path, 0, 0)
        command = [sys.executable, "-c", code, "doctor", "--host", "127.0.0.1", "--data", folder, "--json"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 1 == ended.returncode, ended.stderr
    wrong = [each["found"] for each in json.loads(ended.stdout)["checks"] if each["grade"] == "wrong"]
    assert f"{folder} cannot be written" in wrong
    assert f"{folder / 'secret.key'} belongs to root, not to nobody" in wrong
    assert f"{folder / 'secret.key'} cannot be read (Permission denied)" in wrong
    assert f"{folder / 'companion.db'} cannot be read and written" in wrong


@root
@pytest.mark.slow
def test_a_disk_that_is_nearly_full_is_wrong(doctor: Doctor, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as ways:
        if ways is None:
            pytest.skip("no disk can be mounted here")
        line = doctor("--data", tmp_path / "disk")["disk"]
        assert line.startswith(f"wrong 3 MB free at {tmp_path / 'disk'}. Make room: when the disk is full,")


def test_a_key_that_is_missing_or_cut_off_is_wrong_where_there_are_rooms(doctor: Doctor, data: Path) -> None:
    key = data / "secret.key"
    advice = "The next start makes another, and phones lose their seats: before that, restore a backup."
    key.write_bytes(b"k" * 9)
    assert f"wrong {key} is too short: 9 of 32 bytes. {advice}" == doctor()["key"]
    key.unlink()
    assert f"wrong {key} is missing, and there are rooms. {advice}" == doctor()["key"]


def test_a_configured_key_is_counted_and_several_servers_need_one(doctor: Doctor) -> None:
    assert "ok COMPANION_SECRET_KEY, 40 characters." == doctor(COMPANION_SECRET_KEY="x" * 40)["key"]
    lines = doctor(COMPANION_SECRET_KEY="", COMPANION_REDIS_URL=f"redis://127.0.0.1:{free_port()}")
    assert lines["key"].startswith("look each server makes a key of its own")


def test_missing_and_old_backups_are_worth_a_look(doctor: Doctor, data: Path) -> None:
    now = datetime.now().astimezone()
    change(data, "UPDATE act SET at = strftime('%Y-%m-%dT%H:%M:%S.000+00:00', 'now')")
    assert f"ok the last of 1 in {data / 'backups'} is of {now:%Y-%m-%d}" in doctor()["backups"]
    [copy] = (data / "backups").iterdir()
    old = now - timedelta(days=9)
    copy.rename(files_of(data / "companion.db").new_name(old, "daily"))
    line = doctor()["backups"]
    assert line.startswith(f"look the last of 1 in {data / 'backups'} is of {old:%Y-%m-%d}")
    assert "and people have played since. companion backup makes one." in line
    shutil.rmtree(data / "backups")
    assert doctor()["backups"].startswith(
        f"look there is none in {data / 'backups'}. companion backup makes one."
    )


def test_daily_backups_of_another_database_have_no_effect(doctor: Doctor) -> None:
    url = f"postgresql://ann@127.0.0.1:{free_port()}/x"
    line = doctor(COMPANION_DATABASE_URL=url, COMPANION_DAILY_BACKUPS="3")["backups"]
    assert line.startswith("look COMPANION_DAILY_BACKUPS has no effect")
    assert line.endswith("Use its tools, such as pg_dump.")


# the database


def test_a_damaged_database_is_wrong(doctor: Doctor, data: Path) -> None:
    database = data / "companion.db"
    whole = database.read_bytes()
    for damage in (
        b"no database" * 500,
        whole[:100] + b"\xff" * 3000 + whole[3100:],
        whole[: len(whole) // 2],
    ):
        database.write_bytes(damage)
        line = doctor()["database"]
        assert line.startswith(f"wrong {database} is damaged (")
        assert line.endswith("companion restore FILE --replace puts a backup in its place.")


def test_another_programs_database_is_wrong(doctor: Doctor, data: Path) -> None:
    change(data, "DROP TABLE act")
    assert "is not a database of companion: it has no table act." in doctor()["database"]


def test_databases_of_other_releases_are_told_apart(doctor: Doctor, data: Path) -> None:
    change(data, "UPDATE alembic_version SET version_num = '9999'")
    lines = doctor()
    assert "made by a later release of companion. Install that, or choose" in lines["database"]
    assert "1" == lines["status"]


def test_a_database_of_an_earlier_release_is_worth_a_look(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.database.newest_revisions", lambda: frozenset({"0003"}))
    assert "of an earlier release. The next start upgrades it, after a backup." in doctor()["database"]


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_locked_database_is_wrong_within_seconds(
    doctor: Doctor, data: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is another process's, as a process has no secrets from itself."""
    monkeypatch.setattr("companion.storage.unchanged._TIMEOUT", 0.2)
    with another_program(data / "companion.db", f"PRAGMA journal_mode={mode}", *LOCKING):
        line = doctor()["database"]
    sentence = (
        f"wrong {data / 'companion.db'} is locked by another program. End the program that has it open."
    )
    assert sentence == line


LOCKING = "PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE", "UPDATE room SET opened = 'x'"


@contextmanager
def another_program(database: Path, *statements: str) -> Iterator[None]:
    """Keep a program that has executed these in a database, until the block ends."""
    code = "import sqlite3, sys; made = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    code += "for each in sys.argv[2:]: made.execute(each).fetchall()\n"
    code += "print('done', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(database), *statements]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"done\n"
        yield
        assert process.stdin
        process.stdin.close()


@pytest.mark.slow
def test_a_program_that_keeps_a_running_server_from_writing_is_noticed(
    doctor: Doctor, start_server: Callable[..., Server]
) -> None:
    server = start_server()
    database = server.data / "companion.db"
    with another_program(database, "BEGIN IMMEDIATE"):
        lines = doctor("--data", server.data, port=server.port)["database"].splitlines()
    assert (
        f"wrong companion cannot write to {database} at present (database is locked). End other" in lines[1]
    )


def test_a_log_that_is_never_worked_off_is_worth_a_look(doctor: Doctor, data: Path) -> None:
    with (data / "companion.db-wal").open("wb") as log:
        log.truncate(70_000_000)
    assert "has 70.0 MB: something keeps SQLite from working it off" in doctor()["database"]


def test_a_database_in_memory_is_worth_a_look_and_one_of_no_kind_is_wrong(doctor: Doctor) -> None:
    assert doctor(COMPANION_DATABASE_URL="sqlite://")["database"].startswith(
        "look in memory: all rooms are lost"
    )
    lines = doctor(COMPANION_DATABASE_URL="nonsense")
    assert lines["database"].startswith("wrong The database cannot be used: ")


@pytest.mark.slow
def test_it_runs_beside_a_server_and_after_it_was_killed(
    doctor: Doctor, start_server: Callable[..., Server]
) -> None:
    server = start_server()
    gather_at(server, "Ann", "Ben", "Cid")
    for sentence in (
        f"ok companion {__version__} is running on {server.port}.",
        f"ok {server.port} is free.",
    ):
        before = {path.name for path in server.data.iterdir()}
        lines = doctor("--data", server.data, port=server.port)
        assert sentence == lines["port"]
        assert lines["database"].endswith(", 1 room, sound."), "with what is only in the log as yet"
        assert before == {path.name for path in server.data.iterdir()}
        server.kill()
    kept = snapshot(server.data)
    doctor("--data", server.data)
    assert kept == snapshot(server.data)


def test_a_restore_that_was_interrupted_is_worth_a_look(doctor: Doctor, data: Path) -> None:
    (data / "companion.db.restored").mkdir()
    assert doctor()["data"].startswith("look restoring a backup was interrupted.")


@pytest.mark.slow
def test_postgresql_is_asked_and_unsafe_settings_are_wrong(doctor: Doctor, postgres: Postgres) -> None:
    url = postgres.database()
    assert doctor(COMPANION_DATABASE_URL=url)["database"].endswith(" is made at the first start.")
    backups = Backups.of(url)
    assert backups is None
    from sqlalchemy import create_engine

    from companion.storage.database import prepare_engine

    engine = create_engine(url)
    prepare_engine(engine)
    engine.dispose()
    lines = doctor(COMPANION_DATABASE_URL=url)["database"].splitlines()
    assert lines[0].endswith(", 0 rooms, sound.")
    assert "wrong fsync is off: a power cut loses what was acknowledged. Set fsync to on." in lines
    name = url.rpartition("/")[2]
    postgres.ask(f"ALTER DATABASE {name} SET synchronous_commit = off")
    assert "wrong synchronous_commit is off" in doctor(COMPANION_DATABASE_URL=url)["database"]
    postgres.ask("CREATE TABLE IF NOT EXISTS x (y int)", name)
    postgres.ask("UPDATE alembic_version SET version_num = '9999'", name)
    assert "made by a later release" in doctor(COMPANION_DATABASE_URL=url)["database"]


def test_a_postgresql_that_is_not_there_is_wrong(doctor: Doctor) -> None:
    line = doctor(COMPANION_DATABASE_URL=f"postgresql://ann:pass@127.0.0.1:{free_port()}/x")["database"]
    assert line.startswith("wrong The database cannot be used: ")
    assert line.endswith("Look at COMPANION_DATABASE_URL, and whether it is running.")


@pytest.mark.slow
def test_redis_is_asked(doctor: Doctor, redis: RedisServer) -> None:
    assert "ok answers." == doctor(COMPANION_REDIS_URL=redis.url)["redis"]
    redis.stop()
    assert doctor(COMPANION_REDIS_URL=redis.url)["redis"].startswith("wrong Redis does not answer.")


def test_a_redis_that_cannot_be_is_wrong(doctor: Doctor) -> None:
    assert doctor(COMPANION_REDIS_URL="nowhere")["redis"].startswith(
        "wrong COMPANION_REDIS_URL cannot be used"
    )


# clock and open files


def test_a_clock_before_the_newest_event_is_wrong(doctor: Doctor, data: Path) -> None:
    change(data, "UPDATE act SET at = '2088-01-01T12:00:00.000+00:00' WHERE number = 3")
    line = doctor()["clock"]
    assert line.startswith("wrong it is 20")
    assert "before the newest event (2088-01-01 " in line


@pytest.mark.parametrize("year", [1970, 2001, 2100])
def test_an_implausible_year_is_wrong(year: int) -> None:
    found = computer.check_clock(Examined(load_settings({}), None), datetime(year, 5, 1, tzinfo=UTC))
    assert [f"wrong it is {year} on this computer. Set its clock."] == texts(found)


def test_a_time_zone_that_does_not_exist_is_wrong(doctor: Doctor) -> None:
    assert doctor(TZ="Mars/Olympus")["clock"].startswith("wrong TZ=Mars/Olympus is no time zone.")
    for zone in ("Europe/Berlin", "UTC", "CET-1CEST,M3.5.0,M10.5.0/3"):
        assert doctor(TZ=zone)["clock"].startswith("ok ")


@pytest.mark.slow
def test_too_few_open_files_for_the_screens_are_worth_a_look(data: Path) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (500, 500))

    command = [sys.executable, "-m", "companion", "doctor", "--host", "127.0.0.1", "--data", str(data)]
    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, check=False)
    assert (
        "look   files     500 files may be open, enough for 300 screens; 3000 are allowed. " in ended.stdout
    )


def test_a_check_that_fails_is_a_line_and_the_others_are_still_made(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: {}["of nothing"])
    lines = doctor()
    assert lines["disk"].startswith("wrong this could not be checked (KeyError: 'of nothing').")
    assert lines["files"].startswith("ok ")
