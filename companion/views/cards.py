"""Playing cards as screens show them: faces, and pads of keys to lay them with."""

from dataclasses import dataclass

from companion.i18n.messages import format_value
from companion.room.events import Seat
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
    """A card on a pad: whether it can be laid now, and whether it is the one that lies there hidden."""

    card: CardFace
    playable: bool
    own: bool


def card_face(play: Play) -> CardFace:
    """Return how a card or a number looks."""
    if isinstance(play, Card):
        return CardFace(str(play), format_card(play), card_label(play), play.rank, play.suit)
    return CardFace(str(play), format_value(play), format_value(play), format_value(play), "")


def common_pad(game: GameState) -> tuple[PadKey, ...]:
    """List the keys that all players have in common; empty where each may present something else."""
    wanted = game.next_round.allowed if game.next_round and not game.takes_lists else {}
    allowed = next(iter(wanted.values()), None)
    if allowed is None or not allowed.is_shared:
        return ()
    ordered = sorted(allowed.keys(lambda _: ()), key=lambda key: game.record.rules.sort_key(key[0]))
    return tuple(PadKey(card_face(play), playable, own=False) for play, playable in ordered)


def card_pad(game: GameState, seat: Seat) -> tuple[PadKey, ...]:
    """List the cards a player may choose from, lowest first: the hand with what is spent, or the deck.

    Empty where numbers are typed, and before the deal. This is for the eyes of whoever plays for the seat.
    """
    allowed = game.next_round.allowed.get(seat) if game.next_round and not game.awaits_deal else None
    if allowed is None:
        return ()
    record, submitted = game.record, game.hidden.get(seat)
    keys = allowed.keys(
        lambda first: [each.plays[seat] for each in record.reveals[first - 1 :] if seat in each.plays]
    )
    ordered = sorted(keys, key=lambda key: record.rules.sort_key(key[0]))
    return tuple(PadKey(card_face(play), playable, play == submitted) for play, playable in ordered)
