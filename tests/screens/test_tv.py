"""The TV between reveals: the lobby, who is missing in a round, guests in lines, and the narrated demo."""

from dataclasses import replace
from typing import Any

import pytest

from companion.room.bots import STRATEGIES
from companion.room.commands import membership, room_control, scheduled, submissions
from companion.rules import games
from companion.screens.host import host_view
from companion.screens.lineup import SIZES, Area, Lineup, font_size, in_tiers, line_up
from companion.screens.lobby import Lobby, lobby_view
from companion.screens.phone import phone_view
from companion.screens.scoreboard import ScoreRow
from companion.screens.stage import stage_view
from companion.screens.tv import narration, tv_view
from tests.support.played_scenes import scenes_shown
from tests.support.room_driver import HOST, NAMES, RoomDriver, device, open_room_with, play_out
from tests.support.scenes import rounds_won, spread, start_game, started_game, submit_plays, tie_of_three


def stage(driver: RoomDriver) -> Any:
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
    assert "Be the middle" == stage(driver).heading


def test_a_round_of_a_game_with_an_aim_tells_it_with_what_wins() -> None:
    lowest = stage(started_game("lowest-alone", NAMES[:3]))
    assert ("Lowest number that nobody else picks", "first to 3 points") == (lowest.heading, lowest.note)
    assert "" == stage(playing()).note


def test_the_last_one_is_missed_by_name_and_stands_alone() -> None:
    driver = playing()
    submit_plays(driver, [1, 2, 3, 4])
    found_stage = stage(driver)
    assert ("Only Eve is missing", True) == (found_stage.heading, found_stage.alone)
    assert found_stage.missing.size > stage(playing()).missing.size


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
    found_stage = stage(driver)
    assert not found_stage.seated.named
    assert [(0, 28), (1, 2)] == [(box.points, box.count) for box in found_stage.boxes]
    assert all(row.points is None for line in found_stage.missing.lines for row in line)


def test_a_crowd_is_drawn_in_part_and_the_rest_is_counted() -> None:
    found_stage = stage(playing(200))
    assert 200 == len(names(found_stage.missing)) + found_stage.missing.more == found_stage.count


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


def test_G16_who_has_gone_is_drawn_as_no_finalist_and_counted_among_none() -> None:
    driver = tie_of_three()
    for seat in "37":
        driver.do(device(seat), membership.leave_room)
    [title] = scenes_shown(driver.room, "showdown_title")
    for shown in (title.guests, stage(driver).missing):
        assert ["Ann", "Bob"] == names(shown)
    assert ["Dan", "Eve", "Fay"] == names(stage(driver).seated)
    assert ["Ann", "Bob", "Dan", "Eve", "Fay"] == [
        each.name for each in host_view(driver.room, (), None).players.front
    ]
    assert "Only the closest of you 2 stays" in phone_view(driver.room, "1").own.stake
    driver.submit("1", 20)
    driver.do(device("2"), membership.leave_room)
    assert ("Ann is in", ["Ann"]) == (stage(driver).heading, names(stage(driver).missing))
    assert "The others have left" in phone_view(driver.room, "1").own.stake
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert ("1",) == driver.game.score.root.winners


def test_G16_where_all_who_were_tied_have_left_nobody_is_waited_for() -> None:
    driver = tie_of_three()
    for seat in "123":
        driver.do(device(seat), membership.leave_room)
    assert ("All who were tied have left", []) == (stage(driver).heading, names(stage(driver).missing))
    for seat in "4567":
        driver.do(device(seat), membership.leave_room)
    assert ("Everybody left", "Everybody left") == (
        stage(driver).heading,
        host_view(driver.room, (), None).public.status,
    )


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
    assert ((), ("Bob has left",)) == (view.news, view.stage.absent)
    assert ("The host had another phone play as Ann.", "Bob has left.") == view.public.news
    driver.do(HOST, membership.rename_player, "3", "Zoe")
    assert ("The host renamed Cyd to Zoe.",) == tv_view(driver.room, ()).news


def test_the_TV_reports_the_last_two_changes_in_order() -> None:
    driver = playing(3)
    for name in ("Dan", "Eve", "Fay"):
        driver.do(name, membership.join_room, name)
    assert ("Eve has joined and plays now.", "Fay has joined and plays now.") == tv_view(driver.room, ()).news


def lobby(driver: RoomDriver) -> Lobby:
    return lobby_view(driver.room)


