"""The TV's lobby: who is here, who came last, and whether so many can play."""

import pytest

from companion.room.commands import membership, room_control
from companion.rules import games
from companion.screens.tv import lobby_view, tv_view
from tests.support.played_scenes import Shown
from tests.support.room_driver import HOST, NAMES, RoomDriver, device, open_room_with, play_out
from tests.support.scenes import start_game
from tests.support.views import host_view


def lobby(driver: RoomDriver) -> Shown:
    return Shown(lobby_view(driver.room))


def room(players: int, game: str = "good-enough") -> RoomDriver:
    return open_room_with(game, [f"P{n}" for n in range(players)])


def names(driver: RoomDriver) -> list[str]:
    return [row.name for line in lobby(driver).guests.lines for row in line]


@pytest.mark.parametrize("players", [1, 13, 60])
def test_all_guests_are_drawn_in_the_order_of_joining(players: int) -> None:
    assert [f"P{n}" for n in range(players)] == names(room(players))


def test_who_joined_last_is_welcomed_until_they_leave() -> None:
    driver = open_room_with("good-enough", NAMES[:3])
    assert "Cyd" == getattr(lobby(driver).newest, "name", "")
    driver.apply(membership.leave_room(driver.room, device("3")))
    assert "Bob" == getattr(lobby(driver).newest, "name", "")


def test_who_sits_out_is_here_and_does_not_count() -> None:
    driver = open_room_with("good-enough", NAMES[:4])
    driver.apply(membership.sit_out(driver.room, HOST, "4"))
    assert (3, [*NAMES[:4]]) == (lobby(driver).count, names(driver))


def test_too_many_players_see_the_places_and_the_games_for_so_many() -> None:
    narrow = next(game for game in games.GAMES.values() if game.max_players == game.min_players)
    found = lobby(room(narrow.max_players + 1, narrow.name))
    assert (narrow.max_players, True, narrow.max_players) == (found.places, found.exactly, found.steps)
    playable = [
        game.title
        for game in games.GAMES.values()
        if game.min_players <= narrow.max_players + 1 <= game.max_players
    ]
    assert playable == [each.title for each in found.playable]


def test_too_few_players_are_told_what_they_could_play_instead() -> None:
    assert [["Median game"], [], []] == [
        [each.title for each in lobby(room(players)).playable] for players in (2, 3, 200)
    ]


def over(players: int, game: str = "good-enough") -> RoomDriver:
    driver = room(players, game)
    start_game(driver, **({"rounds": 3} if game == "good-enough" else {"rounds": 1, "tricks": 1}))
    play_out(driver, 1)
    return driver


def test_a_game_chosen_between_two_games_is_shown_in_the_lobby() -> None:
    driver = over(4)
    assert (None, False) == (tv_view(driver.room, ()).lobby, tv_view(driver.room, ()).rest is None)
    driver.apply(room_control.choose_game(driver.room, HOST, "saichugen", lambda _: {}))
    found = tv_view(driver.room, ())
    assert (None, None) == (found.rest, found.stage)
    assert found.lobby is not None
    shown = Shown(found.lobby)
    assert ("Saichugen", 3, 4) == (shown.lesson.title, shown.places, shown.count)
    assert {None} == {row.points for line in shown.guests.lines for row in line}


def test_one_too_many_who_joins_between_two_games_is_shown_to_be_so() -> None:
    driver = over(3, "saichugen")
    assert tv_view(driver.room, ()).lobby is None
    driver.apply(membership.join_room(driver.room, device("4"), "Dan"))
    found = tv_view(driver.room, ()).lobby
    assert found is not None
    assert 3 == found["places"]
    assert ["It's Good Enough", "Mediocrity", "Median game"] == [each.title for each in Shown(found).playable]


@pytest.mark.parametrize(
    ("game", "players", "misfit"),
    [
        ("mediocrity", 8, ""),
        ("mediocrity", 10, "Mediocrity takes 8 at most: 2 are too many."),
        ("saichugen", 3, ""),
        ("saichugen", 4, "Saichugen needs exactly 3: 1 is too many."),
        ("good-enough", 2, "3 make a middle."),
    ],
)
def test_the_host_is_told_how_many_players_are_too_many_or_too_few(game, players, misfit):
    room = open_room_with(game, [f"P{n}" for n in range(players)]).room
    assert misfit == host_view(room, (), None).misfit
