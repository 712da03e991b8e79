"""The text report of `companion score` for the card games."""

import pytest

from companion.formats import text_report
from companion.rules import games
from companion.rules.games.contract import Record
from tests.support.card_games import record


def printed(found: Record) -> list[str]:
    return text_report.text_report(found, games.score(found)).splitlines()


def test_mediocrity_has_a_table_for_each_hand_with_the_discarded_cards_marked() -> None:
    tricks = [" ".join([rank] * 3) for rank in ("K", "Q", "J", "10", *"987654")]
    found = record("mediocrity", 3, *tricks, "A 2 3", "A A 3", "3 3 2", target=1)
    lines = printed(found)
    assert ["Mediocrity", "", "hand 1      Ann  Bob  Cyd", "trick 1      K*   K*   K*"] == lines[:4]
    assert [
        "trick 10     4*   4*   4*",
        "trick 11     A    2*   3",
        "trick 12     A*   A*   3",
        "trick 13     3*   3*   2",
        "cards left   1    0    3",
        "point        1",
        "game        Ann  Bob  Cyd",
        "points       1    0    0",
        "* discarded",
        "",
        "Ann reached 1: the game ends.",
        "Of those below 1, Bob (0) and Cyd (0) have the most points and share the win.",
        "Tie: Bob and Cyd share the win",
    ] == lines[12:]


def test_the_median_game_has_a_table_with_leader_call_and_pool() -> None:
    found = record("median", 4, "high 3 5 9H J", "low 3 3 5 9", "high 2 A K Q")
    assert [
        "Median game",
        "",
        "round  Ann  Bob  Cyd  Dan  leader  call  takes  pool",
        "1       3    5   9♥*   J      Ann  high      1     0",
        "2       3    3    5    9      Cyd   low      0     1",
        "3       2    A    K*   Q      Cyd  high      2     0",
        "taken   0    0    3    0",
        "* wins the round",
    ] == printed(found)[:8]


def test_saichugen_has_a_table_for_each_round_with_sums_and_kept_scores() -> None:
    found = record("saichugen", 3, "7H 6C KD", "5H 4C KC", "AS JS KS", "2C 3C 4C", rounds=1, games=2)
    assert [
        "Saichugen",
        "",
        "game 1, round 1  Ann  Bob  Cyd",
        "trick 1          7♥*  6♣   K♦",
        "trick 2          5♥*  4♣   K♣",
        "trick 3          A♠   J♠*  K♠",
        "sum              12   11    0",
        "kept              0   11    0",
        "game 1, total     0   11    0",
        "game 1, points    1   −2    1",
        "game 2, round 1  Ann  Bob  Cyd",
        "trick 1          2♣   3♣*  4♣",
        "sum               0    3    0",
        "kept              0    0    0",
        "game 2, total     0    0    0",
        "game 2, points    0    0    0",
        "* wins the trick and stays open",
        "The middle of the totals 0, 0 and 11 is 0: Ann and Cyd win the game.",
        "Points: Ann (+1), Bob (−2) and Cyd (+1).",
    ] == printed(found)[:19]


@pytest.mark.parametrize(("game", "players"), [("mediocrity", 3), ("median", 2), ("saichugen", 3)])
def test_a_game_without_plays_can_be_printed(game: str, players: int) -> None:
    lines = printed(record(game, players))
    assert games.find_game(game).title == lines[0]
    assert any(line.endswith("is not finished.") for line in lines)
