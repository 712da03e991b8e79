"""Mediocrity (M1 to M8)."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.cards import RANKS, Card
from companion.rules.games.mediocrity import Mediocrity, mediocre
from companion.rules.games.runs import Record
from companion.rules.plays import Position, Reveal
from tests.support import naive_cards
from tests.support.card_games import NAMES, card, record, score, sentences

SUITLESS = {rank: Card(rank) for rank in RANKS}


@pytest.mark.parametrize(
    ("rule", "cards", "discarded"),
    [
        ("M3: strictly between the lowest and the highest", "Q J 7 2", "J 7"),
        ("M3: in between takes precedence over repeated", "8 3 A A", "3"),
        ("M3: an ace is low", "A 2 3", "2"),
        ("M3: a king is high", "K Q J", "Q"),
        ("M3: from ace to king", "A 7 K", "7"),
        ("M4: with none in between, the repeated ones", "K K 7", "K K"),
        ("M4: two pairs", "J J 3 3", "J J 3 3"),
        ("M4: one rank", "9 9 9 9", "9 9 9 9"),
    ],
)
def test_M3_M4_cards_in_between_are_discarded_or_else_repeated_ones(
    rule: str, cards: str, discarded: str
) -> None:
    trick = next(score("mediocrity", len(cards.split()), cards).leaves())
    assert discarded.split() == [str(trick.plays[player]) for player in trick.winners], rule


def assert_agrees(ranks: Sequence[str]) -> None:
    """Compare who discards a card of a trick with a second scorer."""
    cards = dict(zip(NAMES, ranks, strict=False))
    assert {*naive_cards.discarding(cards)} == {
        *mediocre({who: SUITLESS[rank] for who, rank in cards.items()})
    }


@pytest.mark.parametrize("players", [3, 4])
def test_M3_M4_M5_every_trick_of_three_or_four_cards_agrees_with_a_second_scorer(players: int) -> None:
    for ranks in product(RANKS, repeat=players):
        assert_agrees(ranks)


@given(st.lists(st.sampled_from(RANKS), min_size=5, max_size=8))
def test_M3_M4_tricks_of_five_to_eight_cards_agree_with_a_second_scorer(ranks: list[str]) -> None:
    assert_agrees(ranks)


def test_M2_a_discarded_card_cannot_be_laid_again_in_any_suit() -> None:
    found_score = games.score(record("mediocrity", 3, "K K 7", "KS Q K", "2 3 4"))
    assert ["round 2, Ann: the king of spades was discarded in hand 1, trick 1"] == sentences(found_score)[:1]


@pytest.mark.parametrize("players", [0, 2, 9])
def test_fewer_than_three_players_or_more_than_eight_are_refused(players: int) -> None:
    assert all(score("mediocrity", number).next_round for number in (3, 8))
    found_score = games.score(Record("mediocrity", Mediocrity(), (*NAMES, "Ida")[:players]))
    assert ([f"Mediocrity needs 3 to 8 players, not {players}"], None) == (
        sentences(found_score),
        found_score.next_round,
    )


def test_M7_the_target_is_1_to_999() -> None:
    assert [1, 999] == [Mediocrity(target).target for target in (1, 999)]
    for target in (0, 1000):
        with pytest.raises(Refused, match=f"the target is 1 to 999 points, not {target}"):
            Mediocrity(target)


_NO_CARD = "laid no card, and in this game everybody must"


@pytest.mark.parametrize(
    ("plays", "messages", "winners"),
    [
        ("Ann 5, Cyd 5", [f"round 1, Bob: {_NO_CARD}"], ()),
        ("", [f"round 1, {player}: {_NO_CARD}" for player in NAMES[:3]], ()),
        ("Ann 5, Zed 5, Bob 5, Cyd 9", ["round 1, Zed: no such player in this game"], ("Ann", "Bob")),
    ],
    ids=["incomplete", "empty", "a stranger"],
)
def test_M2_an_incomplete_trick_keeps_its_number_but_has_no_result_and_strangers_do_not_count(
    plays: str, messages: list[str], winners: tuple[str, ...]
) -> None:
    start = record("mediocrity", 3, "K K 7")
    laid = dict(each.split() for each in plays.split(", ") if each)
    odd = Reveal({player: card(text) for player, text in laid.items()})
    found_score = games.score(Record(start.game, start.rules, start.players, (odd, *start.reveals)))
    first, second = found_score.leaves()
    assert messages == sentences(found_score)
    assert (bool(winners), winners, bool(winners)) == (first.finished, first.winners, bool(first.reasons))
    assert ("Ann", "Bob") == second.winners
    assert found_score.next_round is not None
    assert (3, Position("trick", 3)) == (found_score.next_round.number, found_score.next_round.position[1])


def test_M8_the_lesson_says_how_many_points_are_too_many() -> None:
    lines = [str(Mediocrity(target=target).lesson.panels[-1].line) for target in (4, 5)]
    assert ["4 points are too|many. 3 win.", "Who reaches the|target cannot win."] == lines
