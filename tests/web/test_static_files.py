"""Files of the pages that other files refer to."""

import hashlib
import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "static"


def test_a_style_sheet_names_the_font_by_its_content_so_that_it_is_kept_for_ever() -> None:
    for name, version in re.findall(r"url\(([^)?]*)\?v=(\w+)\)", (STATIC / "common.css").read_text()):
        assert version == hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    assert "url(vendor/jost.woff2?v=" in (STATIC / "common.css").read_text()
