"""The evening: steps from the middle, who has the fewest, and who can win its grand final (H1 to H4)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.evening import EveningFinish, evening_standing, steps_in_game
from companion.rules.plays import Players, Reveal
from companion.rules.results import Branch, Scores


def ended(scores: Scores, *winners: str) -> tuple[Players, Branch]:
    """Return a game that is over, by the final scores and the winners."""
    return tuple(scores), Branch(kind="game", winners=winners, finished=True, scores=scores, parts=())


def steps(scores: Scores, *winners: str) -> list[int]:
    return [*steps_in_game(*ended(scores, *winners)).values()]


FIRST = ended({"A": 1, "B": 2, "C": 3, "D": 3}, "B")
SECOND = ended({"A": 3, "B": 2, "C": 4, "D": 4, "E": 1}, "A")


def test_H2_a_winner_stays_and_each_distinct_score_in_between_is_a_step() -> None:
    assert [1, 0, 1, 1] == steps({"A": 1, "B": 2, "C": 3, "D": 3}, "B")
    assert [2, 1, 0, 1, 1] == steps({"E": 1, "B": 2, "A": 3, "C": 4, "D": 4}, "A")


@pytest.mark.parametrize(
    ("scores", "winners", "walked"),
    [
        ({"X": 0, "Y": 2, "Z": 2}, "Y", [1, 0, 1]),  # as many points as the winner: at least one
        ({"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 40}, "A", [0, 1, 2, 3, 3, 3]),  # at most three
        ({"A": 0, "B": 1, "C": 7}, "AC", [0, 1, 0]),  # to the nearest winner
        ({"A": 0, "B": 1, "C": 7}, "", [1, 1, 1]),  # nobody has won
    ],
)
def test_H2_nobody_walks_less_than_one_step_or_more_than_three(
    scores: Scores, winners: str, walked: list[int]
) -> None:
    assert walked == steps(scores, *winners)


def test_H2_who_was_not_in_a_game_walks_as_far_as_the_farthest_in_it() -> None:
    found = evening_standing([FIRST, SECOND])
    assert {"A": 1, "B": 1, "C": 2, "D": 2, "E": 3} == found.steps
    assert (
        {"A": 1, "B": 0, "C": 1, "D": 1, "E": 1},
        {"A": 0, "B": 1, "C": 1, "D": 1, "E": 2},
    ) == found.by_game
    assert ("A", "B") == found.fewest


def test_H1_a_shared_win_counts_one_for_each_and_decides_nothing() -> None:
    found = evening_standing([ended({"A": 1, "B": 1, "C": 0}, "A", "B"), FIRST])
    assert {"A": 1, "B": 2, "C": 0, "D": 0} == found.won
    assert ("B",) == found.fewest


def test_H3_before_a_game_is_over_nobody_is_closest() -> None:
    found = evening_standing([])
    assert ({}, {}, (), ()) == (found.won, found.steps, found.by_game, found.fewest)


@given(st.lists(st.dictionaries(st.sampled_from("ABCDE"), st.integers(0, 9), min_size=3), max_size=5))
def test_H2_the_order_of_players_and_games_changes_nothing(found: list[Scores]) -> None:
    played = [ended(scores, min(scores)) for scores in found]
    turned = [(tuple(reversed(players)), replace(root)) for players, root in reversed(played)]
    one, other = evening_standing(played), evening_standing(turned)
    assert (one.steps, one.won, {*one.fewest}) == (other.steps, other.won, {*other.fewest})


# H4: who wins a finished evening, and who plays its grand final.


def winners(finish: EveningFinish, *rounds: dict[str, int], last: bool = False) -> Players | None:
    """Return who has won the evening after these rounds of its grand final; None as long as it goes on."""
    reveals = [Reveal(plays) for plays in rounds]
    if last and reveals:
        reveals[-1] = replace(reveals[-1], last=True)
    scored = games.score(games.final_record(finish, finish.here, tuple(reveals)))
    assert scored.root.finished == (scored.next_round is None)
    return scored.root.winners if scored.root.finished else None


STEPS = {"A": 1, "B": 1, "C": 2, "D": 4}


@pytest.mark.parametrize(
    ("steps", "here", "won"),
    [
        ({"A": 1, "B": 2, "C": 3}, "BC", ("A",)),  # one has the fewest, at home or not
        (STEPS, "ACD", ("A",)),  # one of those who are tied is still there
        (STEPS, "CD", ("A", "B")),  # none of them is
        (STEPS, "AB", ("A", "B")),  # two people cannot decide it
        ({**STEPS, "C": 1}, "AB", ("A", "B", "C")),
        (STEPS, "ABC", None),
    ],
)
def test_H4_a_grand_final_is_played_only_where_numbers_can_decide(
    steps: Scores, here: str, won: Players | None
) -> None:
    finish = EveningFinish(steps, tuple(here))
    assert won == winners(finish)
    assert (won is None) == finish.needs_final


def test_H4_whoever_is_closest_of_those_tied_wins_and_all_others_only_move_the_middle() -> None:
    finish = EveningFinish(STEPS, ("A", "B", "C", "D"))
    assert ("B",) == winners(finish, {"A": 10, "B": 40, "C": 50, "D": 60})
    assert winners(finish, {"A": 10, "B": 30, "C": 20, "D": 20}) is None  # equally far from 20
    assert ("A",) == winners(finish, {"A": 10, "B": 30, "C": 20, "D": 20}, {"A": 9, "B": 50, "C": 8})


def test_H4_those_still_tied_share_where_the_host_ends_it() -> None:
    finish = EveningFinish({**STEPS, "C": 1}, ("A", "B", "C", "D", "E"))
    assert ("A", "B", "C") == winners(replace(finish, ended_at_once=True))
    stay = {"A": 10, "B": 30, "C": 99, "D": 20, "E": 15}
    assert winners(finish, stay) is None
    assert ("A", "B") == winners(finish, stay, last=True)
