"""Sentences for hidden plays that cannot be shown together: whose, and which where that is no secret.

Everybody may know who has to look again. The card itself is for its players, and for the score-keeper who has
entered all of them.
"""

from companion.i18n.messages import PluralTemplate, format_message, translate
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens.cards import play_phrase
from companion.screens.naming import name_or_count, player_names


def clash_sentence(room: Room, game: GameState) -> str:
    """Return what everybody may know of a clash; empty where there is none."""
    if not game.has_clash:
        return ""
    if not game.clashing:
        return translate("What was sent cannot stand together: everybody look again")
    template = PluralTemplate(
        "{who} named a card that lies already: look again",
        "{who} named the same card: one of them looks again",
    )
    who = name_or_count(player_names(room, game.clashing))
    return format_message(template.translate_for(len(game.clashing)), {"who": who})


def clash_for_keeper(room: Room, game: GameState) -> str:
    """Return what the score-keeper may know of a clash: the card too, where it was entered for everybody."""
    seats = game.clashing
    play = game.hidden.get(seats[0]) if game.has_clash and seats else None
    is_known = all(
        seat in game.entered or (room.seats[seat].has_no_phone and not game.senders.get(seat))
        for seat in seats
    )
    if play is None or not is_known:
        return clash_sentence(room, game)
    template = PluralTemplate(
        "{who} cannot have the {card}: it lies already", "{who} have the {card}: one of them must change it"
    )
    values = {"who": name_or_count(player_names(room, seats)), "card": play_phrase(play)}
    return format_message(template.translate_for(len(seats)), values)


def clash_for_player(room: Room, game: GameState, seat: Seat, device: Device) -> str:
    """Return what a player may know of a clash on this phone: the card too, if this phone has sent it."""
    is_own = game.has_clash and seat in game.clashing and game.shows_play(seat, device)
    play = game.hidden.get(seat) if is_own else None
    if play is None:
        return clash_sentence(room, game)
    others = player_names(room, (each for each in game.clashing if each != seat))
    card = play_phrase(play)
    if not others:
        return translate("Your {card} cannot be there: it lies already", card=card)
    template = PluralTemplate(
        "{who} sent your {card} too: one of you looks again", "{who} sent your {card} too: look again"
    )
    return format_message(template.translate_for(len(others)), {"who": name_or_count(others), "card": card})
