"""The wheel has everything that a page needs, and the README the two commands."""

import re
import tomllib
import zipfile
from dataclasses import fields
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from companion.config.limits import Limits

ROOT = Path(__file__).parent.parent.parent


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
    texts = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "companion" / "i18n" / "locales").rglob("*.mo")
    }
    assert "companion/i18n/locales/ja/LC_MESSAGES/companion.mo" in texts
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
    for name in ("host", "port", "url", "data", "quiet"):
        assert f"`--{name}`" in readme
        assert f"`COMPANION_{name.upper()}`" in readme
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        assert f"`COMPANION_{name}`" in readme


def test_every_limit_is_in_the_readme_with_its_default() -> None:
    readme = (ROOT / "README.md").read_text()
    for limit in fields(Limits):
        assert f"`COMPANION_LIMIT_{limit.name.upper()}` | {limit.default} " in readme


def test_the_readme_leads_to_what_is_said_of_security() -> None:
    assert "(.github/SECURITY.md)" in (ROOT / "README.md").read_text()
    assert (ROOT / ".github" / "SECURITY.md").is_file()


def test_all_that_companion_needs_is_locked_by_version_and_hash_wherever_it_comes_from() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    locked = re.findall(
        r"^([a-z0-9-]+)==\S+(?: ; [^\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+$", lock, re.MULTILINE
    )
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {re.split(r"[>=]", each)[0] for each in needed} <= set(locked)
    assert len(locked) == lock.count("==") - lock.count("sys_platform ==")
    assert "://" not in lock
