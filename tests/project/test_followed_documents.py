"""The pages for hosts and operators, followed: each command in them is run, and prints what they show.

The commands of README, HOSTING, OPERATING and SCORES are run one after the other, in a copy of the project
with an empty home, by somebody who reads them for the first time. What cannot be run here is in a table.
"""

import doctest
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from companion.room import events
from companion.storage import event_store
from companion.storage.database import prepare_engine
from tests.project import test_documents as documents
from tests.project.test_documents import HOSTING, OPERATING, README, ROOT, SCORES, Step, steps
from tests.support.backing_services import free_port, until
from tests.support.guest import Guest
from tests.support.room_driver import NAMES, whole_evening

DOCUMENTS = (README, HOSTING, OPERATING, SCORES)

SYSTEMD = "needs systemd; tests/processes/test_compose.py has the unit verified by it"
DOCKER = "needs Docker and public images; tests/project/test_image.py and tests/processes/test_compose.py"
PROXY = "needs a public name; tests/processes/test_proxies.py plays through both"
NOT_HERE = {
    r"python3 -m venv \.venv .* \.venv/bin/pytest": "these are the tests; .ci/run runs it in a clone",
    r"apt install": "needs an empty Debian, and changes the system",
    r"set -a; \. /etc/companion\.env; set \+a": "needs one shell for all; no setting here is secret",
    r"docker ": DOCKER,
    r"cp \.github/deploy/away\.html /etc/caddy/ && systemctl reload caddy": PROXY,
    r"systemctl reload": PROXY,
    r"nginx -t": PROXY,
}
"""What is not run, by the pattern that it begins with, and why."""

STARTS = (r"systemctl enable --now companion", r"systemctl start companion")
STOPS = (r"systemctl stop companion",)
"""What starts and stops the service: a server of the test's, which is installed as the page says."""

SERVES = r".*\.venv/bin/companion"
"""A command that runs until Ctrl-C."""

SYSTEM = (
    *("/etc/systemd/system", "/etc/caddy", "/etc/nginx/conf.d", "/var/www/html"),
    *("/opt", "/usr/local/bin", "/var/lib/companion"),
)
"""Folders of the system; the reader here has others in their place."""

SETTINGS = {"COMPANION_MDNS": "0", "COMPANION_HOST": "127.0.0.1", "COMPANION_URL": "http://192.0.2.1:8000"}
"""Nothing leaves this computer, and the doctor has no objection to that."""

