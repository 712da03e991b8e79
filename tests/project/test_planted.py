"""The faults that `tests.tools.planted` and the judge try still can be: their code and tests are there."""

import pytest

from tests.tools.judge.__main__ import BUGS
from tests.tools.planted import ROOT, Fault, read_faults

FAULTS = read_faults()


def test_each_fault_is_told_by_one_sentence_of_its_own() -> None:
    assert len({each.name for each in FAULTS}) == len(FAULTS) == 60


@pytest.mark.parametrize("fault", FAULTS, ids=[each.name for each in FAULTS])
def test_a_fault_can_be_planted_in_one_place_and_its_tests_exist(fault: Fault) -> None:
    assert fault.occurrences() == 1
    assert fault.find != fault.replace
    for test in fault.found_by:
        file, *names = test.partition("[")[0].split("::")
        text = (ROOT / file).read_text()
        assert all(f"class {name}" in text or f"def {name}(" in text for name in names)


@pytest.mark.parametrize("bug", read_faults(BUGS), ids=lambda bug: bug.name)
def test_a_bug_that_the_judge_must_find_can_be_planted_in_one_place(bug: Fault) -> None:
    assert bug.occurrences() == 1
    assert bug.find != bug.replace
