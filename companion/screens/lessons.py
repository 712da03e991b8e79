"""How a game is taught: three pictures with a line each."""

import unicodedata
from dataclasses import dataclass

from companion.i18n.messages import Text, translate
from companion.rules.games.contract import Game
from companion.rules.games.pictures import Panel


@dataclass(frozen=True, slots=True)
class PanelView:
    """A picture, and its line: with a `|` where a wide screen breaks it, and as one sentence."""

    picture: Panel
    line: str
    sentence: str


@dataclass(frozen=True, slots=True)
class LessonView:
    """A game under its title, or that of the preset that is played, in three pictures."""

    title: str
    aim: str
    lead: str
    panels: tuple[PanelView, ...]
    in_words: tuple[str, ...]
    """The rules in a few sentences."""


def lesson_view(rules: Game) -> LessonView:
    """Build the lesson of a game with its options, in the current language."""
    lesson = rules.lesson
    lines = [_sentence(panel.line) for panel in lesson.panels]
    return LessonView(
        title=translate(rules.known_as),
        aim=_sentence(rules.aim),
        lead=translate(lesson.lead),
        panels=tuple(
            PanelView(panel, line, join_rows(line)) for panel, line in zip(lesson.panels, lines, strict=True)
        ),
        in_words=tuple(map(_sentence, rules.how_to)),
    )


def _sentence(text: str | Text) -> str:
    return translate(text) if isinstance(text, str) else str(text)


def join_rows(line: str) -> str:
    """Return a line without its breaks: with a space where its script has spaces."""
    first, *others = line.split("|")
    for row in others:
        first += (" " if unicodedata.east_asian_width(first[-1]) not in "WF" else "") + row
    return first
