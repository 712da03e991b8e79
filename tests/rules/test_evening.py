"""The evening standing (H1)."""

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.evening import EveningStanding, evening_standing

WHO = ("Ann", "Bob", "Cyd")


def reason_sentences(found: EveningStanding) -> list[str]:
    return [f"{each.rule} {each.sentence()}" for each in found.reasons]


def test_H1_there_is_no_standing_before_a_game_is_finished() -> None:
    found = evening_standing(WHO, [])
    assert {"Ann": 0, "Bob": 0, "Cyd": 0} == found.scores
    assert ((), (), None, (), ()) == (
        found.mediocre,
        found.most,
        found.decided_by,
        found.peels,
        found.reasons,
    )


def test_H1_a_shared_win_counts_1_for_each() -> None:
    found = evening_standing(WHO, [("Ann", "Cyd"), ("Ann",)])
    assert {"Ann": 2, "Bob": 0, "Cyd": 1} == found.scores


def test_H1_G5_the_middle_number_of_wins_is_the_most_mediocre() -> None:
    found = evening_standing(WHO, [("Ann", "Cyd"), ("Ann",), ()])
    assert (("Cyd",), ("Ann",), "median", ()) == (
        found.mediocre,
        found.most,
        found.decided_by,
        found.peels,
    )
    assert [
        "G5 Games won: 0, 1 and 2; the middle is 1, and only Cyd has it.",
        "H1 Ann (2) has won most.",
    ] == reason_sentences(found)


def test_H1_G6_a_tie_is_peeled_with_the_games_as_parts() -> None:
    games = [("Xander",), ("Yvonne",), ("Yvonne",), ("Zachary",), ("Zachary",), ("Xander",)]
    found = evening_standing(("Xander", "Yvonne", "Zachary", "Will"), games)
    assert {"Xander": 2, "Yvonne": 2, "Zachary": 2, "Will": 0} == found.scores
    assert ("shared", ("Xander", "Yvonne", "Zachary", "Will")) == (found.decided_by, found.mediocre)
    peeled = evening_standing(("Xander", "Yvonne", "Zachary"), [("Yvonne",), *games[1:4], ("Zachary",)])
    assert {"Xander": 0, "Yvonne": 3, "Zachary": 2} == peeled.scores
    assert ("median", ("Zachary",)) == (peeled.decided_by, peeled.mediocre)
    source = evening_standing(
        ("Xander", "Yvonne", "Zachary"), [("Yvonne",), ("Yvonne",), ("Zachary",), ("Zachary",), ()]
    )
    assert [(2, 4, {"Xander": 0, "Yvonne": 1, "Zachary": 2}, ("Yvonne",))] == [
        (peel.first, peel.last, peel.scores, peel.winners) for peel in source.peels
    ]
    assert (("Yvonne",), ("Yvonne", "Zachary"), "peel") == (source.mediocre, source.most, source.decided_by)
    assert [
        "G5 Games won: 0 and 2; 0 and 2 are both in the middle, so Xander, Yvonne and Zachary tie.",
        "G6 Games won, counting only games 2 to 4: 0, 1 and 2; the middle is 1, and only Yvonne has it.",
        "H1 Yvonne (2) and Zachary (2) have won most.",
    ] == reason_sentences(source)


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


def test_H1_a_latecomer_has_no_wins_from_earlier_games() -> None:
    found = evening_standing((*WHO, "Dan"), [("Ann",), ("Ann",), ("Bob",), ("Dan",)])
    assert {"Ann": 2, "Bob": 1, "Cyd": 0, "Dan": 1} == found.scores


def test_H1_the_wins_of_a_player_who_left_count_for_no_other_player() -> None:
    found = evening_standing(WHO, [("Zed",), ("Ann",), ("Zed",)])
    assert {"Ann": 1, "Bob": 0, "Cyd": 0} == found.scores


def test_H1_six_players_are_named_and_seven_are_counted() -> None:
    six, seven = tuple("ABCDEF"), tuple("ABCDEFG")
    assert [
        "G5 Games won: 1; the middle is 1, and A, B, C, D, E and F all have it: a tie.",
        "G7 No peel decides, so the tie stands: A, B, C, D, E and F are equally mediocre.",
        "H1 A (1), B (1), C (1), D (1), E (1) and F (1) have won most.",
    ] == reason_sentences(evening_standing(six, [six]))
    assert [
        "G5 Games won: 1; the middle is 1, and 7 players all have it: a tie.",
        "G7 No peel decides, so the tie stands: 7 players are equally mediocre.",
        "H1 7 players (1) have won most.",
    ] == reason_sentences(evening_standing(seven, [seven]))


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
