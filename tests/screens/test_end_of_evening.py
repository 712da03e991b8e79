"""What phones, results and the all-time table say of a grand final and of an evening that is over."""

from itertools import pairwise

import pytest

from companion.i18n.languages import LANGUAGES, gettext, use_language
from companion.i18n.lettering import ems
from companion.room.commands import membership, room_control, scheduled
from companion.screens.evening import Stair
from companion.screens.evenings import all_time_view, summarize_room
from companion.screens.my_evening import MUTTERS, MyEvening, my_evening
from companion.screens.phone import phone_view
from companion.screens.phone_endings import EveningEnd
from companion.screens.podium import StandingGuest
from companion.screens.poster import poster
from companion.screens.results import results_view
from companion.screens.scenes.ends import short_reason
from companion.screens.stairs import drawn_stairs, steps_down
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with, play_out
from tests.support.scenes import rounds_won, start_game, submit_plays, win_rounds

NAMES = ("Ann", "Bob", "Cyd", "Dan")


def two_games(winners: str = "BCC", then: str = "CBB") -> RoomDriver:
    driver = rounds_won(winners, NAMES, rounds=3, tie_break="peel")
    start_game(driver, rounds=3, tie_break="peel")
    win_rounds(driver, then)
    return driver


def finish(driver: RoomDriver) -> RoomDriver:
    driver.do(HOST, room_control.finish_evening)
    return driver


@pytest.fixture
def tied() -> RoomDriver:
    """Return a room in which Bob and Cyd play a grand final, each a step away, and Ann and Dan two."""
    return finish(two_games())


@pytest.fixture
def decided(tied: RoomDriver) -> RoomDriver:
    submit_plays(tied, (49, 50, 100, 10))
    return tied


def end_of(driver: RoomDriver, seat: str) -> EveningEnd:
    [end] = phone_view(driver.room, seat).evening_ends
    return end


def test_H4_a_phone_says_first_who_can_win_the_evening(tied: RoomDriver) -> None:
    own = [phone_view(tied.room, seat).own for seat in "1234"]
    assert ["Bob or Cyd", "Grand final", "Grand final", "Bob or Cyd"] == [each.duel for each in own]
    assert own[1].stake == "You or Cyd. Closest to the middle wins the evening"
    assert own[0].stake == "You cannot win. Your number moves the middle"
    assert [True, False, False, True] == [each.can_spoil for each in own]
    assert own[0] == phone_view(tied.room).own


def test_H4_who_has_left_is_not_named_as_somebody_who_can_win(tied: RoomDriver) -> None:
    tied.do(device("3"), membership.leave_room)
    assert phone_view(tied.room, "1").own.duel == "Bob"
    assert "The others have left" in phone_view(tied.room, "2").own.stake


def test_H4_headings_and_verdicts_of_its_rounds_speak_of_the_grand_final(tied: RoomDriver) -> None:
    submit_plays(tied, (50, 50, 50, 50))
    assert "Grand final, round 2" == phone_view(tied.room).public.heading
    submit_plays(tied, (49, 50, 100, 10))
    last = results_view(tied.room).games[-1]
    assert ["Grand final"] == [group.heading for group in last.groups if group.heading]
    assert last.groups[-1].tables[0][0].heading == "Grand final, round 1"
    reason = tied.game.rules.outcome(tied.game.root.showdown[-1], "3").reason
    assert reason.template == "{number} is too far off: you leave the grand final"


def test_H4_after_it_each_phone_has_the_own_end_of_the_evening(decided: RoomDriver) -> None:
    ends = [end_of(decided, seat) for seat in "1234"]
    assert ["off", "won", "beaten", "off"] == [end.kind for end in ends]
    assert ("Two steps off", "Bob has the evening, with one.") == ends[0][1:3]
    assert ("The evening is yours", "One step in two games, and a grand final.") == ends[1][1:3]
    assert ("Nearly", "As few steps as Bob, who was closer in the grand final.") == ends[2][1:3]
    assert ["2"] == [step.label for step in ends[0].steps]
    shared = phone_view(decided.room)
    assert {"1", "2", "3", "4"} == {end.seats for end in shared.evening_ends}
    assert () == shared.endings


