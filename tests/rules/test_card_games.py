"""What holds for every game of cards: whole games of random allowed plays, the end and the cost (M, D, S)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.record import record_to_document, result_document
from companion.rules import games
from tests.support import naive_cards
from tests.support.card_games import calls, record, sentences
from tests.support.contract_games import ContractGame, played
from tests.support.examples import at_most

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
KEYS = ("kind", "winners", "finished", "scores", "kept", "points", "leader", "takes", "pool")


def assert_decided(second: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Assert that a second scorer decides the same of a game and its parts, down to hands and rounds."""
    assert {key: second[key] for key in KEYS if key in second} == {
        key: found[key] for key in KEYS if key in second
    }
    parts = second.get("parts", ())
    assert len(parts) == len(found["parts"] if parts else ())
    for each_part, part in zip(parts, found.get("parts", ()), strict=False):
        assert_decided(each_part, part)


@pytest.mark.parametrize("game", ["mediocrity", "saichugen", "median"])
@at_most(15)
@given(data=st.data())
def test_a_game_of_allowed_plays_has_no_problem_and_a_second_scorer_decides_the_same(
    game: str, data: st.DataObject
) -> None:
    def draw(*choices: Any) -> Any:
        return data.draw(st.sampled_from(choices))

    players = {"saichugen": (3,), "mediocrity": (3, 4), "median": (2, 3, 4)}[game]
    count = draw(*players)
    options: dict[str, Any] = {
        "mediocrity": lambda: {"target": draw(1, 2)},
        "saichugen": lambda: {"rounds": draw(1, 2, 3), "tricks": draw(1, 2, 4), "games": draw(1, 2)},
        "median": lambda: {
            "hand": 2,
            "lowest": "9",
            "lead": draw(None, "winner", "alternate", *(["loser"] if count == 2 else [])),
            "decks": draw(1, 1, 2),
            "dealer": draw(None, "Ann", "Bob"),
        },
    }[game]()
    made = played(
        ContractGame(games.find_game(game), options, count), data.draw(st.integers(0, 2**32))
    ).record
    whole = data.draw(st.booleans())
    stop = len(made.reveals) if whole else data.draw(st.integers(0, len(made.reveals)))
    reveals = list(made.reveals[:stop])
    if stop and not whole:
        reveals[-1] = replace(reveals[-1], last=draw(True, False))
    made = replace(made, reveals=tuple(reveals))
    score = games.score(made)
    assert ((), score.root.finished) == (score.problems, score.next_round is None)
    assert not whole or score.root.finished
    if second := naive_cards.result_of(record_to_document(made)):
        assert_decided(second, result_document(score))


@pytest.mark.parametrize("game", ["mediocrity", "saichugen", "median"])
def test_no_round_counts_after_the_host_has_ended_the_game(game: str) -> None:
    score = games.score(record(game, 3, "2H 5H 9H last", "3H 6H 10H", "4H 7H JH"))
    assert ["round 2: the game is over: no round can follow"] == sentences(score)
    assert (1, None) == (len(list(score.leaves())), score.next_round)


@pytest.mark.parametrize(
    ("game", "players", "tricks", "options"),
    [
        ("mediocrity", 3, [f"{rank} {rank} {rank}" for rank in RANKS], {"target": 999}),
        ("saichugen", 3, ["7H 6C KD", "5H 4C KC", "AS JS KS"], {"rounds": 1, "games": 99}),
        ("median", 2, [f"high {a} {b}" for a, b in zip(RANKS, RANKS[1:] + RANKS[:1], strict=True)], {}),
    ],
)
def test_scoring_is_linear_in_plays(
    game: str, players: int, tricks: list[str], options: dict[str, Any]
) -> None:
    more = {"decks": 4} if game == "median" else options
    short, long = (record(game, players, *tricks * n, **more) for n in (2, 8))
    assert () == games.score(long).problems
    assert calls(lambda: games.score(long)) < 4.5 * calls(lambda: games.score(short))
