"""The evening standing (H1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.evening import EveningStanding, evening_standing

WHO = ("Ann", "Bob", "Cyd")


def reason_sentences(found: EveningStanding) -> list[str]:
    return [f"{each.rule} {each.sentence()}" for each in found.reasons]


def test_H1_there_is_no_standing_before_a_game_is_finished() -> None:
    found = evening_standing(WHO, [])
    assert {"Ann": 0, "Bob": 0, "Cyd": 0} == found.scores
    assert () == found.mediocre == found.most == found.peels == tuple(found.reasons)
    assert found.decided_by is None


def test_H1_G5_the_middle_number_of_wins_is_the_most_mediocre() -> None:
    found = evening_standing(WHO, [("Ann", "Cyd"), ("Ann",), ()])
    assert {"Ann": 2, "Bob": 0, "Cyd": 1} == found.scores  # a shared win counts 1 for each
    assert (("Cyd",), ("Ann",)) == (found.mediocre, found.most)
    assert ("median", ()) == (found.decided_by, found.peels)
    assert [
        "G5 Games won: 0, 1 and 2; the middle is 1, and only Cyd has it.",
        "H1 Ann (2) has won most.",
    ] == reason_sentences(found)


def test_H1_G6_a_tie_is_peeled_with_the_games_as_parts() -> None:
    wins = [("Yvonne",), ("Yvonne",), ("Zachary",), ("Zachary",), ()]
    found = evening_standing(("Xander", "Yvonne", "Zachary"), wins)
    assert [(2, 4, {"Xander": 0, "Yvonne": 1, "Zachary": 2}, ("Yvonne",))] == [
        (peel.first, peel.last, peel.scores, peel.winners) for peel in found.peels
    ]
    assert (("Yvonne",), ("Yvonne", "Zachary"), "peel") == (found.mediocre, found.most, found.decided_by)
    assert [
        "G5 Games won: 0 and 2; 0 and 2 are both in the middle, so Xander, Yvonne and Zachary tie.",
        "G6 Games won, counting only games 2 to 4: 0, 1 and 2; the middle is 1, and only Yvonne has it.",
        "H1 Yvonne (2) and Zachary (2) have won most.",
    ] == reason_sentences(found)


def test_H1_G7_a_tie_that_no_peel_decides_stands() -> None:
    found = evening_standing(WHO, [("Ann",), ("Bob",), ("Cyd",)])
    assert ("shared", WHO, WHO) == (found.decided_by, found.mediocre, found.most)
    assert [
        "G5 Games won: 1; the middle is 1, and Ann, Bob and Cyd all have it: a tie.",
        (
            "G6 Games won, counting only game 2: 0 and 1; "
            "0 and 1 are both in the middle, so Ann, Bob and Cyd tie."
        ),
        "G7 No peel decides, so the tie stands: Ann, Bob and Cyd are equally mediocre.",
        "H1 Ann (1), Bob (1) and Cyd (1) have won most.",
    ] == reason_sentences(found)


def test_H1_a_latecomer_has_no_wins_from_earlier_games_and_those_of_who_left_count_for_nobody() -> None:
    found = evening_standing((*WHO, "Dan"), [("Ann",), ("Ann",), ("Bob",), ("Dan",)])
    assert {"Ann": 2, "Bob": 1, "Cyd": 0, "Dan": 1} == found.scores
    found = evening_standing(WHO, [("Zed",), ("Ann",), ("Zed",)])
    assert {"Ann": 1, "Bob": 0, "Cyd": 0} == found.scores


@pytest.mark.parametrize(
    ("players", "who", "most"),
    [
        ("ABCDEF", "A, B, C, D, E and F", "A (1), B (1), C (1), D (1), E (1) and F (1)"),
        ("ABCDEFG", "7 players", "7 players (1)"),
    ],
)
def test_H1_six_players_are_named_and_seven_are_counted(players: str, who: str, most: str) -> None:
    assert [
        f"G5 Games won: 1; the middle is 1, and {who} all have it: a tie.",
        f"G7 No peel decides, so the tie stands: {who} are equally mediocre.",
        f"H1 {most} have won most.",
    ] == reason_sentences(evening_standing(tuple(players), [tuple(players)]))


WINS = st.lists(st.lists(st.sampled_from(WHO), max_size=3, unique=True), max_size=9)


@given(WINS, st.permutations(WHO))
def test_H1_the_order_of_the_players_does_not_matter(games: list[list[str]], other: list[str]) -> None:
    one, two = evening_standing(WHO, games), evening_standing(other, games)
    assert (one.scores, set(one.mediocre), set(one.most), one.decided_by) == (
        two.scores,
        set(two.mediocre),
        set(two.most),
        two.decided_by,
    )


@given(WINS)
def test_H1_wins_add_up(games: list[list[str]]) -> None:
    found = evening_standing(WHO, games)
    assert sum(map(len, games)) == sum(found.scores.values())
    assert all(found.scores[player] == max(found.scores.values()) for player in found.most)
    assert bool(games) == bool(found.mediocre) == bool(found.most)
