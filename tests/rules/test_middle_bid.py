"""The rules of Middle bid, B1 to B5."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.record import record_from_document, record_to_document, result_document
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.middle_bid import MiddleBid
from companion.rules.games.runs import Record
from companion.rules.games.voided import void_impossible
from companion.rules.plays import Reveal
from companion.rules.results import DecidedResult, PrizeRound, Score
from tests.support import naive_numbers

NAMES = "ABCDEFGH"


def record(*rounds: str, prizes: tuple[int, ...], last: bool = False, cards: int = 10) -> Record:
    """Return the record of rounds such as `3 5 - 9`, the bids of A, B, D; `last`: then the host ends it."""
    players = tuple(NAMES[: len(rounds[0].split())])
    plays = [
        {player: int(bid) for player, bid in zip(players, played.split(), strict=True) if bid != "-"}
        for played in rounds
    ]
    reveals = tuple(Reveal(play, last=last and play is plays[-1]) for play in plays)
    return Record(MiddleBid.name, MiddleBid(cards, prizes), players, reveals)


def scored(*rounds: str, **about: Any) -> Score:
    """Score such a record."""
    return games.score(record(*rounds, **about))


def last_round(score: Score) -> PrizeRound:
    [*_, leaf] = score.leaves()
    assert isinstance(leaf, PrizeRound)
    return leaf


def sentences(score: Score) -> list[str]:
    return [reason.sentence() for reason in last_round(score).reasons]


@pytest.mark.parametrize(
    ("prize", "bids", "winner"),
    [
        (7, "3 5 5 9", "A"),
        (7, "3 5 6 8 10", "C"),
        (4, "2 2 8 8", ""),
        (4, "6 6 6 1", "D"),
        (9, "4 7 - -", "A"),
        (9, "- - - -", ""),
    ],
)
def test_B3_the_middle_bid_of_those_left_takes_the_prize_and_of_two_the_lower(
    prize: int, bids: str, winner: str
) -> None:
    leaf = last_round(scored(bids, prizes=(prize,)))
    assert (tuple(winner), prize if winner else 0) == (leaf.winners, leaf.takes)
    assert (0 if winner else prize) == leaf.pool


def test_B3_the_pool_goes_to_whoever_takes_the_next_prize() -> None:
    score = scored("2 2 8 8", "1 1 5 5", "3 4 6 7", prizes=(4, 10, 1))
    assert [(0, 4), (0, 14), (15, 0)] == [(leaf.takes, leaf.pool) for leaf in map_rounds(score)]
    assert {"A": 0, "B": 15, "C": 0, "D": 0} == score.root.scores


def map_rounds(score: Score) -> list[PrizeRound]:
    return [leaf for leaf in score.leaves() if isinstance(leaf, PrizeRound)]


def test_B1_a_card_can_be_bid_once() -> None:
    [problem] = scored("3 5 9", "3 6 8", prizes=(1, 2)).problems
    assert str(problem) == "round 2, A: the 3 was used up in round 1"


def test_B2_who_does_not_bid_loses_the_lowest_card_left() -> None:
    score = scored("1 2 3", "- 3 4", "- 4 5", "3 5 6", prizes=(1, 2, 3, 4))
    [problem] = score.problems
    assert str(problem) == "round 4, A: the 3 was used up in round 3"
    assert score.next_round is not None
    assert [5, 6, 7, 8, 9, 10] == [*score.next_round.allowed["A"].choices()]


def test_B2_B3_every_bid_has_its_reason() -> None:
    assert sentences(scored("3 5 5 9 -", prizes=(7,))) == [
        "B and C bid 5: out.",
        "3 and 9 are both in the middle: the lower one counts.",
        "3 is the middle bid: A takes the 7.",
        "D (9) takes nothing.",
        "E (1) did not bid: the lowest card is used up.",
    ]
    assert sentences(scored("2 2 2", prizes=(7,))) == [
        "A, B and C bid 2: out.",
        "No bid is left: the 7 goes to the pool, which now holds 7.",
    ]
    assert "4 is the middle bid: B takes the 1, and 7 from the pool." in sentences(
        scored("2 2 2", "3 4 5", prizes=(7, 1))
    )


def test_B3_whoever_bids_is_told_what_became_of_it_and_of_all_that_it_takes() -> None:
    found = record("2 2 2 2", "3 4 5 5", prizes=(7, 1))
    pooled, taken = map_rounds(games.score(found))
    told = {player: found.rules.outcome(taken, player) for player in "ABC"}
    assert "Your 3 takes the 1, and 7 from the pool: 8 points" == told["A"].reason.sentence()
    assert 8 == told["A"].points == found.rules.gain(taken, "A")
    assert "Your 4 was in the middle too, but the lower bid counts" == told["B"].reason.sentence()
    assert "You both bid 5. Both out." == told["C"].reason.sentence()
    assert "Nobody takes the 7: into the pool" == found.rules.round_headline(pooled).sentence()
    assert "A’s 3 takes the 1 and 7 more" == found.rules.round_headline(taken).sentence()


def test_B2_a_prize_lies_open_in_its_turn_and_none_before_it_is_known() -> None:
    for rounds, open_prize in ((("1 2 3",), 4), (("1 2 3", "2 1 4"), None)):
        following = scored(*rounds, prizes=(9, 4)).next_round
        assert following is not None
        assert open_prize == following.prize


def test_B2_a_round_without_a_prize_is_refused() -> None:
    [problem] = scored("1 2 3", "2 3 4", prizes=(9,)).problems
    assert str(problem) == "round 2: no prize lies open"


@pytest.mark.parametrize("players", [2, 9])
def test_B_it_is_for_3_to_8(players: int) -> None:
    names = tuple(map(str, range(players)))
    [problem] = games.score(Record(MiddleBid.name, MiddleBid(), names)).problems
    assert str(problem) == f"Middle bid needs 3 to 8 players, not {players}"


ENDED = "The host ended the game after {} of its 5 prizes."
WHOLE = ("1 2 3", "2 3 4", "3 4 5", "4 5 1", "5 1 2")


@pytest.mark.parametrize(
    ("rounds", "winners", "decided_by", "reasons"),
    [
        (WHOLE, "B", "points", ["B (10) has the most points and wins.", "B took 5, 4 and 1."]),
        (
            ("1 2 3", "3 1 5"),
            "B",
            "points",
            [ENDED.format(2), "B (5) has the most points and wins.", "B took 5."],
        ),
        (
            ("1 2 3", "2 3 1", "3 1 4"),
            "AB",
            "shared",
            [
                ENDED.format(3),
                "A (5) and B (5) have the most points and share the win.",
                "A took 4 and 1.",
                "B took 5.",
            ],
        ),
        (
            ("1 1 1",),
            "",
            "points",
            [
                ENDED.format(1),
                "5 points stay in the pool for nobody.",
                "Nobody has a point, so nobody wins.",
            ],
        ),
    ],
)
def test_B4_the_most_prize_points_win(
    rounds: tuple[str, ...], winners: str, decided_by: str, reasons: list[str]
) -> None:
    root = scored(*rounds, last=rounds is not WHOLE, prizes=(5, 4, 1, 2, 3), cards=5).root
    assert isinstance(root, DecidedResult)
    assert (tuple(winners), True, decided_by) == (root.winners, root.finished, root.decided_by)
    assert reasons == [reason.sentence() for reason in root.reasons]


def test_B5_a_corrected_bid_that_makes_a_later_one_impossible_strikes_that_one() -> None:
    found = games.score_record(record("4 5 9", "3 6 8", prizes=(1, 2)))
    assert found.problems == ()
    corrected = games.score_record(record("3 5 9", "3 6 8", prizes=(1, 2)))
    written = record_to_document(void_impossible(corrected))
    assert [{"plays": {"A": 3, "B": 5, "C": 9}}, {"plays": {"B": 6, "C": 8}, "struck": {"A": 3}}] == written[
        "rounds"
    ]
    again = games.score(record_from_document(written))
    assert (corrected.score.root, ()) == (again.root, again.problems)


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 4},
        {"cards": 14},
        {"prizes": [11]},
        {"prizes": [0, 1]},
        {"prizes": [3, 3]},
        {"prizes": "3"},
        {"low": 1},
    ],
)
def test_B1_options_that_make_no_game_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        MiddleBid.read_options(options)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a game in which each bids, or does not, what is in hand."""
    cards, players = draw(st.integers(5, 13)), tuple(NAMES[: draw(st.integers(3, 8))])
    rng = random.Random(draw(st.integers(0, 10**6)))
    prizes = rng.sample(range(1, cards + 1), cards)
    hands = {player: [*range(1, cards + 1)] for player in players}
    reveals: list[Reveal] = []
    for number in range(1, draw(st.integers(1, cards)) + 1):
        plays = {}
        for player, hand in hands.items():
            bid = rng.choice((min(hand), rng.choice(hand)))
            hand.remove(bid)
            if bid != min((bid, *hand)) or rng.random() < 0.7:
                plays[player] = bid
        reveals.append(Reveal(plays, last=number < cards and rng.random() < 0.05))
        if reveals[-1].last:
            break
    return Record(MiddleBid.name, MiddleBid(cards, tuple(prizes)), players, tuple(reveals))


@given(records())
def test_it_scores_as_a_second_scorer_does_and_no_prize_is_lost(found: Record) -> None:
    score = games.score(found)
    assert score.problems == ()
    assert naive_numbers.middle_bid(record_to_document(found)) == result_document(score)
    [*_, last] = map_rounds(score)
    prizes = sum(leaf.prize for leaf in map_rounds(score))
    assert prizes == sum(score.root.scores.values()) + last.pool
