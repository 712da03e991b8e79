"""Templates: what of their white space reaches a page."""

import pytest
from jinja2 import Environment

from companion.web.templating import DropIndentation


@pytest.fixture(scope="module")
def templates() -> Environment:
    environment = Environment(
        extensions=["jinja2.ext.i18n", DropIndentation], trim_blocks=True, lstrip_blocks=True, autoescape=True
    )
    environment.install_null_translations()  # type: ignore[attr-defined]
    return environment


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n  <li></li>\n\n  <li></li>\n</ul>\n", "<ul><li></li><li></li></ul>"),
        ("<p>\n  {% if yes %}\n  <b></b>\n  {% endif %}\n  <i></i>\n</p>", "<p><b></b><i></i></p>"),
        ("{% if yes %}\n  {# why #}\n  {% if yes %}\n<i></i>\n{% endif %}\n{% endif %}", "<i></i>"),
        ("<p>\n  {# why #}\n  <b></b>\n</p>", "<p><b></b></p>"),
        ("<b></b> <i></i>{% if yes %} <u></u>{% endif %}", "<b></b> <i></i> <u></u>"),
        ("<b>\n  {{ value }}\n</b>", "<b>\n  7\n</b>"),
        ("<b></b>\n{{ ' ' }}\n<i></i>", "<b></b>\n \n<i></i>"),
        ("<b></b>\nand <i></i>\nmore", "<b></b>\nand <i></i>\nmore"),
        ("<b></b>\n{% trans %}<u></u>\n<i></i>{% endtrans %}", "<b></b><u></u>\n<i></i>"),
        ("<pre>\n<b></b>\n</pre>\n<p>\n<b></b>\n</p>", "<pre>\n<b></b>\n</pre>\n<p>\n<b></b>\n</p>"),
        ("<textarea>\n{% if yes %}\n<b>\n{% endif %}\n</textarea>\n", "<textarea>\n<b>\n</textarea>"),
        ("<a\n  {% if yes %}\n  id=b\n  {% endif %}\n></a>", "<a\n  id=b\n></a>"),
    ],
)
def test_a_line_break_between_tags_is_dropped_and_one_beside_a_text_or_a_value_stays(
    templates: Environment, source: str, sent: str
) -> None:
    assert sent == templates.from_string(source).render(yes=True, value=7)


def test_an_error_names_the_line_where_it_is_written(templates: Environment) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        templates.from_string("<p>\n  <b></b>\n\n  <i>{{ 1 // 0 }}</i>\n</p>").render()
    assert caught.traceback[-1].lineno == 3  # counted from 0
