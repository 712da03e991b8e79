"""The survivors that are explained, and those of the last run."""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path

from tests.tools.mutate.mutants import Mutant

EXPLAINED = Path(__file__).with_name("survivors.toml")
Key = tuple[str, str, str]


def explanations(file: Path = EXPLAINED) -> dict[Key, str]:
    """Return why no test can notice a mutant, by module, line and change."""
    rows = tomllib.loads(file.read_text("utf-8")).get("survivor", [])
    return {(each["module"], each["line"], each["change"]): each["because"] for each in rows}


def stale(explained: Iterable[Key], mutants: Iterable[Mutant]) -> list[Key]:
    """Return the explanations of mutants of these modules that are no more."""
    known = {each.key for each in mutants}
    modules = {module for module, _, _ in known}
    return [key for key in explained if key[0] in modules and key not in known]


def keep(file: Path, mutants: Iterable[Mutant]) -> None:
    """Write down the survivors of a run."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps([each.key for each in mutants], ensure_ascii=False, indent=1), "utf-8")


def kept(file: Path) -> set[Key]:
    """Return the survivors of the last run; none if there was none."""
    return {(a, b, c) for a, b, c in json.loads(file.read_text("utf-8"))} if file.exists() else set()
