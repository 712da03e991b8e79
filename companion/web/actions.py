"""What the host can ask for, by the name in the address: each reads a form and makes a move."""

from collections.abc import Callable, Mapping

from flask import request
from werkzeug.datastructures import MultiDict

from companion import journal, moves, views
from companion.acts import Act, Device
from companion.journal import Room
from companion.score import Refused
from companion.web import form
from companion.web.wired import candidates

Form = MultiDict[str, str]
Action = Callable[[Room, Device, Form], Act | None]


def _show(room: Room, who: Device, asked: Form) -> Act | None:
    """Put down a number or a card for somebody: `seat` and `number`, or both in one as `3:10H`."""
    seat, typed = asked.get("seat", ""), asked.get("number", "")
    if not seat:
        seat, _, typed = typed.partition(":")
    return moves.show_for(room, who, seat, asked.get("at", ""), typed)


def _hand_in(room: Room, who: Device, asked: Form) -> Act | None:
    """Hand in a list of numbers for somebody, with commas or spaces in between."""
    typed = asked.get("number", "").replace(",", " ").split()
    return moves.hand_in_for(room, who, asked.get("seat", ""), asked.get("at", ""), typed)


def _begin(room: Room, who: Device, asked: Form) -> Act | None:
    """Begin a game with the options as they stand in the form."""
    return moves.begin(room, who, form.options, game=asked.get("game", ""), dealt="dealt" in asked)


def _advertise(room: Room, who: Device, asked: Form) -> Act | None:
    return moves.advertise(room, who, asked.get("address", ""), candidates(room))


def _in_round(move: Callable[[Room, Device, str], Act | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("at", ""))


def _of_seat(move: Callable[[Room, Device, str], Act | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("seat", ""))


def _numbered(move: Callable[[Room, Device, str], Act | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("number", ""))


def _claimant(move: Callable[[Room, Device, str], Act | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("claimant", ""))


ACTIONS: Mapping[str, Action] = {
    "begin": _begin,
    "close": _in_round(moves.close),
    "next": _in_round(moves.next_round),
    "end": _in_round(moves.end),
    "on": _in_round(moves.play_on),
    "reopen": _in_round(moves.reopen),
    "pause": _in_round(moves.pause),
    "resume": _in_round(moves.resume),
    "show": _show,
    "list": _hand_in,
    "call": lambda room, who, asked: moves.call_for(room, who, asked.get("at", ""), asked.get("call", "")),
    "add": lambda room, who, asked: moves.add(room, who, asked.get("name", "")),
    "bot": lambda room, who, asked: moves.add_bot(room, who, asked.get("strategy", "")),
    "rename": lambda room, who, asked: moves.rename(room, who, asked.get("seat", ""), asked.get("name", "")),
    "out": _of_seat(moves.sit_out),
    "in": _of_seat(moves.sit_in),
    "remove": _of_seat(moves.remove),
    "bar": _of_seat(moves.bar),
    "merge": lambda room, who, asked: moves.merge(room, who, asked.get("seat", ""), asked.get("into", "")),
    "admit": _claimant(moves.admit),
    "deny": _claimant(moves.deny),
    "correct": lambda room, who, asked: moves.correct(
        room, who, asked.get("at", ""), asked.get("seat", ""), asked.get("number", "")
    ),
    "recall": lambda room, who, asked: moves.recall(room, who, asked.get("at", ""), asked.get("call", "")),
    "void": lambda room, who, asked: moves.void(room, who, asked.get("at", ""), is_void=True),
    "count": lambda room, who, asked: moves.void(room, who, asked.get("at", ""), is_void=False),
    "undo": _numbered(moves.undo),
    "redo": _numbered(moves.redo),
    "unbar": _of_seat(moves.unbar),
    "lock": lambda room, who, asked: moves.lock(room, who, locked=asked.get("locked") == "yes"),
    "pace": lambda room, who, asked: moves.pace(room, who, by_itself=asked.get("by_itself") == "yes"),
    "time": lambda room, who, asked: moves.time(room, who, asked.get("seconds", "")),
    "address": _advertise,
}
"""All actions of the host. Those in `CAREFUL` say first what they would change."""

CAREFUL = frozenset({"correct", "recall", "void", "count", "merge", "undo", "redo"})
_AT_ONCE = frozenset({"undo", "redo"})
"""Those of them that are done without asking where that can surprise nobody."""


def consequences(room: Room, who: Device, name: str, asked: Form) -> tuple[str, tuple[str, ...]]:
    """Say what an action is, and what it would change.

    Raises `Refused` as the action does, or where nothing would change.
    """
    act = ACTIONS[name](room, who, asked)
    if act is None:
        raise Refused("That is what stands there already")
    return views.deed(room, act), views.consequences(room, journal.after(room, act))


def must_ask(room: Room, who: Device, name: str) -> bool:
    """Tell whether somebody is to be asked before the action in this request is done."""
    if name not in CAREFUL or "sure" in request.form:
        return False
    act = ACTIONS[name](room, who, request.form)
    if act is None:
        return False
    return name not in _AT_ONCE or not views.expected(room, journal.after(room, act), name)
