"""The journal: a room follows from its acts, whoever reads them and however often."""

from hypothesis import given
from hypothesis import strategies as st

from companion import journal
from companion.journal import Act, Advertised, Began, Closed, Ended, Joined, Opened, Showed

OPENED = Opened("host", "good-enough", {"rounds": 3}, None)
SEATED = [OPENED, *(Joined(str(n), f"P{n}", f"device{n}") for n in (1, 2, 3))]
BEGUN = [*SEATED, Began("good-enough", {"rounds": 3})]

acts = st.one_of(
    st.builds(Showed, st.sampled_from("123"), st.just(1), st.integers(1, 4), st.integers(0, 3)),
    st.builds(Closed, st.just(1), st.integers(1, 4)),
    st.builds(Ended, st.integers(1, 2)),
    st.just(Began("good-enough", {"rounds": 3})),
    st.builds(Advertised, st.just("http://10.0.0.1")),
)


@given(st.lists(acts, max_size=30), st.integers(0, 30))
def test_reading_the_journal_in_two_goes_gives_the_same_room(tail: list[Act], cut: int) -> None:
    whole = journal.replay("AB23", [*BEGUN, *tail])
    room = journal.replay("AB23", [*BEGUN, *tail[:cut]])
    for act in tail[cut:]:
        room = journal.after(room, act)
    assert whole == room


@given(st.lists(acts, max_size=30))
def test_acts_survive_being_written_and_read(tail: list[Act]) -> None:
    everything = [*BEGUN, *tail]
    assert everything == [journal.loads(journal.dumps(act)) for act in everything]


@given(st.lists(acts, max_size=30))
def test_whatever_was_done_a_round_either_waits_for_somebody_or_is_over(tail: list[Act]) -> None:
    room = journal.replay("AB23", [*BEGUN, *tail])
    assert room.table is None or room.table.ask is None or room.table.thinking


def test_a_round_reveals_when_the_last_number_comes() -> None:
    shown = [Showed(seat, 1, 1, number) for seat, number in (("1", 10), ("2", 20), ("3", 30))]
    waiting = journal.replay("AB23", [*BEGUN, *shown[:2]]).table
    assert waiting is not None
    assert (("3",), 0) == (waiting.thinking, len(waiting.record.reveals))
    revealed = journal.replay("AB23", [*BEGUN, *shown]).table
    assert revealed is not None
    assert [{"1": 10, "2": 20, "3": 30}] == [each.plays for each in revealed.record.reveals]


def test_an_act_for_a_round_that_is_over_changes_nothing() -> None:
    late = [*BEGUN, Closed(1, 1), Showed("1", 1, 1, 50)]
    table = journal.replay("AB23", late).table
    assert table is not None
    assert ({}, {}) == (table.record.reveals[0].plays, table.hidden)


def test_G8_somebody_who_joins_late_is_asked_and_somebody_who_joins_after_the_end_is_not() -> None:
    late = journal.replay("AB23", [*BEGUN, Joined("4", "P4", "device4")])
    assert late.table is not None
    assert "4" in late.table.thinking
    over = journal.replay("AB23", [*BEGUN, *(Closed(1, n) for n in (1, 2, 3)), Joined("4", "P4", "device4")])
    assert over.table is not None
    assert ("1", "2", "3") == over.table.record.players


def test_ending_a_game_keeps_what_was_revealed_and_drops_what_was_hidden() -> None:
    ended = journal.replay("AB23", [*BEGUN, Closed(1, 1), Showed("1", 1, 2, 50), Ended(1)]).table
    assert ended is not None
    assert (1, {}, None, True) == (
        len(ended.record.reveals),
        ended.hidden,
        ended.ask,
        ended.record.reveals[-1].last,
    )


def test_ending_a_game_in_which_nothing_was_revealed_undoes_its_start() -> None:
    assert () == journal.replay("AB23", [*BEGUN, Showed("1", 1, 1, 50), Ended(1)]).tables