HURRY = {"PIP_NO_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
"""What is installed is compiled where it is imported: most of it never is."""

ROOM, GUEST = "K7QF", "Bob"
"""The room of the operator's page, and a guest in it."""

TIMES = r"\d{4}-\d\d-\d\d[- T]\d\d:?\d\d(?::?\d\d)?"


def matches(step: Step, patterns: Mapping[str, str] | tuple[str, ...]) -> list[str]:
    return [pattern for pattern in patterns if re.match(pattern, step.command)]


class Reader:
    """Somebody who types what the documents say, in a folder with nothing but the project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clone = folder / "clone"
        self.home = folder / "home"
        self._port = free_port()
        self._service: subprocess.Popen[bytes] | None = None
        self.home.mkdir()
        for each in SYSTEM:
            (folder / each[1:]).mkdir(parents=True)
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "dist", ".*_cache")
        shutil.copytree(ROOT, self.clone, ignore=ignored)
        program = self.folder / "usr/local/bin/python3"  # the one that runs the tests
        program.write_text(f'#!/bin/sh\nexec "{sys._base_executable}" "$@"\n')  # type: ignore[attr-defined]
        program.chmod(0o755)

    @property
    def environ(self) -> dict[str, str]:
        foreign = ("COMPANION_", "PYTHON", "PYTEST", "VIRTUAL_ENV", "XDG_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        path = f"{self.folder}/usr/local/bin:{os.environ['PATH']}"
        own = {"HOME": str(self.home), "PATH": path, "LC_ALL": "C.UTF-8"}
        return kept | own | SETTINGS | HURRY | {"COMPANION_PORT": str(self._port)}

    def type(self, step: Step) -> str:
        """Run a command to its end; return what it printed."""
        done = subprocess.run(
            ["bash", "-euc", self._here(step.command)],
            cwd=self.clone,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert 0 == done.returncode, f"{step}\n{done.stdout}{done.stderr}"
        return done.stdout.replace(str(self._port), "8000")

    def _here(self, command: str) -> str:
        for each in (*SYSTEM, "/etc/companion.env"):
            command = command.replace(each, f"{self.folder}{each}")
        return command.replace("localhost:8000", f"localhost:{self._port}")

    def serve(self, command: str) -> None:
        """Start a server, and wait until the start page is there."""
        with (self.folder / "log").open("w+b") as log:
            self._service = subprocess.Popen(
                ["bash", "-c", self._here(command)],
                cwd=self.clone,
                env=self.environ,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        service = self._service
        until(lambda: b"Ctrl-C ends it" in self._log() or service.poll() is not None, command, patience=300)
        assert service.poll() is None, self._log().decode()
        assert "Start a room" in Guest(f"http://127.0.0.1:{self._port}").ask("/").text

    def _log(self) -> bytes:
        return (self.folder / "log").read_bytes()

    def press_ctrl_c(self) -> None:
        """End the server, if there is one, as Ctrl-C does: it says nothing of a fault."""
        if self._service:
            os.killpg(self._service.pid, signal.SIGINT)
            self._service.wait(30)
            self._service = None
            assert b"Traceback" not in self._log()

    def play_an_evening(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let there be a room of an evening that the operator's page can speak of."""
        engine = create_engine(f"sqlite:///{self.home}/.local/share/companion/companion.db")
        prepare_engine(engine)
        store = event_store.EventStore(engine, lambda *_: None)
        with monkeypatch.context() as patch:
            patch.setattr(event_store, "new_code", lambda: ROOM)
            store.open_room("host", events.RoomOpened("host", "good-enough", {}, None))
        for event in whole_evening().acts:
            store.execute(ROOM, "somebody", lambda _, event=event: event)
        engine.dispose()


@pytest.fixture
def reader() -> Iterator[Reader]:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)  # a service of another user finds what is installed in it
    made = Reader(folder)
    try:
        yield made
        made.press_ctrl_c()
    finally:
        shutil.rmtree(folder)


def test_what_is_not_followed_is_in_the_table_and_nothing_else_is() -> None:
    told = [step for document in DOCUMENTS for step in steps(document)]
    named = [*NOT_HERE, *STARTS, *STOPS]
    assert not [pattern for pattern in named if not any(re.match(pattern, each.command) for each in told)]
    assert not [str(each) for each in told if len(matches(each, (*NOT_HERE, *STARTS, *STOPS))) > 1]


def test_every_block_is_one_that_is_followed_or_is_no_command() -> None:
    for document in (*DOCUMENTS, documents.METRICS, documents.CAPACITY):
        for line, language, _ in documents.fenced(document.read_text()):
            assert language in documents.LANGUAGES, f"{document.name}:{line}"


@pytest.mark.slow
@pytest.mark.first
def test_whoever_follows_the_documents_gets_what_they_show(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert GUEST in NAMES
    for step in (step for document in DOCUMENTS for step in steps(document)):
        if matches(step, NOT_HERE):
            continue
        if re.fullmatch(SERVES, step.command):
            reader.serve(step.command)
            reader.press_ctrl_c()
            reader.play_an_evening(monkeypatch)
        elif matches(step, STARTS):
            reader.serve("companion")
        elif matches(step, STOPS):
            reader.press_ctrl_c()
        else:
            check(step, reader.type(step))


def check(step: Step, printed: str) -> None:
    """Compare what a command printed with what the document shows, in which `...` stands for anything."""
    if step.output is None:
        return
    shown, got = (re.sub(TIMES, "(time)", text).rstrip() + "\n" for text in (step.output, printed))
    if shown.strip() or got.strip():
        same = doctest.OutputChecker().check_output(shown, got, doctest.ELLIPSIS)
        assert same, f"{step}\n{printed}"
