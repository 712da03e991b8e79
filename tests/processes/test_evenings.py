"""Random evenings over HTTP: `tests.tools.evenings` plays many more."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support import naive_evening, naive_numbers
from tests.support.server import Server
from tests.tools.evenings import comparison, play_evenings, scoring
from tests.tools.evenings.evening import Moment, Played, play_evening
from tests.tools.evenings.play import FREE
from tests.tools.evenings.screens import Seen
from tests.tools.evenings.tally import Tally

TAKEN_BY = {"Ben": {"Ann": 1, "Ben": 2, "Cid": 3}, "Cid": {"Ann": 1, "Ben": 3, "Cid": 2}}
RECORD: dict[str, Any] = {
    "game": "good-enough",
    "players": ["Ann", "Ben", "Cid"],
    "options": {"rounds": 3},
    "rounds": [{"plays": TAKEN_BY[name]} for name in ("Ben", "Cid", "Cid")],
}
ROOT, _ = naive_numbers.result_of(RECORD)
POINTS = {"Ann": 0, "Ben": 1, "Cid": 2}
BEN, ALL = frozenset({"Ben"}), frozenset(POINTS)
SEED_OF_THREE_GAMES = 10
SEEN = Seen(POINTS, POINTS, "Ben", True, POINTS, BEN, ALL)


@pytest.mark.slow
def test_screens_exports_and_second_scorers_agree_about_random_evenings() -> None:
    tally = play_evenings(3, seed=0)
    assert [] == tally.differences
    assert 3 == tally.counts["evenings"]


@pytest.mark.slow
def test_what_is_changed_in_a_download_or_a_report_is_a_difference(tmp_path: Path) -> None:
    server = Server(tmp_path, environ=FREE).start()
    try:
        played = play_evening(server.url, SEED_OF_THREE_GAMES, Counter())
    finally:
        server.stop()
    [roots], [report] = scoring.results_of([played.exported]), scoring.reports_of([played.exported])
    assert isinstance(roots, list)

    def named(changed: Played, report: str = report) -> set[str]:
        pairs = comparison.of_end(changed, roots, report)
        return {what for what, expected, found in pairs if expected != found}

    assert set() == named(played)
    no_winners = replace(played, scores=played.scores.replace(",yes", ",no"))
    assert {"winners in the spreadsheet", "the evening in the spreadsheet"} == named(no_winners)
    assert {"winners in the tables"} == named(
        replace(played, results=played.results.replace('class="total winner"', 'class="total"'))
    )
    shorter = played.rounds.rstrip().rpartition("\n")[0]
    assert {"plays in the spreadsheet"} == named(replace(played, rounds=shorter))
    assert {"records downloaded alone"} == named(replace(played, records=played.records[::-1]))
    assert {"the evening in the report"} == named(played, report.replace("diocre: ", "diocre: Zoe, "))


@pytest.mark.slow
def test_what_companion_score_refuses_is_a_difference() -> None:
    tally, refused = Tally(), json.dumps({"format": "companion.evening/1", "games": []})
    comparison.compare([Played(7, exported=refused)], tally)
    assert ["seed 7, `companion score` refuses what was exported: room must be the code of a room"] == (
        tally.differences
    )


def differences_of(record: Any, root: Any) -> list[str]:
    pairs = comparison.of_second_scorer(record, root)
    return [what for what, expected, found in pairs if expected != found]


def test_a_point_too_many_is_a_difference() -> None:
    assert [] == differences_of(RECORD, ROOT)
    wrong = {**ROOT, "scores": {**ROOT["scores"], "Ann": 1}}
    assert ["a second scorer: good-enough, scores"] == differences_of(RECORD, wrong)


def test_a_round_that_is_struck_after_the_end_is_no_round_to_the_second_scorer() -> None:
    late = {**RECORD, "rounds": [*RECORD["rounds"], {"struck": {"Ann": 4}}]}
    assert [] == differences_of(late, ROOT)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (SEEN, []),
        (replace(SEEN, host={**POINTS, "Ann": 1}), ["points on the host's screen: good-enough"]),
        (replace(SEEN, host={}), ["points on the host's screen: good-enough"]),
        (replace(SEEN, phone={**POINTS, "Ben": 4}), ["points on a phone: good-enough"]),
        (replace(SEEN, owner="Ann"), ["whether a phone's owner wins: Ann"]),
        (replace(SEEN, tv={**POINTS, "Cid": -1}), ["points on the TV: good-enough"]),
        (replace(SEEN, tv_winners=frozenset()), ["winners on the TV"]),
        (replace(SEEN, tv_mediocre=BEN), ["the evening on the TV"]),
    ],
)
def test_what_a_screen_shows_besides_the_score_is_a_difference(seen: Seen, expected: list[str]) -> None:
    evening = json.dumps({"players": [*POINTS], "games": [RECORD]})
    pairs = comparison.of_screens(Moment(evening, seen), [ROOT])
    assert expected == [what for what, shown, found in pairs if shown != found]


def test_the_most_mediocre_are_found_by_peeling_games() -> None:
    players, winners = ["Ann", "Ben", "Cid"], [["Cid"], ["Ann"], ["Ben"], ["Ann"], ["Ben"]]
    assert ({"Ann": 2, "Ben": 2, "Cid": 1}, ["Ben"]) == naive_evening.standing_of(players, winners)
    assert ({"Ann": 1, "Ben": 0, "Cid": 1}, players) == naive_evening.standing_of(players, [["Ann"], ["Cid"]])
