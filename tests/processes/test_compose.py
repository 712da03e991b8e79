"""What `companion setup compose` prints, without containers: its commands and settings, on real programs."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.backing_services import Postgres, RedisServer, found, until
from tests.support.dockerfile import ROOT, instructions
from tests.support.printed_files import printed
from tests.support.proxies import NAME, Caddy, ProxiedGuest
from tests.support.server import Server

pytestmark = pytest.mark.slow


@cache
def written() -> str:
    """Return the file that is printed, always the same one: its secrets are new each time."""
    return printed("compose", "--url", f"https://{NAME}")


@cache
def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load(written())
    return parsed


def services() -> dict[str, dict[str, Any]]:
    described: dict[str, dict[str, Any]] = compose()["services"]
    return described


def server_names() -> list[str]:
    return [name for name in services() if name.startswith("companion-")]


def composer() -> list[str]:
    """Return the command of Docker Compose, of which the first release is enough to check a file."""
    docker = shutil.which("docker")
    if (
        docker
        and not subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode
    ):
        return [docker, "compose"]
    return [found("docker-compose")]


def addressed(text: str, database: str, redis: RedisServer, ports: list[int]) -> str:
    """Return a text of the file with the names of services replaced by where they are here."""
    here = {
        r"postgresql://companion:\w+@postgres/companion": database,
        r"redis://redis\b": redis.url,
        **{
            rf"\b{name}:8000\b": f"127.0.0.1:{port}"
            for name, port in zip(server_names(), ports, strict=False)
        },
    }
    for pattern, address in here.items():
        text = re.sub(pattern, address, text)
    return text


@pytest.fixture
def servers(tmp_path: Path, postgres: Postgres, redis: RedisServer) -> Iterator[list[Server]]:
    """Start the servers of the file with its settings, on a database and a bus of this test."""
    database = postgres.database()
    started = []
    for name in server_names():
        environ = {
            key: addressed(value, database, redis, [])
            for key, value in services()[name]["environment"].items()
        }
        started.append(Server(tmp_path / name, environ=environ).start())
    yield started
    complaints = "".join(each.errors() for each in started)
    for each in started:
        each.stop()
    assert complaints == ""


class ComposedCaddy(Caddy):
    """Caddy with the settings that the file gives it, and the command that it runs it with."""

    def settings(self, upstreams: tuple[int, ...]) -> str:
        settings: str = services()["caddy"]["environment"]["CADDYFILE"]
        for name, port in zip(server_names(), upstreams, strict=True):
            settings, changed = re.subn(rf"\b{name}:8000\b", f"127.0.0.1:{port}", settings)
            assert changed == 1
        return settings

    def start(self) -> None:
        shell, option, script = services()["caddy"]["command"]
        assert script.count("/tmp/Caddyfile") == 2  # noqa: S108 - in the container
        (self.folder / "composed").mkdir()
        here = script.replace("/tmp", "composed")  # noqa: S108
        self._command = (shell, option, f'export CADDYFILE="$(cat Caddyfile)" && {here}')
        super().start()

    def options(self) -> tuple[str, ...]:
        return ()


@pytest.fixture
def proxy(servers: list[Server]) -> Iterator[ComposedCaddy]:
    made = ComposedCaddy(*(each.port for each in servers))
    made.check()
    made.start()
    yield made
    made.remove()


def test_a_round_is_played_through_caddy_and_goes_on_when_a_server_is_killed(
    proxy: ComposedCaddy, servers: list[Server]
) -> None:
    host, guests = ProxiedGuest(proxy), [ProxiedGuest(proxy) for _ in range(3)]
    host.start_room(rounds=3)
    for guest, name in zip(guests, ("Ann", "Ben", "Cid"), strict=True):
        assert guest.join(host.code, name).status == 200
    assert host.begin(rounds=3).status == 200
    assert [200] * 3 == [guest.send(number).status for guest, number in zip(guests, (1, 2, 3), strict=True)]
    assert guests[0].send(4).status == 200
    servers[0].kill()
    for guest, number in zip(
        guests[1:], (5, 6), strict=True
    ):  # what was on its way is lost, and phones send again
        until(lambda: guest.send(number).status == 200, "the other server is not asked", patience=10)  # noqa: B023
    screen = guests[0].follow("phone", "gzip")
    assert [200] * 3 == [guest.send(number).status for guest, number in zip(guests, (7, 8, 9), strict=True)]
    screen.reach(host.version())
    screen.close()
    servers[0].start()
    record = json.loads(host.page("/game-1.json").text)
    expected = [{"Ann": n, "Ben": n + 1, "Cid": n + 2} for n in (1, 4, 7)]
    assert expected == [each["plays"] for each in record["rounds"]]


def test_docker_compose_accepts_the_file(tmp_path: Path) -> None:
    (tmp_path / "compose.yaml").write_text(written())
    shutil.copy(ROOT / "Dockerfile", tmp_path)
    command = [*composer(), "-f", "compose.yaml", "config"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    resolved = yaml.safe_load(checked.stdout)
    assert set(services()) == set(resolved["services"])
    assert NAME in resolved["services"]["caddy"]["environment"]["CADDYFILE"]
    assert str(tmp_path) == resolved["services"]["companion-1"]["build"]["context"]


def test_redis_runs_with_the_command_of_the_file() -> None:
    class Composed(RedisServer):
        def options(self) -> tuple[str, ...]:
            program, *options = services()["redis"]["command"]
            assert program == "redis-server"
            return (*options, "--port", str(self.port), "--bind", "127.0.0.1")

    redis = Composed()
    try:
        redis.start()
        until(redis.answers, "it does not answer")
        assert [] == list(redis.folder.glob("*.rdb"))
    finally:
        redis.remove()


def test_the_servers_listen_where_the_image_says_and_nobody_else_reaches_them() -> None:
    exposed = [words for name, words in instructions() if name == "EXPOSE"]
    assert [["8000"]] == exposed
    assert ["caddy"] == [name for name, each in services().items() if "ports" in each]
    assert {"inside": {"internal": True}, "outside": {}} == compose()["networks"]
    for name in ("postgres", "redis"):
        assert ["inside"] == services()[name]["networks"]
    for name in server_names():
        assert "command" not in services()[name]
        assert "entrypoint" not in services()[name]


def test_every_service_is_limited_restarted_and_checked() -> None:
    for name, each in services().items():
        assert each["init"] is each["read_only"] is True
        assert (["ALL"], "unless-stopped") == (each["cap_drop"], each["restart"])
        assert each["mem_limit"]
        assert each["pids_limit"]
        assert "healthcheck" in each or name in server_names()  # the image brings theirs
    assert "HEALTHCHECK" in {name for name, _ in instructions()}
    assert {"postgres", "redis"} == set(services()["companion-1"]["depends_on"])
    assert server_names() == services()["caddy"]["depends_on"]


def test_each_file_has_secrets_of_its_own() -> None:
    def secrets_of(text: str) -> set[str]:
        services = yaml.safe_load(text)["services"]
        key = services["companion-1"]["environment"]["COMPANION_SECRET_KEY"]
        password = services["postgres"]["environment"]["POSTGRES_PASSWORD"]
        assert f":{password}@" in services["companion-2"]["environment"]["COMPANION_DATABASE_URL"]
        assert len(key) >= 64
        assert len(password) >= 48
        return {key, password}

    one, two = secrets_of(written()), secrets_of(printed("compose", "--url", f"https://{NAME}"))
    assert 4 == len(one | two)


def test_there_are_as_many_servers_as_wanted() -> None:
    services = yaml.safe_load(printed("compose", "--url", f"https://{NAME}", "--servers", "5"))["services"]
    assert 5 == sum(name.startswith("companion-") for name in services)
    assert "companion-5:8000" in services["caddy"]["environment"]["CADDYFILE"]
