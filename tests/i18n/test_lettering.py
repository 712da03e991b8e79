"""Breaking and cutting texts by their width."""

from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.lettering import ems, shorten, wrap

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


def test_lines_break_at_spaces_and_a_word_only_where_it_must() -> None:
    assert ["Wilhelmina-Charlotte is", "perfectly average"] == wrap(
        "Wilhelmina-Charlotte is perfectly average", 15
    )
    assert ["WWWWWWW", "WWW"] == wrap("W" * 10, 8)
    assert [] == wrap(" ", 8)


def test_no_japanese_line_begins_with_a_stop_or_ends_with_a_bracket() -> None:
    for width in range(5, 30):
        for line in wrap("回は、勝ったDanさんのもの（10ラウンドのうち）。最後は27½。だんだん下がった", width):
            assert line[0] not in "、。）"
            assert line[-1] not in "（"


def test_signs_that_are_drawn_as_one_are_counted_once_and_not_torn_apart() -> None:
    assert ems(FAMILY) == ems("\N{MAN}")
    assert [FAMILY * 2, FAMILY * 2] == wrap(FAMILY * 4, 2 * ems(FAMILY))


def test_a_text_is_cut_only_if_it_is_too_wide() -> None:
    assert "Ann" == shorten("Ann", 5)
    assert "Wilhel…" == shorten("Wilhelmina", 5)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=60), st.floats(2, 20))
def test_every_line_fits_and_nothing_but_spaces_is_lost(text: str, width: float) -> None:
    found = wrap(text, width)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(ems(line) <= width or len(line) < 12 for line in found)
