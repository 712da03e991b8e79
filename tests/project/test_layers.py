"""Structure: imports point one way, class names are unique, and vendored files are unchanged."""

import ast
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import companion
from tests.support.front import data_of, files_below
from tests.support.modules import RUN_BY_OTHERS, import_graph, imported_names, module_paths

PACKAGE = Path(companion.__file__).parent
ROOT = PACKAGE.parent

LAYERS = {
    "values": set(),
    "i18n": {"values"},
    "config": {"values", "i18n"},
    "decks": {"values", "i18n"},
    "rules": {"values", "i18n"},
    "room": {"values", "i18n", "decks", "rules"},
    "formats": {"values", "i18n", "rules", "room"},
    "storage": {"values", "i18n", "config", "room"},
    "screens": {"values", "i18n", "decks", "rules", "room"},
    "live": {"values", "i18n", "room", "storage"},
    "web": {"values", "i18n", "config", "decks", "rules", "room", "formats", "storage", "screens", "live"},
    "cli": {"values", "i18n", "config", "rules", "room", "formats", "storage", "live", "web"},
    "asgi": {"i18n", "config", "storage", "web", "cli"},
}
"""Every unit of the package, in the order of imports, with the units that it may import."""

PURE = {"i18n", "decks", "rules", "room", "formats", "screens"}
"""The units that import no web framework and no database."""


@cache
def units() -> dict[str, set[str]]:
    """Return the imports of each unit: a folder of the package, or a single module."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        unit = found.setdefault(path.relative_to(PACKAGE).parts[0].removesuffix(".py"), set())
        unit |= imported_names(path, for_types=True)
    return found


def test_each_unit_imports_only_units_before_it() -> None:
    assert set(LAYERS) | {"__init__", "__main__"} == set(units())
    before: set[str] = set()
    for unit, allowed in LAYERS.items():
        assert allowed <= before
        used = {name.split(".")[1] for name in units()[unit] if name.startswith("companion.")}
        assert used - {unit, "__version__"} <= allowed, f"{unit} imports {used - allowed - {unit}}"
        before.add(unit)


def test_no_modules_import_one_another_in_a_circle() -> None:
    order = [*TopologicalSorter(import_graph()).static_order()]  # raises an error that names the circle
    assert {*order} == {*module_paths()}


@pytest.mark.slow
def test_each_module_can_be_imported_alone() -> None:
    tool = [sys.executable, "-m", "tests.support.modules"]
    done = subprocess.run(tool, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert {*done.stdout.split()} == module_paths().keys() - RUN_BY_OTHERS


def test_the_pure_units_import_no_web_framework_and_no_database() -> None:
    foreign = {"flask", "sqlalchemy", "werkzeug", "jinja2", "flask_sqlalchemy", "flask_htmx"}
    for unit in PURE:
        used = {name.split(".")[0] for name in units()[unit]}
        assert not used & foreign, f"{unit} imports {used & foreign}"


@cache
def classes() -> tuple[ast.ClassDef, ...]:
    """Return the definition of every class of the package."""
    trees = (ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py"))
    return tuple(node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def test_no_two_public_classes_have_one_name() -> None:
    names = Counter(found.name for found in classes() if not found.name.startswith("_"))
    assert [] == [name for name, times in names.items() if times > 1]


def test_a_generic_method_name_has_one_owner_at_most() -> None:
    generic = {"place", "take", "wait", "tell", "room"}
    owners = Counter(
        method.name
        for found in classes()
        for method in found.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and not found.name.startswith("_")
    )
    assert [] == [name for name in sorted(generic) if owners[name] > 1]


def test_vendored_files_are_unchanged_and_have_a_licence() -> None:
    vendor = ROOT / "static" / "vendor"
    manifest = json.loads((vendor / "manifest.json").read_text())
    licences = {entry["licence_file"] for entry in manifest.values()}
    assert {path.name for path in vendor.iterdir()} == {"manifest.json", *manifest, *licences}
    for name, entry in manifest.items():
        content = (vendor / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"], name
        for change in entry.get("served_with", ()):
            assert content.count(change["from"].encode()) == 1, change


def test_templates_keep_code_and_styles_out_of_the_page() -> None:
    for path in files_below("templates", ".html"):
        text = path.read_text()
        assert "style=" not in text, path
        assert "hx-on" not in text, path
        assert not re.search(r"<style|<script(?! src)", text), path
        assert "|safe" not in text.replace(" ", ""), path


def test_no_live_region_holds_a_form() -> None:
    paths = [path.relative_to(ROOT / "templates") for path in files_below("templates", "_live.html")]
    found = {str(path): data_of(str(path)) for path in paths}
    assert ("parts/live.html", "live") in found["phone/_live.html"]
    for name, parts in found.items():
        assert [] == [part for part, data in parts.items() if "<form" in data], name
