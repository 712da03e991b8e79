"""Dependencies: every package is listed with a reason and pinned with hashes."""

import re

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.packages import ROOT, applies, needed, wanted

REASONS = {
    "flask": "the pages",
    "werkzeug": "Flask's requests and answers",
    "jinja2": "Flask's templates",
    "markupsafe": "Jinja's escaping",
    "itsdangerous": "signed cookies and links",
    "blinker": "Flask needs it",
    "click": "Flask and uvicorn need it",
    "colorama": "click needs it on Windows",
    "flask-sqlalchemy": "the database in Flask",
    "sqlalchemy": "the database",
    "typing-extensions": "SQLAlchemy and Alembic need it",
    "alembic": "databases of earlier releases",
    "mako": "Alembic needs it",
    "flask-htmx": "what htmx asks for",
    "qrcode": "the QR code",
    "ifaddr": "the laptop's addresses",
    "zeroconf": "answers as companion.local",
    "platformdirs": "where the data lies",
    "prometheus-client": "the metrics",
    "uvicorn": "the server",
    "h11": "uvicorn's http",
    "httptools": "uvicorn's http in a third less time for a number that is sent",
}
"""All packages of an installation, each with its reason; a new one must be added here."""

LOCKED = re.compile(
    r"^(?P<wanted>[^\s#\\][^\\]*?)\s*\\\n(?P<hashes>(?:\s+--hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+)", re.M
)


def locked() -> dict[str, Requirement]:
    """Parse the lock file, in which every entry has one exact version and hashes."""
    text = (ROOT / "requirements.lock").read_text()
    entries = [Requirement(found["wanted"]) for found in LOCKED.finditer(text)]
    assert len([line for line in text.splitlines() if re.match(r"[a-z]", line)]) == len(entries)
    return {canonicalize_name(each.name): each for each in entries}


def test_every_package_is_listed_with_a_reason() -> None:
    assert set(REASONS) == set(locked())


def test_the_lock_file_has_exactly_the_required_packages() -> None:
    assert needed() == {name for name, each in locked().items() if applies(each)}


def test_every_package_is_pinned_to_a_version_that_the_project_accepts() -> None:
    pins = locked()
    for name, each in pins.items():
        assert [("==")] == [clause.operator for clause in each.specifier], name
    for each in wanted():
        [pin] = pins[canonicalize_name(each.name)].specifier
        assert each.specifier.contains(pin.version), each
