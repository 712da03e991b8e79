"""The form that corrects a round, as it is typed, refused, previewed and confirmed."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from werkzeug.datastructures import MultiDict

from companion.i18n.errors import Refused, Unchanged
from companion.room import events
from companion.room.commands.access import find_revealed_round
from companion.room.commands.corrections import Impossible, Place
from companion.room.events import Device
from companion.room.state import Room
from companion.views.correction_form import CorrectionForm, Typed, correction_form, correction_token
from companion.web import forms
from companion.web.pages.host_actions import read_correction, typed_plays

Fields = MultiDict[str, str]


def typed_form(room: Room, device: Device, at: str, form: Fields) -> CorrectionForm:
    """Return the form of a round with what was typed, and with the plays that this contradicts."""
    game, number = find_revealed_round(room, at)
    touched = _contradicted(room, device, form)
    return correction_form(room, game, number, replace(_typed(room, at, form), touched=touched))


def previewed_form(room: Room, device: Device, form: Fields) -> CorrectionForm:
    """Return the form with what it would change; raises `Refused` as the correction does."""
    game, number = find_revealed_round(room, form.get("at", ""))
    event = _required(room, device, form)
    return correction_form(room, game, number, _typed(room, form["at"], form), event)


def unconfirmed(room: Room, device: Device, form: Fields) -> Mapping[str, str] | None:
    """Return the fields of a correction that is to be looked at first; None where just this one was.

    Raises `Refused` as the correction does, and where nothing would change.
    """
    event = _required(room, device, form)
    if form.get("sure") == correction_token(event):
        return None
    plays = {
        f"play-{each.round}-{each.seat}": "" if each.play is None else str(each.play) for each in event.plays
    }
    calls = {f"call-{each.round}": each.call for each in event.calls}
    return {"at": form.get("at", ""), **plays, **calls}


def _required(room: Room, device: Device, form: Fields) -> events.PlaysCorrected:
    event = read_correction(room, device, form)
    if event is None:
        raise Unchanged
    return event


def _typed(room: Room, at: str, form: Fields) -> Typed:
    """Return what was typed, swapped if that can be."""
    typed = forms.read_corrections(form)
    with suppress(Refused):  # the page says so, and shows what was typed
        typed = forms.swap_players(typed, form)
    return Typed(typed_plays(room, at, typed), typed.calls)


def _contradicted(room: Room, device: Device, form: Fields) -> tuple[Place, ...]:
    """Return the plays because of which what was typed is refused."""
    if not form:
        return ()
    try:
        read_correction(room, device, form)
    except Impossible as impossible:
        return impossible.places
    except Refused:
        return ()
    return ()
