"""Question nights: the closest to the truth scores, or the middle of opinions (Q1 to Q6)."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.record import record_from_document, record_to_document, result_document
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.insights import awards
from companion.rules.results import Score

FACT = {"question": "How many?", "range": [0, 100]}
OPINION = {"question": "How much?", "ends": ["not at all", "very much"]}
PLAYERS = ["Ann", "Bob", "Cyd", "Dan", "Eve"]


def fact(truth: int | None, *numbers: int) -> dict[str, Any]:
    told = {} if truth is None else {"truth": truth}
    return {**FACT, **told, "plays": dict(zip(PLAYERS, numbers, strict=False))}


def opinion(*numbers: int) -> dict[str, Any]:
    return {**OPINION, "plays": dict(zip(PLAYERS, numbers, strict=False))}


def document(*rounds: Mapping[str, Any], **options: object) -> dict[str, Any]:
    chosen = {"scoring": "truth", "rounds": len(rounds), **options}
    head = {"format": "companion.record/1", "game": "good-enough", "options": chosen}
    return {**head, "players": PLAYERS, "rounds": list(rounds)}


def scored(*rounds: Mapping[str, Any], **options: object) -> Score:
    return games.score(games.check_record(record_from_document(document(*rounds, **options))))


def test_whoever_is_closest_to_the_truth_gets_a_point_and_the_room_none_q2_q3() -> None:
    [leaf] = scored(fact(34, 20, 24, 28, 31)).leaves()
    found = result_document(scored(fact(34, 20, 24, 28, 31)))["parts"][0]
    assert ("Dan",) == leaf.winners
    assert (34, "26", []) == (found["truth"], found["room"], found["disqualified"])


@pytest.mark.parametrize(
    ("numbers", "winners"),
    [((10, 50, 50, 70, 90), ("Bob", "Cyd")), ((10, 50, 70, 90), ("Bob", "Cyd")), ((7, 7, 7), PLAYERS[:3])],
)
def test_whoever_says_a_middle_number_of_an_opinion_gets_a_point_also_several_q5(
    numbers: tuple[int, ...], winners: tuple[str, ...]
) -> None:
    [part] = result_document(scored(opinion(*numbers)))["parts"]
    assert list(winners) == part["winners"]
    assert {"truth", "room"}.isdisjoint(part)


def test_all_who_are_equally_close_score_on_both_sides_of_the_truth_q2() -> None:
    [leaf] = scored(fact(50, 40, 60, 60, 10)).leaves()
    assert ("Ann", "Bob", "Cyd") == leaf.winners


def test_a_round_whose_truth_is_never_told_gives_nothing_and_nobody_wins_without_a_point_q2_q4() -> None:
    root = scored(fact(None, 1, 2, 3)).root
    assert (True, (), {0}) == (root.finished, root.winners, {*root.scores.values()})
    assert result_document(scored(fact(None, 1, 2, 3)))["parts"][0]["room"] == "2"


def test_a_tie_is_shared_or_goes_on_with_one_more_question_among_those_tied_q4_q6() -> None:
    tied = fact(0, 1, 9), fact(9, 1, 9)
    assert ("Ann", "Bob") == scored(*tied).root.winners
    going_on = scored(*tied, rounds=2, tie_break="sudden-death")
    assert (False, ("Ann", "Bob")) == (going_on.root.finished, going_on.root.tied)
    by_others = scored(*tied, fact(50, 9, 1, 50), rounds=2, tie_break="sudden-death")
    assert not by_others.root.finished  # Cyd scores, who cannot win any more
    decided = scored(*tied, fact(50, 9, 1, 50), opinion(4, 9, 7, 2), rounds=2, tie_break="sudden-death")
    assert ("Ann",) == decided.root.winners
    assert result_document(decided)["decided_by"] == "sudden-death"


def test_who_had_left_the_tie_cannot_win_with_as_many_points_later_q6() -> None:
    tied = fact(5, 5, 5, 5), fact(9, 9, 9, 0), fact(9, 0, 0, 9), fact(9, 0, 0, 9)
    root = scored(*tied, rounds=1, tie_break="sudden-death").root
    assert {"Ann": 2, "Bob": 2, "Cyd": 3} == {player: root.scores[player] for player in PLAYERS[:3]}
    assert (False, ("Ann", "Bob")) == (root.finished, root.tied)


@pytest.mark.parametrize("option", [{"factor": "0.8"}, {"points": "number"}, {"offsets": True}, {"low": 5}])
def test_options_of_the_middle_are_refused_q1(option: dict[str, object]) -> None:
    with pytest.raises(Refused, match="is not an option"):
        scored(fact(5, 1, 2, 3), **option)


@pytest.mark.parametrize(
    "wrong",
    [
        {"plays": {"Ann": 1}},
        {"plays": {"Ann": 1}, "question": "?"},
        {"plays": {"Ann": 1}, **FACT, "ends": ["a", "b"]},
        {"plays": {"Ann": 1}, "question": "?", "range": [5, 5]},
        {"plays": {"Ann": 1}, "question": "?", "range": [1, 2, 3]},
        {"plays": {"Ann": 1}, "question": "?", "range": [True, 3]},
        {"plays": {"Ann": 1}, "question": "?", "ends": ["a"]},
        {"plays": {"Ann": 1}, **OPINION, "truth": 4},
        {"plays": {"Ann": 101}, **FACT},
    ],
)
def test_a_round_that_asks_nothing_or_half_a_question_is_refused_q1(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        scored(wrong)


def test_a_game_of_the_middle_takes_neither_a_range_nor_ends() -> None:
    record = document(fact(5, 1, 2, 3), rounds=3)
    record["options"] = {}
    with pytest.raises(Refused, match="range is not a key"):
        record_from_document(record)


NUMBER = st.integers(0, 100)


@given(st.lists(NUMBER, min_size=1, max_size=5), NUMBER)
def test_a_winner_of_a_fact_is_as_close_as_anybody_and_nobody_else_is_q2(
    numbers: list[int], truth: int
) -> None:
    [leaf] = scored(fact(truth, *numbers)).leaves()
    least = min(abs(number - truth) for number in numbers)
    said = dict(zip(PLAYERS, numbers, strict=False))
    assert {player for player in said if abs(said[player] - truth) == least} == {*leaf.winners}


@given(st.lists(st.one_of(st.tuples(NUMBER, NUMBER, NUMBER)), min_size=1, max_size=4), st.booleans())
def test_a_record_is_read_back_as_it_was_written(rounds: list[tuple[int, int, int]], asks: bool) -> None:
    written = document(*(fact(4, *each) if asks else opinion(*each) for each in rounds))
    assert written["rounds"] == record_to_document(record_from_document(written))["rounds"]


def test_the_room_has_an_award_from_the_second_fact_on_in_which_it_beats_everybody_q3() -> None:
    best, missed = fact(50, 10, 30, 68, 90), fact(50, 10, 50, 70, 90)
    found = scored(best, best, missed, rounds=3)
    awards_given = awards(games.find_game("question-night")(), [found])
    [room] = [award for award in awards_given if award.kind == "room"]
    assert ((), "closest in 2 of 3") == (room.players, str(room.explains))
    once = awards(games.find_game("question-night")(), [scored(best, missed, missed, rounds=3)])
    assert "room" not in {award.kind for award in once}
