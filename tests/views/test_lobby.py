"""The TV's lobby: who is here, who came last, and whether so many can play."""

import pytest

from companion.room.commands import membership
from companion.rules import games
from companion.views.lobby import LobbyView, lobby_view
from companion.views.tv import tv_view
from tests.support.room_driver import HOST, NAMES, RoomDriver, device, open_room_with
from tests.support.scenes import start_game


def lobby(driver: RoomDriver) -> LobbyView:
    return lobby_view(driver.room)


def room(players: int, game: str = "good-enough") -> RoomDriver:
    return open_room_with(game, [f"P{n}" for n in range(players)])


def names(driver: RoomDriver) -> list[str]:
    return [row.name for line in lobby(driver).guests.lines for row in line]


def test_an_empty_lobby_has_nobody_and_says_how_many_make_a_game() -> None:
    found = lobby(room(0))
    assert (None, 0, 3, 3) == (found.newest, found.count, found.fewest, found.missing)


@pytest.mark.parametrize("players", [1, 2, 8, 12, 13, 30, 31, 60])
def test_all_guests_are_drawn_in_the_order_of_joining(players: int) -> None:
    assert [f"P{n}" for n in range(players)] == names(room(players))


def test_of_a_crowd_those_who_came_last_are_drawn() -> None:
    driver = room(200)
    assert [f"P{n}" for n in range(140, 200)] == names(driver)
    assert (140, 200, "P199") == (
        lobby(driver).guests.more,
        lobby(driver).count,
        getattr(lobby(driver).newest, "name", ""),
    )


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
    fitting = [
        game.title
        for game in games.GAMES.values()
        if game.min_players <= narrow.max_players + 1 <= game.max_players
    ]
    assert fitting == [each.title for each in found.fitting]


def test_places_are_not_shown_where_nobody_is_too_many() -> None:
    for players in (0, 2, 3, 200):
        found = lobby(room(players))
        assert (0, ()) == (found.places, found.fitting)


def test_the_lobby_is_over_with_the_first_game() -> None:
    driver = room(3)
    assert tv_view(driver.room, ()).lobby is not None
    start_game(driver, rounds=3)
    assert (None, True) == (tv_view(driver.room, ()).lobby, tv_view(driver.room, ()).stage is not None)
