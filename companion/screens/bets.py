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

_MOST_BUTTONS = 120  # of more players no phone has a list to choose from: a name is typed
_MOST_TOLD = 24  # players whose bets are told apart: more would be many bytes for each who watches


class BetTold(NamedTuple):
    """A player on whom some have bet in the last reveal, and whether that was right; forms send `bet`."""

    bet: str
    seat: Seat
    name: str
    is_right: bool


class OwnBet(NamedTuple):
    """A bet of the browser that sees it: what its form has sent, and on whom it is; both empty for none."""

    sent: str = ""
    name: str = ""


class BetsView(NamedTuple):
    """What those who watch may know of the bets.

    They can bet on the `guests`, or where these were too many, type a name: `entry` is `bets` or `named`. In
    the last reveal, `right` of the `placed` bets were right: those on `who`. `told` are the players who are
    told apart, right ones first.

    Only a browser that may bet has the rest: its `number` by the order of first bets, 0 before that; the
    `names` to type; and its bets `now`, and before the `last` reveal.
    """

    round_id: str = ""
    guests: tuple[StandingGuest, ...] = ()
    entry: str = ""
    told: tuple[BetTold, ...] = ()
    right: int = 0
    placed: int = 0
    who: str = ""
    number: int | None = None
    names: tuple[str, ...] = ()
    now: OwnBet = OwnBet()
    last: OwnBet = OwnBet()


def bets_view(room: Room) -> BetsView:
    """Return what all who watch may know of the bets."""
    game = room.current_game
    if game is None or room.is_closed:
        return BetsView()
    last, seats = last_round(game), seats_to_bet_on(room)
    best, bets = best_in_rounds(game).get(last, ()), bets_on_last(game)
    is_named = len(seats) > _MOST_BUTTONS
    return BetsView(
        round_id=round_id(game),
        guests=() if is_named else standing_guests(room, seats),
        entry="named" if is_named else "bets" if bets or seats else "",
        told=tuple(
            BetTold(f"{game.number}.{last}.{seat}", seat, _name(room, seat), seat in best)
            for seat in sorted(bets, key=lambda seat: seat not in best)[:_MOST_TOLD]
        ),
        right=sum(bets[seat] for seat in bets if seat in best),
        placed=sum(bets.values()),
        who=name_or_count(player_names(room, best)) if best else translate("nobody"),
    )


def own_bets_view(room: Room, device: Device) -> BetsView | None:
    """Return what a browser that just watches may know; None for players and hosts, who cannot bet."""
    if room.player_of(device) or device in room.hosts:
        return None
    game, watcher = room.current_game, room.watchers.get(device)
    view = bets_view(room)._replace(number=watcher.number if watcher else 0)
    if game is None:
        return view
    return view._replace(
        names=player_names(room, seats_to_bet_on(room)) if view.entry == "named" else (),
        now=_own_bet(room, game, game.round_number, device),
        last=_own_bet(room, game, last_round(game), device),
    )


def _own_bet(room: Room, game: GameState, number: int, device: Device) -> OwnBet:
    placed = game.bets.get(number, {}).get(device)
    return OwnBet(f"{game.number}.{number}.{placed[-1]}", _name(room, placed[-1])) if placed else OwnBet()


def _name(room: Room, seat: Seat) -> str:
    return name_or_count(player_names(room, [seat]))


def best_watcher_sentence(room: Room) -> str:
    """Name who bet best in the evening; empty where nobody was right."""
    number, right, placed = best_watcher(room)
    if not right:
        return ""
    return translate("Watcher {number} saw {right} of {all}", number=number, right=right, all=placed)
