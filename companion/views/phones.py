"""A player's phone: what everybody may know, and what only this player may."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal

from companion import moves
from companion.acts import Device, Seat
from companion.games.doors import Label
from companion.games.numbers import Numbers
from companion.journal import Player, Room, Table
from companion.score import Allowed
from companion.views import outcomes
from companion.views.cards import Key, pad, shown
from companion.views.outcomes import Outcome
from companion.views.phases import Phase, at_once, phase
from companion.views.places import prompt, waiting
from companion.views.public import Public, public
from companion.words import tell


@dataclass(frozen=True, slots=True)
class Own:
    """What one player's phone shows to that player alone, and what it asks of him or her.

    `number` is that player's number or card in the round that is going on, and `numbers` his or her
    list; `pad` the cards to choose from, empty where a number is typed; `at_once` how many are handed in.
    """

    phase: Phase
    place: str
    number: str = ""
    numbers: tuple[str, ...] = ()
    pad: tuple[Key, ...] = ()
    at_once: int = 1
    prompt: str = ""
    waiting: str = ""
    """What must happen before this player can do anything."""
    sits_out: str = ""
    """What sitting out means for this player now; empty for who does not."""
    asking: int = 0
    """How many phones ask to be let in, told to a player who is host."""

    @property
    def entry(self) -> Literal["", "number", "list"]:
        """What is typed now, if anything."""
        if self.pad or self.phase not in ("enter", "change", "list"):
            return ""
        return "list" if self.at_once > 1 else "number"


@dataclass(frozen=True, slots=True)
class Phone:
    """What one player's phone shows; `seat` is empty where it is what all have who have nothing of their own.

    `outcome` is what the last reveal brought to this player, and `outcomes` what it brought to whom.
    """

    public: Public
    own: Own
    seat: Seat = ""
    name: str = ""
    outcome: Outcome | None = None
    outcomes: tuple[Outcome, ...] = ()


def phone(room: Room, seat: Seat, changing: str = "", device: Device = "") -> Phone:
    """Make the view of one player's phone; `changing` names the round whose number is being changed."""
    return Phone(
        public=public(room),
        own=own(room, seat, changing, device),
        seat=seat,
        name=room.name(seat),
        outcome=outcomes.outcome(room, seat),
    )


def everybodys(room: Room, known: Public | None = None) -> Phone:
    """Make the view that all phones have in common, with what the last reveal brought to each of them.

    `known` is what everybody may know, where that has been worked out before.
    """
    return Phone(public=known or public(room), own=_common(room), outcomes=outcomes.outcomes(room))


def own(room: Room, seat: Seat, changing: str = "", device: Device = "") -> Own:
    """Say what a phone shows to its player alone."""
    table, player = room.table, room.seats[seat]
    now: Phase = "away" if player.away else phase(table, seat, changing)
    return Own(
        phase=now,
        place=_place(table),
        number=number(table, seat) if table else "",
        numbers=numbers(table, seat) if table else (),
        pad=pad(table, seat) if table else (),
        at_once=at_once(table),
        prompt=_prompt(table),
        waiting=waiting(room, table) if table and table.ask and now in ("wait", "watch") else "",
        sits_out=_sits_out(table, player),
        asking=asking(room, device),
    )


def asking(room: Room, device: Device) -> int:
    """Count the phones that ask to be let in, where this one is a host's."""
    return len(room.claims) if device in room.hosts else 0


def apart(room: Room) -> Set[Seat]:
    """Return the seats whose phones show more, or less, than what all have in common.

    They are found together: to look closely at each of a thousand would take as long as to write to them.
    """
    table = room.table
    gone = {seat for seat, player in room.seats.items() if player.away or player.out}
    if table is None or table.ask is None:
        return gone
    kinds = {id(wanted): wanted for wanted in table.ask.wants.values()}  # nearly always one
    if table.undealt or not all(map(_is_typed, kinds.values())):
        return room.seats.keys()
    return gone.union(room.seats.keys() - table.ask.wants.keys(), table.hidden, table.lists)


def _is_typed(wanted: Allowed) -> bool:
    """Tell whether a number is typed, as by everybody else; cards are each player's own."""
    return isinstance(wanted, Numbers) or (isinstance(wanted, Label) and wanted.hand is None)


def _common(room: Room) -> Own:
    """Say what phones show to those who have put down nothing yet."""
    table = room.table
    now: Phase = "lobby"
    if table is not None:
        now = "over" if table.ask is None else "watch" if table.left else "list" if table.listing else "enter"
    return Own(
        phase=now,
        place=_place(table),
        at_once=at_once(table),
        prompt=_prompt(table),
        waiting=waiting(room, table) if table and now == "watch" else "",
    )


def number(table: Table, seat: Seat) -> str:
    """Return the number or the card that somebody has put down; empty where there is none."""
    return shown(table.hidden[seat]).sign if seat in table.hidden else ""


def numbers(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return the list that somebody has handed in; empty where there is none."""
    return tuple(shown(play).sign for play in table.lists.get(seat, ()))


def _place(table: Table | None) -> str:
    return moves.place(table) if table else ""


def _prompt(table: Table | None) -> str:
    return prompt(table.ask) if table and table.ask and not table.left else ""


def _sits_out(table: Table | None, player: Player) -> str:
    """Say to somebody who sits out what that means now; nothing to others."""
    if not player.out or player.away:
        return ""
    if table is None or table.ask is None:
        return tell("You sit out: the next game begins without you until the host lets you in again")
    if player.seat not in table.ask.wants:
        return tell("You sit out: the host can let you in again")
    if table.ask.all_must:
        return tell("You sit out from the next game: this one needs a card of everybody")
    return tell("You sit out: rounds do not wait for you. You can still send a number")
