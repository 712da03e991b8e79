"""The title of a tie that is played on (G12)."""

from companion.screens.story import scenes_of
from tests.support.played_scenes import scenes_shown
from tests.support.room_driver import NAMES
from tests.support.scenes import rounds_won, win_rounds


def halts(driver):
    return scenes_shown(driver.room, "tie_title")


def test_G12_sudden_death_is_announced_when_the_first_round_is_added():
    driver = rounds_won("AB", NAMES[:4], rounds=3, tie_break="sudden-death")
    assert [] == halts(driver)
    win_rounds(driver, ".")
    [halt] = halts(driver)
    assert "Sudden death" == halt.heading
    assert "One more round. And another, until there is a middle." == halt.lead
    assert "The middle is empty" == halt.kicker
    assert ["", "0", "1", ""] == [step.label for _, step in halt.steps]
    assert [[], ["Cyd", "Dan"], ["Ann", "Bob"], []] == [
        [each.name for each in step.guests] for _, step in halt.steps
    ]


def test_G12_another_round_has_another_title_until_one_is_alone_in_the_middle():
    driver = rounds_won("...", rounds=3, tie_break="sudden-death")
    assert ["Sudden death"] == [halt.heading for halt in halts(driver)]
    assert "The middle is crowded" == halts(driver)[0].kicker
    win_rounds(driver, "A")
    assert ["Still no middle"] == [halt.heading for halt in halts(driver)]
    win_rounds(driver, "AB")
    assert driver.game.next_round is None
    assert [] == halts(driver)
    assert scenes_of(driver.room)[-1].kind == "final"
