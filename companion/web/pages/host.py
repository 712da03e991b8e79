"""The host's screens: the current game, the players, the rounds to correct, the room, and help for phones."""

import platform
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.config.firewalls import firewalls
from companion.decks.files import MIXED
from companion.decks.own import is_fact
from companion.i18n.errors import Refused, Unchanged
from companion.i18n.languages import current_language
from companion.i18n.messages import translate
from companion.room import bots
from companion.room.commands import questions
from companion.room.commands.access import Closed, Forbidden, TooLate, parse_round_id, require_open_room
from companion.room.commands.membership import add_player
from companion.room.events import Device, PlayerJoined
from companion.room.names import name_key
from companion.room.next_game import chosen_players, table_choices
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules import games
from companion.rules.games import GameChoice, all_choices, find_choice
from companion.rules.games.options import KEEP, form_fields, form_texts, option_groups
from companion.screens import sheet
from companion.screens.changes import describe_event
from companion.screens.corrections import describe_changes, revealed_rounds
from companion.screens.endings import end_game_view
from companion.screens.evenings import KnownPeople
from companion.screens.game_choices import option_strips
from companion.screens.hidden_scores import leading_is_bad
from companion.screens.host import HostView, ask_about_idle, host_view
from companion.screens.lessons import lesson_view
from companion.screens.players import crowds, managed_player, managed_players
from companion.screens.public import public_part
from companion.screens.troubleshooting import CAUSES, Noticed, phones_joined, question_at
from companion.screens.tv import room_address
from companion.web.announced import is_announced
from companion.web.device import current_device, note
from companion.web.execute import execute, latest_room, require_host_page, require_open_host_page
from companion.web.links import address_in_room, write_link
from companion.web.middleware import errors
from companion.web.middleware.htmx import redirect_page, redirect_to, seconds_until, wants_fragment
from companion.web.pages import evenings, host_actions
from companion.web.pages.host_actions import ACTIONS, CAREFUL
from companion.web.pages.seats import ask_host_code
from companion.web.pages.sheet import show_sheet
from companion.web.services import room_addresses, services

blueprint = Blueprint("host", __name__, url_prefix="/<code:code>/host")

_PAGE_AFTER = {
    "people": "/people",
    "person": "/people",
    "rounds": "/rounds",
    "round": "/rounds",
    "room": "/room",
    "sheet": "/sheet",
    "sheet-people": "/sheet?people=1",
    "phones": "/phones/address",
}
"""The page to show after an action, by the page that posted it (`then`); the host screen for all others."""

_PEOPLE = 100  # on one page of them
_WAY_OUT = "hotspot"  # after the last cause
_WAITS = "waits"  # in the session: the last room whose phones are just slow
_NO_TV = "no tv"  # the last room that is played without one


@blueprint.get("")
def page(code: str, error: str = "") -> str | tuple[str, int]:
    """Show the host screen; nothing to a page that waits for a TV (`tv`) in vain."""
    if "tv" in request.args and not services().hub.has_tv(code):
        return "", 204
    room, _ = require_host_page(code)
    known = KnownPeople() if room.is_playing else evenings.people_known(room, current_device())
    noticed = {"noticed": _noticed(room), "is_told": False}
    shown = {
        "view": _view(room),
        "room": room,
        "people_known": known,
        "host_code": _host_code(room),
        **noticed,
    }
    if wants_fragment():
        return render_template("host/_live.html", **shown)
    return render_template("host/page.html", **shown, error=error)


def _host_code(room: Room) -> str:
    """Return the room's host code if this browser has opened it, and a second player has come; or nothing."""
    of_room, host_code = session.get("host code", ("", ""))
    return host_code if of_room == room.code and len(room.present) > 1 else ""


