"""Saichugen (S1 to S7)."""

import random
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.contract import Record
from companion.rules.games.deck import Deck, DeckCards
from companion.rules.games.saichugen import Saichugen
from companion.rules.games.saichugen.levels import (
    SaichugenGame,
    SaichugenRound,
    game_points,
    middle_players,
    score_trick,
)
from companion.rules.results import Branch, PlayerId, Position, Reveal, Score, decisive_level
from tests.support.card_games import NAMES, calls, card, deal, playout, reasons_of, record, score, sentences

WHO = NAMES[:3]
CARDS = Deck().cards()


def one_round(node: object) -> SaichugenRound:
    assert isinstance(node, SaichugenRound)
    return node


def each_game(found: Score) -> list[SaichugenGame]:
    return [part for part in found.root.parts if isinstance(part, SaichugenGame)]


@pytest.mark.parametrize(
    ("rule", "tricks", "winners"),
    [
        ("S3: the middle card", ["5H 8C JD", "7S 2S KS", "10D QC JH"], "Bob Ann Cyd"),
        ("S2: an ace is low, a king is high", ["AS 2C 3C", "KC AH QS"], "Bob Cyd"),
        (
            "S2: from spades over hearts and diamonds to clubs",
            ["7S 7H 7D", "8H 8D 8C", "9S 9D 9C"],
            "Bob " * 3,
        ),
        ("S2: suits decide only within a rank", ["2S 3C 4C", "KS 7C 7S"], "Bob Cyd"),
    ],
)
def test_S2_S3_the_middle_card_wins(rule: str, tricks: list[str], winners: str) -> None:
    found = score("saichugen", 3, *tricks).leaves()
    assert winners.split() == [leaf.winners[0] for leaf in found], rule


def test_S2_S3_every_three_of_the_52_cards_have_one_middle_card() -> None:
    number = {each: place for place, each in enumerate(f"{r}{s}" for r in _RANKS for s in "CDHS")}
    seen = 0
    for three in combinations(CARDS, 3):
        (middle,) = score_trick(dict(zip(WHO, three, strict=True))).winners
        lower = sum(number[str(each)] < number[str(three[WHO.index(middle)])] for each in three)
        higher = sum(number[str(each)] > number[str(three[WHO.index(middle)])] for each in three)
        assert (1, 1) == (lower, higher)
        seen += 1
    assert 22100 == seen


_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@given(st.permutations(CARDS[::5]), st.permutations(WHO))
def test_S3_the_order_of_the_players_does_not_matter(cards: list[Card], other: list[PlayerId]) -> None:
    plays = dict(zip(WHO, cards, strict=False))
    assert score_trick(plays).winners == score_trick({player: plays[player] for player in other}).winners


BOB_KEEPS_11 = ["7H 6C KD", "5H 4C KC", "AS JS KS"]


@pytest.mark.parametrize(
    ("rule", "tricks", "scores", "winners", "kept"),
    [
        ("S5: the middle is kept", BOB_KEEPS_11, (12, 11, 0), "Bob", (0, 11, 0)),
        ("S4: ranks count", ["JH 9C KD", "AH KC QC", "AS KS QS"], (11, 0, 24), "Ann", (11, 0, 0)),
        ("S4: an ace is 1", ["AH AC AS"], (1, 0, 0), "Bob Cyd", (0, 0, 0)),
        ("S5: two zeros", ["10H 9C JD", "JH 10C QD", "2C AC 3C"], (23, 0, 0), "Bob Cyd", (0, 0, 0)),
        ("S5: two share", ["7H 6C KD", "5C 7C 8D", "3H AC 2C"], (7, 7, 2), "Ann Bob", (7, 7, 0)),
        ("S5: all alike", ["7H 6C KD", "5C 7C 8D", "8H 6D 7D"], (7, 7, 7), "Ann Bob Cyd", (7, 7, 7)),
        ("S5: who wins the only trick loses", ["9H 8C 10D"], (9, 0, 0), "Bob Cyd", (0, 0, 0)),
    ],
)
def test_S4_S5_a_score_is_the_sum_of_the_open_cards_and_only_the_middle_one_is_kept(
    rule: str, tricks: list[str], scores: tuple[int, ...], winners: str, kept: tuple[int, ...]
) -> None:
    game = score("saichugen", 3, *tricks, tricks=len(tricks), rounds=1).root.parts[0]
    found = one_round(game.parts[0])  # type: ignore[attr-defined]
    assert (scores, kept) == (tuple(found.scores.values()), tuple(found.kept.values())), rule
    assert (WHO, tuple(winners.split())) == (tuple(found.scores), found.winners)


