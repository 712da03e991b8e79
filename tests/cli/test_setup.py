"""`companion setup`: the files it prints, as they are read by people and by this project's own settings."""

import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import cli
from companion.cli.setup import unit
from companion.config.limits import Limits
from companion.config.settings import load_settings
from tests.project.test_documents import AskedFor

Output = Callable[..., str]
URL = ("--url", "https://party.example")
FOLDER = Path(unit.__file__).parent
ROOT = FOLDER.parents[2]
TEMPLATES = [each for each in FOLDER.iterdir() if each.is_file() and each.suffix != ".py"]


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what is set on this computer out."""
    for name in ("COMPANION_URL", "COMPANION_PORT", "COMPANION_HOST", "COMPANION_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(unit, "_program_files", lambda: [Path("/usr")])


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Output:
    """Return a function that runs the command and returns what it printed."""

    def run(*arguments: str) -> str:
        assert 0 == cli.main(["setup", *arguments])
        return capsys.readouterr().out

    return run


def values(text: str, key: str) -> list[str]:
    """Return the values of a key in a unit."""
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


def test_every_setting_in_a_file_is_a_real_one() -> None:
    environment = AskedFor()
    load_settings(environment)
    assert any(f"LIMIT_{name.upper()}" in each for each in environment.names for name in Limits.__slots__)
    texts = [each.read_text() for each in (*TEMPLATES, ROOT / "Dockerfile")]
    named = {name for text in texts for name in re.findall(r"COMPANION_[A-Z_]+", text)}
    assert {"COMPANION_DATA", "COMPANION_DATABASE_URL", "COMPANION_SECRET_KEY"} <= named <= environment.names


@pytest.mark.parametrize("what", ["systemd", "compose", "caddy", "nginx"])
def test_a_file_is_whole_and_says_how_it_is_used(output: Output, what: str) -> None:
    text = output(what, *URL)
    assert text.startswith("# companion ")
    assert f"`companion setup {what}`" in text
    assert text.endswith("\n")
    assert not re.search(r"{[{%]|\bNone\b|\bTrue\b", text)
    ours = [line for line in text.splitlines() if sys.prefix not in line]  # a path may be as long as it likes
    assert max(map(len, ours)) < 140


def test_a_unit_runs_this_command_with_the_options_given(output: Output) -> None:
    [line] = values(output("systemd", "--port", "8080", "--host", "10.0.0.11", *URL), "ExecStart")
    program, _, options = line.partition(" run ")
    assert Path(program.split()[0]).is_absolute()
    assert "--host 10.0.0.11 --port 8080 --url https://party.example --data /var/lib/companion" == options


def test_a_unit_listens_on_this_computer_only_if_a_proxy_has_the_address(output: Output) -> None:
    assert " --host 127.0.0.1 " in output("systemd", *URL)
    assert " --host 0.0.0.0 " in output("systemd", "--url", "http://192.0.2.5:8000")
    assert " --host 0.0.0.0 " in output("systemd")


def test_a_unit_has_a_user_of_its_own_or_the_one_that_is_named(output: Output) -> None:
    own, named = output("systemd"), output("systemd", "--user", "ann", "--data", "/home/ann/my party")
    assert [["yes"], ["companion"]] == [values(own, key) for key in ("DynamicUser", "StateDirectory")]
    assert [["ann"], [], []] == [values(named, key) for key in ("User", "DynamicUser", "StateDirectory")]
    assert ['"/home/ann/my party"'] == values(named, "ReadWritePaths")
    assert [["yes"], ["read-only"]] == [values(each, "ProtectHome") for each in (own, named)]


def test_a_low_port_gives_the_unit_the_one_capability_that_it_needs(output: Output) -> None:
    low, high = output("systemd", "--port", "80"), output("systemd")
    assert (
        ["CAP_NET_BIND_SERVICE"] == values(low, "CapabilityBoundingSet") == values(low, "AmbientCapabilities")
    )
    assert [[""], []] == [values(high, key) for key in ("CapabilityBoundingSet", "AmbientCapabilities")]


def test_several_servers_are_one_unit_whose_instances_are_ports(output: Output) -> None:
    text = output("systemd", "--servers", "3", "--port", "9000")
    assert " --port %i " in values(text, "ExecStart")[0]
    assert "enable --now companion@9000 companion@9001 companion@9002" in text
    assert ["/etc/companion.env"] == values(text, "EnvironmentFile")  # without it they do not start


def test_words_of_a_command_are_quoted_as_systemd_reads_them() -> None:
    words = ("a b", "100%", 'a"b', "/opt/x.y")
    assert ['"a b"', '"100%%"', '"a\\"b"', "/opt/x.y"] == [unit._quote(word) for word in words]


def test_a_folder_that_no_user_of_systemd_could_use_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == cli.main(["setup", "systemd", "--data", "/srv/party"])
    assert "/srv/party is not in /var/lib: name the user" in capsys.readouterr().err
    assert 2 == cli.main(["setup", "systemd", "--data", "/var/lib/../x"])
    capsys.readouterr()


def test_a_program_that_only_its_owner_may_run_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    (closed / "venv").mkdir(parents=True)
    closed.chmod(stat.S_IRWXU)
    monkeypatch.setattr(unit, "_program_files", lambda: [closed / "venv"])
    assert 2 == cli.main(["setup", "systemd"])
    assert "venv is closed to other users: install companion in /opt" in capsys.readouterr().err
    assert 0 == cli.main(["setup", "systemd", "--user", "ann"])
    capsys.readouterr()


def test_a_proxy_knows_the_servers_on_this_computer_or_those_given(output: Output) -> None:
    assert " 127.0.0.1:9000 127.0.0.1:9001 {" in output("caddy", *URL, "--servers", "2", "--port", "9000")
    text = output("nginx", *URL, "--to", "10.0.0.11:8000", "--to", "[fd00::1]:8000")
    assert ["10.0.0.11:8000", "[fd00::1]:8000"] == re.findall(r"^ +server (.*);$", text, re.MULTILINE)


def test_a_site_with_a_port_of_its_own_leaves_port_80_alone(output: Output) -> None:
    text = output("nginx", "--url", "https://party.example:8443")
    assert "listen 8443 ssl" in text
    assert "listen 80" not in text
    assert "\nparty.example:8443 {" in output("caddy", "--url", "https://party.example:8443/")
    assert '["8443:8443"]' in output("compose", "--url", "https://party.example:8443")
    assert "\nparty.example {" in output("caddy", "--url", "https://party.example:443")


@pytest.mark.parametrize("what", ["compose", "caddy", "nginx"])
@pytest.mark.parametrize(
    "url",
    [(), ("--url", "http://party.example"), ("--url", "https://party.example/x"), ("--url", "https://a b {")],
)
def test_a_proxy_without_a_name_is_refused(
    capsys: pytest.CaptureFixture[str], what: str, url: tuple[str, ...]
) -> None:
    assert 2 == cli.main(["setup", what, *url])
    output, errors = capsys.readouterr()
    assert ("", 1) == (output, errors.count("\n"))


@pytest.mark.parametrize("server", ["10.0.0.11", "a b:80", "10.0.0.11:8000;", "https://x:1"])
def test_a_server_without_a_port_is_refused(capsys: pytest.CaptureFixture[str], server: str) -> None:
    assert 2 == cli.main(["setup", "nginx", *URL, "--to", server])
    assert "is not a server" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "65", "two", "-1"])
def test_a_number_of_servers_is_from_1_to_64(capsys: pytest.CaptureFixture[str], number: str) -> None:
    with pytest.raises(SystemExit):
        cli.main(["setup", "compose", *URL, "--servers", number])
    assert "is not a number from 1 to 64" in capsys.readouterr().err or number == "-1"
