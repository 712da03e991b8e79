"""Who may do what: what somebody asks for becomes an act, or is refused with a sentence.

Every function takes the room as it is and the device that asks, and returns the act to be stored, or
None where there is nothing to do (a second tap). All raise `Refused`.
"""

from companion.moves.asking import Forbidden, TooLate, Unwelcome, own, place, welcome, where
from companion.moves.bots import add_bot
from companion.moves.mending import correct, recall, redo, reopen, undo, void
from companion.moves.passing import enter, enter_call, takes_phone
from companion.moves.pending import due, next_due
from companion.moves.people import (
    add,
    admit,
    bar,
    claim,
    come_back,
    deny,
    join,
    leave,
    merge,
    move,
    remove,
    rename,
    sit_in,
    sit_out,
    withdraw,
)
from companion.moves.plays import call, call_for, close, hand_in, hand_in_for, next_round, show, show_for
from companion.moves.rooms import (
    advertise,
    begin,
    end,
    host_by_link,
    lock,
    pace,
    pause,
    play_on,
    recover,
    resume,
    time,
)

__all__ = [
    "Forbidden",
    "TooLate",
    "Unwelcome",
    "add",
    "add_bot",
    "admit",
    "advertise",
    "bar",
    "begin",
    "call",
    "call_for",
    "claim",
    "close",
    "come_back",
    "correct",
    "deny",
    "due",
    "end",
    "enter",
    "enter_call",
    "hand_in",
    "hand_in_for",
    "host_by_link",
    "join",
    "leave",
    "lock",
    "merge",
    "move",
    "next_due",
    "next_round",
    "own",
    "pace",
    "pause",
    "place",
    "play_on",
    "recall",
    "recover",
    "redo",
    "remove",
    "rename",
    "reopen",
    "resume",
    "show",
    "show_for",
    "sit_in",
    "sit_out",
    "takes_phone",
    "time",
    "undo",
    "void",
    "welcome",
    "where",
    "withdraw",
]
