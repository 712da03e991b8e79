"""What the last reveal brought to one player, in a sentence."""

from companion.acts import Seat
from companion.games import good_enough, median_game, mediocrity, saichugen
from companion.journal import Room, Table
from companion.score import Leaf
from companion.views.cards import shown
from companion.views.people import names, persons
from companion.views.reveals import is_repeated, number_fate, tied
from companion.words import count, tell


def outcome(room: Room, table: Table, leaf: Leaf, seat: Seat) -> str:
    """Say to a player what became of his or her number or card; nothing to who is not in the game."""
    if seat not in table.record.players:
        return ""
    if seat not in leaf.plays:
        return tell("You showed no number")
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
    match number_fate(leaf, seat):
        case "middle":
            if scoring == "median":
                return tell("{number} is the middle: 1 point for you", number=number)
            return tell("{number} is closest to the mean: 1 point for you", number=number)
        case "disqualified":
            same = [other for other, play in leaf.plays.items() if play == number and other != seat]
            others = persons(names(room, same))
            if len(same) == 1:
                return tell("{others} picked {number} too: both disqualified", others=others, number=number)
            return tell("{others} picked {number} too: all disqualified", others=others, number=number)
    if scoring == "median":
        return tell("{number} is not the middle: no point", number=number)
    return tell("{number} is not closest to the mean: no point", number=number)


def _of_mediocrity(leaf: Leaf, seat: Seat) -> str:
    card = shown(leaf.plays[seat]).sign
    if seat not in leaf.winners:
        return tell("Your {card} goes back to the hand", card=card)
    if is_repeated(leaf):
        return tell("Your {card} is repeated: discarded", card=card)
    return tell("Your {card} is between: discarded", card=card)


def _of_saichugen(leaf: Leaf, seat: Seat) -> str:
    card = shown(leaf.plays[seat]).sign
    if seat in leaf.winners:
        return tell("Your {card} is in the middle: it stays open", card=card)
    return tell("Your {card} is not in the middle: it is turned down", card=card)


def _of_median(room: Room, leaf: Leaf, seat: Seat) -> str:
    card = shown(leaf.plays[seat]).sign
    if seat in leaf.winners and isinstance(leaf, median_game.Round):
        rounds = count(leaf.takes, "{n} round", "{n} rounds")
        return tell("Your {card} wins {rounds}", card=card, rounds=rounds)
    if seat in tied(leaf):
        others = persons(names(room, (other for other in tied(leaf) if other != seat)))
        return tell("{others} laid your rank too: the round is tied", others=others)
    return tell("Your {card} does not win", card=card)
