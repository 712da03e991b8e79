"""How values and messages are formatted, and how texts are broken and cut by their width."""

from datetime import datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.dates import format_weekday
from companion.i18n.languages import use_language
from companion.i18n.lettering import ems, shorten, wrap
from companion.i18n.messages import format_count, format_value, printable, translate


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *(((), ""), (("Ann",), "Ann"), (("Ann", "Bob"), "Ann and Bob"), (("A", "B", "C"), "A, B and C")),
        ((1, -2, 3), "1, −2 and 3"),
        (-7, "−7"),
        *((Fraction(5, 2), "2½"), (Fraction(1, 2), "½"), (Fraction(-1, 2), "−½"), (Fraction(-5, 2), "−2½")),
        *((Fraction(6, 2), "3"), (Fraction(-3), "−3"), (Fraction(0), "0")),
        *(
            (Fraction(1, 3), "⅓"),
            (Fraction(-86, 7), "−12\N{NO-BREAK SPACE}2/7"),
            (Fraction(4, 5), "0.8"),
            (Fraction(-4199, 100), "−41.99"),
            (Fraction(195, 8), "24\N{NO-BREAK SPACE}3/8"),
            (Fraction(-3, 7), "−3/7"),
            (Fraction(195, 4), "48¾"),
        ),
    ],
)
def test_G9_G10_a_value_is_written_in_one_way_and_a_list_as_in_a_sentence(value, text):
    assert text == format_value(value)


@pytest.mark.parametrize(
    ("language", "number", "day"),
    [
        ("en", "20.2", "Sunday, 1 March"),
        ("de", "20,2", "Sonntag, 1. März"),
        ("fr", "20,2", "dimanche 1er mars"),
        ("es", "20,2", "domingo, 1 de marzo"),
        ("it", "20,2", "domenica 1º marzo"),
        ("pt", "20,2", "domingo, 1º de março"),
        ("nl", "20,2", "zondag 1 maart"),
        ("ja", "20.2", "3月1日（日）"),
    ],
)
def test_a_number_and_a_date_are_written_as_their_language_does(language, number, day):
    with use_language(language):
        assert (number, day) == (
            format_value(Fraction(101, 5)),
            format_weekday(datetime(2026, 3, 1).astimezone()),
        )


def test_the_values_of_a_template_are_formatted():
    assert "−1 and 2 of Ann" == translate("{numbers} of {who}", numbers=(-1, 2), who="Ann")


def test_a_count_has_a_singular_and_a_plural():
    assert ["0 rounds", "1 round", "2 rounds"] == [
        format_count(n, "{n} round", "{n} rounds") for n in range(3)
    ]


def test_control_characters_and_those_of_direction_become_spaces():
    assert "a b c d e f" == printable("a\nb\x1bc\u2028d\u2029e\ud800f")
    assert "a b c d e" == printable("a\x9bb\u202ec\u2067d\u200fe")
    assert "👩\u200d🔬" == printable("👩\u200d🔬")


# Breaking and cutting texts by their width.


FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


def test_lines_break_at_spaces_and_a_word_only_where_it_must() -> None:
    assert ["Wilhelmina-Charlotte is", "perfectly average"] == wrap(
        "Wilhelmina-Charlotte is perfectly average", 15
    )
    assert ["WWWWWWW", "WWW"] == wrap("W" * 10, 8)
    assert [] == wrap(" ", 8)


def test_no_line_breaks_at_a_space_that_keeps_together() -> None:
    assert ["C’était", "bien\u202f?"] == wrap("C’était bien\u202f?", 6)
    assert ["about", "24\u00a03/8"] == wrap("about 24\u00a03/8", 5)


def test_a_letter_with_an_accent_is_as_wide_as_without() -> None:
    assert ems("Elève ainé, Moor, Müll") == pytest.approx(ems("Eleve aine, Moor, Mull"))


def test_no_japanese_line_begins_with_a_stop_or_ends_with_a_bracket() -> None:
    for width in range(5, 30):
        for line in wrap("回は、勝ったDanさんのもの（10ラウンドのうち）。最後は27½。だんだん下がった", width):
            assert line[0] not in "、。）"
            assert line[-1] not in "（"


def test_signs_that_are_drawn_as_one_are_counted_once_and_not_torn_apart() -> None:
    assert ems(FAMILY) == ems("\N{MAN}")
    assert [FAMILY * 2, FAMILY * 2] == wrap(FAMILY * 4, 2 * ems(FAMILY))


def test_a_text_is_cut_only_if_it_is_too_wide() -> None:
    assert "Ann" == shorten("Ann", 5)
    assert "Wilhel…" == shorten("Wilhelmina", 5)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=60), st.floats(2, 20))
def test_every_line_fits_and_nothing_but_spaces_is_lost(text: str, width: float) -> None:
    found_wrap = wrap(text, width)
    assert "".join("".join(found_wrap).split()) == "".join(text.split())
    assert all(ems(line) <= width or len(line) < 12 for line in found_wrap)
