"""Files of the pages that other files refer to."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.config.settings import load_settings
from companion.web.app import create_app

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture
def app_client(tmp_path: Path) -> FlaskClient:
    return create_app(load_settings({}, data=tmp_path)).test_client()


def test_a_style_sheet_names_the_font_by_its_content_so_that_it_is_kept_for_ever() -> None:
    for name, version in re.findall(r"url\(([^)?]*)\?v=(\w+)\)", (STATIC / "common.css").read_text()):
        assert version == hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    assert "url(vendor/jost.woff2?v=" in (STATIC / "common.css").read_text()


def test_what_old_browsers_cannot_read_in_a_vendored_file_is_replaced_when_it_is_sent(
    app_client: FlaskClient,
) -> None:
    published = (STATIC / "vendor" / "htmx.min.js").read_text()
    sent = app_client.get("/static/vendor/htmx.min.js")
    for new in (r"\?\.(?!\d)", r"\?\?"):
        assert re.search(new, published)
        assert not re.search(new, sent.text)
    zipped = app_client.get("/static/vendor/htmx.min.js", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(zipped.data) == sent.data


@pytest.mark.parametrize(
    "name", ["vendor/./htmx.min.js", "none/../vendor/htmx.min.js", "vendor//htmx.min.js"]
)
def test_a_file_is_the_same_however_its_address_is_spelled(app_client: FlaskClient, name: str) -> None:
    usual = app_client.get("/static/vendor/htmx.min.js")
    spelled = app_client.get(f"/static/{name}", follow_redirects=True)
    assert (200, usual.data) == (spelled.status_code, spelled.data)
