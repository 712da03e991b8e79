"""What the last reveal brought to one player, in a sentence."""

from companion.acts import Seat
from companion.games import good_enough, median_game, mediocrity, saichugen
from companion.journal import Room, Table
from companion.score import Leaf
from companion.views.cards import shown
from companion.views.people import names
from companion.views.reveals import card_fate, number_fate, tied
from companion.words import count, listing, say


def outcome(room: Room, table: Table, leaf: Leaf, seat: Seat) -> str:
    """Say to a player what became of his or her number or card; nothing to who is not in the game."""
    if seat not in table.record.players:
        return ""
    if seat not in leaf.plays:
        return "You showed no number"
    match table.record.options:
        case good_enough.Options(scoring=scoring):
            return _of_number(room, leaf, seat, scoring)
        case mediocrity.Options():
            return _of_mediocrity(leaf, seat)
        case saichugen.Options():
            return _of_saichugen(leaf, seat)
    return _of_median(room, leaf, seat)


def _of_number(room: Room, leaf: Leaf, seat: Seat, scoring: str) -> str:
    number = leaf.plays[seat]
    what = "the middle" if scoring == "median" else "closest to the mean"
    match number_fate(leaf, seat):
        case "middle":
            return f"{say(number)} is {what}: 1 point for you"
        case "disqualified":
            others = [other for other, play in leaf.plays.items() if play == number and other != seat]
            both = "both" if len(others) == 1 else "all"
            return f"{listing(names(room, others))} picked {say(number)} too: {both} disqualified"
    return f"{say(number)} is not {what}: no point"


def _of_mediocrity(leaf: Leaf, seat: Seat) -> str:
    card = shown(leaf.plays[seat]).sign
    fate, word = card_fate(mediocrity.NAME, leaf, seat)
    return f"Your {card} is {word}" if fate == "discarded" else f"Your {card} goes {word}"


def _of_saichugen(leaf: Leaf, seat: Seat) -> str:
    card = shown(leaf.plays[seat]).sign
    if seat in leaf.winners:
        return f"Your {card} is in the middle: it stays open"
    return f"Your {card} is not in the middle: it is turned down"


def _of_median(room: Room, leaf: Leaf, seat: Seat) -> str:
    card = shown(leaf.plays[seat]).sign
    if seat in leaf.winners and isinstance(leaf, median_game.Round):
        return f"Your {card} wins {count(leaf.takes, '{n} round', '{n} rounds')}"
    if seat in tied(leaf):
        others = listing(names(room, (other for other in tied(leaf) if other != seat)))
        return f"{others} laid your rank too: the round is tied"
    return f"Your {card} does not win"
