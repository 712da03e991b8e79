"""Voided plays in records: what is read, what is refused, and what they count for."""

import json
from typing import Any

import pytest

from companion.formats import record, text_report
from companion.rules import games
from companion.rules.games.runs import Record, ScoredRecord
from companion.rules.games.voided import void_impossible, voided_plays
from companion.rules.results import Branch
from tests.support.exports import rounds_csv
from tests.support.records import read_record

NAMES = ["Ann", "Bob", "Cyd", "Dan"]


def document(game: str, *rounds: dict[str, Any], players: int = 3, **options: Any) -> dict[str, Any]:
    head = {"format": record.FORMAT, "game": game, "options": options}
    return {**head, "players": NAMES[:players], "rounds": list(rounds)}


def plays(*values: Any) -> dict[str, Any]:
    return dict(zip(NAMES, values, strict=False))


def read(found: dict[str, Any]) -> Record:
    return read_record(json.dumps(found))


def voided_of(found: dict[str, Any]) -> tuple[ScoredRecord, Record]:
    """Return a record as it is scored with what is impossible in it, and with that voided."""
    scored = games.score_record(record.record_from_document(found))
    return scored, void_impossible(scored)


def rows(found_record: Record) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = record.record_to_document(found_record)["rounds"]
    return rounds


SAME = [
    # a card that lies already, and one that was discarded
    document("saichugen", {"plays": plays("7H", "6C", "KD")}, {"plays": plays("2C", "7H", "3D")}),
    document("mediocrity", {"plays": plays("2", "7", "K")}, {"plays": plays("3", "7", "9")}),
    document("median", {"plays": plays("5H", "8H", "JH")}, {"plays": plays("8H", "2H", "9H")}),
    # no call, and one that nobody makes
    document("median", {"plays": plays("3", "5", "8", "J")}, players=4),
    # rounds after the end
    document("mediocrity", *[{"plays": plays("2", "7", "K")}] * 3, target=1),
    # a number too high, and a card of the stack that lies already
    document("good-enough", {"plays": plays(1, 2, 300)}, {"plays": plays(1, 2, 3)}),
    document("good-enough", *[{"plays": plays(1, 2, 3)}] * 2, entry="cards", cards=30, rounds=5),
    # results that cannot be (R1 to R3)
    document(
        "mediocrity",
        *({"plays": plays(*each)} for each in ((0, 1, 2), (1, 1, 1), (0, 14, 1))),
        keep="results",
    ),
    document("saichugen", *({"plays": plays(*each)} for each in ((20, 20, 20), (5, 40, 3))), keep="results"),
    document(
        "median", *({"plays": plays(*each)} for each in ((0, 0, 1), (1, 1, 0), (0, 0, 2))), keep="results"
    ),
]


@pytest.mark.parametrize("found", SAME, ids=[f"{n}-{each['game']}" for n, each in enumerate(SAME)])
def test_a_record_with_what_is_impossible_struck_is_read_and_has_the_same_result(
    found: dict[str, Any],
) -> None:
    scored, voided = voided_of(found)
    assert scored.score.problems
    again = read(record.record_to_document(voided))
    assert voided == again
    assert record.result_document(scored.score) == record.result_document(games.score(again))
    assert voided == void_impossible(games.score_record(voided))


def test_S3_nobody_wins_a_trick_with_a_struck_card_and_it_keeps_its_place() -> None:
    tricks = [
        {"plays": {"Ann": "7H", "Cyd": "KD"}, "struck": {"Bob": "6C"}},
        {"plays": plays("2C", "6C", "3D")},
    ]
    score = games.score(read(document("saichugen", *tricks, tricks=3)))
    first, second = score.leaves()
    assert (False, (), True, ("Cyd",)) == (first.finished, first.winners, second.finished, second.winners)
    assert score.next_round is not None
    assert 3 == score.next_round.position[-1].number


def test_M5_nothing_is_discarded_in_a_trick_with_a_struck_card() -> None:
    tricks = [{"plays": {"Ann": "2", "Bob": "7"}, "struck": {"Cyd": "K"}}, {"plays": plays("2", "7", "K")}]
    hand = games.score(read(document("mediocrity", *tricks))).root.parts[0]
    assert isinstance(hand, Branch)
    assert {"Ann": 13, "Bob": 12, "Cyd": 13} == hand.scores


def test_G8_a_player_whose_number_is_struck_is_absent() -> None:
    found = read(document("good-enough", {"plays": {"Ann": 1, "Bob": 2}, "struck": {"Cyd": 300}}))
    assert ("Ann", "Bob") == next(games.score(found).leaves()).winners


def test_a_round_after_the_end_stands_there_with_struck_alone_and_is_no_round() -> None:
    ended = {"plays": plays("2", "7", "K"), "last": True}
    after = {"struck": plays("3", "8", "Q")}
    whole, alone = read(document("mediocrity", ended, after)), read(document("mediocrity", ended))
    assert games.score(alone) == games.score(whole)
    assert [ended, after] == rows(whole)
    scored, voided = voided_of(document("mediocrity", ended, {"plays": plays("3", "8", "Q")}))
    assert ("the game was over before", whole) == (str(voided_plays(scored)[0].why), voided)


def test_files_for_people_tell_what_is_struck() -> None:
    ended = {"plays": {"Ann": "2", "Bob": "7"}, "struck": {"Cyd": "K"}, "last": True}
    found = read(document("mediocrity", ended, {"struck": {"Ann": "9", "Bob": "8"}}))
    report = text_report.text_report(found, games.score(found)).splitlines()
    assert [
        "Struck, hand 1, trick 1: Cyd’s K",
        "Struck, after the end: Ann’s 9 and Bob’s 8",
    ] == [line for line in report if "truck" in line]
    lines = rounds_csv([found]).decode("utf-8-sig").splitlines()[1:]
    assert [
        '1,Mediocrity,1,"hand 1, trick 1",Ann,2,no result,',
        '1,Mediocrity,1,"hand 1, trick 1",Bob,7,no result,',
        '1,Mediocrity,1,"hand 1, trick 1",Cyd,K,struck,',
        "1,Mediocrity,2,after the end,Ann,9,struck,",
        "1,Mediocrity,2,after the end,Bob,8,struck,",
    ] == lines