def room(players: int, game: str = "good-enough") -> RoomDriver:
    return open_room_with(game, [f"P{n}" for n in range(players)])


def names_in_lobby(driver: RoomDriver) -> list[str]:
    return [row.name for line in lobby(driver).guests.lines for row in line]


def test_who_joined_last_is_welcomed_until_they_leave() -> None:
    driver = open_room_with("good-enough", NAMES[:3])
    assert "Cyd" == getattr(lobby(driver).newest, "name", "")
    driver.apply(membership.leave_room(driver.room, device("3")))
    assert "Bob" == getattr(lobby(driver).newest, "name", "")


@pytest.mark.parametrize("players", [1, 13, 60])
def test_all_guests_are_drawn_in_the_order_of_joining(players: int) -> None:
    assert [f"P{n}" for n in range(players)] == names_in_lobby(room(players))


def test_who_sits_out_is_here_and_does_not_count() -> None:
    driver = open_room_with("good-enough", NAMES[:4])
    driver.apply(membership.sit_out(driver.room, HOST, "4"))
    assert (3, [*NAMES[:4]]) == (lobby(driver).count, names_in_lobby(driver))


def test_too_many_players_see_the_places_and_the_games_for_so_many() -> None:
    narrow = next(game for game in games.GAMES.values() if game.max_players == game.min_players)
    found_lobby = lobby(room(narrow.max_players + 1, narrow.name))
    assert (narrow.max_players, True, narrow.max_players) == (
        found_lobby.seat_limit,
        found_lobby.exactly,
        found_lobby.steps,
    )
    playable = [
        game.title
        for game in games.GAMES.values()
        if game.min_players <= narrow.max_players + 1 <= game.max_players
    ]
    assert playable[:5] == [each.title for each in found_lobby.playable]


def test_too_few_players_are_told_what_they_could_play_instead() -> None:
    assert [["Median game"], [], []] == [
        [each.title for each in lobby(room(players)).playable] for players in (2, 3, 200)
    ]


def over(players: int, game: str = "good-enough") -> RoomDriver:
    driver = room(players, game)
    start_game(driver, **({"rounds": 3} if game == "good-enough" else {"rounds": 1, "tricks": 1}))
    play_out(driver, 1)
    return driver


def test_a_game_chosen_between_two_games_is_shown_in_the_lobby() -> None:
    driver = over(4)
    assert (None, False) == (tv_view(driver.room, ()).lobby, tv_view(driver.room, ()).again is None)
    driver.apply(room_control.choose_game(driver.room, HOST, "saichugen", lambda _: {}))
    view = tv_view(driver.room, ())
    assert (None, None, None) == (view.again, view.rest, view.stage)
    assert view.lobby is not None
    shown = view.lobby
    assert ("Saichugen", 3, 4) == (shown.lesson.title, shown.seat_limit, shown.count)
    assert {None} == {row.points for line in shown.guests.lines for row in line}


def test_one_too_many_who_joins_between_two_games_is_shown_to_be_so() -> None:
    driver = over(3, "saichugen")
    assert tv_view(driver.room, ()).lobby is None
    driver.apply(membership.join_room(driver.room, device("4"), "Dan"))
    found_lobby = tv_view(driver.room, ()).lobby
    assert found_lobby is not None
    assert 3 == found_lobby.seat_limit
    four = [game.title for game in games.GAMES.values() if game.min_players <= 4 <= game.max_players]
    assert four[:5] == [each.title for each in found_lobby.playable]


@pytest.mark.parametrize(
    ("game", "players", "misfit"),
    [
        ("mediocrity", 8, ""),
        ("mediocrity", 10, "Mediocrity takes 8 at most: 2 are too many."),
        ("saichugen", 3, ""),
        ("saichugen", 4, "Saichugen needs exactly 3: 1 is too many."),
        ("good-enough", 2, "3 make a middle."),
    ],
)
def test_the_host_is_told_how_many_players_are_too_many_or_too_few(game, players, misfit):
    room = open_room_with(game, [f"P{n}" for n in range(players)]).room
    assert misfit == host_view(room, (), None).choices.misfit


STAGE = Area(width=116, height=30, smallest=5)

SHORT = ("Ann", "Bob", "Cyd", "Eve", "Zoë", "Gus", "Ida")

COUNTS = (1, 2, 3, 8, 12, 13, 30, 31, 60, 61, 200, 2000)


