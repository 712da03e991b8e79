"""Saichugen (S1 to S7)."""

from itertools import combinations, product

import pytest

from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.deck import Deck, DeckCards
from companion.rules.games.saichugen.game import Saichugen
from companion.rules.games.saichugen.levels import SaichugenGame, SaichugenRound, middle_players, score_trick
from companion.rules.plays import PlayerId, Position
from companion.rules.results import Score, decisive_level
from tests.support import naive_cards
from tests.support.card_games import NAMES, card, deal, record, score, sentences

WHO = NAMES[:3]
CARDS = Deck().cards()


def one_round(node: object) -> SaichugenRound:
    assert isinstance(node, SaichugenRound)
    return node


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
    leaves = score("saichugen", 3, *tricks).leaves()
    assert winners.split() == [leaf.winners[0] for leaf in leaves], rule


def test_S2_S3_every_three_of_the_52_cards_have_one_middle_card() -> None:
    for three in combinations(CARDS, 3):
        (winner,) = score_trick(dict(zip(WHO, three, strict=True))).winners
        assert sorted(map(str, three), key=naive_cards.strength)[1] == str(three[WHO.index(winner)])


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
    found_round = one_round(game.parts[0])  # type: ignore[attr-defined]
    assert (scores, kept) == (tuple(found_round.scores.values()), tuple(found_round.kept.values())), rule
    assert (WHO, tuple(winners.split())) == (tuple(found_round.scores), found_round.winners)


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
        if sum(value < own for value in values) <= 1 and sum(value > own for value in values) <= 1
    }
    assert expected == set(middle_players(scores))


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
    found_score = games.score(record("saichugen", 3, *tricks))
    assert ["round 4, Bob: the 7 of hearts was already laid in round 1, trick 3"] == sentences(found_score)
    last = list(found_score.leaves())[3]
    assert (False, ()) == (last.finished, last.winners)


@pytest.mark.parametrize("players", [0, 2, 4])
def test_S1_only_exactly_three_can_play(players: int) -> None:
    found_score = games.score(record("saichugen", players))
    assert [f"Saichugen needs exactly 3 players, not {players}"] == sentences(found_score)
    assert (None, (), False) == (found_score.next_round, found_score.root.parts, found_score.root.finished)


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


def test_S1_with_a_deal_players_may_lay_the_cards_they_hold() -> None:
    dealt = deal(WHO, CARDS, 17)
    start = record("saichugen", 3, rounds=1, tricks=2, games=2, deals=[dealt])
    ask = games.score(start).next_round
    assert ask is not None
    assert dealt.hands["Bob"] == ask.allowed["Bob"].choices()
    with pytest.raises(Refused, match="the ace of clubs is not in the hand"):
        ask.allowed["Bob"].check(card("AC"))
    after = record("saichugen", 3, "AC 5D 9H", rounds=1, tricks=2, games=2, deals=[dealt])
    found_score = games.score(after)
    assert ((), 16) == (found_score.problems, len(_choices(found_score, "Ann")))
    assert card("AC") not in _choices(found_score, "Ann")


def _choices(found_score: Score, player: PlayerId) -> tuple[Card, ...]:
    assert found_score.next_round is not None
    allowed = found_score.next_round.allowed[player]
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
    found_score = games.score(record("saichugen", 3, deals=[dealt, dealt]))
    assert ["2 deals are recorded, but the match has only 1 game"] == sentences(found_score)
    found_score = games.score(record("saichugen", 3, deals=[dealt] * 3, games=2))
    assert ["3 deals are recorded, but the match has only 2 games"] == sentences(found_score)


def test_S1_every_deal_is_validated_and_the_problem_reveals_no_hand() -> None:
    first, second = deal(WHO, CARDS, 17), deal(WHO, CARDS, 16)
    found_score = games.score(
        record("saichugen", 3, "AC 5D 9H", rounds=1, tricks=1, games=2, deals=[first, second])
    )
    assert [f"{name}: deal 2 gives 16 cards instead of 17" for name in WHO] == sentences(found_score)
    assert 52 == len(_choices(found_score, "Ann"))


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
    assert (True, ["points"]) == (root.finished, [standing.label for standing in rules.standings(root)])
    assert "Ann, Bob and Cyd win" == rules.part_headline(root.parts[0]).sentence()
