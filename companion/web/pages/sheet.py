"""The score sheet: at a table with real cards, a round is entered at once, and others are corrected there."""

from collections.abc import Iterator
from typing import Any, cast, get_args

from flask import Blueprint, render_template, request
from werkzeug.datastructures import MultiDict

from companion.i18n.errors import Refused, Unchanged
from companion.i18n.messages import as_sentence, capitalize_first
from companion.room.commands import corrections, submissions
from companion.room.commands.access import TooLate, current_game, find_revealed_round, parse_round_id
from companion.room.events import Device, Event, Seat
from companion.room.reducer import apply, last_undoable
from companion.room.state import Room
from companion.screens.corrections import describe_changes
from companion.screens.sheet import as_it_stands, entry_means, sheet_view
from companion.screens.sheet_rows import Opened, Way
from companion.web.device import current_device, note
from companion.web.execute import execute, require_host_page, require_open_host_page
from companion.web.middleware import errors
from companion.web.middleware.htmx import redirect_page, redirect_to, wants_fragment
from companion.web.pages.evenings import people_known

blueprint = Blueprint("sheet", __name__, url_prefix="/<code:code>/host/sheet")

_FIELD = "play-"  # how the names of the fields begin; the seat follows


@blueprint.get("")
def page(code: str, error: str = "") -> Any:
    """Show the sheet; redirect to the host screen where the game has none."""
    return show_sheet(require_host_page(code)[0], error)


def show_sheet(room: Room, error: str = "", then: Room | None = None, meaning: str = "") -> Any:
    """Render the sheet or its live part; `then` is the room after what is typed, which `said` explains.

    What is typed stays in the fields of its own row: where that is closed, it is not for the next one.
    """
    view = sheet_view(room, _opened(), then)
    if view is None and error:
        raise Refused("{sentence}.", sentence=capitalize_first(error))
    if view is None:
        return redirect_page("host.page", code=room.code)
    refused = as_sentence(capitalize_first(error)) if error else ""
    template = "sheet/_live.html" if wants_fragment() else "sheet/page.html"
    known = people_known(room, current_device()) if view.way == "people" else None
    typed = request.form if request.form.get("row") == view.row else MultiDict[str, str]()
    return render_template(
        template,
        room=room,
        view=view,
        typed=typed,
        undo=last_undoable(room),
        error=refused,
        means=meaning,
        known=known,
    )


def _opened() -> Opened:
    """Return what the address or the form of this request has opened: `?correct=3`, or `way` and `at`."""
    if "people" in request.values:
        return Opened("people")
    for way in get_args(Way)[1:]:
        if number := request.args.get(way, 0, int):
            return Opened(way, number)
    way, at = request.form.get("way", ""), request.form.get("at", "")
    return Opened(cast(Way, way), parse_round_id(at)[1]) if way in get_args(Way)[1:] else Opened()


@blueprint.post("")
def enter(code: str) -> Any:
    """Take what was entered, also if it is sent again, and show the sheet as it is then."""
    device = current_device()
    try:
        execute(code, device, lambda room: _event(room, device))
    except Unchanged as unchanged:
        note(as_sentence(capitalize_first(str(unchanged))))
    return redirect_to("sheet.page", code=code)


@blueprint.post("/check")
def check(code: str) -> Any:
    """Show the sheet with what is typed, and what it would mean or which rule is against it."""
    room, device = require_open_host_page(code)
    try:
        event = _event(room, device)
    except Refused as refused:
        return show_sheet(room, str(refused))
    if event is None:
        return show_sheet(room, str(Unchanged()))
    after = apply(room, event)
    is_entry = request.form.get("way", "enter") == "enter"
    sentences = entry_means(room, after) if is_entry else describe_changes(room, after)[:1]
    return show_sheet(room, then=None if is_entry else after, meaning=" ".join(sentences))


def _event(room: Room, device: Device) -> Event | None:
    """Return the event of the form; raise `TooLate` where a revealed round is not as the page showed it."""
    form, at, plays = request.form, request.form.get("at", ""), dict(_typed(room))
    event: Event | None
    match form.get("way", ""):
        case "correct":
            number = parse_round_id(at)[1]
            calls = {number: form["call"]} if form.get("call") else None
            typed = {(number, seat): text for seat, text in plays.items()}
            event = corrections.correct_plays(room, device, at, typed, calls)
        case "insert":
            return corrections.insert_round(room, device, at, plays, form.get("shown", ""))
        case "menu":
            event = corrections.void_round(room, device, at, is_void=form.get("void") == "yes")
        case _:
            return submissions.enter_plays(room, device, at, plays, form.get("call", ""))
    if event and form.get("was") not in (None, as_it_stands(*find_revealed_round(room, at))):
        raise TooLate(corrections.CHANGED)
    return event


def _typed(room: Room) -> Iterator[tuple[Seat, str]]:
    """Yield what was entered: `one` is the seat of the only one, or `none`; `some` are of all `here`."""
    form = request.form
    takers, here = [*form.getlist("one"), *form.getlist("some")], form.getlist("here")
    if not {*takers} <= {*current_game(room).record.players, "none"}:
        raise Refused("There is no such player in this room")
    seats = dict.fromkeys((*here, *takers)) if takers else ()
    yield from ((seat, "1" if seat in takers else "0") for seat in seats if seat != "none")
    for name, text in form.items():
        if name.startswith(_FIELD):
            yield name.removeprefix(_FIELD), text


blueprint.register_error_handler(Refused, errors.rerender_page(page))
