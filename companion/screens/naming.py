"""The names of players, and scores in words (`2 points`), as screens and sentences show them."""

from collections.abc import Iterable, Mapping, Sequence

from companion.i18n.languages import ngettext
from companion.i18n.messages import N_, PluralTemplate, bidi_isolate, format_count, format_list, translate
from companion.room.events import Seat, Seats
from companion.room.state import Room
from companion.rules.insights import Award
from companion.rules.results import Reason

_MOST_SHOWN_SINGLY = 40  # with more players than this, a room is a crowd
_NAMED_OF_CROWD = 5  # names in a list; the others are counted
MOST_NAMED = 4
"""The most names in a headline; more players are counted."""


def is_crowd(room: Room) -> bool:
    """Return whether the room has so many players that screens group those with the same result."""
    return len(room.seats) > _MOST_SHOWN_SINGLY


def drawn_seats(room: Room, seats: Iterable[Seat]) -> Seats:
    """Return the seats whose guests are drawn beside their names: none in a crowd."""
    return () if is_crowd(room) else tuple(seats)


def some_names(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of the players; in a crowd the first few, then the count of the others."""
    listed = tuple(seats)
    if not is_crowd(room) or len(listed) <= _NAMED_OF_CROWD + 1:
        return player_names(room, listed)
    others = format_count(len(listed) - _NAMED_OF_CROWD, "{n} more", "{n} more")
    return (*player_names(room, listed[:_NAMED_OF_CROWD]), others)


def player_names(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of the players, isolated for bidirectional text."""
    return tuple(bidi_isolate(room.name(seat)) for seat in seats)


def list_players(names: Iterable[str]) -> str:
    """Join names into one list for a sentence."""
    return format_list(translate("{person}", person=name) for name in names)


def awarded(room: Room, award: Award) -> str:
    """Return who gets an award: the Room where no player does (Q3)."""
    return list_players(player_names(room, award.players)) or translate("The Room")


def name_or_count(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Join the names for a sentence; where there are more than `most`, return their count."""
    return (
        list_players(names) if len(names) <= most else format_count(len(names), "{n} player", "{n} players")
    )


def few_names(names: Sequence[str]) -> str:
    """Join up to two names for a sentence; of more, the first is named and the others are counted."""
    if len(names) <= 2:
        return list_players(names)
    others = format_count(len(names) - 1, "{n} other", "{n} others")
    return translate("{name} and {others}", name=list_players(names[:1]), others=others)


def reason_sentences(room: Room, reasons: Iterable[Reason], most: int | None = None) -> tuple[str, ...]:
    """Render reasons as sentences, each with at most `most` names (default: all; in a crowd: a few)."""
    most = most or (_NAMED_OF_CROWD if is_crowd(room) else None)
    return tuple(reason.sentence(lambda seat: bidi_isolate(room.name(seat)), most) for reason in reasons)


_WORDS: Mapping[str, PluralTemplate] = {
    "points": PluralTemplate("point", "points"),
    "rounds": PluralTemplate("round", "rounds"),
    "games": PluralTemplate("game won", "games won"),
    "matches": PluralTemplate("match won", "matches won"),
    N_("rounds taken"): PluralTemplate("round taken", "rounds taken"),
    N_("cards left"): PluralTemplate("card left", "cards left"),
    N_("game points"): PluralTemplate("game point", "game points"),
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
    return translate("{label}: {value}", label=translate(name), value=number)
