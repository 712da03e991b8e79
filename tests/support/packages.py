"""The packages that an installation of companion has: those of the project, and what these need."""

import tomllib
from importlib import metadata
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "requirements.lock", ROOT / ".github" / "deploy" / "requirements.servers.lock"
"""What every installation has, and what several servers have besides."""


def wanted() -> list[Requirement]:
    """Return the requirements of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [Requirement(each) for each in project["dependencies"]]


def needed() -> set[str]:
    """Return all packages that the requirements need in this environment."""
    found: set[str] = set()
    waiting = [canonicalize_name(each.name) for each in wanted()]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            more = [Requirement(each) for each in metadata.requires(name) or ()]
            waiting += [canonicalize_name(each.name) for each in more if applies(each)]
    return found


def applies(requirement: Requirement) -> bool:
    """Tell whether a requirement holds in this environment, without extras."""
    return requirement.marker is None or requirement.marker.evaluate({**default_environment(), "extra": ""})
