"""Options with labels, parsed from records and from forms."""

from dataclasses import dataclass

import pytest

from companion.i18n.errors import Refused
from companion.rules.games import options
from companion.rules.games.options import OptionField, option


@dataclass(frozen=True)
class Sample:
    size: int = option(5, "Size", "How large.")
    target: int | None = option(None, "Target", "May be left open.")
    colour: str = option("red", "Colour", "Which.", choices=("red", "blue"))
    dealer: str | None = option(None, "Dealer", "Who deals.", is_player=True)
    levels: tuple[int, ...] = option((), "Levels", "Inner first.", replaces="size")
    loud: bool = option(False, "Loud", "Or not.", is_flag=True)
    share: str = option("1", "Share", "Of all.", is_fraction=True)


def test_the_form_lists_every_option_with_label_explanation_default_and_choices():
    fields = {each.name: each for each in options.option_fields(Sample)}
    assert ["size", "target", "colour", "dealer", "levels", "loud", "share"] == list(fields)
    assert OptionField("colour", "Colour", "Which.", "red", ("red", "blue")) == fields["colour"]


def test_every_option_has_a_value_type():
    kinds = [each.kind for each in options.option_fields(Sample)]
    assert ["number", "number", "choice", "player", "numbers", "flag", "fraction"] == kinds


def test_options_are_parsed_from_a_record():
    raw = {"target": 3, "colour": "blue", "dealer": "Ann", "levels": [4, 2]}
    assert Sample(5, 3, "blue", "Ann", (4, 2)) == options.read_options(Sample, raw)


def test_an_optional_value_may_be_null():
    assert Sample() == options.read_options(Sample, {"target": None, "dealer": None})


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"speed": 1}, "speed is not an option of this game"),
        ({"size": "5"}, "size: 5 is not a whole number"),
        ({"size": True}, "size: True is not a whole number"),
        ({"size": None}, "size: None is not a whole number"),
        ({"target": 1.5}, "target: 1.5 is not a whole number"),
        ({"colour": "green"}, "colour: green is not one of red and blue"),
        ({"colour": -7}, "colour: −7 is not one of red and blue"),
        ({"colour": ["red"]}, "colour: ['red'] is not one of red and blue"),
        ({"dealer": 10**30}, "dealer: 10000000000000000000… is not the name of a player"),
        ({"levels": 3}, "levels: 3 is not a list of whole numbers"),
        ({"levels": [3, "2"]}, "levels: 2 is not a whole number"),
    ],
)
def test_the_refusal_of_an_option_in_a_record_has_its_name(raw, message):
    with pytest.raises(Refused) as refused:
        options.read_options(Sample, raw)
    assert message == str(refused.value)


def test_options_are_parsed_from_a_form_and_its_other_fields_ignored():
    texts = {"size": " ７ ", "target": "12", "colour": "blue", "dealer": "Ann", "csrf": "x"}
    assert Sample(7, 12, "blue", "Ann") == options.read_options(Sample, options.parse_form(Sample, texts))


def test_an_empty_field_of_a_form_keeps_the_default():
    assert {} == options.parse_form(Sample, {"size": "", "target": "  ", "levels": ""})


def test_only_values_that_differ_from_their_default_are_taken_from_a_form():
    assert {"size": 6} == options.parse_form(Sample, {"size": "6", "colour": "red", "target": ""})
    assert {} == options.parse_form(Sample, {"size": "5"})


@pytest.mark.parametrize("text", ["5,3", "5, 3", "5 3", "5x3", "5 × 3", "5;3", "5, 3,"])
def test_a_list_of_numbers_may_be_typed_with_any_separators(text):
    assert {"levels": [5, 3]} == options.parse_form(Sample, {"levels": text})


def test_in_a_form_an_option_overrides_the_one_it_replaces():
    assert {"levels": [4, 2]} == options.parse_form(Sample, {"size": "9", "levels": "4, 2"})


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"size": "many"}, "Size: many is not a whole number"),
        ({"target": "1.5"}, "Target: 1.5 is not a whole number"),
        ({"levels": "5, y"}, "Levels: y is not a whole number"),
    ],
)
def test_the_refusal_of_an_option_in_a_form_has_its_label(texts, message):
    with pytest.raises(Refused) as refused:
        options.parse_form(Sample, texts)
    assert message == str(refused.value)


def test_only_values_that_differ_are_stored_and_lists_as_lists():
    assert {"colour": "blue"} == options.changed_options(Sample(colour="blue"))
    assert {"levels": [4, 2]} == options.changed_options(Sample(size=4, levels=(4, 2)))


def test_players_in_options_are_renamed():
    assert Sample(dealer="Ann") == options.rename_option_players(Sample(dealer="seat-1"), {"seat-1": "Ann"})
    assert Sample() == options.rename_option_players(Sample(), {"seat-1": "Ann"})


def test_a_flag_and_a_fraction_are_read_from_a_form_and_written_into_one():
    texts = {"loud": "true", "share": " ２／３ "}
    found = options.parse_form(Sample, texts)
    assert {"loud": True, "share": "2/3"} == found
    assert {"loud": "true", "share": "2/3"} == options.form_texts(found)
    assert {"share": "0.5"} == options.parse_form(Sample, {"share": "0,5"})
    assert Sample(loud=True, share="2/3") == options.read_options(Sample, found)


def test_a_choice_may_have_words_of_its_own():
    field = OptionField(
        "colour", "Colour", "Which.", "red", ("red", "blue"), choice_labels={"red": "Red as wine"}
    )
    assert ["Red as wine", "blue", ""] == [field.choice_label(each) for each in ("red", "blue", "green")]


@dataclass(frozen=True)
class Defined:
    aim: str = option("median", "Aim", "At what.", choices=("median", "mean"), is_defining=True)
    size: int = option(5, "Size", "How large.")


def test_options_match_what_is_named_and_the_defaults_of_what_makes_another_game():
    assert options.matches(Defined(size=6), {})
    assert not options.matches(Defined(aim="mean"), {})
    assert not options.matches(Defined(size=6), {"size": 5})
    assert options.matches(Defined("mean", 6), {"aim": "mean"})
