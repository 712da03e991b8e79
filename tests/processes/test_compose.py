"""The files in .github/deploy for Docker Compose, without containers, and for systemd, which accepts them."""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.config.settings import load_settings
from tests.project.test_documents import AskedFor
from tests.support.backing_services import RedisServer, found, until
from tests.support.dockerfile import ROOT, instructions
from tests.support.proxies import DEPLOY, NAME

KEY = "k" * 32


@cache
def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return parsed


def services() -> dict[str, dict[str, Any]]:
    described: dict[str, dict[str, Any]] = compose()["services"]
    return described


def server_names() -> list[str]:
    return [name for name in services() if name.startswith("companion-")]


def composer() -> list[str]:
    """Return the command of Docker Compose, of which the first release is enough to check a file."""
    docker = shutil.which("docker")
    asked = [docker or "false", "compose", "version"]
    if not subprocess.run(asked, capture_output=True, check=False).returncode:
        return asked[:2]
    return [found("docker-compose")]


@pytest.mark.slow
def test_docker_compose_accepts_the_file_and_takes_name_and_secrets_from_beside_it(tmp_path: Path) -> None:
    for name in ("compose.yaml", "Caddyfile", "away.html"):
        shutil.copy(DEPLOY / name, tmp_path)
    command = [*composer(), "-f", "compose.yaml", "config"]
    refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode
    (tmp_path / ".env").write_text(f"SITE={NAME}\nPASSWORD=secret\nKEY={KEY}\n")
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    resolved = yaml.safe_load(checked.stdout)["services"]
    assert set(services()) == set(resolved)
    settings = load_settings(resolved["companion-1"]["environment"])
    assert "postgresql+psycopg://companion:secret@postgres/companion" == settings.database_url
    assert (KEY, f"https://{NAME}") == (settings.secret, settings.url)
    assert "secret" == resolved["postgres"]["environment"]["POSTGRES_PASSWORD"]
    assert NAME == resolved["caddy"]["environment"]["SITE"]
    assert str(tmp_path) == resolved["companion-1"]["build"]["context"]


@pytest.mark.slow
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
    assert [["8000"]] == [words for name, words in instructions() if name == "EXPOSE"]
    listed = services()["caddy"]["environment"]["SERVERS"].split()
    assert [f"{name}:8000" for name in server_names()] == listed
    assert ["caddy"] == [name for name, service in services().items() if "ports" in service]
    assert {"inside": {"internal": True}, "outside": {}} == compose()["networks"]
    for name in ("postgres", "redis"):
        assert ["inside"] == services()[name]["networks"]


def test_every_service_is_limited_restarted_and_checked() -> None:
    for name, service in services().items():
        assert service["init"] is service["read_only"] is True
        assert (["ALL"], "unless-stopped") == (service["cap_drop"], service["restart"])
        assert service["mem_limit"]
        assert service["pids_limit"]
        assert "healthcheck" in service or name in server_names()  # the image brings theirs
    assert "HEALTHCHECK" in {name for name, _ in instructions()}
    assert {"postgres", "redis"} == set(services()["companion-1"]["depends_on"])
    assert server_names() == services()["caddy"]["depends_on"]


def test_every_setting_in_a_file_is_a_real_one() -> None:
    environment = AskedFor()
    load_settings(environment)
    files = (*filter(Path.is_file, DEPLOY.rglob("*")), ROOT / "Dockerfile")
    named = {name for file in files for name in re.findall(r"COMPANION_[A-Z_]+", file.read_text())}
    assert {"COMPANION_DATA", "COMPANION_DATABASE_URL", "COMPANION_SECRET_KEY"} <= named <= environment.names


@pytest.mark.slow
@pytest.mark.parametrize("name", ["companion.service", "companion@.service"])
def test_systemd_accepts_the_unit_and_finds_it_closed(tmp_path: Path, name: str) -> None:
    unit = (DEPLOY / "companion.service").read_text()
    path = tmp_path / name
    path.write_text(unit.replace("/usr/local/bin/companion", "/bin/true"))
    checked = subprocess.run(
        [found("systemd-analyze"), "verify", "--man=no", path], capture_output=True, text=True, check=False
    )
    ours = [line for line in checked.stderr.splitlines() if path.stem in line]  # there are others here
    assert (0, []) == (checked.returncode, ours)
    exposed = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert exposed.returncode == 0, exposed.stdout  # 2.0 of 10; without the hardening it is 9.2
