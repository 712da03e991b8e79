"""Packaging: the wheel contains all that a page needs, and every dependency is locked."""

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


def test_the_wheel_contains_all_templates_static_files_and_catalogues(tmp_path: Path) -> None:
    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py")}
    texts = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "companion" / "i18n" / "locales").rglob("*.mo")
    }
    assert "companion/i18n/locales/ja/LC_MESSAGES/companion.mo" in texts
    assert files("templates") | files("static") | package | texts <= names
