"""What a host says about names: joined, forgotten, and taken back."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.errors import Refused, Unchanged
from companion.room.namebook import (
    NameBook,
    NameForgotten,
    NamesJoined,
    NumberedRemark,
    Remark,
    RemarkTakenBack,
    dump_remark,
    forget_name,
    join_names,
    load_remark,
    read_namebook,
    take_back,
    with_remark,
)

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve")
KNOWN = {name.casefold(): name for name in NAMES}
names = st.sampled_from(NAMES)
remarks = st.lists(
    st.one_of(
        st.builds(NamesJoined, names, names),
        st.builds(NameForgotten, names),
        st.builds(RemarkTakenBack, st.integers(0, 12)),
    ),
    max_size=12,
)


def book_of(said: Sequence[Remark | None]) -> NameBook:
    return read_namebook(NumberedRemark(number, each) for number, each in enumerate(said, 1))


def persons(book: NameBook) -> set[frozenset[str]]:
    """Return the sets of names that are one person each."""
    return {frozenset(n for n in NAMES if book.person_of(n) == book.person_of(name)) for name in NAMES}


def test_a_name_that_nothing_was_said_about_is_a_person_whatever_its_case_and_width() -> None:
    assert book_of([]).person_of("Bob") == book_of([]).person_of("ＢＯＢ") == "bob"


def test_names_joined_one_after_another_are_one_person_who_goes_by_the_last() -> None:
    book = book_of([NamesJoined("Ann", "Bob"), NamesJoined("Bob", "Cyd"), NamesJoined("Dan", "Ann")])
    assert {"cyd"} == {book.person_of(name) for name in ("Ann", "Bob", "Cyd", "Dan")}


def test_names_joined_in_a_circle_stay_one_person() -> None:
    book = book_of([NamesJoined("Ann", "Bob"), NamesJoined("Bob", "Ann")])
    assert "bob" == book.person_of("Ann") == book.person_of("Bob")


def test_a_person_is_forgotten_under_all_names() -> None:
    for said in (
        [NamesJoined("Ann", "Bob"), NameForgotten("Ann")],
        [NameForgotten("Ann"), NamesJoined("Ann", "Bob")],
    ):
        assert {"bob"} == book_of(said).forgotten


def test_who_is_taken_apart_again_is_not_forgotten_with_the_other() -> None:
    book = book_of([NamesJoined("Ann", "Bob"), NameForgotten("Bob"), RemarkTakenBack(1)])
    assert {"bob"} == book.forgotten


@given(remarks, names, names)
def test_joining_and_taking_back_leaves_the_same_persons(said: list[Remark], name: str, into: str) -> None:
    before = book_of(said)
    joined = with_remark(before, NamesJoined(name, into))
    number = joined.version
    after = book_of([*said, NamesJoined(name, into), RemarkTakenBack(number)])
    assert (persons(before), before.forgotten) == (persons(after), after.forgotten)
    assert joined.person_of(name) == joined.person_of(into)


@given(remarks)
def test_persons_are_the_groups_that_the_standing_remarks_connect(said: list[Remark]) -> None:
    book = book_of(said)
    groups = [{name} for name in NAMES]
    for each in book.standing:
        if isinstance(each.remark, NamesJoined):
            pair = {each.remark.name, each.remark.into}
            groups = [g for g in groups if not g & pair] + [set().union(*(g for g in groups if g & pair))]
    assert persons(book) == set(map(frozenset, groups))
    for name in NAMES:
        assert book.person_of(book.person_of(name)) == book.person_of(name)


@given(remarks)
def test_the_stored_form_of_a_remark_reads_as_the_same_remark(said: list[Remark]) -> None:
    assert said == [load_remark(dump_remark(each)) for each in said]


def test_the_stored_form_of_remarks_does_not_change() -> None:
    assert [
        '{"remark": "joined", "name": "Ann", "into": "最中限"}',
        '{"remark": "forgot", "name": "Ann"}',
        '{"remark": "undid", "number": 1}',
    ] == [
        dump_remark(each) for each in (NamesJoined("Ann", "最中限"), NameForgotten("Ann"), RemarkTakenBack(1))
    ]


@pytest.mark.parametrize("text", ['{"remark": "praised", "name": "Ann"}', '{"remark": "forgot"}', "{}", "7"])
def test_a_remark_that_only_a_later_release_knows_says_nothing(text: str) -> None:
    assert load_remark(text) is None
    assert (1, ()) == (book_of([None]).version, book_of([None]).standing)


def test_only_persons_in_the_table_can_be_joined_and_only_two() -> None:
    book = book_of([NamesJoined("Ann", "Bob")])
    known = {key: name for key, name in KNOWN.items() if key != "ann"}
    assert NamesJoined("Bob", "Cyd") == join_names(book, known, "ann", "CYD")
    for name, into in (("Ann", "Bob"), ("Bob", "Bob")):
        with pytest.raises(Refused, match="Choose two different names"):
            join_names(book, known, name, into)
    for name, into in (("Zed", "Bob"), ("Bob", ""), ("", "")):
        with pytest.raises(Refused, match="Choose a name that is in the table"):
            join_names(book, known, name, into)
    with pytest.raises(Refused, match="Choose a name that is in the table"):
        forget_name(book, known, "Zed")


def test_what_does_not_hold_any_more_is_not_taken_back_again() -> None:
    book = book_of([NameForgotten("Ann"), RemarkTakenBack(1), NameForgotten("Bob")])
    assert RemarkTakenBack(3) == take_back(book, 3)
    for number in (1, 2, 4):
        with pytest.raises(Unchanged):
            take_back(book, number)
