"""How a typed or recorded number is parsed or refused (G1, G9)."""

import pytest

from companion.i18n.errors import Refused
from companion.rules.games.numbers import NumberRange, abbreviate

ANY = NumberRange(-100, 100)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        (" 12\n", 12),
        ("+7", 7),
        ("-7", -7),
        ("−7", -7),
        ("－７", -7),
        ("＋７", 7),
        ("１２", 12),
        ("٤٢", 42),
        ("007", 7),
        ("50\u200b", 50),
        ("\ufeff50", 50),
        ("\u202a-50\u202c", -50),
        ("\u00a050\u202f", 50),
        ("\u2066\u221260\u2069", -60),
    ],
)
def test_a_whole_number_is_parsed_from_the_digits_and_signs_of_any_keyboard(text, number):
    assert number == ANY.read(text)


@pytest.mark.parametrize("text", ["x", "1.5", "1,5", "--1", "1 2", "½", "0x1f", "1_0", "٣.", "²", "1e3"])
def test_other_text_is_not_a_whole_number(text):
    with pytest.raises(Refused, match=f"^{text.replace('.', '[.]')} is not a whole number$"):
        ANY.read(text)
    with pytest.raises(Refused, match=r"is not a whole number$"):
        ANY.check(text)  # in a record


@pytest.mark.parametrize("text", ["", "  ", "\t\n"])
def test_the_refusal_of_an_empty_text_says_what_to_enter(text):
    with pytest.raises(Refused, match=r"^Enter a number from −100 to 100$"):
        ANY.read(text)


def test_G1_the_range_includes_both_ends_and_a_refusal_names_the_end_that_a_number_exceeds():
    numbers = NumberRange(3, 5)
    assert [3, 5] == [numbers.check(3), numbers.check(5)]
    with pytest.raises(Refused, match=r"^2 is below the lowest number, 3$"):
        numbers.check(2)
    with pytest.raises(Refused, match=r"^6 is above the highest number, 5$"):
        numbers.check(6)


def test_a_very_long_number_is_refused_in_a_short_sentence():
    with pytest.raises(Refused) as refused:
        ANY.read("9" * 10_000)
    assert "99999999999999999999… is above the highest number, 100" == str(refused.value)
    with pytest.raises(Refused, match=r"^−9999999999999999999… is below the lowest number, −100$"):
        ANY.read("-" + "9" * 10_000)


def test_a_refusal_quotes_at_most_20_characters_on_one_line_with_a_proper_minus_sign():
    assert ["x" * 20, "x" * 20 + "…"] == [abbreviate("x" * 20), abbreviate("x" * 21)]
    assert ("a b", "−12") == (abbreviate("a\nb"), abbreviate(-12))
