"""The start page: open a room, join one by its code, watch the demo, read the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.config import addresses
from companion.i18n.errors import Refused
from companion.room import bots, events
from companion.room.commands import bot_turns, room_control
from companion.room.events import Device
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.options import OptionField, form_fields, form_texts
from companion.rules.games.pictures import Preset
from companion.storage.event_store import UnknownRoom
from companion.views.guests import guest_of
from companion.views.lessons import lesson_view
from companion.web import evenings, forms, room_codes
from companion.web.device import current_device, ensure_device
from companion.web.execute import execute
from companion.web.middleware import errors
from companion.web.pages import become_host
from companion.web.services import services

blueprint = Blueprint("start", __name__)


@blueprint.get("/")
def page(error: str = "") -> str:
    """Show the start page, with what was typed if the form was refused."""
    device = ensure_device()  # before the form is sent, so that two taps on Start come from one browser
    choices = tuple(_choices())
    typed = next((each for each in choices if each.key == request.form.get("game")), None)
    return render_template(
        "start/page.html",
        choices=choices,
        chosen=typed or choices[0],
        typed=typed,
        rooms=evenings.latest_rows(device),
        error=error,
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """A game, or one of its presets, as the start page offers it."""

    game: type[Game]
    preset: Preset | None = None

    @property
    def key(self) -> str:
        """The value of the form's field: `NAME`, or `NAME.PRESET`."""
        return f"{self.game.name}.{self.preset.name}" if self.preset else self.game.name

    @property
    def title(self) -> str:
        """The title, to be translated."""
        return self.preset.title if self.preset else self.game.title

    @property
    def fields(self) -> tuple[OptionField, ...]:
        """The options that can be chosen."""
        return form_fields(self.game)

    @property
    def usual(self) -> Mapping[str, str]:
        """The options of the preset, as texts."""
        return form_texts(self.preset.options) if self.preset else {}

    @property
    def prefix(self) -> str:
        """What is before the names of its fields, as all choices are in one form."""
        return f"{self.key}."

    def typed(self) -> Mapping[str, str]:
        """Return its options in the form of this request, as texts."""
        return forms.typed_options(self.game.name, self.usual, self.prefix)

    def read_options(self) -> Mapping[str, Any]:
        """Parse its options in the form of this request; raises `Refused`."""
        return forms.read_options_form(self.game.name, self.usual, self.prefix)


def _choices() -> Iterator[Choice]:
    for game in games.GAMES.values():
        yield Choice(game)
        yield from (Choice(game, preset) for preset in game.presets)


@blueprint.post("/rooms")
def start() -> Response:
    """Open a room and redirect its host to the host screen."""
    wanted = request.form.get("game")
    chosen = next((each for each in _choices() if each.key == wanted), None) or Choice(
        games.find_game(wanted)
    )
    code = _open_room(ensure_device(), chosen.game.name, chosen.read_options())
    return redirect(url_for("host.page", code=code), 303)


@blueprint.post("/demo")
def demo() -> Response:
    """Open a room in which bots play, with this browser as host, and redirect to its TV page."""
    host, (game, options) = ensure_device(), games.DEMO
    code = _open_room(host, game, options)
    for strategy in bots.STRATEGIES:
        execute(code, host, partial(bot_turns.add_bot, device=host, strategy=strategy))
    execute(code, host, lambda room: room_control.start_game(room, host, lambda _: options))
    return redirect(url_for("tv.page", code=code), 303)


def _open_room(host: Device, game: str, options: Mapping[str, Any]) -> str:
    """Open a room, show its host code once, and return the room code."""
    address = request.host_url.rstrip("/")
    reachable = None if addresses.is_loopback(address) else address
    host_code = become_host.new_host_code()
    code = services().store.open_room(
        host, events.RoomOpened(host, game, options, reachable, become_host.fingerprint(host_code))
    )
    become_host.show_once(code, host_code)
    return code


@blueprint.get("/rules/<name>")
def rules(name: str) -> str:
    """Show how a game is played; the query parameter `room` is the room to go back to."""
    if name not in games.GAMES:
        abort(404)
    code = request.args.get("room", "")
    room = _known_room(room_codes.read_room_code(code)) if code else None
    game = games.find_game(name)
    return render_template(
        "rules/page.html",
        game=game,
        games=games.GAMES.values(),
        lesson=lesson_view(game.read_options(room.options if room and room.game_name == name else {})),
        code=code and room_codes.read_room_code(code),
        player=room.player_of(current_device()) if room else None,
        guest_of=guest_of,
    )


def _known_room(code: str) -> Room | None:
    """Return a room, or None if it has been deleted."""
    try:
        return services().store.load_room(code)
    except UnknownRoom:
        return None


@blueprint.get("/rooms")
@blueprint.get("/demo")
def back() -> Response:
    """Redirect a reload of a refused form to the start page."""
    return redirect(url_for("start.page"), 303)


@blueprint.get("/join")
def join() -> Response:
    """Redirect to the room whose code was typed; raises `Refused` or `UnknownRoom` for a wrong one."""
    code = room_codes.read_room_code(request.args.get("code", ""))
    services().store.load_room(code)
    return redirect(url_for("phone.page", code=code), 303)


blueprint.register_error_handler(Refused, errors.rerender_page(page, without=("start.rules",)))