def test_S5_a_round_that_is_not_finished_keeps_nothing() -> None:
    root = score("saichugen", 3, "7H 6C KD", "5H 4C KC").root
    [game] = root.parts
    assert isinstance(game, SaichugenGame)
    open_round = one_round(game.parts[0])
    assert {"Ann": 12, "Bob": 0, "Cyd": 0} == open_round.scores
    assert {"Ann": 0, "Bob": 0, "Cyd": 0} == open_round.kept == game.points
    assert not any((each.finished, each.winners) != (False, ()) for each in (open_round, game, root))
    assert () == root.reasons


@pytest.mark.parametrize("values", list(product(range(4), repeat=3)))
def test_S5_S6_the_players_with_the_middle_of_three_scores_win(values: tuple[int, int, int]) -> None:
    scores = dict(zip(WHO, values, strict=True))
    expected = {
        player
        for player, own in scores.items()
        if sum(each < own for each in values) <= 1 and sum(each > own for each in values) <= 1
    }
    assert expected == set(middle_players(scores))


def test_S7_one_winner_gets_2_two_get_1_each_and_three_nothing() -> None:
    assert {"Ann": -1, "Bob": 2, "Cyd": -1} == game_points(WHO, ("Bob",))
    assert {"Ann": 1, "Bob": -2, "Cyd": 1} == game_points(WHO, ("Ann", "Cyd"))
    assert {"Ann": 0, "Bob": 0, "Cyd": 0} == game_points(WHO, WHO)


ANN_KEEPS_4 = ["3D JD 6D", "4D 5D 2C", "QH 9C 10C"]


def test_S6_the_middle_of_the_totals_wins_a_single_game() -> None:
    root = score("saichugen", 3, *BOB_KEEPS_11, *ANN_KEEPS_4, rounds=2).root
    assert (("Ann",), True) == (root.winners, root.finished)
    assert ["S6 The middle of the totals 0, 4 and 11 is 4: Ann wins the game."] == reasons_of(root)


def test_S7_points_of_several_games_add_up_and_the_highest_total_wins() -> None:
    ann_keeps_11 = ["6C 7H KD", "4C 5H KC", "JS AS KS"]
    found = score("saichugen", 3, *BOB_KEEPS_11, *ann_keeps_11, rounds=1, games=2)
    assert [{"Ann": 1, "Bob": -2, "Cyd": 1}, {"Ann": -2, "Bob": 1, "Cyd": 1}] == [
        each.points for each in each_game(found)
    ]
    assert ({"Ann": -1, "Bob": -1, "Cyd": 2}, ("Cyd",)) == (found.root.scores, found.root.winners)
    assert ["S7 Cyd (2) has the most points and wins."] == reasons_of(found.root)


def test_S7_equal_points_share_the_match() -> None:
    found = score("saichugen", 3, *BOB_KEEPS_11, *BOB_KEEPS_11, rounds=1, games=2)
    assert ({"Ann": 2, "Bob": -4, "Cyd": 2}, ("Ann", "Cyd")) == (found.root.scores, found.root.winners)
    assert ["S7 Ann (2) and Cyd (2) have the most points and share the win."] == reasons_of(found.root)


