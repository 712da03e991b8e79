"""Records, results, tables and CSV files of games kept by results (R1 to R4)."""

import csv
import io
import json
from typing import Any

import pytest

from companion.formats import csv_export, text_report
from companion.formats import record as records
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.contract import Record
from tests.support.card_games import NAMES
from tests.support.kept_results import GAMES, random_record

each_game = pytest.mark.parametrize("game", GAMES)


def document(game: str, *entries: Any, players: int = 3, last: bool = False, **more: Any) -> dict[str, Any]:
    """Return a record by results as a document; each entry has the numbers of the players."""
    who, options = list(NAMES[:players]), {**more.pop("options", {}), "keep": "results"}
    rounds = [{"plays": dict(zip(who, entry, strict=False))} for entry in entries]
    if last:
        rounds[-1]["last"] = True  # type: ignore[assignment]
    start = {"format": "companion.record/1", "game": game, "options": options, "players": who}
    return {**start, "rounds": rounds, **more}


def read(found: dict[str, Any]) -> Record:
    return records.read_record(json.dumps(found))


def refusal(found: dict[str, Any]) -> str:
    """Read a document that must be refused; return the sentence."""
    with pytest.raises(Refused) as refused:
        read(found)
    return str(refused.value)


def result(found: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a document."""
    return records.result_document(games.score(read(found)))


def printed(found: dict[str, Any]) -> list[str]:
    record = read(found)
    return text_report.text_report(record, games.score(record)).splitlines()


def rows(found: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(found.decode("utf-8-sig"), newline="")))


@each_game
def test_a_record_by_results_survives_being_written_and_read(game: str) -> None:
    for seed in range(20):
        record = random_record(game, seed)
        written = records.record_to_document(record)
        assert written["options"]["keep"] == "results"
        assert "deals" not in written
        text = records.dump_record(written)
        assert record == records.read_record(text)
        assert games.score(record) == games.score(records.read_record(text))


def test_R1_a_hand_is_a_leaf_with_scores_and_plays() -> None:
    found = result(document("mediocrity", (0, 1, 4)))
    [hand] = found["parts"]
    assert ["kind", "winners", "finished", "plays", "scores"] == list(hand)
    left = {"Ann": 0, "Bob": 1, "Cyd": 4}
    assert ("hand", ["Bob"], True, left, left) == tuple(hand.values())
    assert ["kind", "winners", "finished", "scores", "parts"] == list(found)


def test_R2_a_round_is_a_leaf_with_scores_plays_and_what_is_kept() -> None:
    [game] = result(document("saichugen", (5, 9, 11)))["parts"]
    [part] = game["parts"]
    assert ["kind", "winners", "finished", "plays", "scores", "kept"] == list(part)
    assert part["scores"] == part["plays"] == {"Ann": 5, "Bob": 9, "Cyd": 11}
    assert {"Ann": 0, "Bob": 9, "Cyd": 0} == part["kept"]
    assert ["kind", "winners", "finished", "scores", "parts", "points"] == list(game)


def test_R3_a_round_is_a_leaf_without_scores_and_without_a_call() -> None:
    [first, second] = result(document("median", (0, 0), (0, 1), players=2))["parts"]
    assert ["kind", "winners", "finished", "plays", "leader", "call", "takes", "pool"] == list(first)
    assert ([], "Ann", None, 0, 1) == tuple(
        first[key] for key in ("winners", "leader", "call", "takes", "pool")
    )
    assert (["Bob"], "Bob", None, 2, 0) == tuple(
        second[key] for key in ("winners", "leader", "call", "takes", "pool")
    )


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (document("mediocrity", (1, 2, 3)), "round 1: nobody is out of cards: a hand ends when somebody is"),
        (document("mediocrity", (0, 1, 14)), "round 1, Cyd: 14 cards cannot be left: a hand has 13"),
        (document("mediocrity", (0, 1, "K")), "round 1, Cyd: K is not a whole number"),
        (document("mediocrity", (0, 1, True)), "round 1, Cyd: True is not a whole number"),
        (document("mediocrity", (0, 1, 1.0)), "round 1, Cyd: 1.0 is not a whole number"),
        (
            document("mediocrity", (0, 1)),
            "round 1, Cyd: has no result, and in this game everybody must have one",
        ),
        (document("mediocrity", deals=[]), "the record: deals is not a key that companion knows"),
        (document("mediocrity", (0, 1, 2), (0, 1, 2), options={"target": 1}), "round 2: the game is over"),
        (
            document("saichugen", (20, 20, 0)),
            "round 1: together the sums are 40: in 3 tricks they are 39 at most",
        ),
        (
            document("saichugen", (0, 0, 40)),
            "round 1, Cyd: 40 cannot be the sum of 3 open cards: that is 0 to 39",
        ),
        (document("saichugen", (0, 0, "KH")), "round 1, Cyd: KH is not a whole number"),
        (document("saichugen", deals=[]), "deals: where only results are entered, no cards are dealt"),
        (document("median", (1, 1, 0)), "round 1: only one player can take a round, not 2"),
        (document("median", (2, 0, 0)), "round 1, Ann: 2 is neither 1, for who took the round, nor 0"),
        (document("median", deals=[]), "deals: where only results are entered, no cards are dealt"),
        (document("median", options={"keep": "both"}) | {"options": {"keep": "both"}}, "keep: both is not"),
        (
            document("median", rounds=[{"plays": {"Ann": 0, "Bob": 1, "Cyd": 0}, "call": "high"}]),
            "round 1: where only results are entered, nobody calls high or low",
        ),
        (document("good-enough"), "keep is not an option of this game"),
    ],
)
def test_R1_R2_R3_R4_a_record_that_breaks_a_rule_is_refused_with_the_place(
    found: dict[str, Any], sentence: str
) -> None:
    assert refusal(found).startswith(sentence)


def test_R1_the_table_has_the_cards_left_of_each_hand() -> None:
    assert [
        "Mediocrity",
        "",
        "hand 1      Ann  Bob  Cyd",
        "cards left   0    1    4",
        "point             1",
        "hand 2      Ann  Bob  Cyd",
        "cards left   2    0    2",
        "point        1         1",
        "game        Ann  Bob  Cyd",
        "points       1    1    1",
        "",
    ] == printed(document("mediocrity", (0, 1, 4), (2, 0, 2)))[:11]


def test_R2_the_table_has_the_sums_of_each_round() -> None:
    found = printed(document("saichugen", (5, 9, 11), options={"rounds": 1}))
    assert [
        "game 1, round 1  Ann  Bob  Cyd",
        "sum               5    9   11",
        "kept              0    9    0",
        "game 1, total     0    9    0",
        "game 1, points    1   −2    1",
        "The middle of the totals 0, 0 and 9 is 0: Ann and Cyd win the game.",
    ] == found[2:8]


def test_R3_the_table_has_who_took_each_round() -> None:
    assert [
        "round  Ann  Bob  leader  takes  pool",
        "1       0    0      Ann      0     1",
        "2       0    1*     Bob      2     0",
        "taken   0    2",
        "* wins the round",
    ] == printed(document("median", (0, 0), (0, 1), players=2))[2:7]


def test_a_csv_file_has_what_was_entered_and_what_it_brought() -> None:
    found = rows(
        csv_export.rounds_csv(
            [
                read(document("mediocrity", (0, 1, 4))),
                read(document("saichugen", (5, 9, 11))),
                read(document("median", (0, 0), (0, 1), players=2)),
            ]
        )
    )
    assert [
        ["1", "Mediocrity", "1", "hand 1", "Ann", "0", "none left", "0"],
        ["1", "Mediocrity", "1", "hand 1", "Bob", "1", "point", "1"],
        ["1", "Mediocrity", "1", "hand 1", "Cyd", "4", "too many left", "0"],
        ["2", "Saichugen", "1", "game 1, round 1", "Ann", "5", "lost", "0"],
        ["2", "Saichugen", "1", "game 1, round 1", "Bob", "9", "kept", "9"],
        ["2", "Saichugen", "1", "game 1, round 1", "Cyd", "11", "lost", "0"],
        ["3", "Median game", "1", "round 1", "Ann", "0", "tied", "0"],
        ["3", "Median game", "1", "round 1", "Bob", "0", "tied", "0"],
        ["3", "Median game", "2", "round 2", "Ann", "0", "lost", "0"],
        ["3", "Median game", "2", "round 2", "Bob", "1", "won", "2"],
    ] == found[1:]
