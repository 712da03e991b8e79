"""Exports say what the screens showed: read and scored again, whatever was undone, voided or corrected."""

from typing import Any

import pytest

from companion.formats import csv_export, evening_record, record, text_report
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules import games
from companion.rules.evening import evening_standing
from tests.support.host_walk import HostWalk


def check_exports(room: Room) -> None:
    """Assert that all exports of a room can be read, and say what its screens show."""
    for game in room.games:
        if game.rounds:
            check_game(room, game)
    check_evening(room)


def check_game(room: Room, game: GameState) -> None:
    names = {seat: room.name(seat) for seat in game.record.players}
    exported = record.rename_record_players(game.exported_record, names)
    read = record.read_record(record.dump_record(record.record_to_document(exported)))
    assert exported == read
    again = record.rename_record_players(read, {name: seat for seat, name in names.items()})
    assert shown(game) == record.result_document(games.score(again))


def shown(game: GameState) -> dict[str, Any]:
    return record.result_document(game.score)


def check_evening(room: Room) -> None:
    evening = evening_record.evening_of_room(room)
    document = evening_record.evening_to_document(evening)
    read = evening_record.read_evening(evening_record.dump_evening(document))
    assert evening == read
    played = [game for game in room.games if game.record.reveals]
    finished = [game for game in played if game.score.root.finished]
    assert finished == list(room.finished_games)
    standing = evening_record.standing_of_evening(read)
    seats = tuple(dict.fromkeys(seat for game in played for seat in game.record.players))
    on_screens = evening_standing(seats, [game.score.root.winners for game in finished])
    assert {room.name(seat): won for seat, won in on_screens.scores.items()} == standing.scores
    assert tuple(map(room.name, on_screens.mediocre)) == standing.mediocre
    csv_export.rounds_csv(read.games)
    csv_export.scores_csv(read.games, standing)
    text_report.evening_report(standing, evening_record.game_winners(read))
    for game in read.games:
        text_report.text_report(game, games.score(game))


@pytest.mark.parametrize("seed", range(60))
def test_every_export_can_be_read_and_says_what_the_screens_show(seed: int) -> None:
    walk = HostWalk(seed)
    for _ in walk.steps(80):
        check_exports(walk.driver.room)
