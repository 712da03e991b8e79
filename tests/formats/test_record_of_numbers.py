"""Records and results of It's Good Enough as JSON documents."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.formats import record
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Reveal
from tests.support.number_games import GAME_TWO, score
from tests.support.number_games import record as recorded

DOCUMENT = {
    "format": "companion.record/1",
    "game": "good-enough",
    "options": {"rounds": 3},
    "players": ["Alice", "Bob", "Carol"],
    "rounds": [{"plays": {"Alice": 1, "Bob": 2, "Carol": 3}}, {"plays": {"Alice": 4}}],
}


def refusal(**changes):
    with pytest.raises(Refused) as refused:
        record.read_record(json.dumps({**DOCUMENT, **changes}))
    return str(refused.value)


def plays(*rounds):
    return [{"plays": each} for each in rounds]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds": plays({}, {}, {"Bob": 101})}, "round 3, Bob: 101 is above the highest number, 100"),
        ({"rounds": plays({"Zed": 1})}, "round 1, Zed: no such player in this game"),
        ({"rounds": plays({"Bob": True})}, "round 1, Bob: True is not a whole number"),
        ({"rounds": plays({}, {}, {}, {})}, "round 4: the game is over: no round can follow"),
        (
            {"rounds": [{"plays": {}, "last": True}, {"plays": {}}]},
            "round 2: the game is over: no round can follow",
        ),
        ({"players": ["Alice", "Bob"], "rounds": []}, "It's Good Enough needs 3 or more players"),
        ({"players": ["Alice", "Bob", "Bob"]}, "Bob stands twice among the players"),
        ({"players": ["Alice", "Bob", ""]}, "players must be a list of names"),
        ({"players": ["Alice", "Bob", "\ud800"]}, "players must be a list of names that can be written"),
        ({"options": {"speed": 1}}, "speed is not an option of this game"),
        ({"options": {"rounds": 2}}, "a game has 3 to 9999 rounds, not 2"),
        (
            {"options": {"entry": "cards", "cards": 17, "rounds": 5}},
            "3 players need 6 cards each, 18 in all, and the stack has 17",
        ),
        (
            {"options": {"entry": "cards", "cards": 18}, "rounds": plays({"Bob": 7}, {"Carol": 7})},
            "round 2, Carol: card 7 was laid in round 1 already",
        ),
    ],
)
def test_an_invalid_record_is_refused_in_one_line(changes, message):
    assert message == refusal(**changes)


def test_the_result_is_the_documented_tree():
    result = record.result_document(score(GAME_TWO))
    assert ["kind", "winners", "finished", "scores", "parts", "decided_by", "peels"] == list(result)
    assert {
        "first": 2,
        "last": 4,
        "scores": {"Xander": 0, "Yvonne": 1, "Zachary": 2},
        "winners": ["Yvonne"],
    } == (result["peels"][0])
    assert {
        "kind": "round",
        "winners": ["Zachary"],
        "finished": True,
        "plays": {"Xander": 55, "Yvonne": 55, "Zachary": 0},
        "disqualified": ["Xander", "Yvonne"],
    } == result["parts"][2]


options = st.sampled_from(
    [
        {},
        {"rounds": 7},
        {"nesting": [3, 2], "tie_break": "sudden-death"},
        {"scoring": "mean", "low": -9, "high": 9, "points_target": 30},
        {"entry": "lists", "nesting": [4, 3, 2], "tie_break": "peel+sudden-death"},
    ]
)


@settings(deadline=None)
@given(
    options,
    st.lists(st.dictionaries(st.sampled_from("ABCD"), st.integers(0, 9)), max_size=5),
    st.booleans(),
)
def test_a_record_survives_being_written_and_parsed_and_scores_the_same(raw, rounds, last):
    last = last and bool(rounds)
    reveals = tuple(Reveal(each, last=last and n == len(rounds)) for n, each in enumerate(rounds, 1))
    found = Record("good-enough", GoodEnough.read_options(raw), tuple("ABCD"), reveals)
    text = record.dump_record(record.record_to_document(found))
    if last and games.score(found).problems:
        return
    again = record.read_record(text)
    assert found == again
    assert raw == json.loads(text)["options"]
    assert games.score(found) == games.score(again)


def test_negative_numbers_are_written_with_ASCII_signs():
    text = record.dump_record(record.record_to_document(recorded("A -3\nB 2\nC 1", low=-5)))
    assert '{"plays": {"A": -3, "B": 2, "C": 1}}' in text