@blueprint.get("/question")
def question(code: str, error: str = "") -> str:
    """Show what can be asked in the open round, and whose truth is not told yet.

    What was typed with its answer is offered as a game of its own.
    """
    room, _ = require_open_host_page(code)
    typed = request.form.get("question", "")
    fact = typed if is_fact(typed) else ""
    return render_template(
        "host/question.html",
        code=code,
        room=room,
        view=_view(room),
        fact=fact,
        night=games.find_game(games.QUESTION_GAME).title,
        error=error,
    )


@blueprint.get("/people")
def people(code: str, error: str = "") -> str:
    """Show the players, a hundred after the first `skip`, each with a link to what the host can do."""
    room, device = require_open_host_page(code)
    return render_template(
        "host/people.html",
        code=code,
        people=managed_players(room, device),
        skip=max(request.args.get("skip", 0, type=int), 0),
        most=_PEOPLE,
        people_known=evenings.people_known(room, device),
        crowds=crowds(room),
        sent_away=room.sent_away,
        view=_view(room),
        watching=services().hub.count_watchers(code),
        strategies=bots.strategies_for(room.rules),
        error=error,
    )


@blueprint.get("/people/<seat>")
def person(code: str, seat: str, error: str = "") -> str:
    """Show one player, with a link that moves the seat to another phone."""
    room, device = require_open_host_page(code)
    player = managed_player(room, seat, device)
    link = address_in_room(room, f"/seat/{write_link(code, seat=seat, giver=device)}")
    return render_template(
        "host/person.html", code=code, each=player, view=_view(room), link=link, error=error
    )


@blueprint.post("/again")
def add_again(code: str) -> Any:
    """Add somebody whom the host knows from an earlier evening (`name`), or all of the last one.

    Nobody is added twice, also by two taps at once; raises `Unchanged` if everybody is here already.
    """
    before, device = require_open_host_page(code)
    room, typed_name = before, request.form.get("name")
    for name in [typed_name] if typed_name else evenings.people_known(room, device).again:
        with suppress(Unchanged):
            room = execute(code, device, partial(_with_player, device, name))
    if room is before:
        raise Unchanged
    return _page_after(room)


def _with_player(device: Device, name: str, room: Room) -> PlayerJoined | None:
    return None if name_key(name) in room.seat_by_name else add_player(room, device, name)


@blueprint.get("/rounds")
def rounds(code: str, error: str = "") -> str:
    """List all revealed rounds of the evening, each with a link to correct it."""
    room, _ = require_open_host_page(code)
    return render_template(
        "host/rounds.html",
        code=code,
        room=room,
        view=_view(room),
        rounds=revealed_rounds(room),
        error=error,
    )


@blueprint.get("/rounds/<int:game>/<int:number>")
def round_(code: str, game: int, number: int, error: str = "") -> str:
    """Show one revealed round with the forms that correct it."""
    room, device = require_open_host_page(code)
    at = f"{game}.{number}"
    typed = request.values if request.values.get("at") == at else MultiDict[str, str]()
    form = host_actions.read_correction_form(room, device, at, typed)
    sure = host_actions.correction_token(form.event) if form.event else ""
    return render_template("host/round.html", code=code, room=room, form=form, sure=sure, error=error)


@blueprint.get("/room")
def settings(code: str, error: str = "") -> str:
    """Show the room's settings, and the ways to a second host."""
    room, device = require_open_host_page(code)
    is_owner = device in room.owners
    return render_template("host/room.html", code=code, room=room, is_owner=is_owner, error=error)


@blueprint.get("/room/<any(second, over):how>")
def hand_over(code: str, how: str) -> str:
    """Show a link that makes another browser host, besides this one (`second`) or instead of it (`over`)."""
    room, device = require_open_host_page(code, first=True)
    link = address_in_room(room, f"/become/{write_link(code, giver=device, instead=how == 'over')}")
    return render_template("host/hand_over.html", code=code, how=how, link=link, error="")


