"""Which addresses a QR code may contain, and in which order."""

import ifaddr
import pytest

from companion.config import addresses


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop with a loopback, a container bridge, a cable and a Wi-Fi; packets leave by the Wi-Fi."""
    adapters = [
        adapter("lo", "127.0.0.1"),
        adapter("docker0", "172.17.0.1"),
        adapter("eth0", "8.8.4.4", "169.254.7.7"),
        adapter("wlan0", "192.168.178.20", ("fd00::5", 0, 0), ("fe80::1", 0, 2)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(addresses, "_default_route", lambda: iter(["192.168.178.20"]))
    addresses._network.cache_clear()


def adapter(name: str, *ips: str | tuple[str, int, int]) -> ifaddr.Adapter:
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name) for ip in ips])


def test_the_likeliest_address_comes_first_and_loopback_never() -> None:
    found = addresses.candidate_addresses(None, (), 8000)
    assert ("http://192.168.178.20:8000", "http://8.8.4.4:8000") == found


def test_only_addresses_that_the_server_listens_on_are_listed() -> None:
    assert "http://[fd00::5]:8000" in addresses.candidate_addresses(None, (), 8000, "::")
    assert ("http://8.8.4.4:8000",) == addresses.candidate_addresses(None, (), 8000, "8.8.4.4")
    assert () == addresses.candidate_addresses(None, (), 8000, "127.0.0.1")


def test_a_default_route_through_a_vpn_does_not_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_default_route", lambda: iter(["10.8.0.6"]))
    assert "http://192.168.178.20:8000" == addresses.candidate_addresses(None, (), 8000)[0]


@pytest.mark.parametrize("broken", ["http://[", "", "http://[::1", "://"])
def test_an_invalid_url_has_no_host(broken: str) -> None:
    assert "" == addresses.hostname(broken)


def test_the_configured_url_comes_before_those_of_browsers() -> None:
    found = addresses.candidate_addresses("https://party.example", ("http://party.lan:8000",), 8000)
    assert ("https://party.example", "http://party.lan:8000") == found[:2]


@pytest.mark.parametrize(
    "seen", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000", "http://0.0.0.0"]
)
def test_an_address_that_only_this_computer_can_open_is_left_out(seen: str) -> None:
    assert seen not in addresses.candidate_addresses(seen, (seen,), 8000)


def test_an_address_that_is_no_longer_this_computers_is_left_out() -> None:
    assert "http://10.1.1.1:8000" not in addresses.candidate_addresses(None, ("http://10.1.1.1:8000",), 8000)


def test_without_a_default_route_the_private_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_default_route", lambda: iter(()))
    assert "http://192.168.178.20" == addresses.candidate_addresses(None, (), 80)[0]


def test_the_same_address_is_listed_once() -> None:
    seen = ("http://192.168.178.20:8000", None, "http://192.168.178.20:8000")
    assert 1 == addresses.candidate_addresses(None, seen, 8000).count("http://192.168.178.20:8000")