def test_H4_without_a_final_a_phone_speaks_of_none() -> None:
    driver = finish(two_games(then="BCC"))
    assert "Not one step in two games." == end_of(driver, "2").sentence
    assert ("off", "Bob has the evening, with none.") == end_of(driver, "3")[::2][:2]


def test_H4_one_who_has_gone_home_was_not_beaten_by_a_number() -> None:
    driver = two_games()
    driver.do(device("3"), membership.leave_room)
    finish(driver)
    assert "As few steps as Bob, who was still there." == end_of(driver, "3").sentence


def test_H4_all_who_are_still_tied_share_the_evening_if_the_host_ends_it(tied: RoomDriver) -> None:
    tied.do(HOST, room_control.end_game, tied.round_id, "throw")
    assert ["off", "shared", "shared", "off"] == [end_of(tied, seat).kind for seat in "1234"]
    assert "Bob and Cyd have the evening, with one each." == end_of(tied, "1").sentence


def test_H5_a_game_that_is_begun_afterwards_has_its_own_end_again(decided: RoomDriver) -> None:
    start_game(decided, rounds=3, tie_break="peel")
    win_rounds(decided, "BCC")
    view = phone_view(decided.room, "1")
    assert ((), 1) == (view.evening_ends, len(view.endings))


def test_the_poster_is_that_of_the_last_game_until_the_evening_is_over(tied: RoomDriver) -> None:
    before = poster(tied.room)
    assert before
    assert (None, "Cyd is perfectly average") == (before.evening, before.headline)
    submit_plays(tied, (49, 50, 100, 10))
    after = poster(tied.room)
    assert after
    assert "Bob wins the evening" == after.headline
    assert [["3"], ["1", "4"]] == [[guest.seat for guest in step.guests] for step in after.stairs]
    assert ["1", "2"] == [step.label for step in after.stairs]


def test_the_grand_final_is_no_game_of_the_results_and_has_no_number(decided: RoomDriver) -> None:
    view = results_view(decided.room)
    assert "2 games, 4 players" == view.summary
    assert [1, 2, None] == [game.number for game in view.games]


def test_the_desk_says_in_a_few_words_what_decided_the_evening(decided: RoomDriver) -> None:
    ending = phone_view(decided.room).public.final
    assert ending
    why = short_reason(decided.room, decided.game, ending)
    assert "After 1 round of the grand final only Bob is left." == why


def test_H5_an_evening_counts_for_who_has_won_it_once_it_is_finished(tied: RoomDriver) -> None:
    def evenings() -> dict[str, int]:
        return {row.name: row.evenings for row in all_time_view([summarize_room(tied.room)]).rows}

    assert not all_time_view([summarize_room(tied.room)]).has_evenings
    submit_plays(tied, (49, 50, 100, 10))
    assert {"Ann": 0, "Bob": 1, "Cyd": 0, "Dan": 0} == evenings()
    start_game(tied, rounds=3, tie_break="peel")
    assert {"Ann": 0, "Bob": 0, "Cyd": 0, "Dan": 0} == evenings()


def test_H5_a_bot_that_has_won_the_evening_is_left_out_of_the_table() -> None:
    found = [summarize_room(evening_with_a_bot(seed).room) for seed in range(12)]
    for summary in found:
        assert set(summary.evening_winners) == {"Ann", "Bob"} & set(summary.mediocre)
    assert any(summary.evening_winners != summary.mediocre for summary in found)


def evening_with_a_bot(seed: int) -> RoomDriver:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    driver.do(HOST, scheduled.add_bot, "middle")
    for game in range(2):
        start_game(driver, rounds=3, tie_break="peel")
        play_out(driver, seed + 100 * game)
    driver.do(HOST, room_control.finish_evening)
    if driver.room.is_playing:
        driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    return driver