@blueprint.get("/games")
def choose_game(code: str, error: str = "") -> str:
    """Offer the games that can be played next; or the options of one, `choice`, as they stand."""
    room, _ = require_open_host_page(code)
    known = room.next_game
    usual = GameChoice(games.find_game(known.name), known.rules.preset)
    if "choice" not in request.values:
        offered = all_choices(len(room.present))
        shown = {"all_choices": offered, "chosen": usual, "playing": room.is_playing}
        return render_template("host/games.html", code=code, **shown, error=error)
    chosen = find_choice(request.values["choice"]) or usual
    options = known.options if chosen == usual else chosen.options
    rules = chosen.game.read_options(options)
    with suppress(Refused):  # the page says what is wrong with what was typed
        if request.form:
            rules = chosen.game.read_options(host_actions.read_options(room, chosen.game.name))
    texts = {**form_texts(options), **host_actions.posted_texts()}
    fits = rules.min_players <= len(room.present) <= rules.max_players
    return render_template(
        "host/options.html",
        code=code,
        chosen=chosen,
        lesson=lesson_view(rules),
        tables=table_choices(room, rules, request.form.get("table", "")),
        strips=option_strips(rules, texts, len(room.present)),
        groups=option_groups(option for option in form_fields(chosen.game) if option.name != KEEP),
        texts=texts,
        named=tuple(chosen_players(room, rules)),
        players=room.present,
        playing=room.is_playing,
        can_start=fits and not room.is_playing,
        error=error,
    )


@blueprint.get(f"/sure/<any({', '.join(CAREFUL)}):name>")
def confirm(code: str, name: str) -> str:
    """List what an action would change, and ask for confirmation; raises `Refused` as the action does.

    Of the end of a game, ask whether the game counts; raises `TooLate` if there is none any more to end.
    """
    room, device = require_open_host_page(code)
    if name == "end":
        game = room.current_game
        if game is None or game.next_round is None or not game.reveals:
            raise TooLate("That game is over")
        choice = end_game_view(room, game, is_announced=is_announced(room))
        return render_template(
            "host/end.html", code=code, choice=choice, middle_wins=leading_is_bad(room), error=""
        )
    event = ACTIONS[name](room, device, request.args)
    if event is None:
        raise Unchanged
    if name == "correct":
        return round_(code, *parse_round_id(request.args.get("at", "")))
    return render_template(
        "host/confirm.html",
        code=code,
        name=name,
        posted=request.args,
        what=describe_event(room, event),
        changes=describe_changes(room, apply(room, event)),
        error="",
    )


@blueprint.get("/phones")
@blueprint.get(f"/phones/<any({', '.join((*CAUSES, _WAY_OUT))}):cause>")
def phones(code: str, cause: str = CAUSES[0]) -> Any:
    """Help with phones that cannot open the page: show a cause of that.

    The live part of a page that was opened before any phone had joined says so (`alone`), and leads back to
    the host screen when one has, as every page of a closed room does.
    """
    room, _ = require_host_page(code)
    addresses, joined = room_addresses(room), phones_joined(room)
    if room.is_closed or (joined and "alone" in request.args):
        return redirect_page("host.page", code=code)
    template = "host/phones/_live.html" if wants_fragment() else "host/phones/page.html"
    walls = firewalls(services().settings.port, platform.system()) if cause == "firewall" else ()
    return render_template(
        template,
        code=code,
        cause=cause,
        public=public_part(room),
        joined=joined,
        address=room_address(room, addresses),
        addresses=addresses,
        firewalls=walls,
        error="",
    )


@blueprint.get("/causes")
def troubleshooting(code: str) -> Any:
    """Show what keeps phones out, if the page shows something else (`shown`)."""
    room, _ = require_host_page(code)
    noticed = _noticed(room)
    if noticed and noticed.key == request.args.get("shown"):
        return "", 204
    return render_template("host/troubleshooting.html", code=code, noticed=noticed, is_told=True)


