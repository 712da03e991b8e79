"""`companion score`, what the server prints when it starts or fails to, and which page `--open` shows."""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion import cli
from companion.cli import run, terminal_log
from companion.config.settings import load_settings
from companion.web.server import health
from tests.support.sample_games import ONE, TWO
from tests.support.server import Server, companion
from tests.support.stub_browser import StubBrowser


def document(numbers: dict[str, tuple[int, ...]], **changes: object) -> dict[str, object]:
    rounds = [{"plays": dict(zip(numbers, row, strict=True))} for row in zip(*numbers.values(), strict=True)]
    plain = {"format": "companion.record/1", "game": "good-enough", "players": list(numbers)}
    return {**plain, "rounds": rounds, **changes}


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., str]:
    def write(content: object, name: str = "record.json") -> str:
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    return write


def test_score_prints_one_line_of_json_for_each_record_in_the_order_given(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [written(document(ONE), "one.json"), written(document(TWO), "two.json")]
    assert 0 == cli.main(["score", *paths, "--json"])
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [["Bob"], ["Yvonne"]] == [result["winners"] for result in results]
    assert ["median", "peel"] == [result["decided_by"] for result in results]
    peel = {"first": 2, "last": 4, "scores": {"Xander": 0, "Yvonne": 1, "Zachary": 2}, "winners": ["Yvonne"]}
    assert [peel] == results[1]["peels"]
    assert "peels" not in results[0]


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (
            document({**ONE, "Bob": (0, 50, 101, 70, 78)}),
            "round 3, Bob: 101 is above the highest number, 100",
        ),
        (document(ONE, options={"rounds": 4}), "round 5: the game is over: no round can follow"),
        (document(ONE, format="2"), "this is not a companion record: its format is not companion.record/1"),
        ('{"rounds": [], "rounds": []}', "rounds stands twice in the same place"),
        ("[]", "the record must be a JSON object"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_in_one_line(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str], broken: object, sentence: str
) -> None:
    assert 2 == cli.main(["score", written(broken), "--json"])
    assert ("", f"{sentence}\n") == capsys.readouterr()


def test_the_other_records_are_scored_although_one_is_refused(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paths = [written("no record", "bad.json"), str(tmp_path / "missing.json"), written(document(ONE))]
    assert 2 == cli.main(["score", *paths, "--json"])
    output, errors = capsys.readouterr()
    assert ["Bob"] == json.loads(output)["winners"]
    assert 2 == len(errors.splitlines())


def evening(*numbers: dict[str, tuple[int, ...]], **changes: object) -> dict[str, object]:
    games = [document(number) for number in numbers]
    players = list(dict.fromkeys(name for number in numbers for name in number))
    return {"format": "companion.evening/1", "room": "AB23", "players": players, "games": games, **changes}


def test_H1_score_prints_an_evening_game_by_game_and_then_its_standing(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    late = dict(zip(("Alice", "Bob", "Erin", "Dave"), ONE.values(), strict=True))
    assert 0 == cli.main(["score", written(evening(ONE, ONE, late))])
    lines = capsys.readouterr().out.splitlines()
    assert ["Evening in room AB23", "", "Game 1 of 3: It's Good Enough", ""] == lines[:4]
    assert 3 == lines.count("Winner: Bob")
    assert 0 == cli.main(["score", written(evening(ONE))])
    assert "It's Good Enough" == capsys.readouterr().out.splitlines()[2]
    assert [
        "The evening",
        "",
        "       1   2   3   steps   won",
        "Alice  1   1   1       3     0",
        "Bob    0   0   0       0     3",
        "Carol  1   1   1       3     0",
        "Dave   1   1   1       3     0",
        "Erin   1   1   1       3     0",
        "",
        "The fewest steps are closest to the middle.",
    ] == lines[lines.index("The evening") :][:10]


def test_the_results_of_an_evening_are_those_of_its_games_one_by_one(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [written(document(each), f"{n}.json") for n, each in enumerate((ONE, TWO))]
    assert 0 == cli.main(["score", *paths, "--json"])
    one_by_one = capsys.readouterr().out
    assert 0 == cli.main(["score", written(evening(ONE, TWO)), "--json"])
    *games, whole = capsys.readouterr().out.splitlines()
    assert one_by_one.splitlines() == games
    assert ("evening", False, None) == (
        json.loads(whole)["kind"],
        json.loads(whole)["finished"],
        json.loads(whole)["decided_by"],
    )


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_score_prints_nothing_that_a_terminal_would_obey(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    hostile = dict(zip(("A\x1b[2Jn", "B\x9bo", "C\u202eid", "D\u2067an"), ONE.values(), strict=True))
    record = written(document(hostile))
    assert 0 == cli.main(["score", record, *options])
    said = capsys.readouterr().out.replace("\n", "")
    assert [] == [each for each in said if unicodedata.category(each) in ("Cc", "Cf")]
    assert not options or [*hostile] == [*json.loads(said)["scores"]]


@pytest.mark.slow
def test_score_reads_an_evening_from_standard_input() -> None:
    done = companion("score", "-", "--json", given=json.dumps(evening(ONE, TWO)))
    assert [["Bob"], ["Yvonne"], []] == [json.loads(line)["winners"] for line in done.stdout.splitlines()]


def test_the_greeting_has_the_addresses_for_phones_and_the_tv(start_server: Callable[..., Server]) -> None:
    server = start_server("--url", "http://party.lan:8000/")
    assert "On phones              http://party.lan:8000\n" in server.greeting
    assert f"http://localhost:{server.port}" in server.greeting
    assert "█" in server.greeting


def test_a_taken_port_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = companion("run", "--host", "127.0.0.1", "--port", port, "--data", tmp_path)
    assert 2 == done.returncode
    assert f"Port {port} of 127.0.0.1 cannot be used (Address already in use)" in done.stderr
    assert 1 == len(done.stderr.splitlines())


@pytest.mark.parametrize(
    ("option", "value"), [("--port", "99999"), ("--port", "http"), ("--url", "party.lan")]
)
def test_an_invalid_setting_is_refused(capsys: pytest.CaptureFixture[str], option: str, value: str) -> None:
    assert 2 == cli.main(["run", option, value])
    assert capsys.readouterr().err.startswith(f"companion: {value} is not a")


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    "url",
    ["foo://bar", "nonsense", "sqlite:////nowhere/at/all.db", "postgresql://nobody:secret@127.0.0.1:1/none"],
)
def test_a_database_that_cannot_be_used_is_refused_in_one_line(tmp_path: Path, url: str) -> None:
    environ = {"COMPANION_DATABASE_URL": url}
    done = companion("--host", "127.0.0.1", "--port", 0, "--data", tmp_path, environ=environ)
    assert 2 == done.returncode
    assert done.stderr.startswith("companion: The database cannot be used: ")
    assert (1, False) == (len(done.stderr.splitlines()), "secret" in done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("options", [["score", "-"], ["score", "-", "--json"], ["rooms"]])
def test_a_reader_that_ends_early_ends_a_command_without_a_complaint(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "companion", *options]
    with os.fdopen(writer, "wb") as pipe:
        given = json.dumps(document(ONE)).encode()
        ended = subprocess.run(command, input=given, stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert (141, b"") == (ended.returncode, ended.stderr)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [["score", "-"], ["rooms"], ["doctor"], ["run", "--host", "127.0.0.1", "--port", "0"]]
)
@pytest.mark.parametrize("buffered", ["", "1"])
def test_a_full_disk_is_said_in_one_line(options: list[str], buffered: str, tmp_path: Path) -> None:
    environ = os.environ | {"COMPANION_DATA": str(tmp_path), "PYTHONUNBUFFERED": buffered}
    command = [sys.executable, "-m", "companion", *options]
    with Path("/dev/full").open("wb") as disk:
        given = json.dumps(document(ONE)).encode()
        ended = subprocess.run(
            command, input=given, stdout=disk, stderr=subprocess.PIPE, env=environ, check=False
        )
    assert (1, b"companion: No space left on device\n") == (ended.returncode, ended.stderr)


def test_a_log_on_a_full_disk_fills_no_other_with_tracebacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w", buffering=1) as disk:
        monkeypatch.setattr(sys, "stdout", disk)
        with terminal_log.log_to_terminal(quiet=False, as_json=False):
            logging.getLogger("companion.rooms").info("Room AB23 was opened")
        monkeypatch.undo()
        os.dup2(os.open(os.devnull, os.O_WRONLY), disk.fileno())
    assert "" == capsys.readouterr().err


# `companion --open`: which page the browser is shown, and what happens if companion runs already.


Start = Callable[..., Server]


@pytest.fixture
def browser(tmp_path: Path) -> StubBrowser:
    return StubBrowser(tmp_path)


@pytest.fixture
def foreign_port() -> Iterator[int]:
    """Return a port on which a program listens that is not companion and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_the_browser_opens_the_start_page_when_the_server_is_ready(
    start_server: Start, browser: StubBrowser
) -> None:
    server = start_server("--open", environ=browser.environ)
    browser.wait_for(f"http://localhost:{server.port}")
    assert "so does Stop companion" in server.greeting


@pytest.mark.slow
def test_without_open_no_browser_is_started(start_server: Start, browser: StubBrowser) -> None:
    server = start_server(environ=browser.environ)
    server.stopping()
    assert [] == browser.opened()
    assert "Stop companion" not in server.greeting


@pytest.mark.slow
def test_a_second_start_shows_the_page_of_the_first_and_ends_well(
    start_server: Start, browser: StubBrowser
) -> None:
    server = start_server("--open", environ=browser.environ)
    page = f"http://localhost:{server.port}"
    browser.wait_for(page)
    words = ["--open", "--host", "127.0.0.1", "--port", server.port, "--data", server.data]
    second = companion(*words, environ=browser.environ)
    assert f"companion is running already: {page}\n" == second.stdout
    assert (0, "") == (second.returncode, second.stderr)
    browser.wait_for(page, page)


@pytest.mark.slow
def test_where_another_program_has_the_port_the_next_free_one_is_taken(
    start_server: Start, browser: StubBrowser, foreign_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start_server("--open", port=foreign_port, environ=browser.environ)
    assert foreign_port < server.port < foreign_port + 10
    browser.wait_for(f"http://localhost:{server.port}")
    monkeypatch.setattr(health, "_TIMEOUT", 0.1)
    assert not health.fetch_status(f"http://127.0.0.1:{foreign_port}")
    assert health.fetch_status(server.url)


@pytest.mark.slow
def test_a_browser_that_does_not_return_keeps_nothing_waiting(start_server: Start, tmp_path: Path) -> None:
    server = start_server("--open", environ=StubBrowser(tmp_path, then="exec sleep 15").environ)
    server.signal(signal.SIGTERM)
    assert 0 == server.wait()
    assert "" == server.errors()


def test_a_browser_that_fails_to_start_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_url: str) -> bool:
        raise run.webbrowser.Error

    monkeypatch.setenv("BROWSER", "any")
    monkeypatch.setattr(run.webbrowser, "open", fail)
    thread = run.show_page("http://localhost:8000")
    thread.join(10)
    assert not thread.is_alive()


def test_who_has_no_terminal_reads_in_the_browser_why_it_could_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def browse(url: str) -> bool:
        with urlopen(Request(url, headers={"Accept-Language": "ja,en"})) as page:
            read.append(page.read().decode())
        urlopen(Request(f"{url}/stop", b"")).close()  # the button on it
        return True

    for name in terminal_log._EVENTS:  # the command takes them over, and later tests want them as they were
        monkeypatch.setattr(logging.getLogger(name), "level", logging.NOTSET)
    monkeypatch.setenv("BROWSER", "any")
    monkeypatch.setattr(run.webbrowser, "open", browse)
    (tmp_path / "<data>").write_text("no folder")
    command = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "<data>")]
    assert 2 == cli.main(command)
    assert [] == read
    assert 2 == cli.main([*command, "--open"])
    [page] = read
    assert "&lt;data&gt;" in page
    assert '<html lang="ja"' in page


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="there is a screen always")
def test_a_terminal_without_a_screen_is_left_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(run.webbrowser, "open", opened.append)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    run.show_page("http://localhost:8000").join()
    assert [] == opened
    monkeypatch.setenv("DISPLAY", ":0")
    run.show_page("http://localhost:8000").join()
    assert ["http://localhost:8000"] == opened


@pytest.mark.parametrize(
    ("host", "page"),
    [
        *((host, "http://localhost:8000") for host in ("0.0.0.0", "::", "127.0.0.1")),  # noqa: S104
        ("192.168.1.5", "http://192.168.1.5:8000"),
        ("fd00::5", "http://[fd00::5]:8000"),
    ],
)
def test_the_start_page_is_where_the_server_listens(host: str, page: str) -> None:
    assert page == run.start_page(load_settings({}, host=host))
