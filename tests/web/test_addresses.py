"""How clients are grouped by address, and which addresses are exempt from the limits."""

import pytest

from companion.web.middleware import clients
from companion.web.middleware.clients import KnownAddresses, client_address


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "", None])
def test_this_computer_is_no_address(client: str | None) -> None:
    assert "" == client_address(client)


def test_an_address_of_ipv6_is_its_network_and_one_of_ipv4_is_itself() -> None:
    assert "192.168.1.7" == client_address("192.168.1.7") == client_address("::ffff:192.168.1.7")
    assert "2001:db8::/64" == client_address("2001:db8::1") == client_address("2001:db8::2:3")
    assert "fe80::/64" == client_address("fe80::1%eth0")


def test_an_address_from_which_a_player_has_joined_is_known() -> None:
    homes = KnownAddresses()
    homes.add_address("AB23", "10.0.0.1")
    assert homes.is_known("AB23", "10.0.0.1")
    assert not homes.is_known("AB23", "10.0.0.2")
    assert not homes.is_known("CD45", "10.0.0.1")
    assert not homes.is_known("AB23", "")


def test_only_so_many_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "_MOST_KNOWN", 100)
    homes = KnownAddresses()
    for number in range(101):
        homes.add_address("AB23", f"10.0.0.{number}")
    assert [False, True, True] == [homes.is_known("AB23", f"10.0.0.{number}") for number in (0, 1, 100)]
