"""The faults that `python -m tests.tools.planted` tries still can be: their code and tests are there."""

import pytest

from tests.tools.planted import ROOT, Fault, read_faults

FAULTS = read_faults()


def test_each_fault_is_told_by_one_sentence_of_its_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) == 60


@pytest.mark.parametrize("fault", FAULTS, ids=[each_fault.name for each_fault in FAULTS])
def test_a_fault_can_be_planted_in_one_place_and_its_tests_exist(fault: Fault) -> None:
    assert fault.occurrences() == 1
    assert fault.find != fault.replace
    for test in fault.found_by:
        file, *names = test.partition("[")[0].split("::")
        text = (ROOT / file).read_text()
        assert all(f"class {name}" in text or f"def {name}(" in text for name in names)
