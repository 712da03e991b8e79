"""The rules of Lowest alone, L1 to L3."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.record import record_to_document, result_document
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.lowest_alone import LowestAlone
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal
from companion.rules.results import Score
from tests.support import naive_numbers

NAMES = "ABCDEF"


def scored(*rounds: str, last: bool = False, **options: Any) -> Score:
    """Score rounds such as `1 1 2 - 5`, the numbers of A, B, C; `last`: then the host ends it."""
    players = tuple(NAMES[: len(rounds[0].split())])
    plays = [
        {player: int(number) for player, number in zip(players, played.split(), strict=True) if number != "-"}
        for played in rounds
    ]
    reveals = tuple(Reveal(play, last=last and play is plays[-1]) for play in plays)
    return games.score(Record(LowestAlone.name, LowestAlone(**options), players, reveals))


def sentences(score: Score) -> list[str]:
    [*_, leaf] = score.leaves()
    return [reason.sentence() for reason in leaf.reasons]


@pytest.mark.parametrize(
    ("numbers", "lowest", "highest"),
    [
        ("1 1 2 2 5 9", "E", "F"),
        ("3 2 1 4 5 6", "C", "F"),
        ("1 1 2 2 3 3", "", ""),
        ("1 - 1 - 7 -", "E", "E"),
        ("- - - - - -", "", ""),
        ("20 20 20 19 20 20", "D", "D"),
    ],
)
def test_L2_the_lowest_number_that_nobody_else_has_gets_a_point(
    numbers: str, lowest: str, highest: str
) -> None:
    for pick, winner in (("lowest", lowest), ("highest", highest)):
        root = scored(numbers, pick=pick).root
        assert tuple(winner) == root.parts[0].winners
        assert {player for player, points in root.scores.items() if points} == {*winner}


def test_L1_L2_every_number_has_its_reason() -> None:
    assert sentences(scored("1 1 2 5 9 -")) == [
        "A and B said 1: out.",
        "2 is the lowest number that only one has: 1 point for C.",
        "D (5) and E (9) are higher: no point.",
        "F sent no number: no point.",
    ]
    assert sentences(scored("4 4 4")) == ["A, B and C said 4: out.", "No number is left, so nobody scores."]


def test_L1_a_number_out_of_the_range_is_refused() -> None:
    [problem] = scored("0 1 2").problems
    assert str(problem) == "round 1, A: 0 is below the lowest number, 1"


@pytest.mark.parametrize("players", [2, 61])
def test_L_it_is_for_3_to_60(players: int) -> None:
    names = tuple(map(str, range(players)))
    [problem] = games.score(Record(LowestAlone.name, LowestAlone(), names)).problems
    assert str(problem) == f"Lowest alone needs 3 to 60 players, not {players}"


def test_L3_whoever_first_has_the_points_wins_at_once() -> None:
    two = scored("1 2 3", "1 2 3")
    assert ((), False, None) == (two.root.winners, two.root.finished, two.root.decided_by)
    three = scored("1 2 3", "1 1 3", "1 2 3", "1 2 3")
    assert (("A",), {"A": 3, "B": 0, "C": 1}) == (three.root.winners, three.root.scores)
    assert "points" == three.root.decided_by
    assert ["A is the first with 3 points, and wins."] == [reason.sentence() for reason in three.root.reasons]
    assert three.next_round is None


@pytest.mark.parametrize(
    ("rounds", "winners", "decided_by", "sentence"),
    [
        (["1 2 3"], "A", "points", "A (1) has the most points and wins."),
        (["1 2 3", "2 1 3"], "AB", "shared", "A (1) and B (1) have the most points and share the win."),
        (["4 4 4"], "", "points", "Nobody has a point, so nobody wins."),
    ],
)
def test_L3_where_the_host_ends_the_game_the_most_points_win(
    rounds: list[str], winners: str, decided_by: str, sentence: str
) -> None:
    root = scored(*rounds, last=True).root
    assert (tuple(winners), True, decided_by) == (root.winners, root.finished, root.decided_by)
    assert ["The host ended the game before anybody had 3 points.", sentence] == [
        reason.sentence() for reason in root.reasons
    ]


@pytest.mark.parametrize(
    "options", [{"low": 5, "high": 5}, {"points_target": 0}, {"pick": "middle"}, {"factor": "1"}]
)
def test_L_options_that_make_no_game_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        LowestAlone.read_options(options)


def test_no_word_of_it_speaks_of_a_middle() -> None:
    for pick in ("lowest", "highest"):
        rules = LowestAlone(pick=pick)
        panels = [str(panel.line) + panel.description for panel in rules.lesson.panels]
        said = [*map(str, rules.how_to), rules.lesson.lead, *rules.lesson.captions, *panels, rules.source]
        assert "middle" not in " ".join(said)
        assert not rules.has_middle


@given(
    rounds=st.lists(st.dictionaries(st.sampled_from(NAMES), st.integers(1, 6)), max_size=12),
    players=st.permutations(NAMES),
    target=st.integers(1, 4),
    pick=st.sampled_from(["lowest", "highest"]),
    ends=st.booleans(),
)
def test_it_scores_as_a_second_scorer_does(
    rounds: list[dict[str, int]], players: list[str], target: int, pick: str, *, ends: bool
) -> None:
    rules = LowestAlone(points_target=target, pick=pick)
    reveals = tuple(Reveal(played, last=ends and played is rounds[-1]) for played in rounds)
    record = Record(LowestAlone.name, rules, tuple(players), reveals)
    assert naive_numbers.lowest_alone(record_to_document(record)) == result_document(games.score(record))
