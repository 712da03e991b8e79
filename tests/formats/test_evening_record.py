"""An evening as one document: its contents and every refusal."""

import json
from typing import Any

import pytest

from companion.formats import evening_record, record
from companion.formats.evening_record import EveningRecord
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.runs import Record
from tests.support import card_games
from tests.support.records import read_evening
from tests.support.room_driver import EVENING, start_game_driver, whole_evening


def document(*found_record: Record, **changes: Any) -> dict[str, Any]:
    """Return an evening as a document; `changes` replace keys."""
    return {**evening_record.evening_to_document(EveningRecord("AB23", found_record)), **changes}


def numbers(*rounds: tuple[int, ...], players: tuple[str, ...] = ("Ann", "Bob", "Cyd")) -> Record:
    """Return a game of numbers as a record."""
    plays = [{"plays": dict(zip(players, row, strict=True))} for row in rounds]
    start = {"format": "companion.record/1", "game": "good-enough", "players": list(players)}
    return record.record_from_document({**start, "options": {"rounds": 3}, "rounds": plays})


def refusal(found: object) -> str:
    """Parse a document that must be refused; return the sentence."""
    with pytest.raises(Refused) as refused:
        read_evening(json.dumps(found))
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("seed", range(3))
def test_an_evening_of_all_games_scores_after_parsing_as_in_its_room(seed: int) -> None:
    room = whole_evening(seed).room
    kept = evening_record.evening_of_room(room)
    again = read_evening(evening_record.dump_evening(evening_record.evening_to_document(kept)))
    assert kept == again
    assert [game for game, _, _ in EVENING] == [game.game for game in again.games]
    seats = {player.name: player.seat for player in room.players}
    results = [
        record.result_document(games.score(record.rename_record_players(game, seats))) for game in again.games
    ]
    assert [record.result_document(game.score) for game in room.games] == results


def test_a_game_without_revealed_rounds_is_omitted_with_its_hidden_plays() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, low=0, high=999)
    driver.submit("1", 271)
    assert () == evening_record.evening_of_room(driver.room).games
    driver.submit("2", 272)
    driver.submit("3", 273)
    driver.submit("1", 828)
    written = evening_record.dump_evening(
        evening_record.evening_to_document(evening_record.evening_of_room(driver.room))
    )
    assert ("271" in written, "828" in written) == (True, False)


def test_names_with_line_separators_survive_being_written_and_parsed() -> None:
    kept = EveningRecord("AB23", (numbers(players=("A\u2028nn", "B\nob", "C\x85yd")),))
    assert kept == read_evening(evening_record.dump_evening(evening_record.evening_to_document(kept)))


GAME = numbers((1, 2, 3), (4, 5, 6), (7, 8, 9))
BAD = numbers((1, 2, 3), (4, 5, 6), (7, 101, 9))


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (document(GAME, BAD), "game 2, round 3, Bob: 101 is above the highest number, 100"),
        (
            document(card_games.record("saichugen", 3, "7H 6C 7H")),
            "game 1, round 1, Cyd: the 7 of hearts was already laid in round 1, trick 1",
        ),
        (document(numbers(players=("Ann", "Bob"))), "game 1: It's Good Enough needs 3 or more players"),
        (
            document(
                games=[{**record.record_to_document(GAME), "rounds": [{"plays": 1}]}],
                players=["Ann", "Bob", "Cyd"],
            ),
            "game 1, round 1: plays must be a JSON object",
        ),
        (document(GAME, players=["Ann", "Bob"]), "game 1, Cyd: no such player in this evening"),
        (
            document(GAME, players=["Ann", "Bob", "Cyd", "Dan"]),
            "Dan stands among the players, but is in none of the games",
        ),
        (document(GAME, players=3), "players must be a list of names"),
        (document(GAME, thrown_away=[2]), "thrown_away must be a list of numbers of games"),
        (document(GAME, thrown_away=[1]), "game 1 is over, so it was not thrown away"),
        (document(GAME, games={}), "games must be a list"),
        (document(GAME, room=7), "room must be the code of a room"),
        (document(GAME, winner="Bob"), "the evening: winner is not a key that companion knows"),
        (
            document(GAME, format="companion.evening/2"),
            "this is not an evening of companion: its format is not companion.evening/1",
        ),
    ],
)
def test_an_invalid_evening_is_refused_in_one_line(found: object, sentence: str) -> None:
    assert sentence == refusal(found)
