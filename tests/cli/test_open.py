"""`companion --open`: which page the browser is shown, and what happens if companion runs already."""

import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion import cli
from companion.cli import run, terminal_log
from companion.config.settings import load_settings
from companion.web.server import health
from tests.support.server import Server, companion
from tests.support.stub_browser import StubBrowser

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
    assert not health.ask(f"http://127.0.0.1:{foreign_port}")
    assert health.ask(server.url)


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
    assert '<html lang="ja">' in page


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
