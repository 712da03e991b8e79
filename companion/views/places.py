"""Where the room stands, in words: which round of what, and what everybody waits for."""

from collections.abc import Callable, Iterable, Iterator

from companion.games import saichugen
from companion.games.deck import Cards
from companion.games.doors import Label
from companion.games.numbers import Numbers
from companion.journal import Room, Table
from companion.score import Ask, Branch, Leaf, Node
from companion.words import count, isolated, say


def heading(table: Table | None) -> str:
    """Say where the game stands: `Game 2 of 3, round 3 of 5`."""
    if table is None:
        return "Waiting for players"
    return _where(table.ask) if table.ask else "The end"


def _where(ask: Ask) -> str:
    places = (
        f"{place.kind} {place.number} of {place.of}" if place.of else f"{place.kind} {place.number}"
        for place in ask.place
    )
    return ", ".join(places).capitalize()


def status(room: Room) -> str:
    """Say how many are in, or here."""
    if room.playing and room.table:
        table = room.table
        showed = [seat for seat in table.record.players if table.is_in(seat)]
        others = [seat for seat in table.record.players if seat not in (*showed, *table.away)]
        return f"{len(showed)} of {len(showed) + len(others)} are in"
    return count(len(room.here), "{n} player is here", "{n} players are here")


def prompt(ask: Ask) -> str:
    """Say what everybody may show: `Pick a number from 0 to 100`, `Lay a card`."""
    match next(iter(ask.wants.values()), None):
        case Numbers(low=low, high=high):
            what = f"{ask.at_once} numbers" if ask.at_once > 1 else "a number"
            return f"Pick {what} from {say(low)} to {say(high)}"
        case Label(most=most):
            return f"Present a card from 1 to {most}"
        case Cards():
            return "Lay a card"
    return ""


def waiting(room: Room, table: Table) -> str:
    """Say what must happen before anything else can; nothing where everybody may go ahead."""
    if table.undealt:
        return "The cards are being dealt"
    if table.left:
        return "The lists are in"
    if table.clash:
        return "Two players have named the same card: everybody look again"
    if table.held:
        return "The last round is open again: change what you sent, or leave it"
    if not table.by_itself and table.can_close and not table.thinking:
        return "Everybody is in: the host reveals"
    if table.must_call:
        return f"{isolated(room.name(table.must_call))} leads and calls high or low"
    return f"{isolated(room.name(table.first))} leads" if table.first else ""


Placed = tuple[str, Node]
"""A part of a game, and where it stands in words. A level that has only one part anyway is left out."""


def latest(table: Table) -> tuple[Placed, ...]:
    """Follow the last part of every level down to the last reveal."""
    return tuple(_parts(table.score.root, _last, (), is_silent=_is_one_game(table)))


def everything(table: Table) -> tuple[Placed, ...]:
    """Go through the parts of every level down to every reveal; each part comes before its own parts."""
    return tuple(_parts(table.score.root, _all, (), is_silent=_is_one_game(table)))


def _all(node: Branch) -> Iterable[tuple[int, Node]]:
    return enumerate(node.parts, 1)


def _last(node: Branch) -> Iterable[tuple[int, Node]]:
    return ((len(node.parts), part) for part in node.parts[-1:])


def _parts(
    node: Branch,
    which: Callable[[Branch], Iterable[tuple[int, Node]]],
    before: tuple[str, ...],
    *,
    is_silent: bool,
) -> Iterator[Placed]:
    for number, part in which(node):
        words = before if is_silent else (*before, f"{part.kind} {number}")
        yield ", ".join(words or (part.kind,)).capitalize(), part
        if isinstance(part, Branch):
            yield from _parts(part, which, words, is_silent=False)


def rounds(table: Table) -> tuple[str, ...]:
    """Name every round that was revealed: as its heading does, or as one that does not count."""
    return tuple(_rounds(table))


def _rounds(table: Table) -> Iterator[str]:
    counting = [where for where, part in everything(table) if isinstance(part, Leaf)]
    before = ""
    for row in table.rows:
        if counting and not row.void:
            before = counting.pop(0)
            yield before
        else:
            which = "Void round" if row.void else "Round too many"
            yield f"{which} after {before.lower()}" if before else f"{which} at the start"


def _is_one_game(table: Table) -> bool:
    options = table.record.options
    return isinstance(options, saichugen.Options) and options.games == 1
