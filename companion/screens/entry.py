"""What a player is to enter now, what a screen may show of what is entered, and what cannot stand together.

What a player has sent is a secret until the reveal: only the phone that sent it may show it, and the
score-keeper what was entered on the sheet. No other module of screens looks at it. Everybody may know who has
to look again.
"""

from typing import Literal

from companion.i18n.messages import PluralTemplate, translate
from companion.room.commands.access import round_id
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.plays import Play
from companion.screens.cards import play_phrase
from companion.screens.naming import name_or_count, player_names

Phase = Literal[
    "lobby",
    "wait",
    "call",
    "enter",
    "list",
    "change",
    "sent",
    "watch",
    "away",
    "next",
    "over",
    "tie",
    "closed",
]
"""What a phone or the host's screen shows. On the host's screen, `next`: one more round of the lists can be
revealed. On a phone, `away`: its player has left, or was removed, and may come back. `closed`: the room
is closed."""


def player_phase(game: GameState | None, seat: Seat, changing: str = "") -> Phase:
    """Return the phase of a seat, or (none) of who has not played; `changing`: the round that it changes."""
    if game is None:
        return "lobby"
    if game.next_round is None:
        return "watch" if game.practice else "over"  # its verdict is all there is to show
    if game.next_round.is_result or (seat and seat not in game.next_round.allowed):
        return "watch"
    if game.has_submitted(seat):
        may_change = not game.lists_left and changing == round_id(game)
        return "change" if may_change else "sent"
    return _phase_of_entry(game, seat)


def _phase_of_entry(game: GameState, seat: Seat) -> Phase:
    """Return the phase of a player of the open round who has submitted nothing."""
    if game.lists_left or game.takes_lists:
        return "watch" if game.lists_left else "list"
    if game.awaits_deal or game.awaits_question or (game.must_call or game.must_lead) not in (None, seat):
        return "wait"
    return "call" if game.must_call else "enter"


def plays_at_once(game: GameState | None) -> int:
    """Return how many numbers are submitted at once: more than one for lists."""
    return game.next_round.plays_at_once if game and game.next_round and game.takes_lists else 1


def shown_plays(game: GameState, seat: Seat, device: Device) -> tuple[Play, ...]:
    """Return what a player has submitted, a list or one play, if this phone may show it."""
    if not game.shows_play(seat, device):
        return ()
    return game.lists.get(seat, ()) or ((game.hidden[seat],) if seat in game.hidden else ())


def was_sent(game: GameState, seat: Seat) -> bool:
    """Return whether what a player has submitted came from a phone of the player."""
    return bool(game.senders.get(seat))


def entered_play(game: GameState, seat: Seat) -> Play | None:
    """Return what the score-keeper has entered for a player on the sheet; None for what a phone has sent."""
    return game.hidden.get(seat) if seat in game.entered else None


def clash_sentence(room: Room, game: GameState) -> str:
    """Return what everybody may know of a clash, and who corrects it; empty where there is none."""
    if not game.has_clash:
        return ""
    if not game.clashing:
        return translate("What was sent cannot stand together: everybody look again")
    by_host = [seat for seat in game.clashing if not was_sent(game, seat)]
    template = _MIXED if 0 < len(by_host) < len(game.clashing) else _BY_HOST if by_host else _BY_PHONE
    who, entered = (name_or_count(player_names(room, seats)) for seats in (game.clashing, by_host))
    return template.translate_for(len(game.clashing), who=who, entered=entered)


_BY_PHONE = PluralTemplate(
    "{who} sent a card that lies already, and changes it", "{who} sent the same card: one of them changes it"
)
_BY_HOST = PluralTemplate(
    "{who} has a card that lies already: the host changes it",
    "{who} have the same card: the host changes one",
)
_MIXED = PluralTemplate(
    "{who} have the same card: it is changed, for {entered} by the host",
    "{who} have the same card: one of them changes it, the host for {entered}",
)


def clash_for_keeper(room: Room, game: GameState) -> str:
    """Return what the score-keeper may know of a clash: the card too, where it was entered for everybody."""
    seats = game.clashing if game.has_clash else ()
    by_phone = [seat for seat in seats if not room.seats[seat].has_no_phone or was_sent(game, seat)]
    if not seats or not game.entered.issuperset(by_phone) or seats[0] not in game.hidden:
        return clash_sentence(room, game)
    template = PluralTemplate(
        "{who} cannot have the {card}: it lies already", "{who} have the {card}: change one of them"
    )
    who, card = name_or_count(player_names(room, seats)), play_phrase(game.hidden[seats[0]])
    return template.translate_for(len(seats), who=who, card=card)


def clash_on_phone(room: Room, game: GameState, seat: Seat, device: Device) -> str:
    """Return what a player may know of a clash on this phone: the card too, if this phone has sent it."""
    plays = shown_plays(game, seat, device) if game.has_clash and seat in game.clashing else ()
    if not plays:
        return clash_sentence(room, game)
    card, others = play_phrase(plays[0]), player_names(room, [each for each in game.clashing if each != seat])
    if not others:
        return translate("Your {card} cannot be there: it lies already", card=card)
    template = PluralTemplate(
        "{who} has your {card} too: one of you changes it",
        "{who} have your {card} too: one of you changes it",
    )
    return template.translate_for(len(others), who=name_or_count(others), card=card)
