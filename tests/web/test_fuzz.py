"""Invalid requests get an answer, never a server error."""

import random

import pytest

from tests.support.clients import Clients, captured_log
from tests.support.fuzz import Fuzz


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_sent_is_answered_and_what_is_hidden_stays_so(clients: Clients, seed: int) -> None:
    with captured_log() as lines:
        fuzz = Fuzz(clients, random.Random(seed), lines)
        fuzz.run(360)
    assert [] == fuzz.faults
    assert {200, 303, 403, 404, 405, 422} <= set(fuzz.statuses)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("value", ["x", "1.1", "9" * 5000])
def test_every_address_answers_when_every_field_is_wrong(clients: Clients, value: str) -> None:
    with captured_log() as lines:
        fuzz = Fuzz(clients, random.Random(0), lines)
        fuzz.sweep("host", value)
    assert [] == fuzz.faults
    assert fuzz.tried > 100


def test_bad_codes_behind_the_rules_are_refused_in_a_sentence(clients: Clients) -> None:
    answer = clients.ask("Ann", "/rules/good-enough?room=x")
    assert 422 == answer.status_code
    assert "X is not a room code" in answer.text


@pytest.mark.parametrize("host", ["9" * 200, "a" * 64 + ".local"])
def test_a_name_that_cannot_be_one_is_refused(clients: Clients, host: str) -> None:
    answer = clients.ask("Ann", "/", headers={"Host": host})
    assert (400, "That request could not be read") == (answer.status_code, answer.text)


def test_a_body_that_is_too_large_is_refused_also_where_none_belongs(clients: Clients) -> None:
    answer = clients.browser("Ann").get("/join?code=x", data=b"9" * 70_000)
    assert 413 == answer.status_code
    assert "That was more than this server takes at once" in answer.text
