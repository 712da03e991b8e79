"""Random requests to every address are answered, never with a fault. `tests.tools.faults` runs it in full."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients import Company, listened
from tests.support.fuzz import Fuzz


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    found = Company(tmp_path)
    yield found
    found.close()


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_sent_is_answered_and_what_is_hidden_stays_so(company: Company, seed: int) -> None:
    with listened() as lines:
        fuzz = Fuzz(company, random.Random(seed), lines)
        fuzz.run(360)
    assert [] == fuzz.faults
    assert {200, 303, 403, 404, 405, 422} <= set(fuzz.statuses)


@pytest.mark.parametrize("value", ["x", "1.1", "9" * 5000])
def test_every_address_answers_when_every_field_is_wrong(company: Company, value: str) -> None:
    with listened() as lines:
        fuzz = Fuzz(company, random.Random(0), lines)
        fuzz.sweep("host", value)
    assert [] == fuzz.faults
    assert fuzz.tried > 100


def test_bad_codes_behind_the_rules_are_refused_in_a_sentence(company: Company) -> None:
    answer = company.ask("Ann", "/rules/good-enough?room=x")
    assert 422 == answer.status_code
    assert "X is not a room code" in answer.text


@pytest.mark.parametrize("host", ["9" * 200, "a" * 64 + ".local"])
def test_a_name_that_cannot_be_one_is_refused(company: Company, host: str) -> None:
    answer = company.ask("Ann", "/", headers={"Host": host})
    assert (400, "That request could not be read") == (answer.status_code, answer.text)


def test_a_body_that_is_too_large_is_refused_also_where_none_belongs(company: Company) -> None:
    answer = company.browser("Ann").get("/join?code=x", data=b"9" * 70_000)
    assert 413 == answer.status_code
    assert "That was more than this server takes at once" in answer.text
