"""Fixtures that all tests share, and the choice between the quick run and the whole one.

`pytest` alone is quick: it leaves out tests that are marked `slow`, and Hypothesis tries fewer examples.
With `--all`, everything runs in full; so does whatever a file, a folder, `-k`, `-m` or `--lf` selects.
`--rest` runs what the quick run has left out: slow tests, and those in which Hypothesis tries more examples.
"""

import gc
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

from tests.support.backing_services import Postgres, RedisServer
from tests.support.guest import Guest
from tests.support.preloaded_server import PreloadedServer
from tests.support.server import Server

settings.register_profile("all", deadline=None)  # a busy computer is no failure
settings.register_profile("quick", parent=settings.get_profile("all"), max_examples=5)

Party = tuple[Guest, list[Guest]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run slow tests too, and every case of the others")
    parser.addoption("--rest", action="store_true", help="run only what is left out without --all")


def pytest_configure(config: pytest.Config) -> None:
    config.option.all = config.option.all or config.option.rest or _is_selective(config)
    settings.load_profile("all" if config.option.all else "quick")
    os.environ["COMPANION_MDNS"] = "0"  # nothing that a test starts announces itself on the network
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # some hundred processes run the same program,
    sys.dont_write_bytecode = False  # and each worker imports the same tests


def pytest_report_header(config: pytest.Config) -> str:
    return "slow tests: all of them" if config.option.all else "slow tests: left out (--all runs them)"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers `-n auto` starts: tests also wait, for servers, browsers and clocks."""
    return (os.cpu_count() or 1) * 3 // 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without a search for garbage, as all that is found stays: a third less time for each worker."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out of a quick run, and what was in it out of the rest; start the longest first."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)
    slow = _slow(items)
    if config.option.rest:
        left_out = [item for item in items if item not in slow and not is_hypothesis_test(item.obj)]  # type: ignore[attr-defined]
    else:
        left_out = [] if config.option.all else [item for item in items if item in slow]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        out = {*left_out}
        items[:] = [item for item in items if item not in out]


def _is_selective(config: pytest.Config) -> bool:
    """Return whether the command line names tests."""
    everything = {config.rootpath, *(config.rootpath / path for path in config.getini("testpaths"))}
    named = any((config.invocation_params.dir / arg).resolve() not in everything for arg in config.args)
    return named or any(config.getoption(option, None) for option in ("keyword", "markexpr", "lf"))


def _slow(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that are marked `slow`, except the cases that the mark keeps, from first to last."""
    functions = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("slow"):
            functions[item.nodeid.partition("[")[0], mark.kwargs.get("keep", 0)].append(item)
    return {
        case
        for (_, keep), cases in functions.items()
        for number, case in enumerate(cases)
        if number not in {round(n * (len(cases) - 1) / max(keep - 1, 1)) for n in range(keep)}
    }


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests that leave it as it is; it must not have logged an error in the end."""
    running = PreloadedServer(tmp_path_factory.mktemp("data")).start()
    yield running
    complaints = running.errors()
    running.stop()
    assert complaints == ""


@pytest.fixture
def server_kind() -> type[Server]:
    """Say which kind of server `start_server` starts."""
    return PreloadedServer


@pytest.fixture
def start_server(tmp_path: Path, server_kind: type[Server]) -> Iterator[Callable[..., Server]]:
    """Start servers for one test, which may stop or kill them."""
    started: list[Server] = []

    def start(*options: str, port: int = 0, environ: Mapping[str, str] | None = None) -> Server:
        started.append(server_kind(tmp_path / f"data{len(started)}", *options, port=port, environ=environ))
        return started[-1].start()

    yield start
    for each in started:
        each.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL server; a test that stops it starts it again."""
    made = Postgres()
    made.start()
    yield made
    made.remove()


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """Run a Redis server for one test."""
    made = RedisServer()
    made.start()
    yield made
    made.remove()


@pytest.fixture
def party(server: Server) -> Callable[..., Party]:
    """Return a function that opens a room with players of these names and starts a game with `options`."""

    def gather(*names: str, **options: object) -> Party:
        return gather_at(server, *names, **options)

    return gather


def gather_at(server: Server, *names: str, **options: object) -> Party:
    """Open a room on a server, let the named players join, and start a game."""
    host = Guest(server.url)
    host.start_room(**options)
    guests = [Guest(server.url) for _ in names]
    for guest, name in zip(guests, names, strict=True):
        guest.join(host.code, name)
    assert host.begin(**options).status == 200
    return host, guests
