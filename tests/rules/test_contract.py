"""What games are made of: the contract and its defaults, options, lessons and reasons."""

import inspect
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games import options
from companion.rules.games.contract import Game
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.lowest_alone import LowestAlone
from companion.rules.games.median_game.game import MedianGame
from companion.rules.games.number_game import LazyReasons
from companion.rules.games.options import OptionField, option
from companion.rules.games.pictures import figures
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal
from companion.rules.results import Leaf, Reason, Score
from tests.support.toy_game import SecondBest

ROUNDS = (Reveal({"Ann": 5, "Bo": 13, "Cyd": 24}), Reveal({"Ann": 5, "Bo": 5, "Cyd": 24}))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game."""
    monkeypatch.setitem(games.GAMES, SecondBest.name, SecondBest)


def played(rules: Game) -> tuple[Record, Score]:
    record = Record(rules.name, rules, ("Ann", "Bo", "Cyd"), ROUNDS)
    return record, games.score(record)


def test_on_a_number_line_who_scored_is_the_middle_and_all_count_but_the_disqualified() -> None:
    rules = SecondBest(reveal="on a line")
    first, second = played(rules)[1].leaves()
    assert ((Fraction(13),), ()) == (rules.middle_numbers(first), rules.middle_numbers(second))
    assert {"Ann": 5, "Bo": 13, "Cyd": 24} == rules.counting_numbers(first)
    assert {"Cyd": 24} == rules.counting_numbers(second)


def test_without_a_number_line_there_is_no_middle_and_no_number_counts() -> None:
    rules = SecondBest()
    leaf = next(played(rules)[1].leaves())
    assert ((), {}) == (rules.middle_numbers(leaf), rules.counting_numbers(leaf))


def test_the_headline_of_a_round_is_who_scores_or_that_nobody_does() -> None:
    for winners, headline in ((("Bo",), "Bo scores"), ((), "Nobody scores")):
        leaf = Leaf(kind="round", winners=winners, finished=True, plays={})
        assert headline == SecondBest().round_headline(leaf).sentence()


def test_what_is_asked_of_every_game_is_short() -> None:
    asked = {kind: {*vars(kind), *inspect.get_annotations(kind)} for kind in Game.__mro__}
    named = {kind: {name for name in names if not name.startswith("_")} for kind, names in asked.items()}
    assert len(named[Game]) <= 25
    assert len(set().union(*named.values())) <= 49


# Options with labels, parsed from records and from forms.


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
    fields = {field.name: field for field in options.option_fields(Sample)}
    assert {
        "size": "number",
        "target": "number",
        "colour": "choice",
        "dealer": "player",
        "levels": "numbers",
        "loud": "flag",
        "share": "fraction",
    } == {name: field.kind for name, field in fields.items()}
    assert list(Sample.__dataclass_fields__) == list(fields)
    assert OptionField("colour", "Colour", "Which.", "red", ("red", "blue"), "choice") == fields["colour"]


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


def test_options_are_parsed_from_a_record_and_from_a_form_whose_other_fields_are_ignored():
    raw = {"target": 3, "colour": "blue", "dealer": "Ann", "levels": [4, 2]}
    found_options = options.read_options(Sample, raw)
    assert Sample(5, 3, "blue", "Ann", (4, 2)) == found_options
    assert raw == options.changed_options(found_options)
    assert Sample(dealer="Ann") == options.rename_option_players(Sample(dealer="seat-1"), {"seat-1": "Ann"})
    assert Sample() == options.read_options(Sample, {"target": None, "dealer": None})
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


def test_a_flag_and_a_fraction_are_read_from_a_form_and_written_into_one():
    texts = {"loud": "true", "share": " ２／３ "}
    form = options.parse_form(Sample, texts)
    assert {"loud": True, "share": "2/3"} == form
    assert {"loud": "true", "share": "2/3"} == options.form_texts(form)
    assert {"share": "0.5"} == options.parse_form(Sample, {"share": "0,5"})
    assert Sample(loud=True, share="2/3") == options.read_options(Sample, form)


# What the pictures of lessons and emblems say about who is in the middle.


@pytest.mark.parametrize("kind", games.GAMES.values(), ids=lambda kind: kind.name)
def test_in_a_picture_with_steps_one_is_the_middle_and_who_stands_there_is_in_the_light(
    kind: type[Game],
) -> None:
    for picture in (*(panel.picture for panel in kind().lesson.panels), kind.emblem):
        drawn = list(figures(picture))
        steps = [numbers[0] for kind, numbers, named in drawn if kind == "step" and "middle" in named]
        lit = [numbers[1] for kind, numbers, named in drawn if kind == "guest" and "lit" in named]
        if any(kind == "step" for kind, _, _ in drawn):
            assert lit == steps
            assert len(lit) == 1


def worn(rules: Game, panels: int) -> list[list[str]]:
    """Return what guests, steps and cards say in the first pictures of a lesson, from left to right."""
    found = []
    for panel in rules.lesson.panels[:panels]:
        drawn = [figure for figure in figures(panel.picture) if "says" in figure[2] and figure[0] != "text"]
        drawn.sort(key=lambda each: each[1][each[0] == "guest"])  # by x: a guest has its seat before it
        found.append([named["says"] for *_, named in drawn])
    return found


def alike(numbers: list[str]) -> list[int]:
    """Return which of the numbers are equal."""
    return [numbers.index(number) for number in numbers]


@pytest.mark.parametrize(
    "rules",
    [
        *(GoodEnough(low=low, high=low + span) for low in (-7, 0, 95) for span in (1, 2, 4, 29, 10**99)),
        *(GoodEnough(**preset.options) for preset in GoodEnough.presets),
        GoodEnough(entry="cards", cards=24),
        *(LowestAlone(low=5, high=high, pick=pick) for high in (9, 25) for pick in ("lowest", "highest")),
    ],
    ids=repr,
)
def test_G9_L1_numbers_in_a_lesson_are_in_the_range_and_differ_where_it_has_so_many(rules: Any) -> None:
    low, high = rules.number_line
    for numbers in worn(rules, 2):
        shown = [int(number.lstrip("+").replace("\N{MINUS SIGN}", "-")) for number in numbers]
        assert low <= min(shown) <= max(shown) <= high
    if high - low >= 4:
        usual = worn(replace(rules, low=0, high=100), 2)
        assert list(map(alike, usual)) == list(map(alike, worn(rules, 2)))


def test_D1_cards_in_a_lesson_are_in_the_deck() -> None:
    assert [["5", "8", "J"], ["5", "5", "J"], ["3", "5", "8", "Q"]] == worn(MedianGame(), 3)
    assert [["9", "J", "K"], ["10", "10", "Q"], ["9", "10", "J", "K"]] == worn(
        MedianGame(lowest="9", hand=1), 3
    )


@pytest.mark.parametrize(("points", "label"), [("one", "29"), ("number", "+29")])
@pytest.mark.parametrize("factor", ["2/3", "4/3"])
def test_G17_who_is_nearest_to_the_target_is_in_the_light_and_the_others_look_there(
    factor: str, points: str, label: str
) -> None:
    drawn = list(figures(GoodEnough(scoring="mean", factor=factor, points=points).lesson.panels[1].picture))
    guests = [(numbers[1], named) for kind, numbers, named in drawn if kind == "guest"]
    [step] = [(named["says"], numbers[0]) for kind, numbers, named in drawn if kind == "step"]
    [nearest] = [x for x, named in guests if "lit" in named]
    assert (label, nearest) == step
    looks = {x: named["eyes"] for x, named in guests if "lit" not in named}
    assert looks == {x: "left" if x > nearest else "right" for x in looks}


# The model of results: lazy reasons are computed when read and compare like their contents.


FIRST, SECOND = Reason("G5", "{players} scores", ("1",)), Reason("G5", "{players} scores", ("2",))


@pytest.mark.parametrize(
    "other", [(), (FIRST,), (SECOND, FIRST), (FIRST, FIRST), (FIRST, SECOND), (FIRST, SECOND, SECOND), {"G5"}]
)
def test_lazy_reasons_compare_like_the_tuple_of_them(other: object) -> None:
    reasons = LazyReasons(lambda: (FIRST, SECOND))
    assert (reasons == other) == ((FIRST, SECOND) == other)
    assert (reasons == LazyReasons(lambda: other)) == ((FIRST, SECOND) == other)


def test_reasons_are_computed_once_and_only_when_they_are_read() -> None:
    calls: list[str] = []

    def compute(rule: str) -> tuple[Reason, ...]:
        calls.append(rule)
        return (FIRST,)

    reasons = LazyReasons(compute, "G5")
    assert [] == calls
    assert (1, [FIRST], FIRST) == (len(reasons), list(reasons), reasons[0])
    assert ["G5"] == calls