def test_S4_a_round_that_the_host_ends_is_scored_on_the_tricks_it_has() -> None:
    found = score("saichugen", 3, "7H 6C KD", "5C 4C AC last")
    game = each_game(found)[0]
    only = one_round(game.parts[0])
    assert ({"Ann": 7, "Bob": 4, "Cyd": 0}, ("Bob",)) == (only.scores, only.winners)
    assert {"Ann": 0, "Bob": 4, "Cyd": 0} == only.kept
    assert (("Ann", "Cyd"), {"Ann": 1, "Bob": -2, "Cyd": 1}) == (game.winners, game.points)
    assert (("Ann", "Cyd"), None) == (found.root.winners, found.next_round)
    assert only.finished is game.finished is found.root.finished is True


def test_S6_ending_the_game_with_the_last_trick_of_a_round_adds_no_round() -> None:
    found = score("saichugen", 3, "7H 6C KD", "5C 4C AC", "8H 9H 10H last", games=3)
    assert (1, 1, True) == (len(found.root.parts), len(each_game(found)[0].parts), found.root.finished)


def test_the_position_of_a_round_of_a_single_game_names_no_game() -> None:
    tricks = ["7H 6C KD", "5C 4C AC", "8H 9H 10H"]
    for played, position in (0, (1, 1)), (2, (1, 3)), (3, (2, 1)):
        ask = score("saichugen", 3, *tricks[:played]).next_round
        assert ask is not None
        assert (Position("round", position[0], 5), Position("trick", position[1], 3)) == ask.position
        assert (played + 1, True) == (ask.number, ask.everyone_must_play)
        assert ask.leader is ask.caller is None


def test_S1_no_card_is_laid_twice_in_a_game() -> None:
    tricks = ["5H 6H 8H", "2H 3H 4H", "7D 7H 7C", "9H 7H AS"]
    found = games.score(record("saichugen", 3, *tricks))
    assert ["round 4, Bob: the 7 of hearts was already laid in round 1, trick 3"] == sentences(found)
    last = list(found.leaves())[3]
    assert (False, ()) == (last.finished, last.winners)


def test_S2_a_card_without_a_suit_is_refused() -> None:
    found = games.score(record("saichugen", 3, "7 8H 9H"))
    assert ["round 1, Ann: the 7 needs its suit, such as 7H"] == sentences(found)


@pytest.mark.parametrize("players", [0, 2, 4])
def test_S1_only_exactly_three_can_play(players: int) -> None:
    found = games.score(record("saichugen", players))
    assert [f"Saichugen needs exactly 3 players, not {players}"] == sentences(found)
    assert (None, (), False) == (found.next_round, found.root.parts, found.root.finished)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, "rounds must be 1 or more, not 0"),
        ({"tricks": 0}, "tricks must be 1 or more, not 0"),
        ({"games": 0}, "games must be 1 or more, not 0"),
        ({"games": -1}, "games must be 1 or more, not −1"),
        ({"games": 1000}, "a match has at most 999 games, not 1000"),
        ({"rounds": 6}, "6 rounds of 3 tricks need 18 cards: a hand has 17"),
        ({"rounds": 9, "tricks": 2}, "9 rounds of 2 tricks need 18 cards: a hand has 17"),
    ],
)
def test_S1_invalid_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as refused:
        Saichugen.read_options(options)
    assert message == str(refused.value)


def test_S1_seventeen_tricks_use_up_the_hands() -> None:
    assert (17, 1) == (Saichugen(rounds=17, tricks=1).rounds, Saichugen(rounds=1, tricks=17).rounds)
    assert 999 == Saichugen(games=999).games


def _deal(seed: int) -> list[Card]:
    cards = list(CARDS)
    random.Random(seed).shuffle(cards)
    return cards


def test_S1_with_a_deal_players_may_lay_the_cards_they_hold() -> None:
    dealt = deal(WHO, CARDS, 17)
    start = record("saichugen", 3, rounds=1, tricks=2, games=2, deals=[dealt])
    ask = games.score(start).next_round
    assert ask is not None
    assert dealt.hands["Bob"] == ask.allowed["Bob"].choices()
    with pytest.raises(Refused, match="the ace of clubs is not in the hand"):
        ask.allowed["Bob"].check(card("AC"))
    after = record("saichugen", 3, "AC 5D 9H", rounds=1, tricks=2, games=2, deals=[dealt])
    found = games.score(after)
    assert ((), 16) == (found.problems, len(_choices(found, "Ann")))
    assert card("AC") not in _choices(found, "Ann")


