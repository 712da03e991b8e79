"""The host's actions, by the name in the address: each reads a form and returns the event to store."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.i18n.errors import Refused, Unchanged
from companion.room import events
from companion.room.commands import (
    bot_turns,
    corrections,
    membership,
    questions,
    room_control,
    submissions,
)
from companion.room.commands.access import find_revealed_round
from companion.room.commands.corrections import Impossible, Place
from companion.room.events import Device
from companion.room.named_players import without_absent
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules.games.options import form_texts
from companion.screens.changes import describe_event
from companion.screens.corrections import (
    CorrectionForm,
    Typed,
    correction_form,
    correction_token,
    describe_changes,
    is_unsurprising,
)
from companion.web import forms
from companion.web.services import room_addresses

Form = MultiDict[str, str]
Action = Callable[[Room, Device, Form], events.Event | None]


def _with_fields(command: Callable[..., events.Event | None], *fields: str) -> Action:
    """Make an action that passes form fields to a command; a missing field is empty."""
    return lambda room, device, form: command(room, device, *(form.get(field, "") for field in fields))


def _submit_list(room: Room, device: Device, form: Form) -> events.Event | None:
    """Send a list of numbers for a player, with commas or spaces in between."""
    typed = form.get("number", "").replace(",", " ").split()
    return submissions.submit_list_for(room, device, form.get("seat", ""), form.get("at", ""), typed)


def _start_game(room: Room, device: Device, form: Form) -> events.Event | None:
    options = partial(_read_options, room)
    is_dealt = form.get("table") == "dealt"
    return room_control.start_game(room, device, options, game=form.get("game", ""), dealt=is_dealt)


def _choose_game(room: Room, device: Device, form: Form) -> events.Event | None:
    """Choose the next game, or other options of it: what the form leaves out stays as it is."""
    name = form.get("game", "") or room.next_game.name
    return room_control.choose_game(room, device, name, partial(_read_options, room))


def _read_options(room: Room, name: str) -> dict[str, Any]:
    """Parse the options in the form; those that it leaves out are as chosen before, if it is that game."""
    known = room.next_game
    chosen = without_absent(room, type(known.rules), known.options) if known.name == name else {}
    return forms.read_options_form(name, form_texts(chosen), has_players=True)


def _read_correction(room: Room, device: Device, form: Form) -> events.PlaysCorrected | None:
    """Correct plays and calls of one or more rounds, after two players were swapped if the form says so."""
    typed = _read_typed(room, form)
    return corrections.correct_plays(
        room, device, form.get("at", ""), _swapped(typed.plays, form), typed.calls
    )


def _read_typed(room: Room, form: Form) -> Typed:
    """Read fields such as `play-3-1`, for round 3 and seat 1, `call-3`, and `taker-3`: who alone has any.

    Raises `Refused` where the form names no revealed round.
    """
    game, _ = find_revealed_round(room, form.get("at", ""))
    plays: dict[Place, str] = {}
    calls: dict[int, str] = {}
    for name, text in form.items():
        what, number, seat = (*name.split("-", 2), "", "")[:3]
        if not re.fullmatch("[0-9]{1,6}", number):
            continue
        if what == "play" and seat:
            plays[int(number), seat] = text
        elif what == "call":
            calls[int(number)] = text
        elif what == "taker":
            plays |= {(int(number), each): str(int(each == text)) for each in game.record.players}
    return Typed(plays, calls)


def _swapped(plays: Mapping[Place, str], form: Form) -> Mapping[Place, str]:
    """Exchange the plays of the players `one` and `other`, if the form has the round of `swap` swapped.

    Raises `Refused` unless these are two players of that round.
    """
    if not form.get("swap"):
        return plays
    places = {(str(number), seat): (number, seat) for number, seat in plays}
    one, other = (places.get((form["swap"], form.get(name, ""))) for name in ("one", "other"))
    if one is None or other is None or one == other:
        raise Refused("Choose two players to swap")
    return {**plays, one: plays[other], other: plays[one]}


CORRECTING = "correct"
"""The action that is confirmed in its own form: see `previewed_form`."""

ACTIONS: Mapping[str, Action] = {
    "begin": _start_game,
    "choose": _choose_game,
    "widen": _with_fields(room_control.relieve_crowding),
    "ending": _with_fields(room_control.choose_ending, "ending"),
    "close": _with_fields(submissions.close_round, "at"),
    "next": _with_fields(submissions.reveal_list_round, "at"),
    "end": _with_fields(room_control.end_game, "at", "how"),
    "ask": _with_fields(questions.ask_question, "at", "question"),
    "tell": _with_fields(questions.tell_truth, "at", "truth"),
    "on": _with_fields(room_control.play_on_tie, "at"),
    "showdown": _with_fields(room_control.start_showdown, "at"),
    "reopen": _with_fields(corrections.reopen_round, "at"),
    "pause": _with_fields(room_control.pause_timer, "at"),
    "resume": _with_fields(room_control.resume_timer, "at"),
    "show": _with_fields(submissions.submit_play_for, "seat", "at", "number"),
    "list": _submit_list,
    "add": _with_fields(membership.add_player, "name"),
    "bot": _with_fields(bot_turns.add_bot, "strategy"),
    "botplays": _with_fields(bot_turns.play_on_for, "at", "seat"),
    "rename": _with_fields(membership.rename_player, "seat", "name"),
    "out": _with_fields(membership.sit_out, "seat"),
    "in": _with_fields(membership.sit_in, "seat"),
    "remove": _with_fields(membership.remove_player, "seat"),
    "bar": _with_fields(membership.block_player, "seat"),
    "unbar": _with_fields(membership.unblock_player, "seat"),
    "merge": _with_fields(membership.merge_players, "seat", "into"),
    "admit": _with_fields(membership.accept_claim, "claimant"),
    "deny": _with_fields(membership.deny_claim, "claimant"),
    CORRECTING: _read_correction,
    "void": _with_fields(corrections.void_round, "at"),
    "count": _with_fields(partial(corrections.void_round, is_void=False), "at"),
    "undo": _with_fields(corrections.undo_last, "number"),
    "redo": _with_fields(corrections.redo_last, "number"),
    "lock": lambda room, device, form: room_control.set_room(
        room, device, locked=form.get("locked") == "yes", takes_crowd=form.get("locked") == "crowd"
    ),
    "pace": lambda room, device, form: room_control.set_room(
        room, device, auto_reveal=form.get("by_itself") == "yes"
    ),
    "hide": lambda room, device, form: room_control.set_room(
        room, device, hides_scores=form.get("hidden") == "yes"
    ),
    "time": _with_fields(room_control.set_round_time, "seconds"),
    "address": lambda room, device, form: room_control.choose_address(
        room, device, form.get("address", ""), room_addresses(room)
    ),
}

CAREFUL = frozenset({"void", "count", "merge", "undo", "redo"})
"""The actions that are confirmed on a page that lists what they would change."""
ASKING = "end"
"""The action that asks on a page of its own how it is meant, unless the form says so with `how`."""
_ONLY_IF_SURPRISING = frozenset({"undo", "redo"})
"""Those of them that need no confirmation where the change is obvious."""


def to_confirm(room: Room, device: Device, name: str, form: Form) -> Mapping[str, str] | None:
    """Return what the page is asked that confirms an action; None for one that is done without, or confirmed.

    Raises `Refused` as the action does, and for a correction where nothing would change.
    """
    if name == CORRECTING:
        return _unconfirmed(_required(name, room, device, form), form)
    if name == ASKING and not form.get("how"):
        room_control.end_game(room, device, form.get("at", ""))
        return form.to_dict() if room.current_game and room.current_game.record.reveals else None
    if name not in CAREFUL or "sure" in form:
        return None
    event = ACTIONS[name](room, device, form)
    is_plain = name in _ONLY_IF_SURPRISING and is_unsurprising(room, apply(room, event), name)
    return None if event is None or is_plain else form.to_dict()


def _unconfirmed(event: events.PlaysCorrected, form: Form) -> Mapping[str, str] | None:
    """Return the fields of a correction that is to be looked at first; None where just this one was."""
    if form.get("sure") == correction_token(event):
        return None
    plays = {
        f"play-{each.round}-{each.seat}": "" if each.play is None else str(each.play) for each in event.plays
    }
    return {"at": form.get("at", ""), **plays, **{f"call-{each.round}": each.call for each in event.calls}}


def _required(name: str, room: Room, device: Device, form: Form) -> Any:
    event = ACTIONS[name](room, device, form)
    if event is None:
        raise Unchanged
    return event


def preview_changes(room: Room, device: Device, name: str, form: Form) -> tuple[str, tuple[str, ...]]:
    """Return the sentence for an action, and the sentences for what it would change.

    Raises `Refused` as the action does, or where nothing would change.
    """
    event = _required(name, room, device, form)
    return describe_event(room, event), describe_changes(room, apply(room, event))


def typed_form(room: Room, device: Device, at: str, form: Form) -> CorrectionForm:
    """Return the form of a round with what was typed, swapped if that can be, and what it contradicts."""
    game, number = find_revealed_round(room, at)
    if not form:
        return correction_form(room, game, number, Typed())
    typed = _read_typed(room, form)
    with suppress(Refused):  # the page says so, and shows what was typed
        typed = typed._replace(plays=_swapped(typed.plays, form))
    try:
        _read_correction(room, device, form)
    except Impossible as impossible:
        typed = typed._replace(touched=impossible.places)
    except Refused:
        pass
    return correction_form(room, game, number, typed)


def previewed_form(room: Room, device: Device, form: Form) -> CorrectionForm:
    """Return the form with what it would change; raises `Refused` as the correction does."""
    game, number = find_revealed_round(room, form.get("at", ""))
    event = _required(CORRECTING, room, device, form)
    return correction_form(room, game, number, _read_typed(room, form)._replace(event=event))
