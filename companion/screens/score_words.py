"""Scores in words: `2 points`, `1 game`; what is not counted in such words is named before the number."""

from collections.abc import Mapping

from companion.i18n.languages import ngettext
from companion.i18n.messages import PluralTemplate, format_count, format_value, translate

_WORDS: Mapping[str, PluralTemplate] = {
    "points": PluralTemplate("point", "points"),
    "rounds": PluralTemplate("round", "rounds"),
    "games": PluralTemplate("game won", "games won"),
    "matches": PluralTemplate("match won", "matches won"),
}
_COUNTED: Mapping[str, PluralTemplate] = {
    "points": PluralTemplate("{n} point", "{n} points"),
    "rounds": PluralTemplate("{n} round", "{n} rounds"),
    "games": PluralTemplate("{n} game", "{n} games"),
    "matches": PluralTemplate("{n} match", "{n} matches"),
    "total": PluralTemplate("{n} in total", "{n} in total"),
}


def score_word(name: str, number: int) -> str:
    """Return the word that follows a score: `point` for 1, `points` for others."""
    word = _WORDS.get(name)
    return ngettext(word.one, word.many, number) if word else translate(name)


def counted_score(name: str, number: int) -> str:
    """Return a score with what it counts: `2 points`, `14 in total`."""
    counted = _COUNTED.get(name)
    if counted:
        return format_count(number, counted.one, counted.many)
    return translate("{name}: {number}", name=translate(name), number=format_value(number))
