"""The release: what the workflow makes and publishes, what an index shows, the app for Home Assistant."""

import re
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import __version__
from companion.config.settings import load_settings
from tests.support.dockerfile import ROOT, base_images
from tests.tools import release

ADDRESS = "https://github.com/somebody/somewhere"
HOME_ASSISTANT = ROOT / ".github" / "deploy" / "home-assistant"


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())[
        "jobs"
    ]
    return found


@pytest.mark.slow
def test_the_packages_lead_an_index_to_the_repository_they_come_from(tmp_path: Path) -> None:
    release.make(ADDRESS, tmp_path)
    [wheel], [sdist] = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        inside = f"median_companion-{__version__}.dist-info"
        about = message_from_bytes(packed.read(f"{inside}/METADATA"))
        commands = packed.read(f"{inside}/entry_points.txt").decode()
        assert not [name for name in packed.namelist() if name.endswith(".po")]
    assert {"postgres", "redis"} == set(about.get_all("Provides-Extra", []))
    urls = dict(element.split(", ") for element in about.get_all("Project-URL", []))
    assert {"Homepage", "Issues", "Changelog"} <= set(urls)
    targets = re.findall(r"\]\(([^)\s]+)\)", about.get_payload())
    assert len(targets) > 10
    assert all(target.startswith("https://") for target in targets)
    inner = [
        target.removeprefix(f"{ADDRESS}/")
        for target in [*targets, *urls.values()]
        if target.startswith(ADDRESS)
    ]
    paths = [match[1] for each in inner if (match := re.match(rf"(?:raw|blob)/v{__version__}/(.+)", each))]
    assert "static/tv.png" in paths
    assert all((ROOT / path).is_file() for path in paths)
    for name in ("companion", "median-companion"):
        assert f"{name} = companion.cli:main" in commands
    with tarfile.open(sdist) as packed_sources:
        sources = packed_sources.getnames()
        assert any(name.endswith(".po") for name in sources)
        assert not [name for name in sources if "/tests/front/" in name]


def test_a_tag_of_another_version_makes_no_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["release", ADDRESS, "--tag", "v9.9.9", "--out", str(tmp_path)])
    assert 1 == release.main()
    assert f"v{__version__}" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_each_job_has_the_rights_it_needs_and_actions_of_one_version(jobs: dict[str, Any]) -> None:
    writes = {
        (job, right)
        for job, about in jobs.items()
        for right, may in about["permissions"].items()
        if may == "write"
    }
    assert {("registry", "packages"), ("release", "contents"), ("index", "id-token")} == writes
    used = [step["uses"] for about in jobs.values() for step in about["steps"] if "uses" in step]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@v\d+\.\d+\.\d+", each) for each in used)


def test_nothing_is_published_that_was_not_started(jobs: dict[str, Any]) -> None:
    def before(job: str) -> set[str]:
        needs = jobs[job].get("needs", [])
        direct = {needs} if isinstance(needs, str) else set(needs)
        return direct.union(*map(before, direct))

    tried = {
        name
        for name, about in jobs.items()
        if any("tests.tools.trial" in step.get("run", "") for step in about["steps"])
    }
    assert {"installed", "bundle", "image"} == tried
    assert tried <= before("release")
    assert all("release" in before(job) for job in ("registry", "index"))


def test_a_run_by_hand_publishes_nothing_also_for_a_tag(jobs: dict[str, Any]) -> None:
    writing = {name: about for name, about in jobs.items() if "write" in about["permissions"].values()}
    assert {"release", "registry", "index"} == set(writing)
    for about in writing.values():
        conditions = about["if"].split(" && ")
        assert {"github.event_name == 'push'", "github.ref_type == 'tag'"} <= set(conditions)


def test_the_page_for_hosts_links_the_files_that_are_released_and_has_no_command(
    jobs: dict[str, Any],
) -> None:
    text = (ROOT / ".github" / "HOSTING.md").read_text()
    linked = re.findall(r"\]\(\.\./\.\./\.\./releases/latest/download/([^)]+)\)", text)
    assert {job["file"] for job in jobs["bundle"]["strategy"]["matrix"]["include"]} == set(linked)
    assert not re.search(r"```|xattr|Terminal,|\bpip\b|python -m", text)


def test_the_app_for_home_assistant_is_of_this_version_and_on_the_network_of_its_computer() -> None:
    config = yaml.safe_load((HOME_ASSISTANT / "config.yaml").read_text())
    assert {"name", "version", "slug", "description", "arch"} <= set(config)
    assert (__version__, "companion") == (config["version"], config["slug"])
    assert {"aarch64", "amd64"} == set(config["arch"])
    assert config["host_network"] is True
    port = load_settings({}).port
    assert f"http://[HOST]:[PORT:{port}]" == config["webui"]
    assert set(config["options"]) == set(config["schema"])
    [base] = base_images()
    assert f"FROM {base}\n" in (HOME_ASSISTANT / "Dockerfile").read_text()


def test_what_is_typed_in_home_assistant_is_a_setting() -> None:
    options = yaml.safe_load((HOME_ASSISTANT / "config.yaml").read_text())["schema"]
    given = {f"COMPANION_{name.upper()}": "http://192.0.2.1:8000" for name in options}
    settings = load_settings(given)
    assert all(getattr(settings, name) for name in options)
