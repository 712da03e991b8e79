"""The bets of those who watch: on whom they can bet now, what became of the last bets, and who bet best."""

from typing import NamedTuple

from companion.i18n.messages import translate
from companion.room.bets import best_in_rounds, best_watcher, bets_on_last, last_round, seats_to_bet_on
from companion.room.commands.access import round_id
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens.naming import name_or_count, player_names
from companion.screens.podium import StandingGuest, standing_guests


class BetTold(NamedTuple):
    """How many have bet on a player in the last reveal, and whether that was right.

    `bet` is what their forms have sent.
    """

    bet: str
    seat: Seat
    name: str
    bets: int
    is_right: bool


class BetsView(NamedTuple):
    """What those who watch may know of the bets.

    They can bet on the `guests`. `told` are the bets on the last reveal, of which those on `who` were right.
    Only a browser that may bet has the rest: its `number` by the order of first bets, 0 before that; and what
    its forms have sent `now`, and before the `last` reveal.
    """

    round_id: str = ""
    guests: tuple[StandingGuest, ...] = ()
    told: tuple[BetTold, ...] = ()
    who: str = ""
    number: int | None = None
    now: str = ""
    last: str = ""


def bets_view(room: Room) -> BetsView:
    """Return what all who watch may know of the bets."""
    game = room.current_game
    if game is None or room.is_closed:
        return BetsView()
    last = last_round(game)
    best = best_in_rounds(game).get(last, ())
    told = (
        BetTold(
            f"{game.number}.{last}.{seat}",
            seat,
            name_or_count(player_names(room, [seat])),
            bets,
            seat in best,
        )
        for seat, bets in bets_on_last(game).items()
    )
    who = name_or_count(player_names(room, best)) if best else translate("nobody")
    return BetsView(round_id(game), standing_guests(room, seats_to_bet_on(room)), tuple(told), who)


def own_bets_view(room: Room, device: Device) -> BetsView | None:
    """Return what a browser that just watches may know; None for players and hosts, who cannot bet."""
    if room.player_of(device) or device in room.hosts:
        return None
    game, watcher = room.current_game, room.watchers.get(device)
    view = bets_view(room)._replace(number=watcher.number if watcher else 0)
    if game is None:
        return view
    return view._replace(
        now=_sent(game, game.round_number, device), last=_sent(game, last_round(game), device)
    )


def _sent(game: GameState, number: int, device: Device) -> str:
    placed = game.bets.get(number, {}).get(device)
    return f"{game.number}.{number}.{placed[-1]}" if placed else ""


def best_watcher_sentence(room: Room) -> str:
    """Name who bet best in the evening; empty where nobody was right."""
    number, right, placed = best_watcher(room)
    if not right:
        return ""
    return translate("Watcher {number} saw {right} of {all}", number=number, right=right, all=placed)
