"""Card faces, and the pads of keys with which a card is played."""

from collections.abc import Collection
from typing import NamedTuple

from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.rules.cards import Card, card_label, format_card
from companion.rules.plays import Play


class CardFace(NamedTuple):
    """A card, or a number: `text` is what is posted, `sign` how it looks, `label` how it is read out."""

    text: str
    sign: str
    label: str
    rank: str
    suit: str


class PadKey(NamedTuple):
    """A card on a pad: whether it can be played now, and whether it is the play already submitted."""

    card: CardFace
    playable: bool
    own: bool


def card_face(play: Play) -> CardFace:
    """Return the face of a card or of a number."""
    if isinstance(play, Card):
        return CardFace(str(play), format_card(play), card_label(play), play.rank, play.suit)
    sign = format_value(play)
    return CardFace(str(play), sign, sign, sign, "")


def play_phrase(play: Play) -> str:
    """Name a play in a sentence, without an article: `8 of hearts`, `50`."""
    return card_label(play) if isinstance(play, Card) else format_value(play)


def card_pad(game: GameState, seat: Seat, submitted: Collection[Play]) -> tuple[PadKey, ...]:
    """List the cards a player chooses from, lowest first: the hand (with spent cards) or the deck.

    Empty where numbers are typed, and before the deal. Only a phone that plays for the seat may show it;
    `submitted` is what that phone has sent. Without a seat these are the cards that all players share.
    """
    wanted = game.open_round.allowed if not game.awaits_deal else {}
    allowed = wanted.get(seat) if seat else next(iter(wanted.values()), None)
    if allowed is None or not (seat or allowed.is_shared):
        return ()
    plays = allowed.keys(
        lambda first: [reveal.plays[seat] for reveal in game.reveals[first - 1 :] if seat in reveal.plays]
    )
    ordered = sorted(plays, key=lambda key: game.rules.sort_key(key[0]))
    return tuple(PadKey(card_face(play), playable, play in submitted) for play, playable in ordered)
