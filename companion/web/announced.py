"""Where a TV follows a room, no other screen tells what a reveal has brought before the TV announces it.

Pages and messages of the stream have it in advance, with the time that is left, and `static/live/hold.js`
uncovers it then; without scripts a reload does. Results and downloads show the room as far as the TV has
announced it.
"""

import math
from datetime import datetime
from functools import partial

from flask import Flask
from markupsafe import Markup

from companion.room.commands.scheduled import question_time, revealed_at
from companion.room.state import Room
from companion.screens.scenes.times import LIVE
from companion.screens.story import Story, room_as_announced, story
from companion.web.middleware.htmx import seconds_until
from companion.web.services import Services, services

_MARGIN = 600  # ms by which screens are later than the TV, which has to draw the reveal first


def init(app: Flask) -> None:
    """Add to templates `hold(code)`, what is not announced yet, and `begins_in(code)` for the TV.

    `over_in(code)` is when the TV goes on to what comes next, in seconds; 0 where nothing is played.
    `asks_in(room)` is when the app asks its next question, likewise.
    """

    def hold(code: str) -> Markup:
        found_story = _story(code)
        if found_story is None:
            return Markup("")
        moments = {
            "hold-round": found_story.announced("round"),
            "hold-truth": found_story.announced("truth"),
            "hold": found_story.winner,
        }
        left = {name: _ms_until(code, at) + _MARGIN for name, at in moments.items()}
        return Markup(" ").join(
            Markup('data-{}="{}"').format(name, left[name])
            for name, at in moments.items()
            if at > found_story.milestone.at and left[name] > 0
        )

    def begins_in(code: str) -> int:
        found_story = _story(code)
        return max(0, _ms_until(code, found_story.start)) if found_story else 0

    def over_in(code: str) -> int:
        found_story = _story(code)
        return max(0, math.ceil(_ms_until(code, found_story.over) / 1000)) if found_story else 0

    def asks_in(room: Room) -> int:
        game = room.current_game
        at = question_time(room, game, partial(announced_at, services())) if game else None
        return seconds_until(at, room.code) if at else 0

    app.add_template_global(asks_in)
    app.add_template_global(hold)
    app.add_template_global(over_in)
    app.add_template_global(begins_in)
    app.jinja_env.globals["lasts"] = LIVE


def as_announced(room: Room) -> Room:
    """Return a room as far as its TV has announced it; all where none follows, and once it is closed."""
    if room.is_closed or not services().hub.has_tv(room.code):
        return room
    return room_as_announced(room, services().store.now(room.code))


def is_announced(room: Room) -> bool:
    """Return whether the TV of a room has announced all of it, or none follows it."""
    return as_announced(room) is room


def announced_at(services: Services, room: Room) -> datetime:
    """Return when the TV of a room announces the last result; where none follows, when it was revealed."""
    follows = services.hub.has_tv(room.code)
    found_story = story(room, services.store.now(room.code)) if follows else None
    return found_story.all if found_story else revealed_at(room)


def _story(code: str) -> Story | None:
    """Return what the TV of a room plays; None where none follows it, or that was long ago."""
    room = services().store.cached_room(code)
    if room is None or room.is_closed or not services().hub.has_tv(code):
        return None
    return story(room, services().store.now(code))


def _ms_until(code: str, at: datetime) -> int:
    return round((at - services().store.now(code)).total_seconds() * 1000)
