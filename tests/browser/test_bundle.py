"""The bundle: made, unpacked into an empty home, and played with, without Python and without a network."""

import os
import re
import shlex
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from ctypes.util import find_library
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, expect

from companion import __version__
from tests.browser.conftest import Evening, send
from tests.support.backing_services import found, until
from tests.support.chromium import FLAGS, chromium_path
from tests.support.made_once import made_once
from tests.support.packages import needed
from tests.support.small_networks import alone, joined
from tests.support.stub_browser import StubBrowser
from tests.tools import trial
from tests.tools.bundle import build

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Within = tuple[str, ...]
PORT = 8000
PAGE = f"http://localhost:{PORT}"
OF_THE_SYSTEM = re.compile(
    r"(ld-linux|libc|libm|libdl|libpthread|librt|libutil|libresolv|libnss_)\b.*|libnss_.*"
)
"""What every Linux has: the C library in its parts."""


@pytest.fixture(scope="module")
def network() -> Iterator[Within]:
    """Yield the beginning of a command that is to run on a computer without a network."""
    with alone() as within:
        yield within


@pytest.fixture(scope="module")
def bundle(network: Within, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found("objdump")
    [archive] = made_once(tmp_path_factory, "bundle", build.make).glob("*.tar.gz")
    return archive


@dataclass
class Computer:
    """A computer with an empty home, on which the bundle was unpacked; nothing else is there to start."""

    network: Within
    folder: Path
    browser: StubBrowser
    program: Path
    port: int = PORT
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def environ(self, path: str = "") -> list[str]:
        """Return the whole environment; without a `path` there is no other program."""
        nowhere = str(self.folder / "nowhere")
        return [f"HOME={self.home}", f"PATH={path or nowhere}", f"BROWSER={self.browser.path}"]

    def start(self, *command: str, path: str = "") -> subprocess.Popen[bytes]:
        """Start a command, else the program of the bundle, from a folder that is not its own."""
        whole = [*self.network, "env", "-i", *self.environ(path), *(command or [str(self.program)])]
        with (self.folder / "said").open("ab") as said:
            self.running.append(subprocess.Popen(whole, cwd=self.home, stdout=said, stderr=said))
        return self.running[-1]

    def said(self) -> str:
        return (self.folder / "said").read_text()

    def kept(self) -> set[str]:
        """List the files in the home."""
        return {str(each.relative_to(self.home)) for each in self.home.rglob("*") if each.is_file()}

    def close(self) -> None:
        with suppress(subprocess.CalledProcessError):  # what a file manager's has started is none of ours
            ask(self, "/stop", form="b''")
        for each in self.running:
            each.kill()
            each.wait()


@pytest.fixture
def computer(network: Within, bundle: Path, tmp_path: Path) -> Iterator[Computer]:
    for each in ("home", "nowhere", "a folder of mine"):
        (tmp_path / each).mkdir()
    with tarfile.open(bundle) as packed:
        packed.extractall(tmp_path / "a folder of mine", filter="data")
    [folder] = (tmp_path / "a folder of mine").iterdir()
    made = Computer(network, tmp_path, StubBrowser(tmp_path), folder / "companion")
    yield made
    made.close()


@pytest.fixture
def there(network: Within, chromium: Browser, tmp_path: Path) -> Iterator[Browser]:
    """Launch Chromium in the same network."""
    path = chromium_path()
    assert path
    wrapper = tmp_path / "chromium"
    wrapper.write_text(f'#!/bin/sh\nexec {shlex.join([*network, path])} "$@"\n')
    wrapper.chmod(0o755)
    browser = chromium.browser_type.launch(executable_path=wrapper, args=FLAGS)
    yield browser
    browser.close()


@pytest.mark.first
def test_the_archive_is_small_and_has_licences_and_how_to_start(bundle: Path) -> None:
    assert bundle.stat().st_size <= build.MOST * 1_000_000
    with tarfile.open(bundle) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
        [start] = [packed.extractfile(each) for each in packed if each.name.endswith("/START-HERE.txt")]
        assert start
        text = start.read().decode("utf-8-sig")
    assert {"companion", "companion.desktop", "start-companion.sh"} <= names
    assert {
        f"licences/{each}.txt" for each in ("python", "pyinstaller", "libssl", "htmx", *needed())
    } <= names
    assert not [name for name in names if re.search(r"readline|tkinter|pytest|playwright|greenlet", name)]
    assert "Stop companion" in text


def test_a_round_is_played_without_python_and_network_and_goes_on_after_a_stop(
    computer: Computer, there: Browser
) -> None:
    process = computer.start()
    computer.browser.wait_for(PAGE)
    assert set() == foreign_libraries(process.pid, computer)

    evening = Evening(there, SimpleNamespace(server=computer))  # type: ignore[arg-type]
    host = evening.host()
    phones = [evening.phone(name) for name in ("Alice", "Bob", "Carol")]
    host.get_by_role("button", name="Start", exact=True).click()
    for phone, number in zip(phones, (10, 40, 90), strict=True):
        send(phone, number)
    for phone in phones:
        expect(phone.get_by_role("heading", name="Round 2 of")).to_be_visible()
    phones[1].goto(evening.address("/result"))
    expect(phones[1].get_by_text("40").first).to_be_visible()

    workbook = f"fetch('/{evening.code}/evening.xlsx').then((answer) => answer.status)"
    assert 200 == host.evaluate(workbook)  # what makes it is imported only then

    host.goto(PAGE)
    host.get_by_role("link", name="Stop companion").click()
    host.get_by_role("button", name="Stop companion").click()
    expect(host.get_by_role("heading", name="companion has stopped")).to_be_visible()
    assert 0 == process.wait(20), computer.said()
    assert ".local/share/companion/companion.db" in computer.kept()
    assert all(each.startswith(".local/share/companion/") for each in computer.kept())

    again = computer.start()
    computer.browser.wait_for(PAGE, PAGE)
    host.goto(PAGE)
    host.get_by_role("link", name=f"Go on in room {evening.code}").click()
    host.wait_for_url("**/host")
    for phone in phones:
        phone.goto(evening.address())
        expect(phone.get_by_role("heading", name="Round 2 of")).to_be_visible()
    evening.close()
    again.send_signal(signal.SIGTERM)
    assert 0 == again.wait(20), computer.said()
    assert "Traceback" not in computer.said()


def foreign_libraries(process: int, computer: Computer) -> set[str]:
    """List the files that a process has mapped from elsewhere than the bundle, the home and the C library."""
    mapped = {
        Path(line.split(maxsplit=5)[5])
        for line in Path(f"/proc/{process}/maps").read_text().splitlines()
        if "/" in line
    }
    own = computer.program.parent, computer.home
    return {
        str(each)
        for each in mapped
        if not any(map(each.is_relative_to, own)) and not OF_THE_SYSTEM.match(each.name)
    }


def test_in_a_network_the_start_page_has_the_address_for_phones_and_they_may_use_the_name(
    computer: Computer,
) -> None:
    with joined("192.168.178.23") as [here]:
        computer.network = here.within
        process = computer.start()
        computer.browser.wait_for(PAGE)
        until(lambda: "http://companion.local:8000" in computer.said(), "it has no name")
        assert "192.168.178.23:8000" in ask(computer, "/")
        stop(computer)
        assert 0 == process.wait(20), computer.said()


DESKTOP = """
import ctypes, sys

gio = ctypes.CDLL("libgio-2.0.so.0")
gio.g_desktop_app_info_new_from_filename.restype = ctypes.c_void_p
entry = gio.g_desktop_app_info_new_from_filename(sys.argv[1].encode())
sys.exit(not (entry and gio.g_app_info_launch(ctypes.c_void_p(entry), None, None, None)))
"""
"""Starts a desktop entry as file managers do; `gio launch` does not say where the entry is."""


def desktop_launch(entry: Path) -> tuple[str, ...]:
    """Return the command that starts a desktop entry."""
    if find_library("gio-2.0") is None and not os.environ.get("CI"):
        pytest.skip("no GIO on this computer")
    return sys.executable, "-c", DESKTOP, str(entry)


@pytest.mark.parametrize("way", ["companion.desktop", "start-companion.sh"])
def test_what_file_managers_start_starts_it_from_any_folder(computer: Computer, way: str) -> None:
    file = computer.program.parent / way
    command = desktop_launch(file) if way.endswith(".desktop") else (str(file),)
    computer.start(*command, path="/usr/bin:/bin")
    computer.browser.wait_for(PAGE)
    assert 0 == computer.start().wait(20)  # it shows the page of the one that runs
    computer.browser.wait_for(PAGE, PAGE)
    stop(computer)


def ask(computer: Computer, path: str, form: str = "") -> str:
    """Get a page on the computer, or send a form; raises `CalledProcessError` if nobody answers."""
    get = f"import urllib.request as r; print(r.urlopen('{PAGE}{path}', {form or None}).read().decode())"
    command = [*computer.network, sys.executable, "-c", get]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def stop(computer: Computer) -> None:
    """Send what the button sends: the process may be one that a file manager's has started."""
    assert "companion has stopped" in ask(computer, "/stop", form="b''")

    def is_gone() -> bool:
        try:
            ask(computer, "/healthz")
        except subprocess.CalledProcessError:
            return True
        return False

    until(is_gone, "it does not stop")


def test_the_starter_for_linux_is_what_file_managers_expect() -> None:
    subprocess.run(
        [found("desktop-file-validate"), Path(build.__file__).with_name("companion.desktop")], check=True
    )


def test_the_trial_of_a_release_starts_it_twice(bundle: Path, tmp_path: Path) -> None:
    trial.try_bundle(bundle, tmp_path)


def test_any_command_can_be_given_to_the_program(computer: Computer) -> None:
    assert 0 == computer.start(str(computer.program), "--version").wait(20)
    assert 0 == computer.start(str(computer.program), "rooms").wait(20)
    said = computer.said().splitlines()
    assert [f"companion {__version__}", "There are no rooms."] == said[:2]
    assert [] == computer.browser.opened()
