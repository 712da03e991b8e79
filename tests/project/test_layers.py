"""Structure: imports point one way, class names are unique, and vendored files are unchanged."""

import ast
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import companion

PACKAGE = Path(companion.__file__).parent
ROOT = PACKAGE.parent

LAYERS = {
    "i18n": set(),
    "config": {"i18n"},
    "rules": {"i18n"},
    "room": {"i18n", "rules"},
    "formats": {"i18n", "rules", "room"},
    "storage": {"i18n", "config", "room"},
    "screens": {"i18n", "rules", "room"},
    "live": {"i18n", "room", "storage"},
    "web": {"i18n", "config", "rules", "room", "formats", "storage", "screens", "live"},
    "cli": {"i18n", "config", "rules", "room", "formats", "storage", "live", "web"},
    "asgi": {"i18n", "config", "storage", "web", "cli"},
}
"""Every unit of the package, in the order of imports, with the units that it may import."""

PURE = {"i18n", "rules", "room", "formats", "screens"}
"""The units that import no web framework and no database."""


def imports(path: Path) -> set[str]:
    """Return the dotted names that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: import by the whole name, so that this test sees it"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


@cache
def units() -> dict[str, set[str]]:
    """Return the imports of each unit: a folder of the package, or a single module."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        found.setdefault(path.relative_to(PACKAGE).parts[0].removesuffix(".py"), set()).update(imports(path))
    return found


def test_each_unit_imports_only_units_before_it() -> None:
    assert set(LAYERS) | {"__init__", "__main__"} == set(units())
    before: set[str] = set()
    for unit, allowed in LAYERS.items():
        assert allowed <= before
        used = {name.split(".")[1] for name in units()[unit] if name.startswith("companion.")}
        assert used - {unit, "__version__"} <= allowed, f"{unit} imports {used - allowed - {unit}}"
        before.add(unit)


def test_the_pure_units_import_no_web_framework_and_no_database() -> None:
    foreign = {"flask", "sqlalchemy", "werkzeug", "jinja2", "flask_sqlalchemy", "flask_htmx"}
    for unit in PURE:
        used = {name.split(".")[0] for name in units()[unit]}
        assert not used & foreign, f"{unit} imports {used & foreign}"


def classes() -> Iterator[ast.ClassDef]:
    """Yield the definition of every class of the package."""
    for path in PACKAGE.rglob("*.py"):
        yield from (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef))


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
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text()
        assert "style=" not in text, path
        assert "hx-on" not in text, path
        assert not re.search(r"<style|<script(?! src)", text), path
        assert "|safe" not in text.replace(" ", ""), path


def test_no_live_region_holds_a_form() -> None:
    for path in (ROOT / "templates").rglob("_live.html"):
        assert "<form" not in path.read_text(), path