def _choices(found: Score, player: PlayerId) -> tuple[Card, ...]:
    assert found.next_round is not None
    allowed = found.next_round.allowed[player]
    assert isinstance(allowed, DeckCards)
    return allowed.choices()


def test_S1_each_game_has_its_own_deal_and_without_one_any_card_is_allowed() -> None:
    first, second = deal(WHO, CARDS, 17), deal(WHO, CARDS[::-1], 17)
    options = {"rounds": 1, "tricks": 1, "games": 3}
    one = record("saichugen", 3, "AC 5D 9H", deals=[first, second], **options)
    assert second.hands["Ann"] == _choices(games.score(one), "Ann")
    two = record("saichugen", 3, "AC 5D 9H", "KS 9H 5D", deals=[first, second], **options)
    assert ((), 52) == (games.score(two).problems, len(_choices(games.score(two), "Ann")))


def test_S1_more_deals_than_games_are_a_problem() -> None:
    dealt = deal(WHO, CARDS, 17)
    found = games.score(record("saichugen", 3, deals=[dealt, dealt]))
    assert ["2 deals are recorded, but the match has only 1 game"] == sentences(found)
    found = games.score(record("saichugen", 3, deals=[dealt] * 3, games=2))
    assert ["3 deals are recorded, but the match has only 2 games"] == sentences(found)


def test_S1_every_deal_is_validated_and_the_problem_reveals_no_hand() -> None:
    first, second = deal(WHO, CARDS, 17), deal(WHO, CARDS, 16)
    found = games.score(
        record("saichugen", 3, "AC 5D 9H", rounds=1, tricks=1, games=2, deals=[first, second])
    )
    assert [f"{name}: deal 2 gives 16 cards instead of 17" for name in WHO] == sentences(found)
    assert 52 == len(_choices(found, "Ann"))


def naive_round(tricks: list[dict[str, str]]) -> tuple[dict[str, int], dict[str, int]]:
    """Score a round by sorting card names only; return the sums and the kept scores."""
    order = [f"{rank}{suit}" for rank in _RANKS for suit in "CDHS"]
    sums = dict.fromkeys(WHO, 0)
    for trick in tricks:
        middle = sorted(trick.values(), key=order.index)[1]
        who = next(player for player, own in trick.items() if own == middle)
        sums[who] += _RANKS.index(middle[:-1]) + 1
    median = sorted(sums.values())[1]
    return sums, {player: own if own == median else 0 for player, own in sums.items()}


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(5, 3), (1, 1), (2, 2), (17, 1), (4, 4)]), st.integers(1, 4), st.integers(0, 10**6))
def test_S1_to_S7_a_whole_match_agrees_with_a_second_implementation(
    shape: tuple[int, int], count: int, seed: int
) -> None:
    rounds, tricks = shape
    made: list[Reveal] = []
    match = dict.fromkeys(WHO, 0)
    expected = []
    for n in range(count):
        dealt = deal(WHO, _deal(seed + n), 17)
        state = [{p: dealt.hands[p][k] for p in WHO} for k in range(rounds * tricks)]
        made += [Reveal(dict(plays)) for plays in state]
        totals = dict.fromkeys(WHO, 0)
        written = [{player: str(own) for player, own in plays.items()} for plays in state]
        for k in range(rounds):
            sums, kept = naive_round(written[k * tricks : (k + 1) * tricks])
            totals = {player: totals[player] + kept[player] for player in WHO}
            expected.append((sums, kept))
        median = sorted(totals.values())[1]
        winners = [player for player in WHO if totals[player] == median]
        for player in WHO:
            lost = -2 if len(winners) == 2 else -1
            won_ = {1: 2, 2: 1, 3: 0}[len(winners)]
            match[player] += won_ if player in winners else lost
    found = games.score(
        Record("saichugen", Saichugen(rounds=rounds, tricks=tricks, games=count), WHO, tuple(made))
    )
    assert () == found.problems
    assert expected == [
        (each.scores, one_round(each).kept)
        for game in each_game(found)
        for each in game.parts  # type: ignore[attr-defined]
    ]
    assert (match, True, None) == (found.root.scores, found.root.finished, found.next_round)
    best = max(match.values())
    assert [player for player in WHO if match[player] == best] == list(found.root.winners)
    assert 0 == sum(found.root.scores.values())
    assert all(0 == sum(game.points.values()) for game in each_game(found))


