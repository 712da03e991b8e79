"""The last reveal of a crowd, as work that can be done again and again: in this process, without the web."""

from collections.abc import Callable
from random import Random

from companion.room import game_events
from companion.room.reducer import apply
from companion.screens.phone import phone_view, seats_with_private_part
from companion.screens.story import scenes_of
from companion.screens.tv import tv_view
from tests.support.room_driver import start_game_driver


def last_reveal(game: str, players: int, rounds: int = 2) -> Callable[[], None]:
    """Return the work of the last reveal of some: the last number, and all that screens are sent then."""
    driver, chance = start_game_driver(game, players), Random(players)
    before, number = driver.room, game_events.PlaySubmitted(1, 1, "", 0)
    for _ in range(rounds):
        able = driver.game.open_round.contenders
        *others, last = sorted(driver.game.players, key=lambda seat, able=able: seat in able)  # type: ignore[misc]
        for seat in others:
            number = game_events.PlaySubmitted(*driver.game.here, seat, chance.randint(0, 100))
            driver.room = apply(driver.room, number)
        before, number = driver.room, game_events.PlaySubmitted(*driver.game.here, last, 50)
        driver.room = apply(before, number)

    def reveal() -> None:
        room = apply(before, number)
        tv_view(room, ())
        _ = [scene.content() for scene in scenes_of(room)]
        phone_view(room)
        seats_with_private_part(room)

    return reveal
