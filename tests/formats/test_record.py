"""Records of the card games: parsing, writing and every refusal."""

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
from companion.rules.games.median_game import MedianGame
from companion.rules.results import Deal
from tests.support.card_games import NAMES, card, deal, playout, record

CARDS = Deck().cards()


def document(game: str, *rounds: dict[str, Any], players: int = 3, **more: Any) -> dict[str, Any]:
    """Return a record as a document; `more` are further keys."""
    start = {"format": "companion.record/1", "game": game, "players": list(NAMES[:players])}
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


def test_deals_are_written_and_parsed() -> None:
    deals = [
        {"hands": {"Ann": ["KC", "AC"], "Bob": ["KD", "AD"], "Cyd": ["KH", "AH"]}, "stock": ["KS", "AS"]}
    ]
    options = {"hand": 2, "lowest": "K", "dealer": "Cyd"}
    found = records.read_record(
        json.dumps(document("median", plays("KC", "KD", "AH"), options=options, deals=deals))
    )
    assert (card("KS"), card("AS")) == found.deals[0].stock
    assert (deals, options) == (
        records.record_to_document(found)["deals"],
        records.record_to_document(found)["options"],
    )


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


NO = "is not a card: write it like 10H or K"
NOT_A_KEY = "is not a key that companion knows"
TOO_LARGE = "3 players with 18 cards each need 54 cards: the deck has 52"
NEEDS_ALL = "laid no card, and in this game everybody must"


@pytest.mark.parametrize(
    ("found", "message"),
    [
        # Cards
        (document("mediocrity", plays("K", "K", 7)), f"round 1, Cyd: 7 {NO}"),
        (
            document("mediocrity", plays("K", "K", "7"), plays("K", "3", "4")),
            "round 2, Ann: the king was discarded in hand 1, trick 1",
        ),
        (document("saichugen", plays("7H", "8H", "9")), "round 1, Cyd: the 9 needs its suit, such as 9H"),
        (document("saichugen", plays("7H", "8H", "9X")), f"round 1, Cyd: 9X {NO}"),
        (
            document("saichugen", plays("7H", "8H", "9H"), plays("2H", "3H", "4H"), plays("AH", "7H", "5H")),
            "round 3, Bob: the 7 of hearts was already laid in round 1, trick 1",
        ),
        (
            document("median", plays("6", "8H", "9H"), options={"lowest": "7"}),
            "round 1, Ann: the 6 is not in this deck: its lowest is the 7",
        ),
        # Players
        (document("mediocrity", plays("K", "K")), f"round 1, Cyd: {NEEDS_ALL}"),
        (document("median", plays("K", "Q", "2", "3")), "round 1, Dan: no such player in this game"),
        (document("mediocrity", players=2), "Mediocrity needs 3 to 8 players, not 2"),
        (document("median", players=3, options={"hand": 18}), TOO_LARGE),
        (document("median", options={"dealer": "Zed"}), "dealer: Zed does not play"),
        (document("median", options={"lead": "loser"}), "lead: loser is for two players only"),
        # Calls
        (
            document("median", plays("K", "Q"), players=2),
            "round 1, Ann: must call high or low before the round",
        ),
        (
            document("median", plays("K", "Q", "J", call="low")),
            "round 1: with an odd number of players nobody calls high or low",
        ),
        (document("median", plays("K", "Q", call="middle"), players=2), "round 1: call must be high or low"),
        (document("mediocrity", plays("K", "Q", "J", call="low")), f"round 1: call {NOT_A_KEY}"),
        # The end
        (
            document("mediocrity", plays("K", "Q", "J", last=True), plays("K", "Q", "J")),
            "round 2: the game is over: no round can follow",
        ),
        (
            document(
                "median", plays("K", "A", "K"), plays("A", "K", "A"), options={"lowest": "K", "hand": 1}
            ),
            None,
        ),
        (
            document(
                "median",
                plays("K", "A", "K"),
                plays("A", "K", "A"),
                plays("A", "K", "A"),
                options={"lowest": "K", "hand": 1},
            ),
            "round 3: the game is over: no round can follow",
        ),
        (document("mediocrity", plays("K", "Q", "J", last=1)), "round 1: last must be true or false"),
        # Options
        (document("mediocrity", options={"target": 0}), "the target is 1 to 999 points, not 0"),
        (document("mediocrity", options={"rounds": 5}), "rounds is not an option of this game"),
        (document("saichugen", options={"tricks": 4}), "5 rounds of 4 tricks need 20 cards: a hand has 17"),
        (document("median", options={"lead": "me"}), "lead: me is not one of winner, alternate and loser"),
        (document("median", options={"dealer": ["Ann"]}), "dealer: ['Ann'] is not the name of a player"),
        (document("median", options=[]), "options must be a JSON object"),
        # Form
        (document("poker"), "poker is not a game that companion knows"),
        (document("median", deck=52), f"the record: deck {NOT_A_KEY}"),
        (document("mediocrity", deals=[]), f"the record: deals {NOT_A_KEY}"),
        (document("median", plays("K", "Q", "J", who="Ann")), f"round 1: who {NOT_A_KEY}"),
        (document("median", {"call": "high"}), "round 1: plays must be a JSON object"),
        (document("median", deals={}), "deals must be a list"),
        (document("median", deals=[7]), "deal 1 must be a JSON object"),
        (document("median", deals=[{"hands": {}, "stock": [], "top": 1}]), f"deal 1: top {NOT_A_KEY}"),
        (document("median", deals=[{"stock": []}]), "deal 1: hands must be a JSON object"),
        (document("median", deals=[{"hands": {}}]), "deal 1: stock must be a list of cards"),
        (
            document("median", deals=[{"hands": {"Ann": "KC"}, "stock": []}]),
            "deal 1, Ann: the hand must be a list of cards",
        ),
    ],
)
def test_an_invalid_record_is_refused_in_one_line(found: dict[str, Any], message: str | None) -> None:
    if message is None:
        assert games.score(records.read_record(json.dumps(found))).next_round is None
    else:
        assert message == refusal(found)


