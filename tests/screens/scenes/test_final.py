"""The podium of a game, and the award of the evening after it."""

from companion.room import events
from companion.room.commands.membership import add_player
from companion.screens.story import scenes_of
from companion.screens.tv import announces_next_game, tv_view
from tests.support.played_scenes import scenes_shown
from tests.support.room_driver import HOST
from tests.support.scenes import rounds_won, start_game, started_game, win_rounds


def final(driver):
    [scene] = scenes_shown(driver.room, "final")
    return scene


def test_a_winner_has_a_ribbon_and_the_name_in_the_heading():
    driver = rounds_won("BCC", rounds=3)
    scene = final(driver)
    assert ("The most mediocre player", "Bob wins", "huge") == (scene.kicker, scene.heading, scene.size)
    assert "Perfectly average" == scene.ribbon
    assert ("point", ()) == (scene.figure, scene.winners)
    assert ("The points are 0, 1 and 2; the middle is 1, and only Bob has it.",) == scene.why


def test_who_shares_the_win_is_named_on_the_step_and_has_no_ribbon():
    driver = rounds_won("...", rounds=3)
    scene = final(driver)
    assert ("The tie stands", "Perfectly adequate, all of them") == (scene.kicker, scene.heading)
    assert "" == scene.ribbon
    assert ["Ann", "Bob", "Cyd"] == [name.strip("\u2068\u2069") for name in scene.winners]


def test_H1_the_award_follows_the_end_and_still_says_who_won_the_game():
    driver = rounds_won("BCC", rounds=3)
    assert scenes_of(driver.room)[-1].kind == "final"
    for winners in ("BCC", "ABB"):
        start_game(driver, rounds=3)
        win_rounds(driver, winners)
    *_, end, award = scenes_of(driver.room)
    assert [("final", "winner"), ("evening", "evening")] == [
        (each.kind, each.announces) for each in (end, award)
    ]
    assert award.key == tv_view(driver.room, ()).rest.key
    [award] = scenes_shown(driver.room, "evening")
    assert ("Most mediocre of the evening", "Ann") == (award.heading, award.ribbon)
    assert "The last game: Ann wins" == award.latest
    assert ["0", "1", "2"] == [step.label for step in award.podium.steps]


def test_the_next_game_is_announced_once_more_people_are_here_than_it_takes():
    driver = started_game("mediocrity", [f"P{n}" for n in range(7)])
    driver.play_trick("2 3 4 5 6 7 8")
    driver.apply(events.GameEnded(1))
    for announced in (False, False, True):
        assert announced == announces_next_game(driver.room)
        driver.apply(add_player(driver.room, HOST, f"New {len(driver.room.present)}"))
