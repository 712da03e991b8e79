"""The whole numbers game against a second scorer that is written from the rules alone (G1 to G19)."""

from random import Random

import pytest

from companion.formats import record as formats
from companion.rules import games
from tests.support.naive_numbers import result_of
from tests.support.number_records import random_record

RECORDS = 400


@pytest.mark.parametrize("seed", range(5))
def test_G1_to_G19_random_records_agree_with_a_second_scorer_in_everything(seed: int) -> None:
    rng = Random(seed)
    for _ in range(RECORDS):
        document = random_record(rng)
        expected, used = result_of(document)
        whole = formats.record_from_document(document)
        late = len(document["rounds"]) > used
        assert late == any("game is over" in str(each) for each in games.score(whole).problems)
        document["rounds"] = document["rounds"][:used]
        found = games.score(formats.record_from_document(document))
        assert ((), expected) == (found.problems, formats.result_document(found)), document
