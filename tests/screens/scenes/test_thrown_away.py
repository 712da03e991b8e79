"""The end of a game that was thrown away, on the TV and on phones."""

from companion.room.commands import room_control
from companion.screens.phone import phone_view
from companion.screens.story import scenes_of
from companion.screens.tv import tv_view
from tests.support.room_driver import HOST, played
from tests.support.views import results_view


def test_it_is_the_last_scene_and_tells_no_winner() -> None:
    driver = played("good-enough", "10 20 30", rounds=3)
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    assert ["reveal", "thrown_away"] == [each.kind for each in scenes_of(driver.room)]
    rest = tv_view(driver.room, ()).rest
    found = rest.content()
    assert ("Nobody won", ("1", "2", "3")) == (found["heading"], found["fallen"])
    phone = phone_view(driver.room, "1")
    assert (True, None, ()) == (phone.public.thrown_away, phone.public.final, phone.endings)
    assert "Thrown away: nobody won" == results_view(driver.room).games[0].state
