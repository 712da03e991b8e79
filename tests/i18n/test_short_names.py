"""Names where there is little space: a short one is whole, and two long ones are told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.lettering import ems, short_names


@pytest.mark.parametrize(
    ("names", "width", "labels"),
    [
        (("Alexandra", "Alexander"), 4.6, ("Alex…ra", "Alex…er")),
        (("Wilhelmina-Charlotte", "Wilhelmina-Christine", "Dan"), 5, ("Wil…arlo", "Wil…rist", "Dan")),
        (("Alexandra", "Alexandria", "Alexander"), 4.6, ("Alexa…a", "Alex…ia", "Alex…er")),
        (("Wilhelmina", "Wilhelmina 2"), 4.6, ("Wilhel…", "Wilh… 2")),
        (("Wilhelmina-Charlotte", "Dan"), 5, ("Wilhel…", "Dan")),
        (("中村さくらこ", "中村さくらみ"), 5, ("中村さ…こ", "中村さ…み")),
    ],
)
def test_names_that_would_be_cut_alike_show_where_they_differ(
    names: tuple[str, ...], width: float, labels: tuple[str, ...]
) -> None:
    assert labels == short_names(names, width)


@given(
    st.text("Alexr中村👍🏽", max_size=9),
    st.lists(st.text("Wilé中村👍🏽", min_size=1, max_size=10), min_size=2, max_size=2, unique=True),
    st.sampled_from([4.0, 5.0, 6.0, 9.0]),
)
def test_two_names_have_two_labels_that_fit_and_one_that_fits_is_whole(
    shared: str, ends: list[str], width: float
) -> None:
    names = [shared + end for end in ends]
    labels = short_names(names, width)
    assert len(set(labels)) == 2
    for name, label in zip(names, labels, strict=True):
        assert ems(label) <= width + 1e-9
        assert label == name or ems(name) > width