@settings(max_examples=10, deadline=None)
@given(st.sampled_from([(5, 3), (2, 2), (4, 4)]), st.integers(1, 2), st.booleans(), st.integers(0, 10**6))
def test_S1_a_match_of_allowed_plays_ends_and_its_prefixes_agree(
    shape: tuple[int, int], count: int, dealt: bool, seed: int
) -> None:
    rounds, tricks = shape
    deals = [deal(WHO, _deal(seed + n), 17) for n in range(count)] if dealt else []
    start = record("saichugen", 3, rounds=rounds, tricks=tricks, games=count, deals=deals)
    seen = list(playout(start, seed))
    assert rounds * tricks * count + 1 == len(seen)
    final = seen[-1][1].root
    assert final.finished
    for now, found in seen:
        assert () == found.problems
        assert _finished(found.root) == _finished(final)[: len(_finished(found.root))]
        assert found.next_round is None or found.next_round.number == len(now.reveals) + 1


def _finished(root: Branch) -> list[object]:
    """List the finished nodes below the root, level by level from the tricks up, in the order they end."""
    ended: list[object] = []
    for game in root.parts:
        assert isinstance(game, SaichugenGame)
        for each in game.parts:
            ended += [leaf for leaf in one_round(each).parts if leaf.finished]
            ended += [each] if each.finished else []
        ended += [game] if game.finished else []
    return ended


def test_scoring_is_linear_in_plays() -> None:
    short, long = (record("saichugen", 3, *BOB_KEEPS_11 * n, rounds=1, games=99) for n in (20, 80))
    assert calls(lambda: games.score(long)) < 4.5 * calls(lambda: games.score(short))


def test_S6_S7_the_reasons_of_a_game_that_all_win() -> None:
    shared = score("saichugen", 3, "9H 8C 10D", rounds=1, tricks=1)
    assert [
        "S6 The middle of the totals 0, 0 and 0 is 0: Ann, Bob and Cyd win the game.",
        "S7 Points: Ann (0), Bob (0) and Cyd (0).",
    ] == reasons_of(shared.root.parts[0])


def test_S5_the_lesson_says_three_tricks_where_a_round_has_three() -> None:
    lines = [str(Saichugen(tricks=tricks, rounds=1).lesson.panels[1].line) for tricks in (3, 4)]
    assert ["Three tricks. The|middle sum is kept.", "Add them up. The|middle sum is kept."] == lines


def test_S7_a_match_is_decided_by_its_points_and_one_game_by_its_totals() -> None:
    match = score("saichugen", 3, "5H 8C JD", games=2, rounds=1, tricks=1).root
    assert decisive_level(match) is match
    alone = score("saichugen", 3, "5H 8C JD", rounds=1, tricks=1).root
    assert decisive_level(alone) is alone.parts[0]


def test_S7_a_match_that_is_over_shows_its_points_alone_and_its_games_say_who_won_them() -> None:
    root = score("saichugen", 3, "5H 8C JD", "5D 8H JC", games=2, rounds=1, tricks=1).root
    rules = Saichugen(games=2)
    assert (True, ["points"]) == (root.finished, [each.label for each in rules.standings(root)])
    assert "Ann, Bob and Cyd win" == rules.part_headline(root.parts[0]).sentence()
