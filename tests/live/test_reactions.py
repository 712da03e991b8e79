"""What phones throw at the TV: how often one may, what a guest mutters, and how servers tell each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.languages import LANGUAGES, use_language
from companion.live.reactions import KINDS, Reaction, Throttle, seconds_between
from companion.screens.mutters import mutter

PHONE = "ABCD", "phone"
TAP, CLAP = Reaction("3", "tap"), Reaction("3", "clap")


def taken(throttle: Throttle, reaction: Reaction, *moments: float, screens: int = 8) -> list[float]:
    """Return at which of these moments a reaction is taken."""
    return [now for now in moments if throttle.admit(PHONE, reaction, screens, now)]


def test_a_phone_reacts_once_in_three_seconds_and_taps_six_times_in_five() -> None:
    throttle = Throttle()
    assert [0, 3] == taken(throttle, CLAP, 0, 1, 2.9, 3)
    assert [0, 1, 2, 3, 4, 4.5, 5] == taken(throttle, TAP, 0, 1, 2, 3, 4, 4.5, 4.9, 5)


def test_in_a_room_of_two_thousand_all_phones_together_send_forty_reactions_a_second() -> None:
    assert 2000 / seconds_between(2000) == 40
    assert [0, 50] == taken(Throttle(), CLAP, 0, 3, 49, 50, screens=2000)


def test_a_guest_mutters_at_the_third_tap_in_five_seconds_in_the_order_of_its_room() -> None:
    throttle = Throttle()
    turns = [
        thrown.mutter if thrown else None
        for now in (0, 1, 2, 3, 20, 26, 32, 33, 34)
        for thrown in [throttle.admit(PHONE, TAP, 8, now)]
    ]
    assert [None, None, 0, None, None, None, None, None, 1] == turns


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_room_hears_forty_lines_before_one_comes_again_and_another_room_in_another_order(
    language: str,
) -> None:
    with use_language(language):
        here, there = ([mutter(code, turn) for turn in range(41)] for code in ("ABCD", "EFGH"))
    assert 40 == len({*here})
    assert here[0] == here[40]
    assert here != there
    assert {*here} == {*there}


@given(st.sampled_from(KINDS), st.sampled_from(["", "1", "2000"]), st.none() | st.integers(0, 10_000))
def test_a_reaction_is_read_as_it_was_told(kind: str, seat: str, turn: int | None) -> None:
    reaction = Reaction(seat, kind, turn)  # type: ignore[arg-type]
    assert reaction == Reaction.read(str(reaction).encode())


@pytest.mark.parametrize("text", [b"", b"3", b"3 shout", b"3 clap 1 2", b"three clap", b"3 tap x"])
def test_what_no_server_of_ours_tells_is_ignored(text: bytes) -> None:
    assert Reaction.read(text) is None
