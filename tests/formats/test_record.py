"""Records: parsing, writing and every refusal of their form; what breaks a rule is tested with the rules."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.formats import record as records
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.contract import Record
from companion.rules.games.deck import Deck
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.median_game import MedianGame
from companion.rules.results import Deal, Reveal
from tests.support import kept_results
from tests.support.card_games import NAMES, deal, playout, record
from tests.support.number_games import record as numbers


def document(game: str, *rounds: dict[str, Any], players: Any = 3, **more: Any) -> dict[str, Any]:
    """Return a record as a document; `more` are further keys."""
    names = list(NAMES[:players]) if isinstance(players, int) else players
    start = {"format": "companion.record/1", "game": game, "players": names}
    return {**start, "rounds": list(rounds), **more}


def plays(*cards: Any, **more: Any) -> dict[str, Any]:
    """Return a round as a document."""
    return {"plays": dict(zip(NAMES, cards, strict=False)), **more}


def refusal(found: dict[str, Any]) -> str:
    """Parse a document that must be refused; return the sentence."""
    with pytest.raises(Refused) as refused:
        records.read_record(json.dumps(found))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_cards_are_written_as_rank_and_suit_or_as_the_rank_only() -> None:
    found = records.read_record(json.dumps(document("median", plays("AS", "10", "7D"))))
    assert {"Ann": Card("A", "S"), "Bob": Card("10"), "Cyd": Card("7", "D")} == found.reveals[0].plays
    assert [{"plays": {"Ann": "AS", "Bob": "10", "Cyd": "7D"}}] == records.record_to_document(found)["rounds"]


def test_calls_and_the_end_by_the_host_are_written_and_parsed() -> None:
    rounds = [plays("3", "5", call="high"), plays("3", "5", call="low", last=True)]
    found = records.read_record(json.dumps(document("median", *rounds, players=2)))
    assert [("high", False), ("low", True)] == [(each.call, each.last) for each in found.reveals]
    assert rounds == records.record_to_document(found)["rounds"]


def test_only_options_that_differ_from_the_defaults_are_written() -> None:
    assert {} == records.record_to_document(record("median", 3, hand=5, lowest="2"))["options"]
    assert {"lead": "alternate"} == records.record_to_document(record("median", 3, lead="alternate"))[
        "options"
    ]
    assert "deals" not in records.record_to_document(record("median", 3))


_DECK_OF_8 = Deck(("K", "A")).cards()


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(
        [
            ("mediocrity", 4, {"target": 1}),
            ("median", 4, {"lowest": "J", "dealer": "Bob", "lead": "winner", "hand": 3}),
            ("median", 3, {"decks": 2, "lowest": "Q"}),
            ("median", 2, {"lead": "loser", "lowest": "K", "hand": 4}),
            ("saichugen", 3, {"rounds": 2, "games": 2}),
        ]
    ),
    st.booleans(),
    st.integers(0, 10**6),
    st.integers(0, 20),
)
def test_a_record_survives_being_written_and_parsed(
    start: tuple[str, int, dict[str, object]], dealt: bool, seed: int, most: int
) -> None:
    game, players, options = start
    deals = _deals(record(game, players, **options), seed) if dealt else ()
    *_, (found, score) = playout(record(game, players, deals=deals, **options), seed, most + 1)
    text = records.dump_record(records.record_to_document(found))
    assert found == records.read_record(text)
    assert score == games.score(records.read_record(text.encode()))
    assert text == records.dump_record(json.loads(text))


def _deals(found: Record, seed: int) -> tuple[Deal, ...]:
    """Deal cards for a record if its game has cards to deal."""
    if found.game == "mediocrity":
        return ()
    deck, size = (found.rules.deck, found.rules.hand) if isinstance(found.rules, MedianGame) else (Deck(), 17)
    cards = list(deck.cards())
    random.Random(seed).shuffle(cards)
    return (deal(found.players, cards, size),)


def test_renaming_players_renames_them_in_options_and_deals_too() -> None:
    dealt = deal(NAMES[:2], _DECK_OF_8, 1)
    options = {"hand": 1, "lowest": "K", "dealer": "Bob"}
    found = records.rename_record_players(
        record("median", 2, "high KC AC last", deals=[dealt], **options), {"Ann": "Xenia", "Bob": "Yves"}
    )
    assert () == games.score(found).problems
    assert {"hand": 1, "lowest": "K", "dealer": "Yves"} == records.record_to_document(found)["options"]
    assert ["Xenia", "Yves"] == records.record_to_document(found)["players"] == list(found.deals[0].hands)
    assert [{"plays": {"Xenia": "KC", "Yves": "AC"}, "call": "high", "last": True}] == (
        records.record_to_document(found)["rounds"]
    )
    assert dealt.stock == found.deals[0].stock


_NUMBER_OPTIONS = st.sampled_from(
    [
        {},
        {"rounds": 7},
        {"nesting": [3, 2], "tie_break": "sudden-death"},
        {"scoring": "mean", "low": -9, "high": 9, "points_target": 30},
        {"entry": "lists", "nesting": [4, 3, 2], "tie_break": "peel+sudden-death"},
    ]
)


@settings(deadline=None)
@given(
    _NUMBER_OPTIONS,
    st.lists(st.dictionaries(st.sampled_from("ABCD"), st.integers(0, 9)), max_size=5),
    st.booleans(),
)
def test_a_record_of_numbers_survives_being_written_and_parsed_and_scores_the_same(
    raw: dict[str, Any], rounds: list[dict[str, int]], last: bool
) -> None:
    last = last and bool(rounds)
    reveals = tuple(Reveal(each, last=last and n == len(rounds)) for n, each in enumerate(rounds, 1))
    found = Record("good-enough", GoodEnough.read_options(raw), tuple("ABCD"), reveals)
    text = records.dump_record(records.record_to_document(found))
    if last and games.score(found).problems:
        return
    again = records.read_record(text)
    assert found == again
    assert raw == json.loads(text)["options"]
    assert games.score(found) == games.score(again)


@pytest.mark.parametrize("game", kept_results.GAMES)
def test_a_record_by_results_survives_being_written_and_read(game: str) -> None:
    for seed in range(20):
        found = kept_results.random_record(game, seed)
        written = records.record_to_document(found)
        assert (written["options"]["keep"], "deals" in written) == ("results", False)
        again = records.read_record(records.dump_record(written))
        assert (found, games.score(found)) == (again, games.score(again))


def test_negative_numbers_are_written_with_ASCII_signs() -> None:
    text = records.dump_record(records.record_to_document(numbers("A -3\nB 2\nC 1", low=-5)))
    assert '{"plays": {"A": -3, "B": 2, "C": 1}}' in text


NOT_A_KEY = "is not a key that companion knows"


@pytest.mark.parametrize(
    ("found", "message"),
    [
        # The place of a problem
        (document("mediocrity", plays("K", "K", 7)), "round 1, Cyd: 7 is not a card: write it like 10H or K"),
        (document("saichugen", plays("7H", "8H", "9")), "round 1, Cyd: the 9 needs its suit, such as 9H"),
        (document("good-enough", plays(1, 2, True)), "round 1, Cyd: True is not a whole number"),
        (document("median", plays("K", "Q", "2", "3")), "round 1, Dan: no such player in this game"),
        (document("saichugen", options={"tricks": 4}), "5 rounds of 4 tricks need 20 cards: a hand has 17"),
        (
            document("good-enough", options={"entry": "cards", "cards": 17, "rounds": 5}),
            "3 players need 6 cards each, 18 in all, and the stack has 17",
        ),
        # Its form
        (document("poker"), "poker is not a game that companion knows"),
        (document("median", players=["Ann", "Bob", "Bob"]), "Bob stands twice among the players"),
        (document("median", players=["Ann", "Bob", ""]), "players must be a list of names"),
        (
            document("median", players=["Ann", "Bob", "\ud800"]),
            "players must be a list of names that can be written",
        ),
        (document("median", options=[]), "options must be a JSON object"),
        (document("mediocrity", options={"speed": 5}), "speed is not an option of this game"),
        (document("median", deck=52), f"the record: deck {NOT_A_KEY}"),
        (document("mediocrity", deals=[]), f"the record: deals {NOT_A_KEY}"),
        (
            document("saichugen", options={"keep": "results"}, deals=[]),
            "deals: where only results are entered, no cards are dealt",
        ),
        (document("median", plays("K", "Q", "J", who="Ann")), f"round 1: who {NOT_A_KEY}"),
        (document("mediocrity", plays("K", "Q", "J", call="low")), f"round 1: call {NOT_A_KEY}"),
        (document("median", plays("K", "Q", call="middle"), players=2), "round 1: call must be high or low"),
        (document("mediocrity", plays("K", "Q", "J", last=1)), "round 1: last must be true or false"),
        (document("median", {"call": "high"}), "round 1: plays must be a JSON object"),
        (document("good-enough", plays(1, 2, 3, question=7)), "round 1: question must be a text"),
        (document("good-enough", plays(1, 2, 3, question=" ")), "round 1: question must not be empty"),
        (
            document("good-enough", plays(1, 2, 3, question="?", truth="1")),
            "round 1: truth must be a whole number",
        ),
        (document("good-enough", plays(1, 2, 3, truth=1)), "round 1: a truth without a question"),
        (document("median", deals={}), "deals must be a list"),
        (document("median", deals=[7]), "deal 1 must be a JSON object"),
        (document("median", deals=[{"hands": {}, "stock": [], "top": 1}]), f"deal 1: top {NOT_A_KEY}"),
        (document("median", deals=[{"stock": []}]), "deal 1: hands must be a JSON object"),
        (document("median", deals=[{"hands": {}}]), "deal 1: stock must be a list of cards"),
        (
            document("median", deals=[{"hands": {"Ann": "KC"}, "stock": []}]),
            "deal 1, Ann: the hand must be a list of cards",
        ),
        (
            document("saichugen", deals=[{"hands": {"Ann": ["KC"]}, "stock": []}]),
            "Ann: deal 1 gives 1 card instead of 17",
        ),
        # Plays that are struck
        (
            document("mediocrity", plays("2", "7", "K", struck={})),
            "round 1: struck must not be empty",
        ),
        (
            document("mediocrity", plays("2", "7", struck={"Cyd": "joker"})),
            "round 1, Cyd: joker is no number and no card",
        ),
        (
            document("saichugen", plays("7H", "6C", struck={"Eve": "KD"})),
            "round 1, Eve: no such player in this game",
        ),
        (
            document("saichugen", plays("7H", "6C", "KD", struck={"Bob": "8C"})),
            "round 1, Bob: stands among the plays and among the struck ones",
        ),
    ],
)
def test_an_invalid_record_is_refused_in_one_line(found: dict[str, Any], message: str) -> None:
    assert message == refusal(found)
