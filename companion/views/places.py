"""Where the room stands, in words: which round of what, and what everybody waits for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce

from companion.games import saichugen
from companion.games.deck import Cards
from companion.games.doors import Label
from companion.games.numbers import Numbers
from companion.journal import Room, Table
from companion.score import Ask, Branch, Kind, Leaf, Node
from companion.words import count, headed, isolated, mark, tell


def heading(table: Table | None) -> str:
    """Say where the game stands: `Game 2 of 3, round 3 of 5`."""
    if table is None:
        return tell("Waiting for players")
    return headed(_where(table.ask)) if table.ask else tell("The end")


def _where(ask: Ask) -> str:
    widest, *others = (part(place.kind, place.number, place.of) for place in ask.place)
    for each in others:
        widest = within(widest, each)
    return widest


def game(number: int) -> str:
    """Name a game of the evening: `Game 2`."""
    return tell("Game {number}", number=number)


def part(kind: Kind, number: int, of: int | None = None) -> str:
    """Name a part of a game as a sentence does: `round 3`, or `round 3 of 5`."""
    return tell(_PART_OF[kind], number=number, of=of) if of else tell(_PART[kind], number=number)


_PART: Mapping[Kind, str] = {
    "round": mark("round {number}"),
    "trick": mark("trick {number}"),
    "hand": mark("hand {number}"),
    "game": mark("game {number}"),
    "match": mark("match {number}"),
}
_PART_OF: Mapping[Kind, str] = {
    "round": mark("round {number} of {of}"),
    "trick": mark("trick {number} of {of}"),
    "hand": mark("hand {number} of {of}"),
    "game": mark("game {number} of {of}"),
    "match": mark("match {number} of {of}"),
}


def within(outer: str, inner: str) -> str:
    """Name a part together with what it is a part of: `game 2, round 3`."""
    return tell("{outer}, {inner}", outer=outer, inner=inner)


def status(room: Room) -> str:
    """Say how many are in, or here."""
    if room.playing and room.table:
        table = room.table
        awaited = len(table.record.players) - table.absent
        return tell("{showed} of {all} are in", showed=table.entered, all=awaited)
    return count(len(room.here), "{n} player is here", "{n} players are here")


def prompt(ask: Ask) -> str:
    """Say what everybody may show: `Pick a number from 0 to 100`, `Lay a card`."""
    match next(iter(ask.wants.values()), None):
        case Numbers(low=low, high=high):
            if ask.at_once > 1:
                return tell("Pick {n} numbers from {low} to {high}", n=ask.at_once, low=low, high=high)
            return tell("Pick a number from {low} to {high}", low=low, high=high)
        case Label(most=most):
            return tell("Present a card from 1 to {most}", most=most)
        case Cards():
            return tell("Lay a card")
    return ""


def waiting(room: Room, table: Table) -> str:
    """Say what must happen before anything else can; nothing where everybody may go ahead."""
    if table.undealt:
        return tell("The cards are being dealt")
    if table.left:
        return tell("The lists are in")
    if table.clash:
        return tell("Somebody has named a card that cannot be there once more: everybody look again")
    if table.held:
        return tell("The last round is open again: change what you sent, or leave it")
    if not table.by_itself and table.can_close and table.is_full:
        return tell("Everybody is in: the host reveals")
    if table.must_call:
        return tell("{name} leads and calls high or low", name=isolated(room.name(table.must_call)))
    return tell("{name} leads", name=isolated(room.name(table.first))) if table.first else ""


Placed = tuple[str, Node]
"""A part of a game, and where it stands as a sentence says it: see `headed` for headings.

A level that has only one part anyway is left out.
"""


def latest(table: Table) -> tuple[Placed, ...]:
    """Follow the last part of every level down to the last reveal."""
    return tuple(_parts(table.score.root, _last, "", is_silent=_is_one_game(table)))


def everything(table: Table) -> tuple[Placed, ...]:
    """Go through the parts of every level down to every reveal; each part comes before its own parts."""
    return tuple(_parts(table.score.root, _all, "", is_silent=_is_one_game(table)))


def _all(node: Branch) -> Iterable[tuple[int, Node]]:
    return enumerate(node.parts, 1)


def _last(node: Branch) -> Iterable[tuple[int, Node]]:
    return ((len(node.parts), part) for part in node.parts[-1:])


def _parts(
    node: Branch,
    which: Callable[[Branch], Iterable[tuple[int, Node]]],
    before: str,
    *,
    is_silent: bool,
) -> Iterator[Placed]:
    for number, each in which(node):
        where = "" if is_silent else part(each.kind, number)
        where = within(before, where) if before else where
        yield where or tell("game"), each
        if isinstance(each, Branch):
            yield from _parts(each, which, where, is_silent=False)


def rounds(table: Table) -> tuple[str, ...]:
    """Name every round that was revealed, as a sentence does: by its place, or as one that does not count."""
    return tuple(_rounds(table))


def revealed(table: Table, number: int) -> str:
    """Name one round that was revealed, as `rounds` does.

    Where every round counts its place follows from its number, and nobody has to go through all of them.
    """
    if table.score.problems or len(table.rows) > len(table.record.reveals):
        return rounds(table)[number - 1]
    *_, (where, _) = _parts(table.score.root, _Way(number), "", is_silent=_is_one_game(table))
    return where


class _Way:
    """Leads from level to level down to the reveal of a number."""

    def __init__(self, number: int) -> None:
        self._left = number

    def __call__(self, node: Branch) -> Iterable[tuple[int, Node]]:
        if isinstance(node.parts[0], Leaf):
            yield self._left, node.parts[self._left - 1]
            return
        for number, each in enumerate(node.parts, 1):
            if self._left <= (size := _size(each)):
                yield number, each
                return
            self._left -= size


def _size(node: Node) -> int:
    """Count the reveals of a part."""
    if not isinstance(node, Branch):
        return 1
    return len(node.parts) if isinstance(node.parts[0], Leaf) else sum(map(_size, node.parts))


def _rounds(table: Table) -> Iterator[str]:
    counting = [where for where, part in everything(table) if isinstance(part, Leaf)]
    counting.reverse()  # the next one comes last
    before, coming = "", _coming(table)
    for row in table.rows:
        if counting and not row.void:
            before = counting.pop()
            yield before
        elif row.void:
            yield _void(counting[-1] if counting else coming)
        else:
            yield _too_many(before)


def _coming(table: Table) -> str:
    """Name the round that is going on; nothing after the end."""
    if table.ask is None:
        return ""
    return reduce(within, (part(place.kind, place.number) for place in table.ask.place))


def _void(instead: str) -> str:
    """Name a round that does not count by the one that is, or was, played in its place."""
    return tell("{round}, void", round=instead) if instead else tell("void round at the end")


def _too_many(before: str) -> str:
    """Name a round that came after the game was over."""
    return (
        tell("round too many after {round}", round=before) if before else tell("round too many at the start")
    )


def _is_one_game(table: Table) -> bool:
    options = table.record.options
    return isinstance(options, saichugen.Options) and options.games == 1
