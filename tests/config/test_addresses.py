"""Which addresses a QR code may contain, in which order, and the commands that open a firewall for them."""

import ifaddr
import pytest

from companion.config import addresses
from companion.config.firewalls import firewalls


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
    monkeypatch.setattr(addresses, "_default_route", lambda: "192.168.178.20")
    addresses._network_at.cache_clear()


def adapter(name: str, *ips: str | tuple[str, int, int]) -> ifaddr.Adapter:
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name) for ip in ips])


def test_the_likeliest_address_comes_first_and_loopback_never() -> None:
    candidate_addresses = addresses.candidate_addresses(None, (), 8000)
    assert ("http://192.168.178.20:8000", "http://8.8.4.4:8000") == candidate_addresses


def test_only_addresses_that_the_server_listens_on_are_listed() -> None:
    assert "http://[fd00::5]:8000" in addresses.candidate_addresses(None, (), 8000, "::")
    assert ("http://8.8.4.4:8000",) == addresses.candidate_addresses(None, (), 8000, "8.8.4.4")
    assert () == addresses.candidate_addresses(None, (), 8000, "127.0.0.1")


@pytest.mark.parametrize(
    ("given", "listening", "adapters", "sentence"),
    [
        (None, addresses.ANY_INTERFACE, [], "no network found."),
        (None, "127.0.0.1", [], "companion listens on 127.0.0.1 only"),
        (None, "party.lan", ["wlan0"], "this computer is not known by party.lan in its network."),
        (
            "http://localhost:8000",
            addresses.ANY_INTERFACE,
            [],
            "at http://localhost:8000 each phone asks itself.",
        ),
    ],
)
def test_only_where_there_is_no_network_none_is_found(
    monkeypatch: pytest.MonkeyPatch, given: str | None, listening: str, adapters: list[str], sentence: str
) -> None:
    here = [adapter(each_adapter, "192.168.178.20") for each_adapter in adapters]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: here)
    assert () == addresses.candidate_addresses(given, (), 8000, listening)
    assert addresses.why_none(given, listening).startswith(sentence)


@pytest.mark.parametrize("route", ["", "10.8.0.6"], ids=["none", "through a VPN"])
def test_without_a_default_route_of_the_network_the_private_address_comes_first(
    monkeypatch: pytest.MonkeyPatch, route: str
) -> None:
    monkeypatch.setattr(addresses, "_default_route", lambda: route)
    assert "http://192.168.178.20" == addresses.candidate_addresses(None, (), 80)[0]


@pytest.mark.parametrize("broken", ["http://[", "", "http://[::1", "://"])
def test_an_invalid_url_has_no_host(broken: str) -> None:
    assert "" == addresses.hostname(broken)


def test_the_configured_url_comes_before_those_of_browsers() -> None:
    candidate_addresses = addresses.candidate_addresses(
        "https://party.example", ("http://party.lan:8000",), 8000
    )
    assert ("https://party.example", "http://party.lan:8000") == candidate_addresses[:2]


@pytest.mark.parametrize(
    "seen", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000", "http://0.0.0.0"]
)
def test_an_address_that_only_this_computer_can_open_is_left_out(seen: str) -> None:
    assert seen not in addresses.candidate_addresses(seen, (seen,), 8000)


def test_the_same_address_is_listed_once() -> None:
    seen = ("http://192.168.178.20:8000", None, "http://192.168.178.20:8000")
    assert 1 == addresses.candidate_addresses(None, seen, 8000).count("http://192.168.178.20:8000")


def test_the_announced_name_comes_last_as_not_every_phone_finds_it() -> None:
    name = "http://companion.local:8000"
    for seen in ((), (name,)):  # also where the host's own browser uses it
        candidate_addresses = addresses.candidate_addresses(None, seen, 8000, announced=name)
        assert ("http://192.168.178.20:8000", name) == (candidate_addresses[0], candidate_addresses[-1])
        assert 1 == candidate_addresses.count(name)


@pytest.mark.parametrize(
    "seen", ["http://companion.local:8000", "http://Companion-12.local:8000", "http://10.1.1.1:8000"]
)
def test_what_this_server_no_longer_has_is_left_out(seen: str) -> None:
    announced = "http://companion-2.local:8000"
    assert seen not in addresses.candidate_addresses(None, (seen,), 8000, announced=announced)
    assert seen not in addresses.candidate_addresses(None, (seen,), 8000)


@pytest.mark.parametrize(
    "seen", ["http://laptop.local:8000", "http://companion.lan", "http://companions.local"]
)
def test_a_name_that_somebody_else_gave_to_this_computer_is_a_candidate(seen: str) -> None:
    assert seen == addresses.candidate_addresses(None, (seen,), 8000)[0]


@pytest.mark.parametrize(
    ("listening", "found"),
    [
        ("0.0.0.0", ("192.168.178.20",)),  # noqa: S104
        ("::", ("192.168.178.20",)),
        ("192.168.178.20", ("192.168.178.20",)),
        ("8.8.4.4", ()),  # the internet has no business with the name
        ("127.0.0.1", ()),
    ],
)
def test_a_name_is_announced_for_private_addresses_that_the_server_listens_on(
    listening: str, found: tuple[str, ...]
) -> None:
    assert found == addresses.announced_addresses(listening)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        *((host, True) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost")),
        *((host, False) for host in ("0.0.0.0", "::", "10.0.0.1")),  # noqa: S104
    ],
)
def test_only_this_computer_reaches_a_server_on_a_loopback_host(host: str, loopback: bool) -> None:
    assert addresses.is_loopback_host(host) is loopback


# Commands for firewalls: those of this system come first.


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
    names = [firewall.name for firewall in firewalls(8000, system)]
    assert first == names[: len(first)]
    assert {"Windows", "macOS", "Linux: ufw", "Linux: firewalld"} == {*names}


def test_a_command_opens_the_port_of_this_server_and_another_closes_it() -> None:
    ports = [firewall for firewall in firewalls(8123, "Linux") if "8123" in firewall.allow]
    assert ["Linux: ufw", "Linux: firewalld", "Windows"] == [each.name for each in ports]
    assert all(each.undo and each.undo != each.allow for each in ports)
