"""Sentences for hidden plays that cannot be shown together: whose they are, and which where that is no secret.

Everybody may know who has to look again. The card itself is for its players, and for the score-keeper who has
entered all of them.
"""

from companion.i18n.messages import PluralTemplate, capitalize_first, format_message, translate
from companion.room.clashes import Clash, find_clash, knows_clash
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.views.cards import play_phrase
from companion.views.naming import name_or_count, player_names


def clash_sentence(room: Room, game: GameState) -> str:
    """Return what everybody may know of a clash; empty where there is none."""
    clash = find_clash(game)
    return _for_all(room, clash) if clash else ""


def clash_for_keeper(room: Room, game: GameState) -> str:
    """Return what the score-keeper may know of a clash; empty where there is none."""
    clash = find_clash(game)
    if clash is None or clash.play is None or not knows_clash(room, game, clash):
        return clash_sentence(room, game)
    template = PluralTemplate(
        "{who} cannot have the {card}: it lies already", "{who} have the {card}: one of them must change it"
    )
    who, card = name_or_count(player_names(room, clash.seats)), play_phrase(clash.play)
    return format_message(template.translate_for(len(clash.seats)), {"who": who, "card": card})


def clash_for_player(room: Room, game: GameState, seat: Seat) -> str:
    """Return what a player may know of a clash: the card too, if it is one of his or her own."""
    clash = find_clash(game)
    if clash is None or clash.play is None or seat not in clash.seats:
        return clash_sentence(room, game)
    others = player_names(room, (each for each in clash.seats if each != seat))
    card = play_phrase(clash.play)
    if not others:
        return translate("Your {card} cannot be there: it lies already", card=card)
    template = PluralTemplate(
        "{who} sent your {card} too: one of you looks again", "{who} sent your {card} too: look again"
    )
    return format_message(template.translate_for(len(others)), {"who": name_or_count(others), "card": card})


def _for_all(room: Room, clash: Clash) -> str:
    if not clash.seats:
        return capitalize_first(str(clash.why))
    template = PluralTemplate(
        "{who} named a card that lies already: look again",
        "{who} named the same card: one of them looks again",
    )
    who = name_or_count(player_names(room, clash.seats))
    return format_message(template.translate_for(len(clash.seats)), {"who": who})
