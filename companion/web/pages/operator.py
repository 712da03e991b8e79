"""The pages for who runs the server: for programs, and `/stop` and `/operator`, which replace a terminal."""

import hmac
import logging
import math
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, session
from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.i18n.dates import format_clock, format_evening
from companion.i18n.errors import Refused
from companion.i18n.messages import plain_nfkc
from companion.room.commands.access import Forbidden
from companion.room.commands.room_control import close_room, reopen_room
from companion.room.names import clean_name
from companion.storage.name_eraser import NameEraser
from companion.web import metrics
from companion.web.device import device_of_form, ensure_device
from companion.web.links import only_letters
from companion.web.middleware import errors
from companion.web.middleware.clients import is_this_computer_asking, keyed_fingerprint
from companion.web.middleware.htmx import redirect_to
from companion.web.middleware.rate_limit import count_wrong_secret
from companion.web.pages.evenings import PAGE, summary_of
from companion.web.services import services

blueprint = Blueprint("operator", __name__)
rooms = Blueprint("rooms", __name__, url_prefix="/operator")

_log = logging.getLogger("companion.rooms")
_SESSION = 8 * 3600  # seconds for which the operator's password is remembered


@blueprint.get("/healthz")
def health() -> tuple[dict[str, str], int]:
    """Return the release, and whether the database answers: 200, or 503 if not, and while the server stops.

    It tells nothing of rooms. Without a Redis that answers, which it reports, screens are a second later.
    """
    phrases = {True: "answers", False: "{} does not answer"}
    answers = services().store.answers() and not services().restart.failure
    is_connected = services().sync.is_connected()
    status = {"companion": __version__, "database": phrases[answers].format("The database")}
    if is_connected is not None:
        status["redis"] = phrases[is_connected].format("Redis")
    if is_draining := services().draining.is_set():
        status["server"] = "stopping"
    return status, 200 if answers and not is_draining else 503


@blueprint.get("/metrics")
def counted() -> Response:
    """Return the metrics to programs on this computer, or with the token; to others it is not there."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    is_known = scheme.lower() == "bearer" and _is_secret(given, services().settings.metrics_token)
    if not (is_known if scheme else is_this_computer_asking()):
        abort(404)
    return Response(services().metrics.text(), content_type=metrics.CONTENT_TYPE)


def _is_secret(typed: str, secret: str) -> bool:
    """Tell whether a secret was typed, in a time that does not depend on how much of it is right."""
    return bool(secret) and hmac.compare_digest(typed.encode(), secret.encode())


@blueprint.route("/stop", methods=["GET", "POST"])
def stop() -> str:
    """Say what stopping means, and stop the server if that is confirmed; raises `Forbidden` for others."""
    require_this_computer()
    if request.method == "GET":
        return render_template("start/stop.html", rooms=len(services().hub.subscribed_codes()))
    page = render_template("start/stopped.html", kept_in=services().settings.data_location)
    services().stopping.set()
    return page


def require_this_computer() -> None:
    """Raise `NotFound` where a terminal stops the server, and `Forbidden` for other computers."""
    if not services().settings.open:
        abort(404)
    if not is_this_computer_asking():
        raise Forbidden("Only the computer that companion runs on can do that")


def accept_secret(what: str, typed: str, secret: str) -> None:
    """Remember that this browser knows a secret; if it does not, count the try and raise `Refused`.

    It may be pasted with marks that nobody sees, or typed in letters of full width.
    """
    device_of_form()
    if not _is_secret(plain_nfkc(typed), plain_nfkc(secret)):
        count_wrong_secret()
        raise Refused("That is wrong: try again")
    session[what] = [keyed_fingerprint(f"{what} {secret}"), services().store.now("").timestamp()]


def knows_secret(what: str, secret: str, seconds: float = math.inf) -> bool:
    """Tell whether this browser has typed what is the secret still, so many seconds ago at most."""
    mark, at = session.get(what, ("", 0.0))
    is_recent = abs(services().store.now("").timestamp() - at) < seconds
    return bool(secret) and is_recent and mark == keyed_fingerprint(f"{what} {secret}")


def is_operator() -> bool:
    """Tell whether the operator asks: by the password, or from this computer with `--open`."""
    settings = services().settings
    has_password = knows_secret("password", settings.operator_password, _SESSION)
    return has_password or (settings.open and is_this_computer_asking())


@rooms.before_request
def _require_operator() -> Any:
    """Ask for the password, whatever was asked for; where there is none, nothing is here."""
    if not (is_operator() or services().settings.operator_password):
        abort(404)
    return None if is_operator() or request.endpoint == "operator.rooms.log_in" else (page(), 403)


@rooms.get("")
def page(error: str = "") -> str:
    """List all rooms, the newest first, after the first `skip`; or those whose code was typed."""
    if not is_operator():
        ensure_device()
        return render_template("operator/password.html", error=error)
    skip, code = max(request.args.get("skip", 0, type=int), 0), only_letters(request.args.get("code", ""))
    stored_rooms = [
        stored_room for stored_room in services().store.list_rooms() if code in {"", stored_room.code}
    ]
    return render_template(
        "operator/page.html",
        rows=[
            (stored_room, it)
            for stored_room in stored_rooms[skip : skip + PAGE]
            if (it := summary_of(stored_room))
        ],
        count_screens=services().hub.count_screens,
        day=partial(format_evening, now=services().store.now("")),
        clock=format_clock,
        is_part=bool(skip or code),
        more=skip + PAGE if len(stored_rooms) > skip + PAGE else 0,
        error=error or services().restart.damage,
    )


@rooms.post("")
def log_in() -> Any:
    """Let the browser in that sends the password; one that sends none, no longer."""
    session.pop("password", None)
    if "password" in request.form:
        accept_secret("password", request.form["password"], services().settings.operator_password)
    return redirect_to("operator.rooms.page")


@rooms.route("/<code:code>/<any(close, reopen, delete):name>", methods=["GET", "POST"])
def action(code: str, name: str) -> Any:
    """Close a room, open it again, or delete it for good; ask for confirmation first."""
    store = services().store
    if request.method == "GET":
        return render_template("operator/confirm.html", name=name, code=store.read_room(code).code)
    if name == "delete":
        store.delete_room(code)
    else:
        store.execute(code, "", close_room if name == "close" else reopen_room)
    _log.info("Room %s: %s, by the operator", code, name, extra={"about": {"room": code}})
    return redirect_to("operator.rooms.page")


@rooms.post("/forget")
def forget() -> str:
    """Replace a name in all rooms; ask for confirmation first."""
    store, name = services().store, clean_name(request.form.get("name", ""))
    eraser = NameEraser(store.engine)
    if "sure" not in request.form:
        return render_template(
            "operator/forget.html", done=None, name=name, rooms=len(eraser.find_rooms(name))
        )
    done = eraser.replace(name, None, store.now(""))
    store.reload_changed(done.rooms)
    return render_template("operator/forget.html", done=done, traceless=eraser.remove_traces())


@rooms.errorhandler(SQLAlchemyError)
def tell_damage(error: SQLAlchemyError) -> Response:
    """Say what a look at the database has found, also where the list of rooms cannot be read for it."""
    damage = services().restart.damage
    return errors.error_page(str(damage), 503) if damage else errors.answer_database_error(error)


rooms.register_error_handler(Refused, errors.rerender_page(page))
blueprint.register_blueprint(rooms)
