"""The templates of this folder."""

from pathlib import Path

import jinja2

_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent),
    autoescape=False,  # noqa: S701 - no HTML
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def fill(template: str, **values: object) -> str:
    """Return the text of a template with these values."""
    return _TEMPLATES.get_template(template).render(**values)