@pytest.mark.parametrize("players", [3, 8, 12, 30])
@pytest.mark.parametrize("most", [1, 4, 12])
def test_on_small_stairs_no_guest_stands_on_another_or_beside_its_step(players: int, most: int) -> None:
    walked = {str(n): n * most // (players - 1) for n in range(players)}
    stairs = [
        Stair(steps, tuple(StandingGuest(seat, seat, "A") for seat, own in walked.items() if own == steps))
        for steps in range(most + 1)
    ]
    drawn = drawn_stairs(stairs, ["0"], 968, 226)
    assert players - 1 == sum(len(step.guests) for step in drawn)
    assert (0, 226, 968) == (drawn[0].top, drawn[-1].floor, drawn[-1].width)
    assert all(above.floor == below.top for above, below in pairwise(drawn))
    for step in drawn:
        places = sorted(guest.x for guest in step.guests)
        assert all(right - left >= step.size for left, right in pairwise(places))
        assert all(abs(x - 484) + step.size / 2 <= step.width / 2 + 1 for x in places)
        assert step.size * 1.26 <= step.floor - step.top


def test_a_phone_draws_few_steps_of_many_and_names_the_own_one() -> None:
    assert ["3", "4"] == [step.label for step in steps_down(2, 4, 320, 120)]
    assert ["1", "2", "3", "4", "5", "30"] == [step.label for step in steps_down(0, 30, 320, 120)]
    assert () == steps_down(2, 2, 320, 120)


def evening_of(driver: RoomDriver, seat: str) -> MyEvening:
    found = my_evening(driver.room, seat)
    assert found
    return found


def test_my_evening_says_how_far_off_one_is_and_what_was_best(decided: RoomDriver) -> None:
    ann, bob, cyd = (evening_of(decided, seat) for seat in "123")
    assert ("won the evening: 1 step in 2 games.", "50", ["closest in the grand final", "of 2 players"]) == (
        bob.sentence,
        bob.figure,
        bob.caption,
    )
    assert "as close as the winner: 1 step in 2 games." == cyd.sentence
    assert ("2 steps from the middle of the evening.", "0", ["of 6 rounds", "in the light. Steady."]) == (
        ann.sentence,
        ann.figure,
        ann.caption,
    )


def test_in_my_evening_the_winner_stands_above_all_steps_and_all_others_on_their_own(
    decided: RoomDriver,
) -> None:
    assert ["2", "", "1", "2"] == [evening_of(decided, seat).stands_on for seat in "1234"]


def test_my_evening_is_shared_by_those_who_share_the_evening(tied: RoomDriver) -> None:
    tied.do(HOST, room_control.end_game, tied.round_id, "throw")
    assert "shares the evening: 1 step in 2 games." == evening_of(tied, "2").sentence


def test_who_had_no_step_and_was_beaten_stands_a_step_below_the_winner() -> None:
    driver = finish(two_games("...", "..."))
    submit_plays(driver, (48, 50, 100, 10))
    submit_plays(driver, (50, 90, 52, 48))
    ann, bob = evening_of(driver, "1"), evening_of(driver, "2")
    assert ("", "won the evening: 0 steps in 2 games.") == (ann.stands_on, ann.sentence)
    assert ("1", "as close as the winner: 0 steps in 2 games.") == (bob.stands_on, bob.sentence)


def test_of_many_steps_my_evening_draws_few_and_one_stands_on_the_last() -> None:
    driver = two_games()
    for _ in range(7):
        start_game(driver, rounds=3, tie_break="peel")
        win_rounds(driver, "BCC")
    ann = evening_of(finish(driver), "1")
    assert [*"12345", ann.stands_on] == [step.label for step in ann.steps]


def test_there_is_no_my_evening_before_the_end_nor_for_who_was_in_no_game(tied: RoomDriver) -> None:
    assert my_evening(tied.room, "2") is None
    tied.do(device("5"), membership.join_room, "Eve")
    submit_plays(tied, (49, 50, 100, 10, 50))
    assert ["Ann", "Bob", "Cyd", "Dan"] == [evening_of(tied, seat).name for seat in "1234"]
    assert my_evening(tied.room, "5") is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("won", [True, False])
def test_what_a_guest_mutters_fits_a_line_of_the_picture(language: str, *, won: bool) -> None:
    with use_language(language):
        lines = gettext(MUTTERS[won]).splitlines()
    assert len(lines) == len({*lines}) > 5
    assert all(ems(line) * 40 < 900 for line in lines)
