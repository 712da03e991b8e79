"""How the house is built: imports point one way, and vendored files are as they were published."""

import ast
import hashlib
import json
from functools import cache
from pathlib import Path

import companion

PACKAGE = Path(companion.__file__).parent
ROOT = PACKAGE.parent

ABOVE = {
    "languages": set(),
    "words": {"languages"},
    "median": set(),
    "cards": {"words"},
    "score": {"languages", "words", "cards"},
    "names": {"score"},
    "standing": {"median", "score"},
    "games": {"words", "median", "cards", "score", "standing", "games"},
    "record": {"words", "cards", "score", "standing", "games"},
    "cells": set(),
    "whiteboard": {"words", "cells", "score", "games", "record"},
    "forecast": {"words", "score", "games", "record"},
    "evening": {"words", "score", "standing"},
    "tables": {"words", "cards", "score", "standing", "games", "record", "evening"},
    "keepsake": {"languages", "words", "score", "games", "record", "evening", "journal"},
    "spreadsheet": {"words", "cards", "cells", "score", "games", "evening"},
    "acts": {"cards", "score", "acts"},
    "journal": {"acts", "score", "games", "names", "journal"},
    "bots": {"words", "score", "games"},
    "moves": {"words", "bots", "cards", "score", "games", "names", "acts", "journal", "moves"},
    "views": {
        "acts",
        "bots",
        "words",
        "cards",
        "score",
        "standing",
        "games",
        "forecast",
        "evening",
        "journal",
        "moves",
        "views",
    },
    "buckets": set(),
    "limits": {"buckets"},
    "settings": {"words", "score", "address", "limits"},
    "address": set(),
    "qr": set(),
    "clock": set(),
    "scribe": {"journal"},
    "store": {"score", "acts", "journal", "scribe", "clock"},
    "backup": {"words", "score"},
    "database": {"words", "score", "backup"},
    "migrations": {"store"},
    "commands": {
        "words",
        "score",
        "games",
        "record",
        "whiteboard",
        "tables",
        "keepsake",
        "spreadsheet",
        "settings",
        "backup",
        "database",
        "store",
        "commands",
    },
    "live": {"acts", "journal"},
    "bus": {"score"},
    "herald": {"bus", "database", "store"},
    "chronicle": {"words", "games", "journal"},
    "logs": {"journal", "chronicle"},
}
"""What each room may import of the others. The web, the server and the command stand on all of them."""

FREE = {
    "languages",
    "words",
    "median",
    "cards",
    "score",
    "names",
    "standing",
    "games",
    "record",
    "evening",
    "keepsake",
    "cells",
    "spreadsheet",
    "whiteboard",
    "forecast",
    "tables",
    "acts",
    "journal",
    "bots",
    "moves",
    "views",
    "buckets",
    "clock",
    "limits",
    "chronicle",
}
"""The rooms that know neither of the web nor of a database."""


def imports(path: Path) -> set[str]:
    """List what a module imports, as dotted names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: import by the whole name, so that this test sees it"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


@cache
def rooms() -> dict[str, set[str]]:
    """Return what each room imports: a module, or all modules of a folder."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        found.setdefault(path.relative_to(PACKAGE).parts[0].removesuffix(".py"), set()).update(imports(path))
    return found


def test_imports_point_one_way() -> None:
    for room, allowed in ABOVE.items():
        used = {name.split(".")[1] for name in rooms()[room] if name.startswith("companion.")}
        assert used <= allowed, f"{room} imports {used - allowed}"


def test_every_room_has_its_place() -> None:
    top = {"__init__", "__main__", "cli", "server", "web"}
    assert set(ABOVE) | top == set(rooms())


def test_the_rules_know_neither_the_web_nor_a_database() -> None:
    foreign = {"flask", "sqlalchemy", "werkzeug", "jinja2", "flask_sqlalchemy", "flask_htmx"}
    for room in FREE:
        used = {name.split(".")[0] for name in rooms()[room]}
        assert not used & foreign, f"{room} imports {used & foreign}"


def test_the_web_knows_neither_the_server_nor_the_command() -> None:
    above = {"companion.server", "companion.cli"}
    assert not above & {name.rpartition(".")[0] for name in rooms()["web"]}
    assert not above & rooms()["web"]


def test_vendored_files_are_as_published_and_have_a_licence() -> None:
    vendor = ROOT / "static" / "vendor"
    manifest = json.loads((vendor / "manifest.json").read_text())
    licences = {entry["licence_file"] for entry in manifest.values()}
    assert {path.name for path in vendor.iterdir()} == {"manifest.json", *manifest, *licences}
    for name, entry in manifest.items():
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == entry["sha256"], name


def test_templates_keep_code_and_styles_out_of_the_page() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text()
        assert "style=" not in text, path
        assert "hx-on" not in text, path
        assert "|safe" not in text.replace(" ", ""), path


def test_no_live_region_holds_a_form() -> None:
    for path in (ROOT / "templates").rglob("_live.html"):
        assert "<form" not in path.read_text(), path
