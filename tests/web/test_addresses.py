"""How clients are grouped by address, and which addresses are exempt from the limits."""

import pytest

from companion.config.settings import Limits
from companion.web.middleware import rate_limit
from companion.web.middleware.clients import Client, client_address
from companion.web.middleware.rate_limit import RateLimiter


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "", None])
def test_this_computer_is_no_address(client: str | None) -> None:
    assert "" == client_address(client)


def test_an_address_of_ipv6_is_its_network_and_one_of_ipv4_is_itself() -> None:
    assert "192.168.1.7" == client_address("192.168.1.7") == client_address("::ffff:192.168.1.7")
    assert "2001:db8::/64" == client_address("2001:db8::1") == client_address("2001:db8::2:3")
    assert "fe80::/64" == client_address("fe80::1%eth0")


def test_only_so_many_addresses_of_members_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_MOST_KNOWN", 100)
    limiter = RateLimiter(Limits())
    for number in range(101):
        limiter.add_member_address("AB23", f"10.0.0.{number}")
    asked = [("AB23", 0), ("AB23", 1), ("AB23", 100), ("CD45", 100)]
    found = [limiter._has_member_nearby(Client("", f"10.0.0.{each}"), code, None) for code, each in asked]
    assert [False, True, True, False] == found
