"""Commands for firewalls: those of this system come first."""

import pytest

from companion.config.firewalls import firewalls


@pytest.mark.parametrize(
    ("system", "first"),
    [
        ("Windows", ["Windows"]),
        ("Darwin", ["macOS"]),
        ("Linux", ["Linux: ufw", "Linux: firewalld"]),
        ("Plan 9", []),
    ],
)
def test_the_firewalls_of_this_system_come_first(system: str, first: list[str]) -> None:
    names = [each.name for each in firewalls(8000, system)]
    assert first == names[: len(first)]
    assert {"Windows", "macOS", "Linux: ufw", "Linux: firewalld"} == {*names}


def test_a_command_opens_the_port_of_this_server_and_another_closes_it() -> None:
    ports = [each for each in firewalls(8123, "Linux") if "8123" in each.allow]
    assert ["Linux: ufw", "Linux: firewalld", "Windows"] == [each.name for each in ports]
    assert all(each.undo and each.undo != each.allow for each in ports)
