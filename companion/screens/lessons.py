"""How a game is taught: three pictures with a line each."""

import unicodedata

from companion.i18n.messages import Text, translate
from companion.rules.games.contract import Game
from companion.screens.scenes.numbers import Content


def lesson_view(rules: Game) -> Content:
    """Return the lesson of a game with its options, in the current language.

    It has its title, or that of the preset that is played, three pictures, and the rules in a few sentences.
    The `line` of a picture has a `|` where a wide screen breaks it; `sentence` is the same without.
    """
    lesson = rules.lesson
    return {
        "title": translate(rules.known_as),
        "aim": _sentence(rules.aim),
        "lead": translate(lesson.lead),
        "panels": tuple(
            {"picture": panel, "line": line, "sentence": join_rows(line)}
            for panel in lesson.panels
            for line in [_sentence(panel.line)]
        ),
        "in_words": tuple(map(_sentence, rules.how_to)),
    }


def _sentence(text: str | Text) -> str:
    return translate(text) if isinstance(text, str) else str(text)


def join_rows(line: str) -> str:
    """Return a line without its breaks: with a space where its script has spaces."""
    first, *others = line.split("|")
    for row in others:
        first += (" " if unicodedata.east_asian_width(first[-1]) not in "WF" else "") + row
    return first
