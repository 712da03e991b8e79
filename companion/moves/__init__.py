"""Who may do what: what somebody asks for becomes an act, or is refused with a sentence.

Every function takes the room as it is and the device that asks, and returns the act to be stored, or
None where there is nothing to do (a second tap). All raise `Refused`.
"""

from companion.moves.asking import Forbidden, TooLate, place
from companion.moves.plays import call, call_for, close, hand_in, hand_in_for, next_round, show, show_for
from companion.moves.rooms import add, advertise, begin, deal, end, join, play_on

__all__ = [
    "Forbidden",
    "TooLate",
    "add",
    "advertise",
    "begin",
    "call",
    "call_for",
    "close",
    "deal",
    "end",
    "hand_in",
    "hand_in_for",
    "join",
    "next_round",
    "place",
    "play_on",
    "show",
    "show_for",
]
