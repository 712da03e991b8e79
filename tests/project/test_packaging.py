"""Packaging: the wheel contains all that a page needs, and every dependency is locked."""

import re
import tomllib
import zipfile
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent.parent


def files(folder: str) -> set[str]:
    return {
        f"companion/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_contains_all_templates_static_files_catalogues_and_files_to_print(tmp_path: Path) -> None:
    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py")}
    texts = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "companion" / "i18n" / "locales").rglob("*.mo")
    }
    printed = {
        f"companion/cli/setup/{name}"
        for name in ("Caddyfile", "compose.yaml", "nginx.conf", "systemd.service")
    }
    assert "companion/i18n/locales/ja/LC_MESSAGES/companion.mo" in texts
    assert files("templates") | files("static") | package | texts | printed <= names


def test_every_dependency_is_locked_by_version_and_hash_without_an_index() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    locked = re.findall(
        r"^([a-z0-9-]+)==\S+(?: ; [^\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+$", lock, re.MULTILINE
    )
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {re.split(r"[>=]", each)[0] for each in needed} <= set(locked)
    assert len(locked) == lock.count("==") - lock.count("sys_platform ==")
    assert "://" not in lock
