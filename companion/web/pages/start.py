"""The start page: open a room, join one by its code, watch the demo, read the rules."""

import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, render_template, request, session
from werkzeug.wrappers import Response

from companion.config import addresses
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.room import bots, events
from companion.room.commands import room_control, scheduled
from companion.room.commands.access import Forbidden
from companion.room.events import Device
from companion.room.next_game import next_rules
from companion.room.state import Room
from companion.rules import games
from companion.rules.games import GameChoice, all_choices, find_choice
from companion.rules.games.contract import Game
from companion.rules.games.options import form_texts
from companion.screens.lessons import lesson_view
from companion.storage.event_store import DIGITS, LETTERS, UnknownRoom
from companion.web.device import current_device, device_of_form, ensure_device
from companion.web.execute import execute, latest_room
from companion.web.links import read_room_code
from companion.web.middleware import errors
from companion.web.middleware.clients import is_this_computer_asking
from companion.web.middleware.htmx import redirect_to
from companion.web.pages import evenings, operator, seats
from companion.web.pages.host_actions import read_options_form
from companion.web.services import services

blueprint = Blueprint("start", __name__)

_log = logging.getLogger("companion.rooms")


@blueprint.get("/")
def page(error: str = "") -> str:
    """Show the start page, with what was chosen if the form was refused."""
    device = ensure_device()  # before the form is sent, so that two taps on Start come from one browser
    choices, settings = all_choices(), services().settings
    reached = addresses.candidate_addresses(settings.url, (), settings.port, settings.host)
    return render_template(
        "start/page.html",
        all_choices=choices,
        chosen=find_choice(request.form.get("game")) or choices[0],
        rooms=evenings.latest_rows(device),
        opened=settings.open and is_this_computer_asking(),
        reached_at=next(iter(reached), None),
        damage=services().restart.damage,
        is_operator=operator.is_operator(),
        refused=why_no_room(),
        needs_word=bool(settings.word),
        error=error,
    )


def why_no_room() -> Forbidden | None:
    """Return who may open rooms; None for who may, as this computer and the operator always do."""
    settings = services().settings
    may = settings.rooms == "everybody" or operator.knows_secret("word", settings.word)
    if may or is_this_computer_asking() or operator.is_operator():
        return None
    known = N_("Rooms of {site} are opened by those who know its word.")
    sentence = known if settings.word else N_("Rooms of {site} are opened by whoever runs it.")
    return Forbidden(sentence, site=settings.name or Text("this server"))


@blueprint.post("/word")
def say_word() -> Response:
    """Let a browser open rooms from now on that has typed the word."""
    operator.accept_secret("word", request.form.get("word", "").casefold(), services().settings.word)
    return redirect_to("start.page")


@blueprint.post("/rooms")
def start() -> Response:
    """Open a room and redirect its host to the host screen."""
    wanted = request.form.get("game")
    chosen = find_choice(wanted) or GameChoice(games.find_game(wanted))
    options = read_options_form(chosen.game.name, form_texts(chosen.options))
    code = open_room(device_of_form(), chosen.game.name, options)
    return redirect_to("host.page", code=code)


@blueprint.post("/demo")
def demo() -> Response:
    """Open a room in which bots play, with this browser as host, and redirect to its TV page."""
    host, (game, options) = device_of_form(), games.DEMO
    code = open_room(host, game, options)

    def add_bot(strategy: str) -> None:
        execute(code, host, lambda room: scheduled.add_bot(room, host, strategy))

    for strategy in bots.STRATEGIES:
        add_bot(strategy)
    execute(code, host, lambda room: room_control.start_game(room, host, lambda _: options))
    return redirect_to("tv.page", code=code)


def open_room(host: Device, game: str, options: Mapping[str, Any]) -> str:
    """Open a room, and return its code; raises `Forbidden`.

    This browser keeps its host code, which the terminal shows too: 60 bits of chance in three groups.
    """
    if refused := why_no_room():
        raise refused
    address = request.host_url.rstrip("/")
    reachable = None if addresses.is_loopback(address) else address
    groups = ("".join(secrets.choice(LETTERS + DIGITS) for _ in range(4)) for _ in range(3))
    host_code = "-".join(groups)
    opened = events.RoomOpened(host, game, options, reachable, seats.hash_host_code(host_code))
    code = services().store.open_room(host, opened)
    session["host code"] = (code, host_code)  # of the last room only: a cookie has no place for many
    extra = {"about": {"room": code}, "only_in_text": f". Host code: {host_code}"}
    _log.info("Room %s is open", code, extra=extra)
    return code


@blueprint.get("/rules/<name>")
def rules(name: str) -> str:
    """Show how a game is played, with a `preset` of the query, or as in the `room` to go back to."""
    if name not in games.GAMES:
        abort(404)
    code = request.args.get("room", "")
    room = None
    with suppress(UnknownRoom):  # it may have been deleted
        room = latest_room(read_room_code(code)) if code else None
    game = _taught_rules(name, room)
    return render_template(
        "rules/page.html",
        game=game,
        games=games.GAMES.values(),
        lesson=lesson_view(game),
        code=code and read_room_code(code),
        player=room.player_of(current_device()) if room else None,
    )


def _taught_rules(name: str, room: Room | None) -> Game:
    """Return a game as the room plays it, or with the options of the preset that the request names."""
    if room and room.is_playing and room.current_game and room.current_game.record.game == name:
        return room.current_game.rules
    if room and room.next_game.name == name:
        return next_rules(room)
    game = games.find_game(name)
    chosen = find_choice(f"{name}.{request.args.get('preset', '')}") or GameChoice(game)
    return game.read_options(chosen.options)


@blueprint.get("/join")
def join() -> Response:
    """Redirect to the room whose code was typed; raises `Refused` or `UnknownRoom` for a wrong one."""
    code = read_room_code(request.args.get("code", ""))
    services().store.load_room(code)
    return redirect_to("phone.page", code=code)


blueprint.register_error_handler(Refused, errors.rerender_page(page, without=("start.rules",)))
