"""The rules of Last one standing, E1 to E6."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.record import record_from_document, record_to_document, result_document
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.last_standing import LastStanding
from companion.rules.games.runs import Record
from companion.rules.plays import Players, Reveal
from companion.rules.results import Score, StandingRound
from tests.support import naive_numbers

NAMES = "ABCDE"


def scored(*rounds: str, last: bool = False, late: str = "", **options: Any) -> Score:
    """Score rounds such as `10 40 - 60`, the numbers of A, B, C; `last`: then the host ends it."""
    players = tuple(NAMES[: len(rounds[0].split())])
    plays = [
        {player: int(number) for player, number in zip(players, played.split(), strict=True) if number != "-"}
        for played in rounds
    ]
    reveals = tuple(Reveal(play, last=last and play is plays[-1]) for play in plays)
    return games.score(Record(LastStanding.name, LastStanding(**options), players, reveals, late=tuple(late)))


def leaves(score: Score) -> list[StandingRound]:
    return [leaf for leaf in score.leaves() if isinstance(leaf, StandingRound)]


def standing(score: Score) -> list[str]:
    return ["".join(leaf.standing) for leaf in leaves(score)]


def sentences(leaf: StandingRound) -> list[str]:
    return [reason.sentence() for reason in leaf.reasons]


def told(score: Score, player: str) -> str:
    *_, leaf = leaves(score)
    return LastStanding().outcome(leaf, player).reason.sentence()


def test_E2_E3_the_half_that_is_nearer_to_the_middle_of_all_numbers_stays() -> None:
    score = scored("10 40 50 60 90", "0 40 50 60 0")
    assert ["BCD", "BC"] == standing(score)
    assert ["50", "40"] == [leaf.middle for leaf in leaves(score)]
    assert {"A": 0, "B": 2, "C": 2, "D": 1, "E": 0} == score.root.scores
    assert score.next_round
    assert ("B", "C") == score.next_round.contenders


def test_E2_of_two_numbers_in_the_middle_it_is_their_mean() -> None:
    assert ["25.5", "-0.5"] == [leaf.middle for leaf in leaves(scored("10 25 26 90", "-1 0 - -", low=-9))]


def test_E3_of_equal_distances_those_stay_who_come_first_in_turn() -> None:
    assert ["ABC", "AC", "A"] == standing(scored("50 50 50 90 91", "49 49 49 49 49", "49 49 49 49 49"))
    score = scored("20 40 60 80 50", "40 40 60 50 50")
    assert ["BCE", "CE"] == standing(score)
    assert "Equal. The lamp took C." in sentences(leaves(score)[1])
    assert not any("Equal" in sentence for sentence in sentences(leaves(score)[0]))


@pytest.mark.parametrize(
    ("numbers", "stay"), [("- 9 - - 9", "BE"), ("- - - - 9", "E"), ("- - - - -", "ABCDE")]
)
def test_E3_if_too_few_who_stand_sent_a_number_they_all_stay_and_if_none_did_everybody(
    numbers: str, stay: str
) -> None:
    assert [stay] == standing(scored(numbers))


def test_E5_the_last_one_standing_wins() -> None:
    root = scored("10 40 50 60 90", "0 40 50 60 0", "0 40 1 0 90").root
    assert (("C",), True, "standing") == (root.winners, root.finished, root.decided_by)
    assert {"A": 0, "B": 2, "C": 3, "D": 1, "E": 0} == root.scores
    assert ["After 3 rounds only C stands, and wins."] == [reason.sentence() for reason in root.reasons]


@pytest.mark.parametrize(
    ("rounds", "last", "sentence"),
    [
        (["- - 5", "- - -", "- - -", "- - -"], False, ""),
        (
            ["1 2 5", "- - 5", "- - 5", "- - 5"],
            False,
            "Nobody who stands sent a number any more, so A and B share the win.",
        ),
        (["1 2 5"], True, "The host ended the game, so A and B, who still stand, share the win."),
    ],
)
def test_E5_those_who_stand_share_the_win_if_three_rounds_sit_nobody_down_or_the_host_ends_it(
    rounds: list[str], sentence: str, *, last: bool
) -> None:
    root = scored(*rounds, last=last).root
    if not sentence:
        assert (("C",), "standing") == (root.winners, root.decided_by)
        return
    assert (("A", "B"), "shared") == (root.winners, root.decided_by)
    assert [sentence] == [reason.sentence() for reason in root.reasons]


def test_E5_two_rounds_that_sit_nobody_down_do_not_end_it() -> None:
    assert scored("1 2 5", "- - 5", "- - 5").next_round
    assert scored("- - -", "- - -", "1 2 5", "- - 5", "- - 5").next_round


def test_E6_who_joined_after_the_first_reveal_sits_and_is_in_no_half() -> None:
    score = scored("10 40 50 60 -", "10 40 50 60 41", late="E")
    assert ["BC", "B"] == standing(score)
    assert 0 == score.root.scores["E"]
    assert ["BC", "C"] == standing(scored("10 40 50 60 -", "10 40 50 60 50", late="E"))


def test_every_number_of_a_round_has_its_reason() -> None:
    [_, leaf] = leaves(scored("10 40 50 60 90", "0 40 - 60 -"))
    assert [
        "The middle of all numbers is 40.",
        "B (40) and D (60) are nearer and stay standing.",
        "C sent no number and sits down.",
        "A (0) sits, and counts.",
        "E sent no number.",
    ] == sentences(leaf)
    [_, idle] = leaves(scored("10 40 50 60 90", "- - - - 7"))
    assert [
        "The middle of all numbers is 7.",
        "Nobody who stands sent a number, so B, C and D stay standing.",
        "E (7) sits, and counts.",
        "A sent no number.",
    ] == sentences(idle)


def test_E4_who_sits_is_told_what_the_own_number_did_to_the_middle() -> None:
    moved = scored("10 40 50 60 90", "0 40 50 60 0")
    assert "Without your number the middle was 45. With it: 40." == told(moved, "A")
    assert "50 is near enough: you stand" == told(moved, "C")
    assert "60 is too far off: you sit down" == told(moved, "D")
    assert "It moved nothing." == told(scored("10 40 50 60 90", "50 50 50 50 90"), "A")
    assert "It moved nothing." == told(scored("10 40 50 60 90", "7 - - - -"), "A")


def test_what_a_number_would_have_brought_is_who_stays_with_it() -> None:
    [leaf] = leaves(scored("10 40 50 60 90"))
    stays = LastStanding().scores_with(leaf)
    assert [45, 55, 65, 75] == [number for number in range(5, 100, 10) if stays("A", number)]


@pytest.mark.parametrize(("players", "rounds"), [(12, 4), (30, 5), (60, 6), (1000, 10)])
def test_E3_a_crowd_of_any_size_is_halved_to_one_whatever_it_plays(players: int, rounds: int) -> None:
    names, chance = tuple(map(str, range(players))), Random(players)
    for numbers in (range(101), (50,)):
        reveals = [Reveal({name: chance.choice(numbers) for name in names}) for _ in range(rounds)]
        score = games.score(Record(LastStanding.name, LastStanding(), names, tuple(reveals)))
        assert (True, "standing", rounds) == (
            score.root.finished,
            score.root.decided_by,
            score.root.scores[score.root.winners[0]],
        )


@pytest.mark.parametrize("players", [2, 2001])
def test_E_it_is_for_3_to_2000(players: int) -> None:
    names = tuple(map(str, range(players)))
    [problem] = games.score(Record(LastStanding.name, LastStanding(), names)).problems
    assert str(problem) == f"Last one standing needs 3 to 2000 players, not {players}"


def test_E_it_is_listed_first_from_12_players_on_and_what_so_many_cannot_play_comes_last() -> None:
    eleven, twelve = ([game.name for game in games.suited_games(players)] for players in (11, 12))
    assert ("good-enough", "last-standing") == (eleven[0], twelve[0])
    assert {"mediocrity", "saichugen", "middle-bid"} == {*twelve[-3:]}
    assert [game.name for game in games.GAMES.values()] == [
        choice.game.name for choice in games.all_choices() if not choice.preset
    ]


@pytest.mark.parametrize("options", [{"low": 5, "high": 5}, {"points_target": 3}, {"rounds": 5}])
def test_E_options_that_make_no_game_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        LastStanding.read_options(options)


@pytest.mark.parametrize("late", [["Z"], ["A", "A"], [*NAMES], [7], [["A"]], "A"])
def test_late_players_of_a_record_are_some_of_its_players(late: object) -> None:
    document = {
        "format": "companion.record/1",
        "game": "last-standing",
        "players": [*NAMES],
        "rounds": [],
        "late": late,
    }
    with pytest.raises(Refused):
        record_from_document(document)


ROUNDS = st.lists(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 9)), max_size=8)


@given(rounds=ROUNDS, players=st.permutations(NAMES), late=st.integers(0, 2), ends=st.booleans())
def test_it_scores_as_a_second_scorer_does(
    rounds: list[dict[str, int]], players: list[str], late: int, *, ends: bool
) -> None:
    reveals = tuple(Reveal(played, last=ends and played is rounds[-1]) for played in rounds)
    joined: Players = tuple(players[5 - late :])
    record = Record(LastStanding.name, LastStanding(), tuple(players), reveals, late=joined)
    document = record_to_document(record)
    assert record == record_from_document(document)
    assert naive_numbers.last_standing(document) == result_document(games.score(record))


@given(rounds=ROUNDS)
def test_E3_of_those_who_stand_half_stay_or_all_who_sent_a_number_or_everybody(
    rounds: list[dict[str, int]],
) -> None:
    record = Record(LastStanding.name, LastStanding(), tuple(NAMES), tuple(map(Reveal, rounds)))
    for leaf in leaves(games.score(record)):
        able = {*leaf.contenders} & leaf.plays.keys()
        half = (len(leaf.contenders) + 1) // 2
        assert len(leaf.standing) == (min(half, len(able)) or len(leaf.contenders))
        assert {*leaf.standing} <= (able or {*leaf.contenders})
