"""The TV during a round: who is missing, who is in, and what the room waits for."""

from companion.room.commands import membership, room_control
from companion.screens.lineup import Lineup
from companion.screens.tv import StageView, stage_view, tv_view
from tests.support.room_driver import HOST, NAMES, RoomDriver, device, open_room_with
from tests.support.scenes import spread, start_game, started_game, submit_plays


def stage(driver: RoomDriver) -> StageView:
    return stage_view(driver.room, driver.game)


def names(lineup: Lineup) -> list[str]:
    return [row.name for line in lineup.lines for row in line]


def playing(players: int = 5, **options: object) -> RoomDriver:
    people = [f"P{n}" for n in range(players)] if players > len(NAMES) else NAMES[:players]
    return started_game("good-enough", people, rounds=5, **options)


def test_who_is_in_leaves_the_stage_for_the_desk_in_the_order_of_seats() -> None:
    driver = playing()
    assert ([*NAMES[:5]], []) == (names(stage(driver).missing), names(stage(driver).seated))
    driver.submit("4", 10)
    driver.submit("2", 20)
    assert ["Ann", "Cyd", "Eve"] == names(stage(driver).missing)
    assert ["Bob", "Dan"] == names(stage(driver).seated)
    assert "Pick a number from 0 to 100" == stage(driver).heading


def test_the_last_one_is_missed_by_name_and_stands_alone() -> None:
    driver = playing()
    submit_plays(driver, [1, 2, 3, 4])
    found = stage(driver)
    assert ("Only Eve is missing", True) == (found.heading, found.alone)
    assert found.missing.size > stage(playing()).missing.size


def test_name_cards_have_the_points_and_the_middle_is_marked() -> None:
    driver = playing()
    submit_plays(driver, [10, 20, 30, 40, 50])  # Cyd
    submit_plays(driver, [10, 20, 30, 45, 50])  # Cyd
    submit_plays(driver, [30, 20, 10, 40, 50])  # Ann
    submit_plays(driver, [1, 2])
    rows = {row.name: (row.points, row.central) for row in (*stage(driver).seated.lines[0],)}
    assert {"Ann": (1, True), "Bob": (0, False)} == rows


def test_with_many_players_the_desk_shows_the_standing_instead_of_name_cards() -> None:
    driver = playing(30)
    submit_plays(driver, spread(30))
    submit_plays(driver, spread(30)[:20])
    found = stage(driver)
    assert not found.seated.named
    assert [(0, 28), (1, 2)] == [(box.points, box.count) for box in found.boxes]
    assert all(row.points is None for line in found.missing.lines for row in line)


def test_a_crowd_is_drawn_in_part_and_the_rest_is_counted() -> None:
    found = stage(playing(200))
    assert 200 == len(names(found.missing)) + found.missing.more == found.count


def test_who_does_not_play_is_said_in_a_sentence_for_each_reason() -> None:
    driver = playing(6)
    driver.apply(membership.leave_room(driver.room, device("6")))
    driver.apply(membership.sit_out(driver.room, HOST, "5"))
    driver.apply(membership.sit_out(driver.room, HOST, "4"))
    assert ("Dan and Eve sit out", "Fay has left") == stage(driver).absent
    assert ["Ann", "Bob", "Cyd"] == names(stage(driver).missing)


def test_the_heading_says_who_leads_and_the_leader_is_marked() -> None:
    driver = started_game("median", NAMES[:4], hand=3, decks=4, lowest="9")
    leader = driver.room.name(str(driver.game.must_call))
    assert f"{leader} leads and calls high or low" == stage(driver).heading
    assert [leader] == [row.name for line in stage(driver).missing.lines for row in line if row.first]


def test_the_heading_says_what_the_host_is_waited_for() -> None:
    driver = open_room_with("good-enough", NAMES[:3])
    driver.apply(room_control.set_room(driver.room, HOST, auto_reveal=False))
    start_game(driver, rounds=3)
    submit_plays(driver, [1, 2, 3])
    assert "Everybody is in: the host reveals" == stage(driver).heading


def test_where_nobody_plays_it_says_whether_anybody_left() -> None:
    driver = playing(3)
    for seat in "123":
        driver.do(HOST, membership.sit_out, seat)
    assert "Everybody sits out" == stage(driver).heading
    driver = playing(3)
    driver.do(device("1"), membership.leave_room)
    for seat in "23":
        driver.do(HOST, membership.sit_out, seat)
    assert "Everybody left" == stage(driver).heading


def test_who_came_too_late_for_a_game_of_cards_is_said_to_play_in_the_next_one() -> None:
    driver = started_game("mediocrity", NAMES[:3])
    for seat in "45":
        driver.apply(membership.join_room(driver.room, device(seat), f"P{seat}"))
    assert ("P4 and P5 play from the next game",) == stage(driver).absent
    driver.apply(membership.leave_room(driver.room, device("5")))
    assert ("P4 plays from the next game",) == stage(driver).absent


def test_the_TV_names_the_players_for_whom_others_let_phones_play_and_counts_more_than_eight() -> None:
    driver = playing(9)
    told = []
    for seat in "123456789":
        link = membership.link_device(driver.room, f"new{seat}", seat, f"link{seat}", HOST)
        driver.apply(link, f"new{seat}")
        told.append(tv_view(driver.room, ()).takeover)
    assert "Another phone plays as P0 now: the host let it in." == told[0]
    assert "Phones that others let in play as P0 and P1 now." == told[1]
    assert "Phones that others let in play as P0, P1, P2, P3, P4, P5, P6 and P7 now." == told[7]
    assert "Phones that others let in play as 9 players now." == told[8]


def test_the_TV_tells_a_takeover_once_and_other_news_beside() -> None:
    driver = playing(3)
    driver.do("new", membership.link_device, "1", "link", HOST)
    driver.apply(membership.leave_room(driver.room, device("2")))
    view = tv_view(driver.room, ())
    assert "Another phone plays as Ann now: the host let it in." == view.takeover
    assert ("Bob left.",) == view.news
    assert ("The host had another phone play as Ann.", "Bob left.") == view.public.news
