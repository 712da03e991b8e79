"""What phones say at the end of a game: to each player, in the second person."""

from dataclasses import replace

import pytest

from companion.screens.outcomes import all_endings
from companion.screens.phone import phone_view
from tests.support.phone_words import told_at_the_end
from tests.support.played_scenes import scenes_shown
from tests.support.room_driver import RoomDriver, play_out, start_game_driver
from tests.support.scenes import rounds_won, start_game, started_game, submit_plays, win_rounds


def told(driver: RoomDriver, seat: str) -> tuple[str, str, str]:
    [ending] = all_endings(driver.room, [seat])
    return ending.kind, *told_at_the_end(driver.room, seat)


@pytest.fixture
def decided() -> RoomDriver:
    """A game that Bob has won with 1 point: Cyd has 2, Ann and Dan have none."""
    return rounds_won("BCC", ("Ann", "Bob", "Cyd", "Dan"), rounds=3)


def test_the_winner_learns_how_many_had_fewer_and_more_and_losers_what_they_had(decided):
    assert ("won", "You win", "1 point. 2 had fewer, 1 had more.") == told(decided, "2")
    assert ("low", "Too few", "0 points. 1 is the middle, and Bob stands there.") == told(decided, "1")
    assert ("high", "Too good", "2 points. 1 is the middle, and Bob stands there.") == told(decided, "3")


def test_who_shares_a_win_is_told_with_whom():
    driver = rounds_won("...", rounds=3)
    assert ("shared", "You share the win", "0 points. You share it with Ann and Cyd.") == told(driver, "2")


def test_where_the_most_win_nobody_was_too_good():
    driver = start_game_driver("median", 4, hand=3, decks=4, lowest="9", dealt=True)
    play_out(driver, seed=1)
    endings = {each.kind for each in all_endings(driver.room)}
    assert endings <= {"won", "shared", "second", "rest"}
    loser = next(seat for seat in driver.game.record.players if seat not in driver.game.score.root.winners)
    assert "is the most, and" in told(driver, loser)[2]


def test_nobody_is_told_an_end_before_the_end():
    driver = started_game("good-enough", ("Ann", "Bob", "Cyd"), rounds=3)
    assert () == all_endings(driver.room)
    win_rounds(driver, "BC")
    assert () == all_endings(driver.room)


@pytest.mark.parametrize("players", [3, 60])
def test_the_part_that_phones_share_has_the_end_of_every_player_once(players):
    driver = started_game("good-enough", [f"P{n}" for n in range(players)], rounds=3, tie_break="peel")
    for turn in range(3):
        submit_plays(driver, [(n * 7 + turn * 3) % 97 for n in range(players)])
    shared = phone_view(driver.room).endings
    owners = [seat for each in shared for seat in expand(each.seats)]
    assert sorted(driver.game.record.players, key=int) == sorted(owners, key=int)
    for each in shared:
        for seat in expand(each.seats):
            [own] = phone_view(driver.room, seat).endings
            assert replace(own, seats="") == replace(each, seats="")
    if players == 60:
        assert len(shared) < 10


def expand(seats: str) -> list[str]:
    """List the seats of ranges such as `1-4 7`."""
    pairs = [(each.split("-") * 2)[:2] for each in seats.split()]
    return [str(number) for first, last in pairs for number in range(int(first), int(last) + 1)]


def test_a_phone_stands_on_the_same_step_as_the_guest_on_the_TV(decided):
    [scene] = scenes_shown(decided.room, "final")
    for place, step in enumerate(scene.podium.steps):
        for each in step.guests:
            assert [place] == [ending.step for ending in all_endings(decided.room, [each.seat])]


def test_phones_show_the_evening_from_the_second_game_on(decided):
    assert phone_view(decided.room, "1").evening is None
    start_game(decided, rounds=3)
    assert phone_view(decided.room, "1").evening is None
    win_rounds(decided, "BCC")
    assert "After 2 games" == phone_view(decided.room, "1").evening.after
    assert phone_view(decided.room, "1").evening == phone_view(decided.room).evening