def _noticed(room: Room) -> Noticed | None:
    """Return the causes that were noticed, or whether to ask; None from the first game on."""
    if room.is_closed or room.games or room.locked:
        return None
    named, at = services().failed_visits.reasons(), question_at(room)
    is_time = at is not None and not seconds_until(at, room.code)
    return Noticed(named, has_question=not named and is_time and session.get(_WAITS) != room.code)


@blueprint.post("/slow")
def wait(code: str) -> Response:
    """Do not ask this browser again whether phones see the page of this room, or for a TV (`what`)."""
    require_host_page(code)
    session[_NO_TV if request.form.get("what") == "tv" else _WAITS] = code
    return redirect_to("host.page", code=code)


@blueprint.post(f"/<any({', '.join(ACTIONS)}):name>")
def action(code: str, name: str) -> Any:
    """Execute one of the host's actions, or redirect to the page that asks for confirmation."""
    device, before = current_device(), latest_room(code)
    require_open_room(before)
    if name == "begin" and host_actions.needs_deck(before, request.form):
        deck = f"{current_language()}/{MIXED}"
        execute(code, device, lambda room: questions.choose_questions(room, device, deck))
    to_confirm = host_actions.to_confirm(before, device, name, request.form)
    if to_confirm is not None:
        return redirect_page("host.confirm", to_confirm, code=code, name=name)
    try:
        room = execute(code, device, lambda room: ACTIONS[name](room, device, request.form))
    except Unchanged as unchanged:
        if name != "choose" or wants_fragment():
            raise
        note(str(unchanged))  # options that are saved as they were are saved
        room = before
    if name == "ask" and room.current_game and room.current_game.question:
        note(translate("All screens show the question."))
    if name == "begin" and sheet.is_natural(room):
        return redirect_page("sheet.page", code=code)
    return _page_after(room)


def _page_after(room: Room) -> Any:
    """Show the page that has posted a form, or the host screen."""
    then, host_page = request.form.get("then", ""), url_for("host.page", code=room.code)
    if then == "sheet" and wants_fragment():
        return show_sheet(room)
    if then in _PAGE_AFTER or not wants_fragment():
        return redirect(f"{host_page}{_PAGE_AFTER.get(then, '')}", 303)
    return page(room.code)


def _view(room: Room) -> HostView:
    player = room.player_of(current_device())
    has_tv = session.get(_NO_TV) == room.code or services().hub.has_tv(room.code)
    seat, typing_seat = player.seat if player else None, request.args.get("for", "")
    view = host_view(room, room_addresses(room), seat, has_tv=has_tv, typing_seat=typing_seat)
    idle_since = view.idle and view.idle.question_at
    return ask_about_idle(view) if idle_since and not seconds_until(idle_since, room.code) else view


def _page_of_form(code: str, error: str, name: str = "", **_: Any) -> Any:  # noqa: ARG001 - from the address
    """Show the page again whose form was refused."""
    match request.form.get("then", ""):
        case "person":
            return person(code, request.form.get("seat", ""), error)
        case "sheet" | "sheet-people":
            return show_sheet(require_host_page(code)[0], error)
        case "round":
            return round_(code, *parse_round_id(request.form.get("at", "")), error)
        case then:
            pages: Mapping[str, Callable[..., Any]] = {
                "people": people,
                "rounds": rounds,
                "room": settings,
                "games": choose_game,
                "question": question,
            }
            return pages.get(then, page)(code, error)


_rerender = errors.rerender_page(_page_of_form)


@blueprint.errorhandler(Refused)
def _refused(refused: Refused) -> Response:
    """Ask a browser that is no host for the host code; a closed room has the host's screen only."""
    code = (request.view_args or {})["code"]
    if request.method == "POST":
        return _rerender(refused)
    if isinstance(refused, Closed):
        return make_response(redirect_to("host.page", code=code))
    if isinstance(refused, Forbidden) and not wants_fragment():
        return make_response(ask_host_code(code, str(refused)), 403)
    return errors.answer_refusal(refused)
