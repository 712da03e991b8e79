"""Mediocrity (M1 to M8)."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.cards import RANKS, Card
from companion.rules.games.contract import Record
from companion.rules.games.mediocrity import Mediocrity
from companion.rules.games.mediocrity.hands import mediocre
from companion.rules.results import Position, Reveal
from tests.support.card_games import NAMES, card, record, score, sentences

SUITLESS = {rank: Card(rank) for rank in RANKS}
DOWN = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]


def alike(players: int, *kept: str) -> list[str]:
    """Return tricks in which all players discard the same rank, until they hold only the kept ranks."""
    return [" ".join([rank] * players) for rank in DOWN if rank not in kept]


def hand(players: int, *points: int) -> list[str]:
    """Return the tricks of a hand in which only the players with these indexes get a point."""
    last = ["A", "K"]
    if len(points) == 1:
        odd = ["K" if place in points else "A" for place in range(players)]
        return [*alike(players, *last), " ".join(odd), " ".join(["K"] * players)]
    if not points:
        return alike(players)
    apart = dict(zip(points, ["A", *["K"] * (len(points) - 1)], strict=True))
    odd = [apart.get(place, "7") for place in range(players)]
    return [*alike(players, "7", *last), " ".join(odd), *(" ".join([rank] * players) for rank in last)]


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


def naive(ranks: tuple[str, ...]) -> set[int]:
    """Find the indexes of the mediocre cards by comparing every card with every other one."""

    def below(a: str, b: str) -> bool:
        return "A23456789TJQK".index(a[0].replace("1", "T")) < "A23456789TJQK".index(b[0].replace("1", "T"))

    between = {
        i
        for i, own in enumerate(ranks)
        if any(below(each, own) for each in ranks) and any(below(own, each) for each in ranks)
    }
    again = {i for i, own in enumerate(ranks) if any(i != j and own == each for j, each in enumerate(ranks))}
    return between if between else again


@pytest.mark.parametrize(("players", "tables"), [(3, 2197), (4, 28561)])
def test_M3_M4_M5_every_trick_of_three_or_four_cards_agrees_with_a_second_implementation(
    players: int, tables: int
) -> None:
    seen = 0
    for ranks in product(RANKS, repeat=players):
        found = mediocre(dict(enumerate(SUITLESS[rank] for rank in ranks)))  # type: ignore[arg-type]
        assert naive(ranks) == set(found) != set()
        seen += 1
    assert tables == seen


@given(st.lists(st.sampled_from(RANKS), min_size=5, max_size=8), st.randoms())
def test_M3_M4_the_order_of_the_players_does_not_matter(ranks: list[str], rng: random.Random) -> None:
    plays = {player: Card(rank) for player, rank in zip(NAMES, ranks, strict=False)}
    other = list(plays.items())
    rng.shuffle(other)
    assert naive(tuple(ranks)) == {NAMES.index(player) for player in mediocre(plays)}
    assert set(mediocre(plays)) == set(mediocre(dict(other)))


def test_M2_a_discarded_card_cannot_be_laid_again_in_any_suit() -> None:
    found = games.score(record("mediocrity", 3, "K K 7", "KS Q K", "2 3 4"))
    assert ["round 2, Ann: the king of spades was discarded in hand 1, trick 1"] == sentences(found)[:1]


_0_1_2_2 = [*alike(4, "A", "7", "8", "K"), "7 A K K", "8 7 A K", "A A A A", "K K K K"]


@pytest.mark.parametrize(
    ("tricks", "left", "winners"),
    [
        (_0_1_2_2, (0, 1, 2, 2), "Bob"),
        (hand(4, 1, 2, 3), (0, 1, 1, 1), "Bob Cyd Dan"),
        (hand(3, 2), (0, 0, 1), "Cyd"),
        (hand(3), (0, 0, 0), ""),
    ],
    ids=["0122", "0111", "001", "000"],
)
def test_M6_the_players_with_the_fewest_cards_but_not_none_get_a_point(
    tricks: list[str], left: tuple[int, ...], winners: str
) -> None:
    only = score("mediocrity", len(left), *tricks).root.parts[0]
    assert (True, tuple(winners.split())) == (only.finished, only.winners)
    assert dict(zip(NAMES, left, strict=False)) == only.scores  # type: ignore[attr-defined]


def test_M6_the_hand_continues_while_every_player_has_a_card() -> None:
    found = score("mediocrity", 3, *hand(3)[:-1])
    assert found.root.parts[0].finished is False
    assert () == found.root.parts[0].winners == found.root.parts[0].reasons
    assert found.next_round is not None
    assert (Position("hand", 1), Position("trick", 13)) == found.next_round.position
    assert found.next_round.everyone_must_play


def test_M8_of_3_2_4_4_points_the_player_with_3_wins() -> None:
    tricks = [*hand(4, 0, 1) * 2, *hand(4, 0, 2, 3), *hand(4, 2, 3) * 3]
    found = score("mediocrity", 4, *tricks)
    assert {"Ann": 3, "Bob": 2, "Cyd": 4, "Dan": 4} == found.root.scores
    assert (("Ann",), True, None) == (found.root.winners, found.root.finished, found.next_round)


@pytest.mark.parametrize("players", [0, 2, 9])
def test_fewer_than_three_players_or_more_than_eight_are_refused(players: int) -> None:
    assert all(score("mediocrity", number).next_round for number in (3, 8))
    found = games.score(Record("mediocrity", Mediocrity(), (*NAMES, "Ida")[:players]))
    assert ([f"Mediocrity needs 3 to 8 players, not {players}"], None) == (sentences(found), found.next_round)


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
    found = games.score(Record(start.game, start.rules, start.players, (odd, *start.reveals)))
    first, second = found.leaves()
    assert messages == sentences(found)
    assert (bool(winners), winners, bool(winners)) == (first.finished, first.winners, bool(first.reasons))
    assert ("Ann", "Bob") == second.winners
    assert found.next_round is not None
    assert (3, Position("trick", 3)) == (found.next_round.number, found.next_round.position[1])


def test_M8_the_lesson_says_how_many_points_are_too_many() -> None:
    lines = [str(Mediocrity(target=target).lesson.panels[-1].line) for target in (4, 5)]
    assert ["4 points are too|many. 3 win.", "Who reaches the|target cannot win."] == lines
