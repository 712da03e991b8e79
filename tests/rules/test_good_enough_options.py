"""The options of It's Good Enough and their valid combinations (G2, G9 to G15)."""

from fractions import Fraction

import pytest

from companion.i18n.errors import Refused
from companion.rules.games import options
from companion.rules.games.good_enough.game import GoodEnough


def refusal(**raw):
    with pytest.raises(Refused) as refused:
        GoodEnough.read_options(raw)
    return str(refused.value)


def test_G19_with_offsets_the_rules_in_words_disqualify_nobody():
    assert "are out" in str(GoodEnough().how_to[1])
    assert "Nobody is out" in str(GoodEnough(offsets=True).how_to[1])


def test_G17_another_multiple_of_the_mean_is_another_game():
    assert options.matches(GoodEnough(scoring="mean"), {"scoring": "mean"})
    assert not options.matches(GoodEnough(scoring="mean", factor="0.8"), {"scoring": "mean"})


def test_two_thousand_can_play():
    assert 10_000 == GoodEnough.max_players


def test_G15_rounds_is_the_first_number_of_nesting_which_overrides_it_in_a_form():
    assert GoodEnough(rounds=7) == GoodEnough(nesting=(7,)) == GoodEnough.read_options({"nesting": [7]})
    assert {"rounds": 7} == options.changed_options(GoodEnough(nesting=(7,)))
    assert GoodEnough(nesting=(7, 3)) == GoodEnough.read_options({"rounds": 7, "nesting": [7, 3]})
    assert "rounds is 5, but nesting begins with 7: give one of them" == refusal(rounds=5, nesting=[7, 3])
    assert {"nesting": [7, 3]} == options.parse_form(GoodEnough, {"rounds": "4", "nesting": "7, 3"})
    assert {"rounds": 4} == options.parse_form(GoodEnough, {"rounds": "4", "nesting": ""})


BY_ROUND = "a showdown needs numbers that are sent round by round"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"low": 100}, "the lowest number, 100, must be below the highest, 100"),
        ({"low": 5, "high": -5}, "the lowest number, 5, must be below the highest, −5"),
        ({"high": 10**100}, "a number has at most 100 digits"),
        ({"low": -(10**100)}, "a number has at most 100 digits"),
        ({"rounds": 2}, "a game has 3 to 9999 rounds, not 2"),
        ({"rounds": 10_000}, "a game has 3 to 9999 rounds, not 10000"),
        ({"nesting": [2, 3]}, "a game has 3 to 9999 rounds, not 2"),
        ({"nesting": [5, 1]}, "a match has 2 to 9999 parts, not 1"),
        ({"nesting": [5, 2, 10_000]}, "a match has 2 to 9999 parts, not 10000"),
        ({"nesting": [3, *[2] * 50]}, "nesting goes 50 levels deep at most, not 51"),
        ({"scoring": "mode"}, "scoring: mode is not one of median and mean"),
        (
            {"tie_break": "coin"},
            "tie_break: coin is not one of peel, sudden-death, peel+sudden-death, showdown and peel+showdown",
        ),
        ({"entry": "shout"}, "entry: shout is not one of each-round, lists and cards"),
        ({"points_target": 0}, "the points target must be at least 1, not 0"),
        (
            {"points_target": 9, "entry": "lists"},
            "lists need a set number of rounds, so they do not go with a points target",
        ),
        ({"cards": 30}, "a stack of cards is only for entry by cards"),
        ({"entry": "cards"}, "entry by cards needs the number of cards in the stack"),
        ({"entry": "cards", "cards": 0}, "a stack has 1 to 1000000 cards, not 0"),
        ({"entry": "cards", "cards": 1_000_001}, "a stack has 1 to 1000000 cards, not 1000001"),
        (
            {"entry": "cards", "cards": 30, "high": 40},
            "cards are labelled from 1: leave out the lowest and the highest number",
        ),
        ({"nesting": []}, "nesting is empty: leave it out, or give the number of rounds"),
        ({"scoring": "mean", "factor": "0"}, "the factor must be above 0 and at most 2, not 0"),
        ({"scoring": "mean", "factor": "2.01"}, "the factor must be above 0 and at most 2, not 2.01"),
        ({"scoring": "mean", "factor": "5/2"}, "the factor must be above 0 and at most 2, not 5/2"),
        ({"scoring": "mean", "factor": 0.8}, 'factor: 0.8 is not text, such as "0.8"'),
        ({"points": "two"}, "points: two is not one of one and number"),
        (
            {"points": "number", "low": -1},
            "numbers that count as points must not be negative: the lowest is −1",
        ),
        ({"offsets": 1}, "offsets: 1 is neither true nor false"),
        ({"offsets": "true"}, "offsets: true is neither true nor false"),
        ({"tie_break": "showdown", "entry": "lists"}, BY_ROUND),
        ({"tie_break": "peel+showdown", "entry": "cards", "cards": 40}, BY_ROUND),
    ],
)
def test_invalid_options_are_refused_with_a_sentence(raw, message):
    assert message == refusal(**raw)


