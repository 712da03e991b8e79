"""What the app asks: a deck, or the host's own lines; with a room or before it."""

from contextlib import suppress
from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused, Unchanged
from companion.room.commands import questions, room_control
from companion.room.events import Event
from companion.room.state import Room
from companion.rules.games import QUESTION_GAME, find_game
from companion.screens.decks import own_tile, read_own_lines, shelves
from companion.screens.game_choices import option_strips
from companion.web.device import device_of_form, ensure_device
from companion.web.execute import execute, require_open_host_page
from companion.web.middleware import errors
from companion.web.middleware.htmx import redirect_to, wants_fragment
from companion.web.pages import start
from companion.web.pages.host_actions import posted_texts, read_options, read_options_form

blueprint = Blueprint("decks", __name__)

_USUAL = {"rounds": "10"}
"""What is chosen where the form is opened, as texts of its fields."""


@blueprint.get("/decks")
@blueprint.get("/<code:code>/host/decks")
def page(code: str = "", error: str = "") -> str:
    """Offer the decks, and how many questions; in a room as they were chosen there."""
    room, offered, rules = _room_of_host(code), shelves(), find_game(QUESTION_GAME)
    chosen = room.questions_chosen if room else None
    usual = chosen.deck if chosen and not chosen.lines else next(iter(offered.values()))[0].key
    strips = option_strips(rules(), {**_USUAL, **posted_texts()}, 0)
    return render_template(
        "decks/page.html",
        code=code,
        title=rules.title,
        shelves=offered,
        own=own_tile(),
        chosen=request.form.get("deck", usual),
        strips=[strip for strip in strips if strip.name in _USUAL],
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
    deck, options = _posted_deck()
    device = device_of_form()
    code = start.open_room(device, QUESTION_GAME, read_options_form(QUESTION_GAME, {}) | options)
    execute(code, device, lambda room: questions.choose_questions(room, device, *deck))
    return redirect_to("host.page", code=code)


@blueprint.post("/<code:code>/host/decks")
def choose(code: str) -> Response:
    """Choose the deck of the form for a room, and begin at once where enough are here.

    With `instead`, the id of its open round, the game that is played ends before, as it stands.
    """
    (room, device), (deck, of_deck) = require_open_host_page(code), _posted_deck()
    options = read_options(room, QUESTION_GAME) | of_deck

    def begin_or_choose(room: Room) -> Event | None:
        if len(room.present) >= find_game(QUESTION_GAME).min_players:
            return room_control.start_game(room, device, lambda _: options, game=QUESTION_GAME)
        return room_control.choose_game(room, device, QUESTION_GAME, lambda _: options)

    if at := request.form.get("instead"):
        execute(code, device, lambda room: room_control.end_game(room, device, at))
    with suppress(Unchanged):
        execute(code, device, lambda room: questions.choose_questions(room, device, *deck))
    with suppress(Unchanged):
        execute(code, device, begin_or_choose)
    return redirect_to("host.page", code=code)


def _posted_deck() -> tuple[tuple[str, str], dict[str, Any]]:
    """Return the deck of the form with its lines, and the options with which all own lines are asked."""
    deck = request.form.get("deck", ""), request.form.get("lines", "")
    count = len(questions.read_choice(*deck).lines)
    return deck, {"rounds": count} if count else {}


def _page_of_form(code: str = "", error: str = "") -> str:
    """Show the page again whose form was refused."""
    shown = own if request.form.get("deck") == questions.OWN else page
    return shown(code, error)


blueprint.register_error_handler(Refused, errors.rerender_page(_page_of_form))
