"""The model of results: lazy reasons are computed when read and compare like their contents."""

import pytest

from companion.rules.results import LazyReasons, Reason

FIRST, SECOND = Reason("G5", "{players} scores", ("1",)), Reason("G5", "{players} scores", ("2",))


def lazy(*reasons: Reason) -> LazyReasons:
    """Return reasons that are computed on first use."""
    return LazyReasons(lambda: reasons)


def test_equal_lazy_reasons_compare_equal_also_with_a_tuple() -> None:
    assert lazy(FIRST, SECOND) == lazy(FIRST, SECOND)
    assert lazy(FIRST, SECOND) == (FIRST, SECOND)
    assert lazy() == ()


@pytest.mark.parametrize(
    "other",
    [(), (FIRST,), (SECOND, FIRST), (FIRST, FIRST), (FIRST, SECOND, SECOND)],
    ids=["none", "fewer", "another order", "another reason", "more"],
)
def test_different_reasons_do_not_compare_equal(other: tuple[Reason, ...]) -> None:
    assert lazy(FIRST, SECOND) != lazy(*other)
    assert lazy(FIRST, SECOND) != other


def test_reasons_do_not_equal_a_value_that_is_not_a_sequence() -> None:
    assert lazy(FIRST) != {FIRST.rule}
    assert lazy() != None  # noqa: E711 - the comparison is what is tested


def test_reasons_are_computed_once_and_only_when_they_are_read() -> None:
    calls: list[str] = []

    def compute(rule: str) -> tuple[Reason, ...]:
        calls.append(rule)
        return (FIRST,)

    reasons = LazyReasons(compute, "G5")
    assert [] == calls
    assert (1, [FIRST], FIRST) == (len(reasons), list(reasons), reasons[0])
    assert ["G5"] == calls
