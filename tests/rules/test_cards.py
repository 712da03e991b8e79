"""Cards as people type them, and the cards that may be laid next."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.rules.cards import RANKS, SUITS, Card, format_card, lazy_card_phrase, parse_card
from companion.rules.games.deck import (
    CardsInPlay,
    Deck,
    DeckCards,
    RoundPosition,
    deal_problems,
    find_in_hand,
)
from companion.rules.plays import Deal, Position
from tests.support.card_games import card

EVERY = [Card(rank, suit) for rank, suit in product(RANKS, ("", *SUITS))]


@pytest.mark.parametrize("one", EVERY, ids=str)
def test_a_card_survives_formatting_and_parsing(one: Card) -> None:
    assert 65 == len(set(map(str, EVERY)))
    assert one == parse_card(str(one)) == parse_card(format_card(one)) == parse_card(str(one).lower())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AS", Card("A", "S")),
        (" 10h ", Card("10", "H")),
        ("10♥️", Card("10", "H")),
        ("q♦", Card("Q", "D")),
        ("K", Card("K")),
        ("１０Ｈ", Card("10", "H")),
    ],
)
def test_a_card_is_parsed_in_all_usual_spellings(text: str, expected: Card) -> None:
    assert expected == parse_card(text)


@pytest.mark.parametrize("text", ["", " ", "S", "1", "11H", "HA", "10HS", "AA", "0", "joker", "7-H", "SS"])
def test_text_that_names_no_card_is_not_parsed(text: str) -> None:
    assert parse_card(text) is None


@given(st.text())
def test_parsing_never_fails_on_any_text(text: str) -> None:
    found_card = parse_card(text)
    assert found_card is None or found_card in EVERY


@pytest.mark.parametrize(
    ("text", "phrase", "sign"),
    [
        ("AS", "the ace of spades", "A♠"),
        ("10H", "the 10 of hearts", "10♥"),
        ("Q", "the queen", "Q"),
        ("JC", "the jack of clubs", "J♣"),
        ("KD", "the king of diamonds", "K♦"),
    ],
)
def test_cards_have_a_name_in_sentences_and_a_sign_of_their_suit(text: str, phrase: str, sign: str) -> None:
    assert (phrase, sign) == (str(lazy_card_phrase(card(text))), format_card(card(text)))


def test_a_deck_has_every_card_once_for_each_deck() -> None:
    assert 52 == Deck().size == len(set(Deck().cards()))
    double = Deck(("7", "8"), 2)
    assert 16 == double.size == len(double.cards())
    assert 2 == double.cards().count(card("8S")) == double.copies(card("8S"))
    assert 8 == double.copies(card("8"))


def refusal(cards: DeckCards, play: object) -> str:
    with pytest.raises(Refused) as refused:
        cards.check(play)
    return str(refused.value)


@pytest.mark.parametrize(
    ("play", "text"),
    [*((each, str(each)) for each in (7, "zz", None, ["7"], True, -1)), ("x" * 50, "x" * 20 + "…")],
)
def test_only_a_card_can_be_laid(play: object, text: str) -> None:
    assert f"{text} is not a card: write it like 10H or K" == refusal(DeckCards(Deck()), play)


def in_round(number: int) -> RoundPosition:
    return RoundPosition(number, (Position("round", number),))


def test_a_rank_laid_four_times_is_used_up_in_all_suits() -> None:
    game = CardsInPlay(Deck())
    for number in range(1, 5):
        game.lay(in_round(number), "Ann", card("7"))
    message = "the 7 was already laid 4 times, in round 1, round 2, round 3 and round 4"
    assert message == refusal(game.allowed("Bob"), card("7H")) == refusal(game.allowed("Bob"), card("7"))
    assert 48 == len(game.allowed("Bob").choices())


def test_the_choices_are_the_cards_that_check_accepts() -> None:
    game = CardsInPlay(Deck(("9", "10"), 2))
    for number, text in enumerate(["9H", "9H", "10", "10C"], 1):
        game.lay(in_round(number), "Ann", card(text))
    cards = game.allowed("Ann")
    assert ["9C", "10C", "9D", "10D", "10H", "9S", "10S"] == [str(choice) for choice in cards.choices()]
    assert cards.choices() == tuple(map(cards.check, cards.choices()))


def test_a_rank_without_a_suit_matches_any_card_of_that_rank_in_a_hand() -> None:
    hand = [card("7H"), card("9"), card("7C")]
    assert card("7C") == find_in_hand(hand, card("7C"))
    assert card("7H") == find_in_hand(hand, card("7"))
    assert card("9") == find_in_hand(hand, card("9S"))
    assert find_in_hand(hand, card("7S")) is None
    assert find_in_hand(hand, card("8")) is None


def test_a_hand_loses_the_cards_laid_and_gains_those_drawn() -> None:
    deal = Deal({"Ann": (card("7H"),), "Bob": (card("8H"),)}, (card("7C"), card("8C"), card("7D")))
    game = CardsInPlay(Deck(("7", "8")), deal)
    game.lay(in_round(1), "Ann", card("7"))
    assert () == game.allowed("Ann").choices()
    assert "the 7 of hearts is not in the hand" == refusal(game.allowed("Ann"), card("7H"))
    game.draw(("Ann", "Bob"))
    assert (card("7C"),) == game.allowed("Ann").choices()
    assert (card("8H"), card("8C")) == game.allowed("Bob").choices()
    assert {"Ann": (card("7H"),), "Bob": (card("8H"),)} == deal.hands


def problems(hands: dict[str, str], stock: str, size: int = 1, *, needs_suits: bool = False) -> list[str]:
    """Validate a deal of a deck of eight cards to Ann and Bob."""
    made = Deal(
        {player: tuple(map(card, own.split())) for player, own in hands.items()},
        tuple(map(card, stock.split())),
    )
    found_deal_problems = deal_problems(
        2, made, Deck(("7", "8"), needs_suits=needs_suits), ("Ann", "Bob"), size
    )
    return [str(problem) for problem in found_deal_problems]


@pytest.mark.parametrize(
    ("hands", "stock", "message"),
    [
        ({"Ann": "7C", "Bob": "8C"}, "7D 7H 7S 8D 8H 8S", ""),
        ({"Ann": "7C", "Bob": "8C"}, "7 7 7 8 8S 8", ""),  # with or without suits
        ({"Ann": "7C 8S", "Bob": "8C"}, "7D 7H 7S 8D 8H", "Ann: deal 2 gives 2 cards instead of 1"),
        ({"Ann": "7C"}, "8C 7D 7H 7S 8D 8H 8S", "Bob: deal 2 gives 0 cards instead of 1"),
        ({"Ann": "7C", "Bob": "8C", "Zed": "8S"}, "7D 7H 7S 8D 8H", "Zed: no such player in deal 2"),
        ({"Ann": "7C", "Bob": "8C"}, "7D 7H 7S 8D 8H", "deal 2: 7 cards instead of 8"),
        ({"Ann": "7C", "Bob": "8C"}, "7D 7H 7C 8D 8H 8S", "deal 2: the 7 of clubs is there too often"),
        ({"Ann": "7", "Bob": "8"}, "7 7 7 7 8 8", "deal 2: the 7 is there too often"),
        (
            {"Ann": "7C", "Bob": "8C"},
            "7D 7H 7S 8D 8H 9S",
            "deal 2: the 9 of spades is not in this deck: its lowest is the 7",
        ),
    ],
)
def test_a_deal_that_differs_from_the_deck_is_a_problem(
    hands: dict[str, str], stock: str, message: str
) -> None:
    assert [message] * bool(message) == problems(hands, stock)


def test_a_game_with_suits_requires_them_in_a_deal() -> None:
    found_problems = problems({"Ann": "7C", "Bob": "8"}, "7D 7H 7S 8D 8H 8S", needs_suits=True)
    assert ["deal 2: the 8 needs its suit, such as 8H"] == found_problems
    assert ["deal 2: 1 card instead of 8"] == problems({"Ann": "", "Bob": ""}, "7D", size=0)