def people(count: int, *names: str) -> list[ScoreRow]:
    given = names or SHORT
    return [ScoreRow(given[n % len(given)], 0, central=False, seat=str(n + 1)) for n in range(count)]


def drawn(lineup: Lineup) -> list[ScoreRow]:
    return [row for line in lineup.lines for row in line]


def height(lineup: Lineup) -> float:
    name = 1.25 * font_size(lineup.size) if lineup.named else 0
    return len(lineup.lines) * (1.17 * lineup.size + name)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("names", [SHORT, ("W" * 20,), ("最中限の平凡な真ん中の人が今夜も勝つ夜会",)])
def test_any_number_of_guests_fits_into_the_area_in_order(count: int, names: tuple[str, ...]) -> None:
    rows = people(count, *names)
    found_line_up = line_up(rows, STAGE)
    assert [row.seat for row in drawn(found_line_up)] == [
        row.seat for row in rows[: len(drawn(found_line_up))]
    ]
    assert len(drawn(found_line_up)) + found_line_up.more == count
    assert found_line_up.size in SIZES
    assert height(found_line_up) <= STAGE.height
    assert all(len(line) * found_line_up.size <= STAGE.width for line in found_line_up.lines)


def test_short_names_are_whole_beside_long_ones_which_are_told_apart() -> None:
    given = "Wilhelmina-Charlotte", "Wilhelmina-Christine", *SHORT[:4]
    rows = [row._replace(points=None) for row in people(30, *given)]
    found_line_up = line_up(rows, STAGE)
    labels = names(found_line_up)
    assert found_line_up.named
    assert SHORT[:4] == tuple(labels[2:6])
    assert all("…" in label for label in labels[:2])
    assert labels[0] != labels[1]


def test_a_crowd_stands_in_three_tiers_and_the_rest_is_counted() -> None:
    found_in_tiers = in_tiers(people(200), Area(120, 20, largest=8))
    assert ([20, 20, 20], 140) == ([len(line) for line in found_in_tiers.lines], found_in_tiers.more)


def bots_room(**options: object) -> RoomDriver:
    driver = open_room_with("good-enough", ())
    for strategy in STRATEGIES:
        driver.apply(scheduled.add_bot(driver.room, HOST, strategy))
    start_game(driver, **options)
    return driver


def told(driver: RoomDriver) -> list[str]:
    """Let the bots play to the end, and return the sentences in the order in which they come."""
    found = [narration(driver.room)]
    while driver.advance():
        if (now := narration(driver.room)) != found[-1]:
            found.append(now)
    return found


def test_a_game_of_bots_is_told_from_its_beginning_to_its_end() -> None:
    sentences = told(bots_room(rounds=3))
    assert sentences[0].startswith("Only bots play here.")
    assert any(sentence.startswith("Whoever is in sits down") for sentence in sentences)
    assert any(sentence.startswith("One is still thinking.") for sentence in sentences)
    assert sum(sentence.startswith("All are shown at once") for sentence in sentences) == 1
    assert sum(sentence.startswith("The next round begins") for sentence in sentences) == 1
    assert sum(sentence.startswith("The last round.") for sentence in sentences) == 1
    assert "That was a whole game" in sentences[-1]


def test_nothing_is_told_in_a_lobby_or_where_people_play() -> None:
    assert "" == narration(open_room_with("good-enough", ()).room)
    driver = started_game("good-enough", ("Ann", "Bob", "Cyd"))
    driver.apply(scheduled.add_bot(driver.room, HOST, "edge"))
    submit_plays(driver, (1, 2))
    assert "" == narration(driver.room)


def test_the_bots_wait_for_the_title_of_the_game() -> None:
    driver = bots_room()
    began = driver.now
    driver.advance()
    assert driver.now - began > scheduled.OPENING


def test_bots_do_not_wait_where_a_person_plays() -> None:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    driver.apply(scheduled.add_bot(driver.room, HOST, "edge"))
    began = driver.now
    assert driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}))
    driver.advance()
    assert driver.now - began < scheduled.OPENING


def test_a_showdown_of_bots_is_told_to_follow_on_a_tie() -> None:
    room = rounds_won("...", rounds=3, tie_break="showdown")
    bots = {seat: replace(player, bot=next(iter(STRATEGIES))) for seat, player in room.room.seats.items()}
    assert narration(replace(room.room, seats=bots)).startswith("A tie, so there is a showdown")
