"""How a game is taught: three pictures with a line each."""

import unicodedata

from companion.i18n.messages import Text, translate
from companion.rules.games.contract import Game
from companion.rules.games.pictures import Panel
from companion.values import frozen


@frozen
class LessonPanel:
    """A picture of a lesson, and its line with a `|` where a wide screen breaks it."""

    picture: Panel
    line: str

    @property
    def sentence(self) -> str:
        """The line without its breaks: with a space where its script has spaces."""
        first, *others = self.line.split("|")
        for row in others:
            first += (" " if unicodedata.east_asian_width(first[-1]) not in "WF" else "") + row
        return first


@frozen
class LessonView:
    """A lesson: three pictures, and the rules in a few sentences.

    `title` is that of the game, or of the preset that is played.
    """

    title: str
    aim: str
    lead: str
    panels: tuple[LessonPanel, ...]
    in_words: tuple[str, ...]


def lesson_view(rules: Game) -> LessonView:
    """Return the lesson of a game with its options, in the current language."""
    lesson = rules.lesson
    return LessonView(
        title=translate(rules.known_as),
        aim=_sentence(rules.aim),
        lead=translate(lesson.lead),
        panels=tuple(LessonPanel(panel, _sentence(panel.line)) for panel in lesson.panels),
        in_words=tuple(map(_sentence, rules.how_to)),
    )


def _sentence(text: str | Text) -> str:
    return translate(text) if isinstance(text, str) else str(text)
