"""Commands about the questions of rounds: the host asks, and tells the truth afterwards."""

from companion.i18n.errors import Refused
from companion.i18n.messages import Text
from companion.room import events
from companion.room.commands.access import find_revealed_round, require_host, require_open_round
from companion.room.events import Device
from companion.room.names import clean_text, visible_length
from companion.room.state import Room
from companion.rules.games.numbers import abbreviate, parse_integer

LONGEST_QUESTION = 140
"""Characters of a question, as people count them."""
LARGEST_TRUTH = 10**12 - 1
"""The greatest distance of a truth from 0: more has no room on any screen."""


def ask_question(room: Room, device: Device, at: str, typed: str) -> events.QuestionAsked | None:
    """Ask a question in the open round, or change it until the reveal; nothing typed takes it away.

    None where it is the same. Raises `Refused` in a game whose plays answer no question.
    """
    require_host(room, device)
    game, number = require_open_round(room, at)
    if not game.record.rules.takes_questions:
        raise Refused("{title} takes no questions", title=Text(game.record.rules.title))
    question = clean_text(typed)
    if visible_length(question) > LONGEST_QUESTION or len(question) > 3 * LONGEST_QUESTION:
        raise Refused(
            "That question is too long: {longest} characters are the most", longest=LONGEST_QUESTION
        )
    return None if question == game.question else events.QuestionAsked(game.number, number, question)


def tell_truth(room: Room, device: Device, at: str, typed: str) -> events.TruthTold | None:
    """Tell the answer to the question of a revealed round; nothing typed takes it back.

    None where it is the same. Raises `Refused` where nothing was asked, and for anything but a whole number.
    """
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    reveal = game.rounds[number - 1].reveal
    if not reveal.question:
        raise Refused("Nothing was asked in this round")
    truth = parse_integer(typed) if typed.strip() else None
    if truth is not None and abs(truth) > LARGEST_TRUTH:
        raise Refused("{text} is too much truth for a screen", text=abbreviate(typed.strip()))
    return None if truth == reveal.truth else events.TruthTold(game.number, number, truth)
