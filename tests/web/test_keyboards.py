"""Where numbers may be below 0, every field for one has a keyboard with a minus; elsewhere digits."""

import re

import pytest

from tests.support.clients import Clients

NAMES = ("Ann", "Ben", "Cid")
NUMBERS = r'<input[^>]* name="(?:number|truth|play-[\d-]+)"[^>]* inputmode="(\w+)"'
TRUTH = r'<input id="truth"[^>]* inputmode="(\w+)"'
OPTIONS = r'<input[^>]* name="(?:low|high)"[^>]* inputmode="(\w+)"'


@pytest.mark.parametrize(("low", "keyboard"), [(-60, "text"), (0, "numeric")])
def test_every_field_for_a_number_has_the_keys_that_its_range_needs(
    clients: Clients, low: int, keyboard: str
) -> None:
    clients.gather(*NAMES, low=low, high=60)
    clients.host("ask", question="How cold?", at=clients.at())
    shown = [re.findall(NUMBERS, clients.ask("Ann").text)]
    entry = re.search(r'id="its-number"[^>]* inputmode="(\w+)"', clients.ask("host", "host").text)
    clients.play(low, 7, 50)
    corrected = clients.ask("host", "host/rounds/1/1").text
    shown += [re.findall(TRUTH, corrected), re.findall(TRUTH, clients.ask("host", "host/question").text)]
    plays = re.findall(r'<input id="play-[^>]* inputmode="(\w+)"', corrected)
    assert [[keyboard]] * 3 == shown
    assert [keyboard] * 3 == plays
    assert entry
    assert keyboard == entry[1]


def test_the_ends_of_a_range_can_be_typed_below_0(clients: Clients) -> None:
    clients.open()
    assert ["text"] * 2 == re.findall(OPTIONS, clients.ask("host", "host/games?choice=good-enough").text)
