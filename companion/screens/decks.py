"""What the app can ask: the decks as tiles, and the lines that a host writes as they are read."""

from collections.abc import Iterator, Mapping

from companion.decks import files, own
from companion.decks.pictures import FACT_PICTURE, MIXED_PICTURE, OPINION_PICTURE, OWN_PICTURE
from companion.i18n.languages import LANGUAGES, current_language, use_language
from companion.i18n.messages import N_, plain, translate
from companion.room.commands.questions import OWN
from companion.values import frozen

_FACTS = N_("Facts. The closest to the truth scores. You type nothing.")
_OPINIONS = N_("Nobody is right: the middle answer scores.")
_BOTH = N_("A fact, an opinion, and so on.")
_MIXED_TITLE = N_("Half of each")
_OWN_TITLE = N_("Your own")

_GUESTS = 3
"""How many stand on a picture at most: other ones on each."""


@frozen
class DeckTile:
    """A deck as it is offered; `about` says how it scores."""

    key: str
    title: str
    about: str
    emblem: str


def shelves() -> Mapping[str, tuple[DeckTile, ...]]:
    """Return the decks by their language, those of the reader's language first."""
    mine = current_language()
    ordered = sorted(LANGUAGES, key=lambda language: language != mine)
    return {language: tuple(_tiles(language)) for language in ordered}


def _tiles(language: str) -> Iterator[DeckTile]:
    """Yield the decks of a language, and last the one that is half of each."""
    decks = files.decks_of(language)
    for number, deck in enumerate(decks):
        about, picture = (_FACTS, FACT_PICTURE) if deck.has_facts else (_OPINIONS, OPINION_PICTURE)
        yield DeckTile(deck.key, deck.title, translate(about), _with_guests(picture, number))
    mixed = f"{language}/{files.MIXED}"
    yield DeckTile(mixed, deck_title(mixed), translate(_BOTH), _with_guests(MIXED_PICTURE, len(decks)))


def _with_guests(picture: str, number: int) -> str:
    first = 1 + number * _GUESTS
    return picture.format(*range(first, first + _GUESTS))


def own_tile() -> DeckTile:
    """Return the tile that leads to the lines that a host writes."""
    return DeckTile(OWN, translate(_OWN_TITLE), "", OWN_PICTURE)


def deck_title(key: str) -> str:
    """Return the title of the deck with a key, in its own language; empty for one that is no more."""
    language, _, name = key.partition("/")
    if key == OWN:
        return translate(_OWN_TITLE)
    if name == files.MIXED:
        with use_language(language):
            return translate(_MIXED_TITLE)
    return next((deck.title for deck in files.decks_of(language) if deck.key == key), "")


@frozen
class OwnLines:
    """The lines of a host as typed, each with what was read of it, None of an empty one.

    So many of them ask something; `problem` says what the first other one lacks.
    """

    lines: tuple[tuple[str, own.WrittenLine | None], ...]
    count: int
    problem: str


def read_own_lines(text: str) -> OwnLines:
    """Return what the app understands of the lines that a host has typed."""
    read = own.read_lines(text)
    left = iter(read)
    lines = tuple((typed, next(left) if plain(typed) else None) for typed in text.splitlines())
    problems = (
        translate(_LEFT_OUT, number=number, problem=line.problem)
        for number, (_, line) in enumerate(lines, 1)
        if line and line.problem
    )
    return OwnLines(lines, sum(line.problem is None for line in read), next(problems, ""))


_LEFT_OUT = N_("Line {number}: {problem}. Until then it is left out.")