def dealt_document(*rounds: dict[str, Any], **hands: list[Any]) -> dict[str, Any]:
    """Return a record of three players with two cards each from a deck of kings and aces."""
    right = {"Ann": ["KC", "AC"], "Bob": ["KD", "AD"], "Cyd": ["KH", "AH"]}
    deals = [{"hands": {**right, **hands}, "stock": ["KS", "AS"]}]
    return document("median", *rounds, options={"hand": 2, "lowest": "K"}, deals=deals)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (dealt_document(plays("KC", "AC", "AH")), "round 1, Bob: the ace of clubs is not in the hand"),
        (dealt_document(Bob=["KD", "KC"]), "deal 1: the king of clubs is there too often"),
        (
            dealt_document(Bob=["KD", "QC"]),
            "deal 1: the queen of clubs is not in this deck: its lowest is the king",
        ),
        (dealt_document(Bob=["KD", 7]), f"deal 1: 7 {NO}"),
        (dealt_document(Bob=["KD"]), "Bob: deal 1 gives 1 card instead of 2"),
        (dealt_document(Zed=[]), "Zed: no such player in deal 1"),
    ],
)
def test_an_invalid_deal_or_a_card_that_was_not_dealt_is_refused(found: dict[str, Any], message: str) -> None:
    assert message == refusal(found)


def test_a_second_deal_for_one_game_is_refused() -> None:
    found = dealt_document()
    assert "2 deals are recorded, but the game has 1" == refusal({**found, "deals": found["deals"] * 2})


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["AS", "KH", "7", "2", "Ann", ""])
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*NAMES[:3], "x"]), inner),
    max_leaves=4,
)
_PLAYS = st.dictionaries(st.sampled_from([*NAMES[:4], "x"]), ANYTHING)
_CARDS = st.lists(ANYTHING, max_size=5)
_HANDS = st.dictionaries(st.sampled_from([*NAMES[:4], "x"]), _CARDS)
CALLS = st.sampled_from([{}, {"call": "high"}, {"call": "low"}, {"last": True}])
ROUNDS = st.builds(lambda shown, more: {"plays": shown, **more}, _PLAYS, CALLS)


@given(
    st.sampled_from(["mediocrity", "median", "saichugen"]),
    st.sampled_from(["cards", "results"]),
    st.integers(0, 4),
    st.lists(ROUNDS, max_size=5),
    st.lists(st.builds(lambda hands, stock: {"hands": hands, "stock": stock}, _HANDS, _CARDS), max_size=2),
)
def test_scoring_any_record_reports_problems_and_never_fails(
    game: str, keep: str, players: int, rounds: list[dict[str, Any]], deals: list[dict[str, Any]]
) -> None:
    more: dict[str, Any] = {"options": {"keep": keep}}
    if deals and game != "mediocrity" and keep == "cards":
        more["deals"] = deals
    written = [
        {key: own for key, own in each.items() if key != "call" or game == "median"} for each in rounds
    ]
    found = records.record_from_document(document(game, *written, players=players, **more))
    score = games.score(found)
    assert len(list(score.leaves())) <= len(rounds)
    assert all(problem.sentence() for problem in score.problems)
    assert score.problems or all(leaf.finished for leaf in score.leaves())
    json.dumps(records.result_document(score))


KEYS = {
    "mediocrity": {
        "game": ["kind", "winners", "finished", "scores", "parts"],
        "hand": ["kind", "winners", "finished", "scores", "parts"],
        "trick": ["kind", "winners", "finished", "plays"],
    },
    "median": {
        "game": ["kind", "winners", "finished", "scores", "parts"],
        "round": ["kind", "winners", "finished", "plays", "leader", "call", "takes", "pool"],
    },
    "saichugen": {
        "match": ["kind", "winners", "finished", "scores", "parts"],
        "game": ["kind", "winners", "finished", "scores", "parts", "points"],
        "round": ["kind", "winners", "finished", "scores", "parts", "kept"],
        "trick": ["kind", "winners", "finished", "plays"],
    },
}


@pytest.mark.parametrize("game", list(KEYS))
def test_the_result_has_exactly_the_keys_of_its_game(game: str) -> None:
    found = games.score(record(game, 3, "7H 6C KD", "5H 4C KC"))
    node = records.result_document(found)
    json.dumps(node, allow_nan=False)
    for kind, keys in KEYS[game].items():
        assert (kind, keys) == (node["kind"], list(node))
        node = node.get("parts", [node])[0]
