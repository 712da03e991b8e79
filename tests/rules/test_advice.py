"""What is recommended to a host: endings (G6, G7, G12, G16), and a wider range for a crowd (G3)."""

from itertools import product

import pytest

from companion.rules import games
from companion.rules.games import all_choices
from companion.rules.games.good_enough.advice import ROOMY, expected_share
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.options import option_fields
from tests.support.toy_game import SecondBest
from tests.tools import endings_table


def kinds(players: int, **options) -> list[str]:
    return [ending.options["tie_break"] for ending in GoodEnough(**options).endings(players)]


def reason(players: int, **options) -> str:
    return str(GoodEnough(**options).endings(players)[0].reason)


def test_G6_peeling_alone_comes_first_only_where_sudden_death_would_take_too_long():
    assert ["peel", "peel+sudden-death"] == kinds(60, entry="lists")
    assert [True, False, False] == [bool(ending.reason) for ending in GoodEnough().endings(5)]


def test_G6_of_more_rounds_than_the_table_has_the_same_parity_counts():
    minutes = round((99 + 0.26) * 45 / 60)  # of 9 rounds 26 games in 100 need one more, of 10 rounds 41
    assert minutes == GoodEnough(rounds=99).endings(5)[0].minutes


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8, 12, 13, 30, 300])
def test_G16_a_showdown_after_peeling_comes_first_as_it_always_ends_with_one_winner(players):
    assert ["peel+showdown", "peel", "peel+sudden-death"] == kinds(players)


@pytest.mark.parametrize("options", [{"entry": "lists"}, {"entry": "cards", "cards": 60}])
def test_G16_there_is_no_showdown_where_numbers_are_not_sent_round_by_round(options):
    assert ["peel+sudden-death", "peel"] == kinds(4, **options)
    assert ["peel+sudden-death", "peel"] == kinds(3, **options)


@pytest.mark.parametrize("players", [3, 5, 8, 30])
def test_a_preset_gets_an_ending_with_one_winner(players):
    presets = [choice for choice in all_choices() if choice.preset and choice.game is GoodEnough]
    assert len(presets) == 4
    for preset in presets:
        assert "peel+showdown" == kinds(players, **preset.options)[0], preset
        assert "Always one winner: a showdown decides a tie." == reason(players, **preset.options)


def test_the_ending_of_the_rules_is_listed_and_the_one_that_is_chosen():
    assert "showdown" == kinds(4, tie_break="showdown")[-1]
    rules = GoodEnough(tie_break="sudden-death")
    assert [{"tie_break": "sudden-death"}] == [
        ending.options for ending in rules.endings(4) if ending.is_of(rules)
    ]


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (3, {}, "Always one winner: a showdown decides a tie."),
        (4, {"nesting": (5, 3)}, "Always one winner: a showdown decides a tie."),
        (20, {"entry": "lists"}, "Whoever ties at the end shares the win."),
        (4, {"entry": "lists"}, "Always one winner: after a tie more rounds decide."),
    ],
)
def test_the_reason_says_what_becomes_of_a_tie(players, options, sentence):
    assert sentence == reason(players, **options)


def test_too_few_players_or_too_few_cards_have_no_endings_and_no_other_game_has_any():
    assert () == GoodEnough().endings(2)
    assert () == GoodEnough(entry="cards", cards=10).endings(4)
    assert () == SecondBest().endings(5)
    assert {"good-enough"} == {name for name, game in games.GAMES.items() if game().endings(4)}


def test_the_table_says_what_the_tool_finds_that_has_made_it(monkeypatch):
    monkeypatch.setattr(endings_table, "GAMES", 60)
    stands, showdown, sudden_death = endings_table.figures(3, 5)
    assert stands == pytest.approx(30, abs=20)
    assert (1, 1) == (showdown, sudden_death)


# How many players disqualify each other by chance (G3), and the range that is offered instead.


@pytest.mark.parametrize(("players", "numbers"), [(0, 2), (1, 5), (2, 3), (3, 4), (4, 3)])
def test_the_share_is_that_of_all_ways_to_pick(players: int, numbers: int) -> None:
    picks = list(product(range(numbers), repeat=players))
    out = sum(sum(pick.count(each) > 1 for each in pick) for pick in picks)
    assert out / (len(picks) * max(1, players)) == pytest.approx(expected_share(players, numbers))


@pytest.mark.parametrize(
    ("options", "players", "wider"),
    [
        ({}, 12, None),
        ({}, 20, {"low": 0, "high": 1000}),
        ({}, 30, {"low": 0, "high": 1000}),
        ({}, 500, {"low": 0, "high": 10_000}),
        ({"low": 1, "high": 9}, 8, {"low": 1, "high": 100}),
        ({"low": -9, "high": 9}, 8, {"low": -100, "high": 100}),
        ({"low": 50, "high": 60}, 8, {"low": 50, "high": 1000}),
        ({"low": 1, "high": 30, "offsets": True}, 60, None),
        ({"entry": "cards", "cards": 2000}, 60, None),
    ],
)
def test_a_round_range_is_offered_where_many_would_be_out(options, players, wider):
    crowding = GoodEnough.read_options(options).crowding(players)
    assert wider == (None if crowding is None else crowding.options)


@pytest.mark.parametrize("players", [30, 60, 400, 2000])
@pytest.mark.parametrize("low", [-50, 0, 1])
def test_what_is_offered_is_wider_roomy_and_offered_once(players: int, low: int) -> None:
    rules = GoodEnough(low=low)
    crowding = rules.crowding(players)
    assert crowding is not None
    wider = GoodEnough.read_options(crowding.options)
    assert wider.low <= rules.low
    assert wider.high > rules.high
    assert expected_share(players, wider.high - wider.low + 1) <= ROOMY
    assert wider.crowding(players) is None


def test_the_sentence_says_how_many_are_out_at_least() -> None:
    crowding = GoodEnough().crowding(30)
    assert crowding is not None
    assert "From 0 to 100, at least 8 players of 30 pick" in str(crowding.expects)
    assert "Play from 0 to 1000" == str(crowding.offer)


def test_every_way_to_end_has_a_name_of_few_words_and_says_how_long_a_game_takes():
    [field] = [each_field for each_field in option_fields(GoodEnough) if each_field.name == "tie_break"]
    for way in field.choices:
        [found] = [
            ending for ending in GoodEnough(tie_break=way).endings(4) if ending.options["tie_break"] == way
        ]
        assert len(found.label.split()) <= 5
    assert 5 == GoodEnough().endings(4)[0].minutes
    assert 0 == GoodEnough(nesting=(3, 2)).endings(4)[0].minutes
