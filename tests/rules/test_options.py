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
    dealer: str | None = option(None, "Dealer", "Who deals.", kind="player")
    levels: tuple[int, ...] = option((), "Levels", "Inner first.", replaces="size")
    loud: bool = option(False, "Loud", "Or not.")
    share: str = option("1", "Share", "Of all.", kind="fraction")


def test_the_form_lists_every_option_with_label_explanation_default_and_choices():
    fields = {each.name: each for each in options.option_fields(Sample)}
    assert {
        "size": "number",
        "target": "number",
        "colour": "choice",
        "dealer": "player",
        "levels": "numbers",
        "loud": "flag",
        "share": "fraction",
    } == {name: each.kind for name, each in fields.items()}
    assert list(Sample.__dataclass_fields__) == list(fields)
    assert OptionField("colour", "Colour", "Which.", "red", ("red", "blue"), "choice") == fields["colour"]


def test_options_are_parsed_from_a_record():
    raw = {"target": 3, "colour": "blue", "dealer": "Ann", "levels": [4, 2]}
    assert Sample(5, 3, "blue", "Ann", (4, 2)) == options.read_options(Sample, raw)
    assert Sample() == options.read_options(Sample, {"target": None, "dealer": None})


@pytest.mark.parametrize(
    ("parse", "raw", "message"),
    [
        (options.read_options, {"speed": 1}, "speed is not an option of this game"),
        (options.read_options, {"size": "5"}, "size: 5 is not a whole number"),
        (options.read_options, {"size": True}, "size: True is not a whole number"),
        (options.read_options, {"size": None}, "size: None is not a whole number"),
        (options.read_options, {"target": 1.5}, "target: 1.5 is not a whole number"),
        (options.read_options, {"colour": "green"}, "colour: green is not one of red and blue"),
        (options.read_options, {"colour": -7}, "colour: −7 is not one of red and blue"),
        (options.read_options, {"colour": ["red"]}, "colour: ['red'] is not one of red and blue"),
        (
            options.read_options,
            {"dealer": 10**30},
            "dealer: 10000000000000000000… is not the name of a player",
        ),
        (options.read_options, {"levels": 3}, "levels: 3 is not a list of whole numbers"),
        (options.read_options, {"levels": [3, "2"]}, "levels: 2 is not a whole number"),
        (options.parse_form, {"size": "many"}, "Size: many is not a whole number"),
        (options.parse_form, {"target": "1.5"}, "Target: 1.5 is not a whole number"),
        (options.parse_form, {"levels": "5, y"}, "Levels: y is not a whole number"),
    ],
)
def test_the_refusal_of_an_option_has_its_name_in_a_record_and_its_label_in_a_form(parse, raw, message):
    with pytest.raises(Refused) as refused:
        parse(Sample, raw)
    assert message == str(refused.value)


def test_options_are_parsed_from_a_form_and_its_other_fields_ignored():
    texts = {"size": " ７ ", "target": "12", "colour": "blue", "dealer": "Ann", "csrf": "x"}
    assert Sample(7, 12, "blue", "Ann") == options.read_options(Sample, options.parse_form(Sample, texts))


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ({"size": "", "target": "  ", "levels": ""}, {}),
        ({"size": "6", "colour": "red", "target": ""}, {"size": 6}),
        ({"size": "5"}, {}),
        ({"size": "9", "levels": "4, 2"}, {"levels": [4, 2]}),
    ],
    ids=["empty", "default", "all default", "one that replaces another"],
)
def test_only_values_that_differ_from_their_default_are_taken_from_a_form(texts, found):
    assert found == options.parse_form(Sample, texts)


@pytest.mark.parametrize("text", ["5,3", "5, 3", "5 3", "5x3", "5 × 3", "5;3", "5, 3,"])
def test_a_list_of_numbers_may_be_typed_with_any_separators(text):
    assert {"levels": [5, 3]} == options.parse_form(Sample, {"levels": text})


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
