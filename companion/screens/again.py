"""What can be played next, between two games: a tile for each, by which guests sit who want it."""

from typing import NamedTuple

from companion.i18n.messages import PluralTemplate, capitalize_first, number_in_words, translate
from companion.room.commands.wishes import Offer, Offers, offers
from companion.room.events import Seat, Seats
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games import GameChoice, choice_of
from companion.screens.endings import game_ending
from companion.screens.headings import game_heading
from companion.screens.naming import drawn_seats
from companion.screens.podium import StandingGuest, standing_guests
from companion.screens.scenes.ends import PhotoScene, photo_scene
from companion.values import frozen

_MOST_BESIDE = 4
"""The most guests who stand beside one's own on a phone."""

_MOST_STANDING = 10
"""The most guests who stand about on the TV."""

_MOST_SITTING = 10
"""The most guests who are drawn by a tile."""


class Tile(NamedTuple):
    """A game that can be played next; `is_same`: the one just played. `leads`: most want it.

    `guests` sit by it, and `counted` is how many of all who can choose want it.
    """

    choice: GameChoice
    is_same: bool
    leads: bool
    guests: tuple[StandingGuest, ...]
    counted: str


class Wish(NamedTuple):
    """What a player wants next, with the guests of `others` who want it too."""

    key: str
    emblem: str
    heading: str
    sentence: str
    others: Seats


@frozen
class AgainView:
    """The photo of a game as it becomes the lobby; `about` it stand those who have chosen nothing yet.

    `photo` is who has won in the light; None where nobody has.
    """

    heading: str
    photo: PhotoScene | None
    about: tuple[StandingGuest, ...]
    tiles: tuple[Tile, ...]


class NextStart(NamedTuple):
    """What the host starts, by the key of its choice, and how many want it."""

    key: str
    label: str
    why: str


def again_tiles(room: Room) -> tuple[Tile, ...]:
    """Return what can be played next; nothing during a game, nor once the host has chosen."""
    offered = offers(room)
    return tuple(
        Tile(
            choice=offer.choice,
            is_same=_is_same(room, offer),
            leads=offer is offered.wanted,
            guests=standing_guests(room, offer.seats[:_MOST_SITTING]),
            counted=_counted(_COUNT, offer, offered) if offer.seats else "",
        )
        for offer in offered.games
    )


def _is_same(room: Room, offer: Offer) -> bool:
    return offer.choice == choice_of(room.next_game.rules)


_COUNT = PluralTemplate("{n} of {all}", "{n} of {all}")
_SIT = PluralTemplate(
    "{n} of {all} sits there. The host starts it.", "{n} of {all} sit there. The host starts it."
)
_WANT = PluralTemplate("{n} of {all} wants it", "{n} of {all} want it")


def _counted(template: PluralTemplate, offer: Offer, offered: Offers) -> str:
    """Say how many of all who can choose want a game."""
    number = len(offer.seats)
    return template.translate_for(number, n=number, all=len(offered.voters))


def again_view(room: Room) -> AgainView | None:
    """Return what the TV shows between two games.

    Where an evening is over, or nobody has won, that is not before the first choice.
    """
    game, offered = room.current_game, offers(room)
    sitting = {seat for offer in offered.games for seat in offer.seats}
    if game is None or not offered.games:
        return None
    if (game.is_final or game.is_thrown_away) and not sitting:
        return None
    winners = () if game.is_thrown_away else game.root.winners
    about = [seat for seat in offered.voters if seat not in sitting.union(winners)]
    return AgainView(
        heading=translate("{sentence}. Again?", sentence=_ended(room, game)),
        photo=photo_scene(room, game) if winners else None,
        about=standing_guests(room, about[:_MOST_STANDING]),
        tiles=again_tiles(room),
    )


def _ended(room: Room, game: GameState) -> str:
    """Say how the game has ended; names of several stand below them in the light."""
    if game.is_thrown_away:
        return game_heading(game)
    ending = game_ending(room, game)
    if len(ending.winners) < 2:
        return ending.headline
    return translate("{n} share the win", n=capitalize_first(number_in_words(len(ending.winners))))


def wish_of(room: Room, seat: Seat) -> Wish | None:
    """Return what a player wants next; None where that is nothing, or does not fit any more."""
    key = room.wishes.get(seat, "")
    offered = offers(room) if key else Offers()
    offer = offered.of(key)
    if offer is None or seat not in offer.seats:
        return None
    title, others = translate(offer.choice.title), tuple(each for each in offer.seats if each != seat)
    is_same = _is_same(room, offer)
    return Wish(
        key,
        offer.choice.game.emblem,
        translate("Once more, then") if is_same else translate("{title}, then", title=title),
        _counted(_SIT, offer, offered) if others else translate("Nobody else sits there yet."),
        drawn_seats(room, others)[:_MOST_BESIDE],
    )


def next_start(room: Room) -> NextStart | None:
    """Return what the host starts between two games; None where nothing can be chosen."""
    offered = offers(room)
    offer = offered.wanted or next((each for each in offered.games if _is_same(room, each)), None)
    if offer is None:
        return None
    key, title = offer.choice.key, translate(offer.choice.title)
    if offer is offered.wanted:
        return NextStart(key, translate("Start {title}", title=title), _counted(_WANT, offer, offered))
    has_chosen = any(each.seats for each in offered.games)
    why = translate("no game alone has the most") if has_chosen else translate("nobody has chosen")
    again = translate("One more game") if room.final else translate("{title} again", title=title)
    return NextStart(key, again, why)
