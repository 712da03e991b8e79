"""Records: parsing, writing and every refusal of their form; what breaks a rule is tested with the rules."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.formats import record as records
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.deck import Deck
from tests.support.card_games import NAMES, deal, record
from tests.support.contract_games import ContractGame, played
from tests.support.records import read_record


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
        read_record(json.dumps(found))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_cards_are_written_as_rank_and_suit_or_as_the_rank_only() -> None:
    found_record = read_record(json.dumps(document("median", plays("AS", "10", "7D"))))
    assert {"Ann": Card("A", "S"), "Bob": Card("10"), "Cyd": Card("7", "D")} == found_record.reveals[0].plays
    assert [{"plays": {"Ann": "AS", "Bob": "10", "Cyd": "7D"}}] == records.record_to_document(found_record)[
        "rounds"
    ]


def test_calls_and_the_end_by_the_host_are_written_and_parsed() -> None:
    rounds = [plays("3", "5", call="high"), plays("3", "5", call="low", last=True)]
    found_record = read_record(json.dumps(document("median", *rounds, players=2)))
    assert [("high", False), ("low", True)] == [(reveal.call, reveal.last) for reveal in found_record.reveals]
    assert rounds == records.record_to_document(found_record)["rounds"]


KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("mediocrity", 4, {"target": 1}),
    ("median", 4, {"lowest": "J", "dealer": "Bob", "lead": "winner", "hand": 3}),
    ("median", 3, {"decks": 2, "lowest": "Q"}),
    ("median", 2, {"lead": "loser", "lowest": "K", "hand": 4}),
    ("saichugen", 3, {"rounds": 2, "games": 2}),
    *(
        ("good-enough", 4, options)
        for options in ({}, {"rounds": 7}, {"low": -9, "high": 9, "scoring": "mean"})
    ),
    ("good-enough", 4, {"entry": "lists", "nesting": [4, 3, 2], "tie_break": "peel+sudden-death"}),
    *((game, 3, {"keep": "results"}) for game in ("mediocrity", "median", "saichugen")),
]


@pytest.mark.slow(keep=12)
@pytest.mark.parametrize(("game", "players", "options"), KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_survives_being_written_and_parsed(
    game: str, players: int, options: dict[str, Any], seed: int
) -> None:
    scored = played(ContractGame(games.find_game(game), options, players), seed)
    for found in (scored.record, replace(scored.record, deals=(), reveals=scored.record.reveals[: 5 * seed])):
        text = records.dump_record(records.record_to_document(found))
        again = read_record(text.encode())
        assert (found, games.score(found)) == (again, games.score(again))
        assert text == records.dump_record(json.loads(text))
        assert ("deals" in json.loads(text), options) == (bool(found.deals), json.loads(text)["options"])


def test_renaming_players_renames_them_in_options_and_deals_too() -> None:
    dealt = deal(NAMES[:2], Deck(("K", "A")).cards(), 1)
    options = {"hand": 1, "lowest": "K", "dealer": "Bob"}
    rename_record_players = records.rename_record_players(
        record("median", 2, "high KC AC last", deals=[dealt], **options), {"Ann": "Xenia", "Bob": "Yves"}
    )
    assert () == games.score(rename_record_players).problems
    assert {"hand": 1, "lowest": "K", "dealer": "Yves"} == records.record_to_document(rename_record_players)[
        "options"
    ]
    assert (
        ["Xenia", "Yves"]
        == records.record_to_document(rename_record_players)["players"]
        == list(rename_record_players.deals[0].hands)
    )
    assert [{"plays": {"Xenia": "KC", "Yves": "AC"}, "call": "high", "last": True}] == (
        records.record_to_document(rename_record_players)["rounds"]
    )
    assert dealt.stock == rename_record_players.deals[0].stock


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
        (document("mediocrity", plays("2", "7", "K", struck={})), "round 1: struck must not be empty"),
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
