"""What the host can ask for, by the name in the address: each reads a form and makes a move."""

from collections.abc import Callable, Mapping

from flask import request
from werkzeug.datastructures import MultiDict

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import bot_turns, corrections, membership, room_control, submissions
from companion.room.events import Device
from companion.room.reducer import apply
from companion.room.state import Room
from companion.views.corrections import describe_changes, describe_event, is_unsurprising
from companion.web import forms
from companion.web.services import room_addresses

Form = MultiDict[str, str]
Action = Callable[[Room, Device, Form], events.Event | None]


def _show(room: Room, who: Device, asked: Form) -> events.Event | None:
    """Put down a number or a card for somebody: `seat` and `number`, or both in one as `3:10H`."""
    seat, typed = asked.get("seat", ""), asked.get("number", "")
    if not seat:
        seat, _, typed = typed.partition(":")
    return submissions.submit_play_for(room, who, seat, asked.get("at", ""), typed)


def _hand_in(room: Room, who: Device, asked: Form) -> events.Event | None:
    """Hand in a list of numbers for somebody, with commas or spaces in between."""
    typed = asked.get("number", "").replace(",", " ").split()
    return submissions.submit_list_for(room, who, asked.get("seat", ""), asked.get("at", ""), typed)


def _begin(room: Room, who: Device, asked: Form) -> events.Event | None:
    """Begin a game with the options as they stand in the form."""
    return room_control.start_game(
        room, who, forms.read_options_form, game=asked.get("game", ""), dealt="dealt" in asked
    )


def _advertise(room: Room, who: Device, asked: Form) -> events.Event | None:
    return room_control.choose_address(room, who, asked.get("address", ""), room_addresses(room))


def _in_round(move: Callable[[Room, Device, str], events.Event | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("at", ""))


def _of_seat(move: Callable[[Room, Device, str], events.Event | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("seat", ""))


def _numbered(move: Callable[[Room, Device, str], events.Event | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("number", ""))


def _claimant(move: Callable[[Room, Device, str], events.Event | None]) -> Action:
    return lambda room, who, asked: move(room, who, asked.get("claimant", ""))


ACTIONS: Mapping[str, Action] = {
    "begin": _begin,
    "close": _in_round(submissions.close_round),
    "next": _in_round(submissions.reveal_list_round),
    "end": _in_round(room_control.end_game),
    "on": _in_round(room_control.play_on_tie),
    "reopen": _in_round(corrections.reopen_round),
    "pause": _in_round(room_control.pause_timer),
    "resume": _in_round(room_control.resume_timer),
    "show": _show,
    "list": _hand_in,
    "call": lambda room, who, asked: submissions.call_high_low_for(
        room, who, asked.get("at", ""), asked.get("call", "")
    ),
    "add": lambda room, who, asked: membership.add_player(room, who, asked.get("name", "")),
    "bot": lambda room, who, asked: bot_turns.add_bot(room, who, asked.get("strategy", "")),
    "rename": lambda room, who, asked: membership.rename_player(
        room, who, asked.get("seat", ""), asked.get("name", "")
    ),
    "out": _of_seat(membership.sit_out),
    "in": _of_seat(membership.sit_in),
    "remove": _of_seat(membership.remove_player),
    "bar": _of_seat(membership.block_player),
    "merge": lambda room, who, asked: membership.merge_players(
        room, who, asked.get("seat", ""), asked.get("into", "")
    ),
    "admit": _claimant(membership.accept_claim),
    "deny": _claimant(membership.deny_claim),
    "correct": lambda room, who, asked: corrections.correct_play(
        room, who, asked.get("at", ""), asked.get("seat", ""), asked.get("number", "")
    ),
    "recall": lambda room, who, asked: corrections.correct_call(
        room, who, asked.get("at", ""), asked.get("call", "")
    ),
    "void": lambda room, who, asked: corrections.void_round(room, who, asked.get("at", ""), is_void=True),
    "count": lambda room, who, asked: corrections.void_round(room, who, asked.get("at", ""), is_void=False),
    "undo": _numbered(corrections.undo_last),
    "redo": _numbered(corrections.redo_last),
    "unbar": _of_seat(membership.unblock_player),
    "lock": lambda room, who, asked: room_control.lock_room(room, who, locked=asked.get("locked") == "yes"),
    "pace": lambda room, who, asked: room_control.set_auto_reveal(
        room, who, by_itself=asked.get("by_itself") == "yes"
    ),
    "time": lambda room, who, asked: room_control.set_round_time(room, who, asked.get("seconds", "")),
    "address": _advertise,
}
"""All actions of the host. Those in `CAREFUL` say first what they would change."""

CAREFUL = frozenset({"correct", "recall", "void", "count", "merge", "undo", "redo"})
_AT_ONCE = frozenset({"undo", "redo"})
"""Those of them that are done without asking where that can surprise nobody."""


def preview_changes(room: Room, who: Device, name: str, asked: Form) -> tuple[str, tuple[str, ...]]:
    """Say what an action is, and what it would change.

    Raises `Refused` as the action does, or where nothing would change.
    """
    event = ACTIONS[name](room, who, asked)
    if event is None:
        raise Refused("That is what stands there already")
    return describe_event(room, event), describe_changes(room, apply(room, event))


def needs_confirmation(room: Room, who: Device, name: str) -> bool:
    """Tell whether somebody is to be asked before the action in this request is done."""
    if name not in CAREFUL or "sure" in request.form:
        return False
    event = ACTIONS[name](room, who, request.form)
    if event is None:
        return False
    return name not in _AT_ONCE or not is_unsurprising(room, apply(room, event), name)
