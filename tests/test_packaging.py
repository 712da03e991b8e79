"""What people install: everything a page needs is in the wheel, and the README's commands are there."""

import re
import zipfile
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent


def files(folder: str) -> set[str]:
    return {
        f"companion/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_all_templates_static_files_and_texts(tmp_path: Path) -> None:
    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py")}
    texts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion" / "locales").rglob("*.mo")}
    assert "companion/locales/ja/LC_MESSAGES/companion.mo" in texts
    assert files("templates") | files("static") | package | texts <= names


def test_the_readme_opens_with_two_commands_of_one_line_each() -> None:
    readme = (ROOT / "README.md").read_text()
    blocks = re.findall(r"^```\w*\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)[:2]
    assert [1, 1] == [block.strip().count("\n") + 1 for block in blocks]
    assert "companion" in blocks[0]
    assert "pytest" in blocks[1]


def test_the_readmes_picture_is_there() -> None:
    readme = (ROOT / "README.md").read_text()
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", readme)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_every_option_of_the_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    for name in ("host", "port", "url", "data"):
        assert f"`--{name}`" in readme
        assert f"`COMPANION_{name.upper()}`" in readme
    assert "`COMPANION_DATABASE_URL`" in readme
