"""How values and messages are formatted."""

from fractions import Fraction

import pytest

from companion.i18n.messages import format_count, format_value, printable, translate


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *(((), ""), (("Ann",), "Ann"), (("Ann", "Bob"), "Ann and Bob"), (("A", "B", "C"), "A, B and C")),
        ((1, -2, 3), "1, −2 and 3"),
        (-7, "−7"),
        *((Fraction(5, 2), "2½"), (Fraction(1, 2), "½"), (Fraction(-1, 2), "−½"), (Fraction(-5, 2), "−2½")),
        *((Fraction(6, 2), "3"), (Fraction(-3), "−3"), (Fraction(0), "0")),
        *((Fraction(1, 3), "1/3"), (Fraction(-86, 7), "−12 2/7")),
    ],
)
def test_G9_G10_a_value_is_written_exactly_and_a_list_as_in_a_sentence(value, text):
    assert text == format_value(value)


def test_the_values_of_a_template_are_formatted():
    assert "−1 and 2 of Ann" == translate("{numbers} of {who}", numbers=(-1, 2), who="Ann")


def test_a_count_has_a_singular_and_a_plural():
    assert ["0 rounds", "1 round", "2 rounds"] == [
        format_count(n, "{n} round", "{n} rounds") for n in range(3)
    ]


def test_control_characters_become_spaces():
    assert "a b c d e f" == printable("a\nb\x1bc\u2028d\u2029e\ud800f")
    assert "👩\u200d🔬" == printable("👩\u200d🔬")