@pytest.mark.parametrize(
    "raw",
    [
        {"low": -1, "high": 0},
        {"low": -(10**100) + 1, "high": 10**100 - 1},
        {"rounds": 3},
        {"rounds": 9999},
        {"nesting": [3, 2]},
        {"nesting": [9999, 9999]},
        {"nesting": [3, *[2] * 49]},
        {"points_target": 1},
        {"entry": "cards", "cards": 1},
        {"entry": "cards", "cards": 1_000_000},
        {"entry": "cards", "cards": 30, "low": 1, "high": 30},
        {"entry": "cards", "cards": 30, "points_target": 9, "tie_break": "sudden-death", "scoring": "mean"},
        {"entry": "lists", "nesting": [5, 3], "tie_break": "peel+sudden-death", "scoring": "mean"},
        {"scoring": "mean", "factor": "0.8"},
        {"scoring": "mean", "factor": "2/3"},
        {"scoring": "mean", "factor": "2", "offsets": True, "tie_break": "showdown"},
        {"scoring": "mean", "factor": "1.0"},
        {"points": "number"},
        {"low": 1, "high": 30, "points": "number", "offsets": True},
        {"nesting": [5, 3], "tie_break": "peel+showdown"},
    ],
)
def test_valid_combinations_are_allowed_and_stored_as_given(raw):
    assert raw == options.changed_options(GoodEnough.read_options(raw))


@pytest.mark.parametrize(
    ("tie_break", "flags"),
    [
        ("peel", (True, False, False)),
        ("sudden-death", (False, True, False)),
        ("peel+sudden-death", (True, True, False)),
        ("showdown", (False, False, True)),
        ("peel+showdown", (True, False, True)),
    ],
)
def test_G6_G12_G16_a_tie_break_has_flags_for_peeling_sudden_death_and_a_showdown(tie_break, flags):
    rules = GoodEnough(tie_break=tie_break)
    assert flags == (rules.peels, rules.plays_on, rules.has_showdown)


MORE = ["0,8", "½", "２/３", "", "1/2/3"]


@pytest.mark.parametrize(
    "spelling", [".8", "0.", "+0.8", "-1", " 0.8", "0.8 ", "8e-1", "4/5.0", "1/0", "2 / 3", *MORE]
)
def test_G17_any_other_spelling_of_a_factor_is_refused(spelling):
    assert refusal(scoring="mean", factor=spelling) == (
        f"factor: {spelling} is neither a decimal like 0.8 nor a fraction like 2/3"
    )


@pytest.mark.parametrize(("spelling", "value"), [("0.8", "4/5"), ("2/3", "2/3"), ("02", "2"), ("4/6", "2/3")])
def test_G17_a_factor_is_exact(spelling, value):
    assert Fraction(value) == GoodEnough.read_options({"scoring": "mean", "factor": spelling}).multiple


def test_a_preset_is_left_by_any_other_way_of_scoring_and_by_nothing_else():
    king = {"scoring": "mean", "factor": "4/5"}
    preset = GoodEnough.read_options({**king, "rounds": 7, "high": 50}).preset
    assert preset is not None
    assert "King of Diamonds" == preset.title
    for other in ({"factor": "0.7"}, {"points": "number"}, {"offsets": True}):
        assert GoodEnough.read_options({**king, **other}).preset is None, other


def test_a_form_has_the_options_in_groups():
    grouped = options.option_groups(options.option_fields(GoodEnough))
    assert {
        "The numbers": ["low", "high", "entry", "cards"],
        "How long it takes": ["rounds", "points_target", "nesting"],
        "What scores": ["scoring", "factor", "points", "offsets"],
        "The end": ["tie_break"],
    } == {group: [field.name for field in fields] for group, fields in grouped}
