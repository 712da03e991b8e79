"""Card faces, and the pads of keys with which a card is played."""

from dataclasses import dataclass

from companion.i18n.messages import format_value
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.rules.cards import Card, card_label, format_card
from companion.rules.results import Play


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card, or a number: `text` is what is posted, `sign` how it looks, `label` how it is read out."""

    text: str
    sign: str
    label: str
    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class PadKey:
    """A card on a pad: whether it can be played now, and whether it is the play already submitted."""

    card: CardFace
    playable: bool
    own: bool


def card_face(play: Play) -> CardFace:
    """Return the face of a card or of a number."""
    if isinstance(play, Card):
        return CardFace(str(play), format_card(play), card_label(play), play.rank, play.suit)
    return CardFace(str(play), format_value(play), format_value(play), format_value(play), "")


def play_phrase(play: Play) -> str:
    """Name a play in a sentence, without an article: `8 of hearts`, `50`."""
    return card_label(play) if isinstance(play, Card) else format_value(play)


def common_pad(game: GameState) -> tuple[PadKey, ...]:
    """List the keys that all players share; empty where the allowed plays differ between players."""
    wanted = game.next_round.allowed if game.next_round and not game.takes_lists else {}
    allowed = next(iter(wanted.values()), None)
    if allowed is None or not allowed.is_shared:
        return ()
    ordered = sorted(allowed.keys(lambda _: ()), key=lambda key: game.record.rules.sort_key(key[0]))
    return tuple(PadKey(card_face(play), playable, own=False) for play, playable in ordered)


def card_pad(game: GameState, seat: Seat, device: Device = "") -> tuple[PadKey, ...]:
    """List the cards a player chooses from, lowest first: the hand (with spent cards) or the deck.

    Empty where numbers are typed, and before the deal. Only a phone that plays for the seat may show it, and
    which card was submitted only if `device` has sent it.
    """
    allowed = game.next_round.allowed.get(seat) if game.next_round and not game.awaits_deal else None
    if allowed is None:
        return ()
    record, submitted = game.record, game.hidden.get(seat) if game.shows_play(seat, device) else None
    keys = allowed.keys(
        lambda first: [each.plays[seat] for each in record.reveals[first - 1 :] if seat in each.plays]
    )
    ordered = sorted(keys, key=lambda key: record.rules.sort_key(key[0]))
    return tuple(PadKey(card_face(play), playable, play == submitted) for play, playable in ordered)
