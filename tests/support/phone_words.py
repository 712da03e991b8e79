"""What a phone says to its player of the last reveal, as its template has it."""

import re
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import mkdtemp

from flask import Flask, render_template_string

from companion.config.settings import load_settings
from companion.room.events import Seat
from companion.room.state import Room
from companion.screens.outcomes import PlayerOutcome, all_outcomes
from companion.screens.phone_endings import all_endings
from tests.support.applications import make_app
from tests.support.clients import SCRATCH


@cache
def application() -> Flask:
    """Return an application whose templates are rendered outside a request."""
    return make_app(load_settings({}, data=Path(mkdtemp(dir=SCRATCH))))


def rendered(template: str, it: object) -> tuple[str, str]:
    """Return the first line of a template, and the rest of it."""
    with application().test_request_context():
        words, _, sentence = render_template_string(template, it=it).partition("\n")
    return unescape(words), re.sub(r"\s+", " ", unescape(sentence))


def told(outcome: PlayerOutcome) -> tuple[str, str]:
    """Return the large words for an outcome, and the sentence below them."""
    imported = '{% from "phone/verdict.html" import large %}{% from "phone/why.html" import why %}'
    return rendered(imported + "{{ large(it)|trim }}\n{{ why(it)|trim }}", outcome)


def player_outcome(room: Room, seat: Seat) -> PlayerOutcome | None:
    """Return the outcome for one player, if there is one."""
    return next(iter(all_outcomes(room, [seat])), None)


def told_to(room: Room, seat: Seat) -> tuple[str, str]:
    """Return what the phone of a player says, who was in the last round."""
    return told(all_outcomes(room, [seat])[0])


def told_at_the_end(room: Room, seat: Seat) -> tuple[str, str]:
    """Return the large words and the sentence for the end of the game of a player."""
    [ending], imported = all_endings(room, [seat]), '{% from "phone/ending.html" import heading, sentence %}'
    return rendered(imported + "{{ heading(it.kind) }}\n{{ sentence(it)|trim }}", ending)
