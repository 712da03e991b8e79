"""The all-time table of the browser that asks, over the rooms that it hosts."""

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused
from companion.room import namebook
from companion.room.namebook import NameBook
from companion.storage.remark_store import DecideRemark
from companion.views import alltime
from companion.views.alltime import EveningTally
from companion.web import hosted_rooms
from companion.web.device import current_device
from companion.web.middleware import errors
from companion.web.services import services

blueprint = Blueprint("alltime", __name__, url_prefix="/all-time")


@blueprint.get("")
def page(error: str = "") -> str:
    """Show the table, and what the host has said about names."""
    device = current_device()
    counted, book = hosted_rooms.count_evenings(device), services().remarks.load_namebook(device)
    return render_template(
        "alltime/page.html",
        view=alltime.all_time_view(counted.tallies, book),
        left=counted.left,
        remarks=alltime.remark_items(book),
        error=error,
    )


@blueprint.get("/join")
def join(error: str = "") -> str | Response:
    """Ask which two names are one person."""
    return _names_page("alltime/join.html", error)


@blueprint.post("/join")
def say_joined() -> str | Response:
    """Remember that two names are one person, or ask for confirmation first."""
    tallies, book = _load()
    name, into = request.form.get("name", ""), request.form.get("into", "")
    remark = namebook.join_names(book, _known(tallies, book), name, into)
    if not request.form.get("sure"):
        return render_template(
            "alltime/sure_join.html",
            remark=remark,
            changes=alltime.joined_preview(tallies, book, remark),
        )
    return _say(lambda book: namebook.join_names(book, _known(tallies, book), name, into))


@blueprint.get("/forget")
def forget(error: str = "") -> str | Response:
    """Ask who is to be forgotten."""
    return _names_page("alltime/forget.html", error)


@blueprint.post("/forget")
def say_forgotten() -> str | Response:
    """Leave somebody out of the table, or ask for confirmation first."""
    tallies, book = _load()
    name = request.form.get("name", "")
    remark = namebook.forget_name(book, _known(tallies, book), name)
    if not request.form.get("sure"):
        return render_template("alltime/sure_forget.html", remark=remark)
    return _say(lambda book: namebook.forget_name(book, _known(tallies, book), name))


@blueprint.post("/back")
def take_back() -> Response:
    """Take back what the host has said about names."""
    number = request.form.get("number", 0, type=int)
    return _say(lambda book: namebook.take_back(book, number))


@blueprint.get("/back")
def reload() -> Response:
    """Redirect a reload of a refused form to the table."""
    return redirect(url_for("alltime.page"), 303)


def _load() -> tuple[tuple[EveningTally, ...], NameBook]:
    device = current_device()
    return hosted_rooms.count_evenings(device).tallies, services().remarks.load_namebook(device)


def _known(tallies: tuple[EveningTally, ...], book: NameBook) -> Mapping[str, str]:
    """Return the names of the persons in the table by their keys."""
    return {each.key: each.names[0] for each in alltime.list_persons(tallies, book)}


def _names_page(template: str, error: str) -> str | Response:
    """Show a form with the names in the table; without any, lead back to it."""
    names = sorted(_known(*_load()).values(), key=str.casefold)
    if not (names or error):
        return redirect(url_for("alltime.page"), 303)
    return render_template(template, names=names, typed=request.form, error=error)


def _say(decide: DecideRemark) -> Response:
    services().remarks.append(current_device(), services().store.now(""), decide)
    return redirect(url_for("alltime.page"), 303)


def _page_of_form(error: str) -> str | Response:
    """Show the page again whose form was refused."""
    return {"alltime.say_joined": join, "alltime.say_forgotten": forget}.get(request.endpoint or "", page)(
        error
    )


blueprint.register_error_handler(Refused, errors.rerender_page(_page_of_form))
