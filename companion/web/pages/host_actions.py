"""The host's actions, by the name in the address: each reads a form and returns the event to store."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from random import SystemRandom
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from companion.i18n.errors import Refused
from companion.room.commands import (
    access,
    corrections,
    membership,
    questions,
    room_control,
    scheduled,
    submissions,
    wishes,
)
from companion.room.events import Device, Event
from companion.room.game_events import PlaysCorrected
from companion.room.next_game import without_absent
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.options import KEEP, form_fields, form_texts, option_fields, parse_form
from companion.screens.corrections import CorrectionForm, correction_form, is_unsurprising
from companion.web.links import read_outside_address
from companion.web.services import room_addresses, services

Form = MultiDict[str, str]
Action = Callable[[Room, Device, Form], Event | None]


def _with_fields(command: Callable[..., Event | None], *fields: str) -> Action:
    """Make an action that passes form fields to a command; a missing field is empty."""
    return lambda room, device, form: command(room, device, *(form.get(field, "") for field in fields))


def _with_switch(field: str, name: str) -> Action:
    """Make an action that turns an option of the room on where a form field says `yes`, and off elsewhere."""
    return lambda room, device, form: room_control.set_room(room, device, **{name: form.get(field) == "yes"})


def _submit_list(room: Room, device: Device, form: Form) -> Event | None:
    """Send a list of numbers for a player, with commas or spaces in between."""
    typed = form.get("number", "").replace(",", " ").split()
    return submissions.submit_list_for(room, device, form.get("seat", ""), form.get("at", ""), typed)


def _start_game(room: Room, device: Device, form: Form) -> Event | None:
    if form.get("wanted"):
        room = wishes.as_wanted(room, form["wanted"])
    options, practice = partial(read_options, room), form.get("practice") == "yes"
    return room_control.start_game(
        room, device, options, game=form.get("game", ""), dealt=_is_dealt(form), practice=practice
    )


def _is_dealt(form: Form) -> bool | None:
    """Return whether the app is to deal the cards; None where a form does not say how they lie."""
    return form["table"] == "dealt" if form.get("table") else None


def needs_deck(room: Room, form: Form) -> bool:
    """Tell whether a form starts a game in which the app asks, and nobody has chosen what."""
    game = games.GAMES.get(form.get("game", "") or room.next_game.name)
    return game is not None and bool(game.question_aims) and not (room.questions_chosen or room.is_playing)


def _next_question(room: Room, device: Device, form: Form) -> Event | None:
    earlier = services().store.list_asked_questions(room.owners)
    return questions.next_question(room, device, form.get("at", ""), SystemRandom(), earlier)


def _choose_game(room: Room, device: Device, form: Form) -> Event | None:
    """Choose the next game, or other options of it: what the form leaves out stays as it is."""
    if not form.get("game"):
        room = wishes.as_wanted(room)
    name = form.get("game", "") or room.next_game.name
    return room_control.choose_game(room, device, name, partial(read_options, room), dealt=_is_dealt(form))


def read_options(room: Room, name: str) -> dict[str, Any]:
    """Parse the options in the form; those that it leaves out are as chosen before, if it is that game."""
    known = room.next_game
    chosen = without_absent(room, type(known.rules), known.options) if known.name == name else {}
    return read_options_form(name, form_texts(chosen), has_players=True)


def read_options_form(name: str, usual: Mapping[str, str], *, has_players: bool = False) -> dict[str, Any]:
    """Parse and validate the options in the form of this request, for the game of this name.

    `usual` are the texts of fields that the form does not have; its field `table` says what is
    kept. `has_players`: whether it can name players, as seats. Returns the options as they stand in a
    record, with those that were chosen in place of the app. Raises `Refused` for a game that the screens do
    not offer, and for options that its rules refuse.
    """
    rules = games.find_game(name)
    fields = option_fields(rules) if has_players else form_fields(rules)
    typed = {**usual, **posted_texts()}
    typed = {option.name: typed.get(option.name, "") for option in fields}
    if KEEP in typed and (table := request.form.get("table")):
        typed[KEEP] = "cards" if table == "dealt" else table
    found = parse_form(rules, typed)
    rules.read_options(found)
    return found


def posted_texts() -> dict[str, str]:
    """Return the fields of the posted form; of several with one name the last that is not empty.

    What somebody has typed under *For tinkerers* comes after the values that the form offers.
    """
    return {name: next(filter(None, reversed(texts)), "") for name, texts in request.form.lists()}


def _play_on(room: Room, device: Device, form: Form) -> Event | None:
    """Let a bot play for a player who is gone; raises `Forbidden` while their phone follows the room."""
    at, seat, hub = form.get("at", ""), form.get("seat", ""), services().hub
    player = room.seats.get(seat)
    if player and not player.away and any(hub.follows(room.code, phone) for phone in player.devices):
        raise access.Forbidden(
            "{name} has a phone here: leave the room there, and a bot plays on", name=player.name
        )
    return scheduled.play_on_for(room, device, at, seat)


def _correct(room: Room, device: Device, form: Form) -> PlaysCorrected | None:
    """Correct plays and calls of one or more rounds."""
    plays, calls = _read_typed(room, form)
    return corrections.correct_plays(room, device, form.get("at", ""), plays, calls)


def _read_typed(room: Room, form: Form) -> tuple[dict[corrections.PlayKey, str], dict[int, str]]:
    """Read `play-3-1` (round 3, seat 1), `call-3` and `taker-3` (who alone has any); raises `Refused`."""
    game, _ = access.find_revealed_round(room, form.get("at", ""))
    plays: dict[corrections.PlayKey, str] = {}
    calls: dict[int, str] = {}
    for name, text in form.items():
        match = re.fullmatch("(?:play-([0-9]{1,6})-(.+))|(?:(call|taker)-([0-9]{1,6}))", name)
        if match and match[1]:
            plays[int(match[1]), match[2]] = text
        elif match and match[3] == "call":
            calls[int(match[4])] = text
        elif match:
            plays |= {(int(match[4]), player): str(int(player == text)) for player in game.players}
    return plays, calls


def read_correction_form(room: Room, device: Device, at: str, form: Form) -> CorrectionForm:
    """Return the form of a round with what was typed, which may be refused."""
    game, number = access.find_revealed_round(room, at)
    typed, calls = _read_typed(room, form) if form else ({}, {})
    event = None
    try:
        event = _correct(room, device, form)
    except corrections.Impossible as impossible:
        typed = {
            (each_number, seat): str(game.revealed(each_number).reveal.plays[seat])
            for each_number, seat in impossible.play_keys
        } | typed
    except Refused:  # the page says so, and shows what was typed
        pass
    return correction_form(room, (game, number), typed, calls.get(number, ""), event)


ACTIONS: Mapping[str, Action] = {
    "begin": _start_game,
    "choose": _choose_game,
    "widen": _with_fields(room_control.relieve_crowding),
    "ending": _with_fields(room_control.choose_ending, "ending"),
    "close": _with_fields(submissions.close_round, "at"),
    "next": _with_fields(submissions.reveal_list_round, "at"),
    "end": _with_fields(room_control.end_game, "at", "how"),
    "ask": _with_fields(submissions.ask_question, "at", "question"),
    "tell": _with_fields(corrections.tell_truth, "at", "truth"),
    "questions": _with_fields(questions.choose_questions, "deck", "lines"),
    "question": _next_question,
    "skip": _with_fields(questions.skip_question, "at"),
    "truth": _with_fields(questions.give_truth, "at", "truth"),
    "finish": _with_fields(room_control.finish_evening),
    "on": _with_fields(room_control.play_on_tie, "at"),
    "showdown": _with_fields(partial(room_control.play_on_tie, showdown=True), "at"),
    "reopen": _with_fields(corrections.reopen_round, "at"),
    "pause": _with_fields(room_control.pause_timer, "at"),
    "resume": _with_fields(partial(room_control.pause_timer, paused=False), "at"),
    "show": _with_fields(submissions.submit_play_for, "seat", "at", "number"),
    "list": _submit_list,
    "add": _with_fields(membership.add_player, "name"),
    "bot": _with_fields(scheduled.add_bot, "strategy"),
    "botplays": _play_on,
    "rename": _with_fields(membership.rename_player, "seat", "name"),
    "out": _with_fields(membership.sit_out, "seat"),
    "in": _with_fields(membership.sit_in, "seat"),
    "remove": _with_fields(membership.remove_player, "seat"),
    "crowd": _with_fields(membership.send_crowd_away, "source", "since"),
    "idle": _with_fields(membership.send_idle_away, "since"),
    "bar": _with_fields(membership.block_player, "seat"),
    "unbar": _with_fields(membership.unblock_player, "seat"),
    "merge": _with_fields(membership.merge_players, "seat", "into"),
    "admit": _with_fields(membership.accept_claim, "claimant"),
    "deny": _with_fields(membership.deny_claim, "claimant"),
    "correct": _correct,
    "void": _with_fields(corrections.void_round, "at"),
    "count": _with_fields(partial(corrections.void_round, is_void=False), "at"),
    "undo": _with_fields(corrections.undo_last, "number"),
    "redo": _with_fields(corrections.redo_last, "number"),
    "lock": _with_switch("locked", "locked"),
    "letin": _with_switch("all", "takes_crowd"),
    "pace": _with_switch("by_itself", "auto_reveal"),
    "hide": _with_switch("hidden", "hides_scores"),
    "sound": _with_switch("on", "sound"),
    "reactions": _with_switch("on", "reactions"),
    "speak": _with_fields(room_control.choose_tv_language, "language"),
    "time": _with_fields(room_control.set_round_time, "seconds"),
    "outside": lambda room, device, form: room_control.set_room(
        room, device, outside_address=read_outside_address(form.get("outside", ""))
    ),
    "address": lambda room, device, form: room_control.choose_address(
        room, device, form.get("address", ""), room_addresses(room)
    ),
}

CAREFUL = ("correct", "count", "end", "merge", "redo", "undo", "void")
"""The actions that are confirmed on a page that lists what they would change, unless that is obvious."""


def to_confirm(room: Room, device: Device, name: str, form: Form) -> Mapping[str, str] | None:
    """Return what the page is asked that confirms an action; None for one that is done without, or confirmed.

    A correction is confirmed if just this one was looked at, the end of a game by `how` it is meant. Raises
    `Refused` as the action does.
    """
    is_sure = form.get("how") if name == "end" else "sure" in form and name != "correct"
    if name not in CAREFUL or is_sure:
        return None
    event = ACTIONS[name](room, device, form)
    if event is None or is_unsurprising(room, apply(room, event), event):
        return None
    if not isinstance(event, PlaysCorrected):
        return form.to_dict()
    if form.get("sure") == correction_token(event):
        return None
    return {"at": form.get("at", ""), **_typed_correction(event)}


def correction_token(event: PlaysCorrected) -> str:
    """Return a text that names a correction, to confirm it with: `2-1=10H 2-3= 2=high`."""
    return " ".join(f"{name.partition('-')[2]}={text}" for name, text in _typed_correction(event).items())


def _typed_correction(event: PlaysCorrected) -> dict[str, str]:
    """Return a correction as its form has it."""
    plays = {
        f"play-{corrected_play.round}-{corrected_play.seat}": ""
        if corrected_play.play is None
        else str(corrected_play.play)
        for corrected_play in event.plays
    }
    return plays | {f"call-{call.round}": call.call for call in event.calls}
