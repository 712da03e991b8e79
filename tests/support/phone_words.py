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
from companion.screens.outcomes import PlayerOutcome, player_outcome
from companion.web.app import create_app
from tests.support.clients import SCRATCH

_TEMPLATE = '{% from "phone/verdict.html" import large, why %}{{ large(it)|trim }}\n{{ why(it)|trim }}'


@cache
def _app() -> Flask:
    return create_app(load_settings({}, data=Path(mkdtemp(dir=SCRATCH))))


def told(outcome: PlayerOutcome) -> tuple[str, str]:
    """Return the large words of an outcome, and the sentence below them."""
    with _app().test_request_context():
        words, _, sentence = render_template_string(_TEMPLATE, it=outcome).partition("\n")
    return unescape(words), re.sub(r"\s+", " ", unescape(sentence))


def told_to(room: Room, seat: Seat) -> tuple[str, str]:
    """Return what the phone of a player says, who was in the last round."""
    outcome = player_outcome(room, seat)
    assert outcome is not None
    return told(outcome)
