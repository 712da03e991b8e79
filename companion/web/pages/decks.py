"""What the app asks: a deck, or the host's own lines; with a room or before it."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused, Unchanged
from companion.room.commands import questions, room_control
from companion.room.commands.access import require_open_room
from companion.room.state import Room
from companion.rules.games import QUESTION_GAME, find_game
from companion.rules.games.options import form_texts
from companion.screens.decks import own_tile, read_own_lines, shelves
from companion.screens.game_choices import option_strips
from companion.web.device import current_device, device_of_form, ensure_device
from companion.web.execute import execute, latest_room, require_open_host_page
from companion.web.middleware import errors
from companion.web.middleware.htmx import redirect_to, wants_fragment
from companion.web.pages import start
from companion.web.pages.host_actions import posted_texts, read_options, read_options_form

blueprint = Blueprint("decks", __name__)

_USUAL = {"rounds": "10"}
"""What the form offers to a host who has chosen nothing before, as texts of its fields."""


@blueprint.get("/decks")
@blueprint.get("/<code:code>/host/decks")
def page(code: str = "", error: str = "") -> str:
    """Offer the decks, and how many questions; in a room as they were chosen there."""
    room = _room_of_host(code)
    chosen = room.questions_chosen if room else None
    offered, texts = shelves(), {**_texts(room), **posted_texts()}
    usual = chosen.deck if chosen and chosen.deck != questions.OWN else offered[0].tiles[0].key
    return render_template(
        "decks/page.html",
        code=code,
        title=find_game(QUESTION_GAME).title,
        shelves=offered,
        own=own_tile(),
        chosen=request.form.get("deck", usual),
        strips=[each for each in option_strips(find_game(QUESTION_GAME)(), texts, 0) if each.name in _USUAL],
        playing=room is not None and room.is_playing,
        error=error,
    )


def _room_of_host(code: str) -> Room | None:
    """Return the room of this host; None before one is open. Raises `Forbidden` for who may open none."""
    if code:
        return require_open_host_page(code)[0]
    if refused := start.why_no_room():
        raise refused
    ensure_device()  # before the form is sent, so that two taps come from one browser
    return None


def _texts(room: Room | None) -> Mapping[str, str]:
    """Return the options that were chosen before, but for those of own lines, which are all asked."""
    if room is None or room.next_game.name != QUESTION_GAME or questions.chosen_deck(room) == questions.OWN:
        return _USUAL
    return form_texts(room.next_game.options)


@blueprint.route("/decks/own", methods=["GET", "POST"])
@blueprint.route("/<code:code>/host/decks/own", methods=["GET", "POST"])
def own(code: str = "", error: str = "") -> str:
    """Take the lines that the host writes; what is posted is read, as it is while somebody types."""
    _room_of_host(code)
    typed = request.form.get("lines", "")
    shown = {"code": code, "read": read_own_lines(typed)}
    if wants_fragment():
        return render_template("decks/read.html", **shown)
    return render_template("decks/own.html", **shown, typed=typed, error=error)


@blueprint.post("/decks")
def open_room() -> Response:
    """Open a room that is asked of the deck that the form chooses."""
    deck, lines = _posted_deck()
    questions.read_choice(deck, lines)  # so that no room is open where this is refused
    options = {**read_options_form(QUESTION_GAME, {}), **_as_many_as(deck, lines)}
    device = device_of_form()
    code = start.open_room(device, QUESTION_GAME, options)
    execute(code, device, lambda room: questions.choose_questions(room, device, deck, lines))
    return redirect_to("host.page", code=code)


@blueprint.post("/<code:code>/host/decks")
def choose(code: str) -> Response:
    """Choose the deck of the form for a room, and begin at once where enough are here."""
    device, (deck, lines) = current_device(), _posted_deck()
    require_open_room(latest_room(code))

    def fill_in(room: Room, name: str) -> Mapping[str, Any]:
        return {**read_options(room, name), **_as_many_as(deck, lines)}

    with suppress(Unchanged):
        execute(code, device, lambda room: questions.choose_questions(room, device, deck, lines))
    with suppress(Unchanged):
        execute(
            code,
            device,
            lambda room: room_control.choose_game(room, device, QUESTION_GAME, partial(fill_in, room)),
        )
    room = latest_room(code)
    if len(room.present) >= room.next_game.rules.min_players:
        execute(code, device, lambda room: room_control.start_game(room, device, partial(fill_in, room)))
    return redirect_to("host.page", code=code)


def _posted_deck() -> tuple[str, str]:
    return request.form.get("deck", ""), request.form.get("lines", "")


def _as_many_as(deck: str, lines: str) -> Mapping[str, int]:
    """Return the options with which all lines of the host are asked; nothing for a deck."""
    return {"rounds": len(questions.read_choice(deck, lines).lines)} if deck == questions.OWN else {}


def _page_of_form(code: str = "", error: str = "") -> str:
    """Show the page again whose form was refused."""
    shown = own if request.form.get("deck") == questions.OWN else page
    return shown(code, error)


blueprint.register_error_handler(Refused, errors.rerender_page(_page_of_form))
