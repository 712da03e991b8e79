"""Dependencies: every package is listed with what it is for, pinned with hashes, and what tests run with."""

import os
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.packages import LOCKS, ROOT, applies, needed, wanted

_LOCKED = re.compile(
    r"^(?P<wanted>[^\s#\\][^\\]*?)\s*\\\n(?P<hashes>(?:\s+--hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+)", re.M
)
LIST = ROOT / ".github" / "DEPENDENCIES.md"
_COLUMNS = "package", "for", "does", "native", "licence"
_NATIVE = ".so", ".pyd", ".dylib"


def locked(lock: Path = LOCKS[0]) -> dict[str, Requirement]:
    """Parse a lock file, in which every entry has one exact version and hashes."""
    text = lock.read_text()
    entries = [Requirement(found["wanted"]) for found in _LOCKED.finditer(text)]
    assert len([line for line in text.splitlines() if re.match(r"[a-z]", line)]) == len(entries)
    return {canonicalize_name(each.name): each for each in entries}


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
    for name, each in pins.items():
        assert [("==")] == [clause.operator for clause in each.specifier], name
    for each in wanted():
        [pin] = pins[canonicalize_name(each.name)].specifier
        assert each.specifier.contains(pin.version), each


def test_tests_are_installed_with_what_the_locks_have() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    pinned = {canonicalize_name(each.name): each for each in map(Requirement, extras["test"])}
    for name, each in all_locked().items():
        assert (each.specifier, each.marker) == (pinned[name].specifier, pinned[name].marker), name


@pytest.mark.skipif(not os.environ.get("CI"), reason="an environment of one's own may have others")
def test_tests_run_with_what_the_locks_have() -> None:
    for name, each in all_locked().items():
        if applies(each):
            assert each.specifier.contains(metadata.version(name), prereleases=True), name
