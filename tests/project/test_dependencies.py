"""Dependencies: each is listed with what it is for, and pinned; and the wheel has all that is needed."""

import json
import os
import re
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.packages import LOCKS, ROOT, applies, needed, wanted
from tests.tools.audit import AUDITS, main

_LOCKED = re.compile(
    r"^(?P<wanted>[^\s#\\][^\\]*?)\s*\\\n(?P<hashes>(?:\s+--hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+)", re.M
)

FRONT = ROOT / "tests" / "front"
LIST = ROOT / ".github" / "DEPENDENCIES.md"

_COLUMNS = "package", "for", "does", "native", "licence"

_NATIVE = ".so", ".pyd", ".dylib"


def locked(lock: Path = LOCKS[0]) -> dict[str, Requirement]:
    """Parse a lock file, in which every entry has one exact version and hashes."""
    text = lock.read_text()
    entries = [Requirement(found["wanted"]) for found in _LOCKED.finditer(text)]
    assert len([line for line in text.splitlines() if re.match(r"[a-z]", line)]) == len(entries)
    return {canonicalize_name(entry.name): entry for entry in entries}


def all_locked() -> dict[str, Requirement]:
    return {name: each for lock in LOCKS for name, each in locked(lock).items()}


def listed() -> list[dict[str, dict[str, str]]]:
    """Parse the tables of the list: a row for each package, by its name."""
    tables = re.findall(r"(?:^\|.*\|\n)+", LIST.read_text(), re.M)
    found = []
    for table in tables:
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
        found.append({row[0].strip("`"): dict(zip(_COLUMNS, row, strict=True)) for row in rows})
    return found


def test_what_checks_styles_and_scripts_is_pinned_and_its_lock_names_no_place_to_get_it_from() -> None:
    wanted, lock = (json.loads((FRONT / name).read_text()) for name in ("package.json", "package-lock.json"))
    assert all(version[0].isdigit() for version in wanted["devDependencies"].values())
    assert wanted["devDependencies"] == lock["packages"][""]["devDependencies"]
    others = [each for name, each in lock["packages"].items() if name]
    assert others == [other for other in others if "integrity" in other and "resolved" not in other]


def test_every_package_is_listed_with_what_it_is_for_and_does() -> None:
    assert [set(locked(lock)) for lock in LOCKS] == [set(table) for table in listed()]
    for table in listed():
        assert all(all(row.values()) for row in table.values())


def test_the_list_says_of_every_package_with_native_code_that_it_has_some() -> None:
    rows = {name: row for table in listed() for name, row in table.items()}
    files = {name: metadata.files(name) or () for name in rows if _metadata(name)}
    found = {name for name in files if any(str(file).endswith(_NATIVE) for file in files[name])}
    assert found
    assert found <= {name for name, row in rows.items() if row["native"] == "yes"}


def test_licences_are_those_that_the_packages_say() -> None:
    for table in listed():
        for name, row in table.items():
            said = _metadata(name).get("License-Expression") if _metadata(name) else None
            assert said in {None, row["licence"]}, name


def _metadata(name: str) -> dict[str, str]:
    """Return what an installed package says of itself; empty if it is not installed."""
    try:
        return dict(metadata.metadata(name).items())
    except metadata.PackageNotFoundError:
        return {}


def test_the_lock_file_has_exactly_the_required_packages() -> None:
    assert needed() == {name for name, each in locked().items() if applies(each)}


def test_every_package_is_pinned_to_a_version_that_the_project_accepts() -> None:
    pins = locked()
    for name, each_pin in pins.items():
        assert [("==")] == [clause.operator for clause in each_pin.specifier], name
    for each in wanted():
        [pin] = pins[canonicalize_name(each.name)].specifier
        assert each.specifier.contains(pin.version), each


def test_tests_are_installed_with_what_the_locks_have() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    pinned = {canonicalize_name(each.name): each for each in map(Requirement, groups["test"])}
    for name, each in all_locked().items():
        assert (each.specifier, each.marker) == (pinned[name].specifier, pinned[name].marker), name


@pytest.mark.skipif(not os.environ.get("CI"), reason="an environment of one's own may have others")
def test_tests_run_with_what_the_locks_have() -> None:
    for name, each in all_locked().items():
        if applies(each):
            assert each.specifier.contains(metadata.version(name), prereleases=True), name


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


def test_every_lock_is_audited() -> None:
    locks = [*LOCKS, *FRONT.glob("*-lock.json")]
    assert [lock.name for lock in locks] == list(AUDITS)
    assert all(str(lock if lock in LOCKS else FRONT) == AUDITS[lock.name][-1] for lock in locks)


@pytest.mark.parametrize(
    ("printed", "error", "status", "said"),
    [
        ("Name Version ID Fix Versions\nh11 0.1 PYSEC-1 0.16.0", "Found 1 known vulnerability", 1, "PYSEC-1"),
        ("", "requests.exceptions.ConnectionError: Max retries exceeded", 0, "not audited, as the database"),
        ("", "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed", 0, "cannot be reached"),
        ("# npm audit report\nbrace-expansion 1.1.11", "", 1, "brace-expansion"),
        ("{}", "npm error audit endpoint returned an error", 0, "package-lock.json: not audited"),
    ],
)
def test_a_vulnerability_fails_and_a_database_that_cannot_be_reached_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], printed: str, error: str, status: int, said: str
) -> None:
    program = tmp_path / "audit.py"
    program.write_text(f"import sys; print({printed!r}); print({error!r}, file=sys.stderr); sys.exit(1)")
    assert status == main({"package-lock.json": [sys.executable, str(program)]})
    assert said in capsys.readouterr().out
