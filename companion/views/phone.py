"""A player's phone: what everybody may know, and what only this player may."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import translate
from companion.room.commands.access import round_id
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.views import outcomes
from companion.views.cards import PadKey, card_face, card_pad, common_pad
from companion.views.headings import input_prompt, waiting_sentence
from companion.views.outcomes import PlayerOutcome
from companion.views.phases import Phase, player_phase, plays_at_once
from companion.views.public import PublicPart, public_part


@dataclass(frozen=True, slots=True)
class PrivatePart:
    """What one player's phone shows to that player alone, and what it asks of him or her.

    `number` is that player's number or card in the round that is going on, and `numbers` his or her
    list; `pad` the cards to choose from, empty where a number is typed; `at_once` how many are handed in.
    """

    phase: Phase
    place: str
    number: str = ""
    numbers: tuple[str, ...] = ()
    pad: tuple[PadKey, ...] = ()
    at_once: int = 1
    prompt: str = ""
    sent: str = ""
    """Says that what was sent has arrived."""
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
class PhoneView:
    """What one player's phone shows; `seat` is empty where it is what all have who have nothing of their own.

    `outcome` is what the last reveal brought to this player, and `outcomes` what it brought to whom.
    """

    public: PublicPart
    own: PrivatePart
    seat: Seat = ""
    name: str = ""
    outcome: PlayerOutcome | None = None
    outcomes: tuple[PlayerOutcome, ...] = ()


def phone_view(room: Room, seat: Seat, changing: str = "", device: Device = "") -> PhoneView:
    """Make the view of one player's phone; `changing` names the round whose number is being changed."""
    return PhoneView(
        public=public_part(room),
        own=private_part(room, seat, changing, device),
        seat=seat,
        name=room.name(seat),
        outcome=outcomes.player_outcome(room, seat),
    )


def shared_phone_part(room: Room, known: PublicPart | None = None) -> PhoneView:
    """Make the view that all phones have in common, with what the last reveal brought to each of them.

    `known` is what everybody may know, where that has been worked out before.
    """
    return PhoneView(
        public=known or public_part(room), own=_common(room), outcomes=outcomes.all_outcomes(room)
    )


def private_part(room: Room, seat: Seat, changing: str = "", device: Device = "") -> PrivatePart:
    """Say what a phone shows to its player alone."""
    game, player = room.current_game, room.seats[seat]
    now: Phase = "away" if player.away else player_phase(game, seat, changing)
    return PrivatePart(
        phase=now,
        place=_place(game),
        number=submitted_play(game, seat) if game else "",
        numbers=submitted_list(game, seat) if game else (),
        pad=card_pad(game, seat) if game else (),
        at_once=plays_at_once(game),
        prompt=_prompt(game),
        sent=_sent(game, seat) if now == "sent" else "",
        waiting=waiting_sentence(room, game) if game and game.next_round and now in ("wait", "watch") else "",
        sits_out=_sits_out(game, player),
        asking=count_claims(room, device),
    )


def count_claims(room: Room, device: Device) -> int:
    """Count the phones that ask to be let in, where this one is a host's."""
    return len(room.claims) if device in room.hosts else 0


def seats_with_private_part(room: Room) -> Set[Seat]:
    """Return the seats whose phones show more, or less, than what all have in common.

    They are found together: to look closely at each of a thousand would take as long as to write to them.
    """
    game = room.current_game
    gone = {seat for seat, player in room.seats.items() if player.away or player.sits_out}
    if game is None or game.next_round is None:
        return gone
    kinds = {id(wanted): wanted for wanted in game.next_round.allowed.values()}  # nearly always one
    if game.awaits_deal or not all(kind.is_shared for kind in kinds.values()):
        return room.seats.keys()
    return gone.union(room.seats.keys() - game.next_round.allowed.keys(), game.hidden, game.lists)


def _common(room: Room) -> PrivatePart:
    """Say what phones show to those who have put down nothing yet."""
    game = room.current_game
    now: Phase = "lobby"
    if game is not None:
        now = (
            "over"
            if game.next_round is None
            else "watch"
            if game.lists_left
            else "list"
            if game.takes_lists
            else "enter"
        )
    return PrivatePart(
        phase=now,
        place=_place(game),
        pad=common_pad(game) if game else (),
        at_once=plays_at_once(game),
        prompt=_prompt(game),
        waiting=waiting_sentence(room, game) if game and now == "watch" else "",
    )


def submitted_play(game: GameState, seat: Seat) -> str:
    """Return the number or the card that somebody has put down; empty where there is none."""
    return card_face(game.hidden[seat]).sign if seat in game.hidden else ""


def submitted_list(game: GameState, seat: Seat) -> tuple[str, ...]:
    """Return the list that somebody has handed in; empty where there is none."""
    return tuple(card_face(play).sign for play in game.lists.get(seat, ()))


def _sent(game: GameState | None, seat: Seat) -> str:
    ask = game.next_round if game else None
    return translate(ask.allowed[seat].sent_sentence) if ask and seat in ask.allowed else ""


def _place(game: GameState | None) -> str:
    return round_id(game) if game else ""


def _prompt(game: GameState | None) -> str:
    return input_prompt(game.next_round) if game and game.next_round and not game.lists_left else ""


def _sits_out(game: GameState | None, player: Player) -> str:
    """Say to somebody who sits out what that means now; nothing to others."""
    if not player.sits_out or player.away:
        return ""
    if game is None or game.next_round is None:
        return translate("You sit out: the next game begins without you until the host brings you back")
    if player.seat not in game.next_round.allowed:
        return translate("You sit out: the host can bring you back")
    if game.next_round.everyone_must_play:
        return translate("You sit out from the next game: this one needs a card of everybody")
    return translate("You sit out: rounds do not wait for you. You can still send a number")
