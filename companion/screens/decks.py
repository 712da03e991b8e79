"""What the app can ask: the decks as tiles, and the lines that a host writes as they are read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.decks import files, own
from companion.i18n.languages import LANGUAGES, current_language, use_language
from companion.i18n.messages import N_, plain, translate
from companion.room.commands.questions import OWN, chosen_deck
from companion.room.state import Room

_FACTS = N_("Facts. The closest to the truth scores. You type nothing.")
_OPINIONS = N_("Nobody is right: the middle answer scores.")
_BOTH = N_("A fact, an opinion, and so on.")
_MIXED_TITLE = N_("Half of each")
_OWN_TITLE = N_("Your own")

_LAMP = "lamp x=50 y=17 width=34 spread=56 ground=86; floor y=86"
_FACT_PICTURE = f"""
{_LAMP}; guest {{0}} 16 86 25; guest {{1}} 84 86 25; step 50 86 34 24 says=? size=17 middle
guest {{2}} 50 62 27 eyes=open lit
"""
_OPINION_PICTURE = f"""
{_LAMP}; guest {{0}} 16 86 25 says=4; guest {{1}} 50 86 38 eyes=open says=50 lit; guest {{2}} 84 86 25 says=97
"""
_MIXED_PICTURE = f"""
{_LAMP}; step 30 86 34 24 says=? size=17 middle; guest {{0}} 30 62 27 eyes=open
guest {{1}} 72 86 38 eyes=open says=50 lit
"""
_OWN_PICTURE = f"{_LAMP}; card 33 86 32 says=? turn=-8; card 67 86 32 says=? turn=6"
_GUESTS = 3
"""How many stand on a picture at most: other ones on each."""


@dataclass(frozen=True, slots=True)
class DeckTile:
    """A deck as it is offered; `about` says how it scores."""

    key: str
    title: str
    about: str
    emblem: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The decks of a language, under its own name."""

    language: str
    name: str
    tiles: tuple[DeckTile, ...]


def shelves() -> tuple[Shelf, ...]:
    """Return the decks of all languages, those of the reader's language first."""
    mine = current_language()
    ordered = sorted(files.languages(), key=lambda language: language != mine)
    return tuple(Shelf(language, LANGUAGES[language], tuple(_tiles(language))) for language in ordered)


def _tiles(language: str) -> Iterator[DeckTile]:
    """Yield the decks of a language, and last the one that is half of each."""
    decks = files.decks_of(language)
    for number, deck in enumerate(decks):
        about, picture = (_FACTS, _FACT_PICTURE) if deck.has_facts else (_OPINIONS, _OPINION_PICTURE)
        yield DeckTile(deck.key, deck.title, translate(about), _with_guests(picture, number))
    mixed = f"{language}/{files.MIXED}"
    yield DeckTile(mixed, deck_title(mixed), translate(_BOTH), _with_guests(_MIXED_PICTURE, len(decks)))


def _with_guests(picture: str, number: int) -> str:
    first = 1 + number * _GUESTS
    return picture.format(*range(first, first + _GUESTS))


def own_tile() -> DeckTile:
    """Return the tile that leads to the lines that a host writes."""
    return DeckTile(OWN, translate(_OWN_TITLE), "", _OWN_PICTURE)


def deck_title(key: str) -> str:
    """Return the title of the deck with a key, in its own language; empty for one that is no more."""
    language, _, name = key.partition("/")
    if key == OWN:
        return translate(_OWN_TITLE)
    if name == files.MIXED:
        with use_language(language):
            return translate(_MIXED_TITLE)
    return next((deck.title for deck in files.decks_of(language) if deck.key == key), "")


def chosen_title(room: Room) -> str:
    """Return the title of the deck of which a room is asked."""
    return deck_title(chosen_deck(room))


class ReadLine(NamedTuple):
    """A line of the host's as it is typed, and beside it a tick, or its number where it asks nothing."""

    text: str
    mark: str
    is_bad: bool


@dataclass(frozen=True, slots=True)
class OwnLines:
    """The lines of a host, of which so many ask something; `problem` says what the first other one lacks."""

    lines: tuple[ReadLine, ...]
    count: int
    problem: str


def read_own_lines(text: str) -> OwnLines:
    """Return what the app understands of the lines that a host has typed."""
    lines, problems, found = [], [], iter(own.read_lines(text))
    for number, typed in enumerate(text.splitlines(), 1):
        line = next(found) if plain(typed) else None
        if line and line.problem:
            problems.append(translate(_LEFT_OUT, number=number, problem=line.problem))
        lines.append(ReadLine(typed, _mark(line, number), bool(line and line.problem)))
    count = sum(line.mark != "" for line in lines) - len(problems)
    return OwnLines(tuple(lines), count, next(iter(problems), ""))


_LEFT_OUT = N_("Line {number}: {problem}. Until then it is left out.")


def _mark(line: own.WrittenLine | None, number: int) -> str:
    if line is None:
        return ""
    return str(number) if line.problem else "✓"
