"""Two servers over PostgreSQL and Redis against one over SQLite, in the same run."""

import os
import secrets
from dataclasses import fields

from companion.config.settings import Settings
from tests.tools.bench import reveals
from tests.tools.bench.figures import median
from tests.tools.bench.report import Limit, Report
from tests.tools.bench.servers import serving

_TITLE = "Two servers over PostgreSQL and Redis against one over SQLite"
_NEEDED = ("COMPANION_DATABASE_URL", "COMPANION_REDIS_URL")


def part(size: int, quiet: int, bursts: int) -> Report:
    """Measure one room on both servers, which share the core that one server has alone."""
    if reason := _missing():
        return Report(_TITLE, notes=[reason])
    shared = {name: os.environ[name] for name in _NEEDED} | {"COMPANION_SECRET_KEY": secrets.token_hex()}
    with serving() as servers, reveals.gathered(servers, size) as party:
        one = reveals.measured(party, quiet, bursts)
    with serving(shared, count=2) as servers, reveals.gathered(servers, size) as party:
        two = reveals.measured(party, quiet, bursts)
    says = f"quiet reveal of {size} phones by two servers, times one server's"
    ratio = Limit(says, median(two.last) / median(one.last), 2.0)
    rows = [{"servers": "one, SQLite", **one.row()}, {"servers": "two, PostgreSQL, Redis", **two.row()}]
    return Report(_TITLE, rows, [ratio, *reveals.kept_bars(two)])


def _missing() -> str:
    """Return why this cannot be measured; empty if it can."""
    if "redis_url" not in {field.name for field in fields(Settings)}:
        return "Skipped: this release runs in one process only."
    missing = [name for name in _NEEDED if not os.environ.get(name)]
    return f"Skipped: {' and '.join(missing)} must say where they are." if missing else ""
