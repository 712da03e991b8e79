"""The same application under other servers: uvicorn, and gunicorn by a Unix socket behind nginx."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion import asgi
from tests.support.backing_services import free_port, until
from tests.support.guest import Guest
from tests.support.proxies import NAME, Nginx, ProxiedGuest, Screen

pytestmark = pytest.mark.slow


@dataclass
class Site:
    """A running server, and what browsers there are."""

    process: subprocess.Popen[bytes]
    log: Path
    guest: Callable[[], Guest]

    def answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return self.guest().ask("/healthz").status == 200
        except OSError:
            return False


def start(folder: Path, words: str, guest: Callable[[], Guest], **environ: str) -> Site:
    log = folder / "log"
    whole = {key: text for key, text in os.environ.items() if not key.startswith("COMPANION_")}
    whole |= {"COMPANION_DATA": str(folder / "data"), **environ}
    with log.open("wb") as output:
        command = [sys.executable, "-m", *words.split()]
        return Site(subprocess.Popen(command, env=whole, stdout=output, stderr=output), log, guest)


def with_uvicorn(folder: Path) -> Iterator[Site]:
    port = free_port()
    words = f"uvicorn companion.asgi:app --port {port} --no-access-log"
    yield start(folder, words, lambda: Guest(f"http://127.0.0.1:{port}"))


def with_gunicorn(folder: Path) -> Iterator[Site]:
    for module in ("gunicorn", "uvicorn_worker"):
        if not (find_spec(module) or os.environ.get("CI")):
            pytest.skip(f"no {module} on this computer")
    proxy = Nginx(where := f"unix:{folder / 'companion.sock'}")
    proxy.check()
    proxy.start()
    words = f"gunicorn -k uvicorn_worker.UvicornWorker companion.asgi:app --bind {where}"
    environ = {"COMPANION_URL": f"https://{NAME}", "FORWARDED_ALLOW_IPS": "*"}
    yield start(folder, words, lambda: ProxiedGuest(proxy), **environ)
    proxy.remove()


@pytest.fixture(params=[with_uvicorn, with_gunicorn])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    for each in request.param(tmp_path):
        try:
            until(each.answers, "the server does not answer", patience=30)
            yield each
        finally:
            each.process.terminate()  # gunicorn, if it is killed, leaves its worker
            each.process.wait(40)


def follow(guest: Guest, screen: str) -> Screen:
    return Screen(guest.opened(f"/{guest.code}/stream?screen={screen}&lang=en"))


def is_asked(phone: Guest) -> bool:
    time.sleep(0.2)  # a browser that asks all the time is refused
    return 'name="at"' in phone.page().text


def has_rounds(host: Guest, number: int) -> bool:
    time.sleep(0.2)
    answer = host.page("/rounds.csv")
    return (
        answer.status == 200 and len({line.split(",")[2] for line in answer.text.splitlines()[1:]}) >= number
    )


def test_phones_and_a_bot_play_a_game_before_a_tv_and_sigterm_ends_it_all(site: Site) -> None:
    host, phones = site.guest(), [site.guest() for _ in "12"]
    host.start_room(rounds=3)
    invitation = host.invitation() if isinstance(host, ProxiedGuest) else f"/{host.code}"
    for phone, name in zip(phones, ("Ann", "Ben"), strict=True):
        assert phone.ask(invitation).status == 200
        assert phone.join(host.code, name).status == 200
    assert host.ask(f"/{host.code}/host/bot", {"strategy": "edge"}).status == 200
    assert host.begin(rounds=3).status == 200
    screens = [follow(host, "tv"), *(follow(phone, "phone") for phone in phones)]
    for number in (1, 2, 3):
        for phone in phones:
            until(partial(is_asked, phone), "there is no next round", patience=30)
            assert phone.send(number).status == 200
        until(partial(has_rounds, host, number), "the bot does not play", patience=30)
        for screen in screens:
            screen.reach(host.version())
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(10) in {0, -signal.SIGTERM}  # uvicorn raises it again
    for screen in screens:
        while screen.read():
            pass
    assert not re.search("error|traceback|exception", site.log.read_text(), re.IGNORECASE), (
        site.log.read_text()
    )


def test_what_cannot_be_started_says_why(tmp_path: Path) -> None:
    words = f"uvicorn companion.asgi:app --port {free_port()}"
    site = start(tmp_path, words, lambda: Guest(""), COMPANION_LOG="loud")
    assert site.process.wait(30) == 3
    assert "companion: The log cannot be loud: it is text or json" in site.log.read_text()


def answers(scope: dict[str, Any], opening: str) -> Iterator[dict[str, Any]]:
    """Yield what the application sends; an exception goes on after that."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": opening}

    async def send(message: Any) -> None:
        sent.append(message)

    try:
        asyncio.run(asgi.app(scope, receive, send))
    finally:
        yield from sent


def test_a_websocket_is_closed() -> None:
    assert [{"type": "websocket.close"}] == [
        *answers({"type": "websocket", "state": {}}, "websocket.connect")
    ]


def test_a_fault_at_the_start_ends_the_server_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "load_settings", lambda **_: 1 / 0)
    found_answers = answers({"type": "lifespan", "state": {}}, "lifespan.startup")
    said = next(found_answers)
    assert "lifespan.startup.failed" == said["type"]
    assert "ZeroDivisionError" in said["message"]
    with pytest.raises(ZeroDivisionError):
        next(found_answers)
