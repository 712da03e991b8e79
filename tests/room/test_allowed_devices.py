"""Which browser may use which command: all commands are the host's but those that players have."""

from collections.abc import Callable
from inspect import Parameter, getmembers, isfunction, signature

import pytest

from companion.room.commands import (
    corrections,
    membership,
    room_control,
    scheduled,
    shared_phone,
    submissions,
)
from companion.room.commands.access import Forbidden
from tests.support.room_driver import RoomDriver, device, start_game_driver

MODULES = (scheduled, corrections, membership, room_control, shared_phone, submissions)
OF_PLAYERS = {
    "answer_takeover",
    "become_host_by_code",
    "become_host_by_link",
    "call_high_low",
    "claim_seat",
    "join_room",
    "leave_room",
    "link_device",
    "return_to_room",
    "submit_list",
    "submit_play",
    "withdraw_claim",
}
Command = Callable[..., object]


def commands() -> dict[str, Command]:
    found = {
        name: command
        for module in MODULES
        for name, command in getmembers(module, isfunction)
        if command.__module__ == module.__name__ and not name.startswith("_")
    }
    return {
        name: each
        for name, each in found.items()
        if list(signature(each, follow_wrapped=False).parameters)[:2] == ["room", "device"]
    }


def give(driver: RoomDriver, command: Command, seat: str) -> object:
    """Give a command from the browser of a seat, with something for each of its other arguments."""
    values = {"at": driver.round_id, "seat": "1", "into": "2", "claimant": device("9")}
    others = [each for each in signature(command).parameters.values() if each.name not in ("room", "device")]
    needed = {
        each.name: values.get(each.name, "x")
        for each in others
        if each.default is Parameter.empty and each.kind is not Parameter.VAR_KEYWORD
    }
    return command(driver.room, device(seat), **needed)


@pytest.mark.parametrize("name", sorted(commands().keys() - OF_PLAYERS))
@pytest.mark.parametrize("seat", ["1", "9"], ids=["a player", "a stranger"])
def test_a_command_of_the_host_is_refused_to_everybody_else(name: str, seat: str) -> None:
    driver = start_game_driver("good-enough", 3)
    with pytest.raises(Forbidden, match=r"^Only the host can do that$"):
        give(driver, commands()[name], seat)


@pytest.mark.parametrize(
    "name", ["call_high_low", "leave_room", "return_to_room", "submit_list", "submit_play"]
)
def test_a_command_of_a_player_is_refused_to_who_has_no_seat(name: str) -> None:
    driver = start_game_driver("good-enough", 3)
    with pytest.raises(Forbidden, match=r"^You have no seat in this room: join first$"):
        give(driver, commands()[name], "9")


def test_every_command_that_players_have_is_known() -> None:
    assert commands().keys() >= OF_PLAYERS
