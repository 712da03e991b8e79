"""The all-time table: the players of a host's evenings by name, over all games that count."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add

from companion.i18n.messages import bidi_isolate, format_count, format_sequence, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.namebook import NameBook, NameForgotten, NamesJoined, Remark, with_remark
from companion.room.names import name_key
from companion.room.state import Room
from companion.rules.insights.rating import Rating, ratings

_SHAMELESS = 3  # games of an evening that one must have won, all of them, to be called so


@dataclass(frozen=True, slots=True)
class Appearance:
    """What one player has done in the games of an evening that count, which are given by their numbers."""

    name: str
    seat: Seat
    games: frozenset[int]
    wins: frozenset[int]
    rating: Rating


@dataclass(frozen=True, slots=True)
class EveningTally:
    """One room's share of an all-time table: how many games count, and who appeared in them. No bots."""

    games: int
    appearances: tuple[Appearance, ...]


@dataclass(frozen=True, slots=True)
class EveningWins:
    """How many of the games of one evening a person has won."""

    won: int
    games: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody over all evenings: `names` are all spellings, the one that is shown first; `key` is its key.

    `best` is the evening with the most games won, of equal ones the one with the fewest games.
    """

    key: str
    names: tuple[str, ...]
    seat: Seat
    games: int
    wins: int
    rating: Rating
    best: EveningWins


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """A row of the table; `middle` marks the best rating. `also` are other names of the same person."""

    name: str
    also: str
    seat: Seat
    rating: str
    middle: bool
    games: int
    wins: int
    best: str


@dataclass(frozen=True, slots=True)
class AllTimeView:
    """The table, best rating first, and what it is about: `9 evenings, 31 games`."""

    about: str
    rows: tuple[AllTimeRow, ...]


def tally_evening(room: Room) -> EveningTally:
    """Return what each player has done in the games of a room that count; a shared win is a win (H1)."""
    finished = room.finished_games
    players = dict.fromkeys(seat for game in finished for seat in game.record.players)
    rated = _ratings(finished)
    return EveningTally(
        games=len(finished),
        appearances=tuple(
            Appearance(
                name=room.name(seat),
                seat=seat,
                games=frozenset(game.number for game in finished if seat in game.record.players),
                wins=frozenset(game.number for game in finished if seat in game.score.root.winners),
                rating=rated[seat],
            )
            for seat in players
            if seat not in room.bots
        ),
    )


def _ratings(finished: Sequence[GameState]) -> Mapping[Seat, Rating]:
    found: defaultdict[Seat, Rating] = defaultdict(Rating)
    for game in finished:
        leaves = tuple(game.score.leaves())
        for seat, rating in ratings(game.record.rules, leaves, game.record.players).items():
            found[seat] += rating
    return found


def list_persons(evenings: Sequence[EveningTally], book: NameBook) -> tuple[Person, ...]:
    """Return the persons of these evenings (the latest first) who are not forgotten, best rating first."""
    appearances: defaultdict[str, list[list[Appearance]]] = defaultdict(list)
    for evening in evenings:
        for key, found in _by_person(evening, book).items():
            appearances[key].append(found)
    persons = (_person(key, found) for key, found in appearances.items() if key not in book.forgotten)
    return tuple(sorted(persons, key=lambda each: (-each.rating.value, -each.wins, each.key)))


def _by_person(evening: EveningTally, book: NameBook) -> Mapping[str, list[Appearance]]:
    found: defaultdict[str, list[Appearance]] = defaultdict(list)
    for each in evening.appearances:
        found[book.person_of(each.name)].append(each)
    return found


def _person(key: str, evenings: Sequence[Sequence[Appearance]]) -> Person:
    """Return a person from the appearances under all names, evening by evening, the latest first."""
    every = [each for evening in evenings for each in evening]
    shown = next((each for each in every if name_key(each.name) == key), every[0])
    spellings = {name_key(each.name): each.name for each in reversed(every)}
    each_evening = [_evening_wins(evening) for evening in evenings]
    return Person(
        key=key,
        names=tuple(dict.fromkeys((shown.name, *spellings.values()))),
        seat=shown.seat,
        games=sum(each.games for each in each_evening),
        wins=sum(each.won for each in each_evening),
        rating=reduce(add, (each.rating for each in every)),
        best=max(each_evening, key=lambda each: (each.won, -each.games)),
    )


def _evening_wins(appearances: Sequence[Appearance]) -> EveningWins:
    """Return the games of an evening and those won; one game under two names is one game."""
    won = frozenset().union(*(each.wins for each in appearances))
    return EveningWins(len(won), len(frozenset().union(*(each.games for each in appearances))))


def all_time_view(evenings: Sequence[EveningTally], book: NameBook) -> AllTimeView:
    """Build the table of these evenings, the latest first."""
    played = [each for each in evenings if each.games]
    persons = list_persons(played, book)
    best = max((each.rating.value for each in persons if each.rating.rounds), default=None)
    return AllTimeView(
        about=translate(
            "{evenings}, {games}",
            evenings=format_count(len(played), "{n} evening", "{n} evenings"),
            games=format_count(sum(each.games for each in played), "{n} game", "{n} games"),
        ),
        rows=tuple(_row(each, best) for each in persons),
    )


def _row(person: Person, best: Fraction | None) -> AllTimeRow:
    name, *others = map(bidi_isolate, person.names)
    return AllTimeRow(
        name=name,
        also=translate("also {names}", names=format_sequence(others)) if others else "",
        seat=person.seat,
        rating=str(round(person.rating.value)),
        middle=person.rating.value == best,
        games=person.games,
        wins=person.wins,
        best=_best_evening(person.best),
    )


def _best_evening(best: EveningWins) -> str:
    if not best.won:
        return translate("none won yet")
    if best.won == best.games >= _SHAMELESS:
        return translate("{won} of {games}: shameless", won=best.won, games=best.games)
    return translate("{won} of {games}", won=best.won, games=best.games)


@dataclass(frozen=True, slots=True)
class RemarkItem:
    """A remark that stands, as a sentence, with the number by which it can be taken back."""

    number: int
    sentence: str


def remark_items(book: NameBook) -> tuple[RemarkItem, ...]:
    """List the remarks that stand, the last first."""
    return tuple(RemarkItem(each.number, _sentence(each.remark)) for each in reversed(book.standing))


def _sentence(remark: Remark | None) -> str:
    match remark:
        case NamesJoined():
            return translate(
                "{name} is {person}", name=bidi_isolate(remark.name), person=bidi_isolate(remark.into)
            )
        case NameForgotten():
            return translate("{name} is forgotten", name=bidi_isolate(remark.name))
    return ""


def joined_preview(evenings: Sequence[EveningTally], book: NameBook, remark: NamesJoined) -> tuple[str, ...]:
    """Tell what the table would say of two persons if they were one: before, and after."""
    before = {each.key: each for each in list_persons(evenings, book)}
    after = {each.key: each for each in list_persons(evenings, with_remark(book, remark))}
    both = tuple(before[book.person_of(name)] for name in (remark.name, remark.into))
    together = after[both[1].key]
    return (
        *(
            translate("{name}: {figures}", name=bidi_isolate(each.names[0]), figures=_figures(each))
            for each in both
        ),
        translate("Together: {figures}", figures=_figures(together)),
    )


def _figures(person: Person) -> str:
    return translate(
        "{games}, {wins}, rating {rating}",
        games=format_count(person.games, "{n} game", "{n} games"),
        wins=format_count(person.wins, "{n} win", "{n} wins"),
        rating=round(person.rating.value),
    )
