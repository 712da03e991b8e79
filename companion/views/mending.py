"""What the host can take back or correct, and what that would change, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion import games
from companion.acts import (
    Act,
    Barred,
    Began,
    Called,
    Closed,
    Corrected,
    Ended,
    Joined,
    Listed,
    Mended,
    Merged,
    Next,
    PlayedOn,
    Recalled,
    Redid,
    Removed,
    Renamed,
    Reopened,
    SatIn,
    SatOut,
    Seat,
    Showed,
    Undid,
    Voided,
)
from companion.journal import Room, Table, can_reopen
from companion.score import Branch, Node
from companion.views import places
from companion.views.cards import shown
from companion.views.people import names, persons
from companion.words import between, count, headed, isolated, tell


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be taken back, or done again: the number of the act, and what it was."""

    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Mending:
    """What the host can mend at once.

    `reopen` is the round that was revealed last as forms name it, `reopens` as people do.
    """

    undo: Deed | None
    redo: Deed | None
    reopen: str
    reopens: str
    problems: tuple[str, ...]


def mending(room: Room) -> Mending:
    """List what the host can take back now, and what has become impossible by a correction."""
    table = room.table
    can = table is not None and bool(table.rows) and can_reopen(room, table, table.turn - 1)
    return Mending(
        undo=_deed(room, room.undo),
        redo=_deed(room, room.redo),
        reopen=f"{table.number}.{table.turn - 1}" if table and can else "",
        reopens=places.revealed(table, table.turn - 1) if table and can else "",
        problems=tuple(_problems_of_all(room)),
    )


def problems(room: Room, table: Table) -> Iterator[str]:
    """Say what breaks a rule, since something was corrected before it, and in which round."""
    for where, problem in _problems(room, table):
        if where:
            yield tell("{where}: {problem}.", where=headed(where), problem=problem)
        else:
            yield tell("{problem}.", problem=problem)


def _problems(room: Room, table: Table) -> Iterator[tuple[str, str]]:
    """Yield in which round a rule is broken, if that is known, and how."""
    if not table.score.problems:
        return
    counted = [where for where, row in zip(places.rounds(table), table.rows, strict=True) if not row.void]
    for problem in table.score.problems:
        said = replace(problem, round=None).sentence(lambda seat: isolated(room.name(seat)))
        yield counted[problem.round - 1] if problem.round and problem.round <= len(counted) else "", said


def _problems_of_all(room: Room) -> Iterator[str]:
    for table in room.tables:
        game = places.game(table.number)
        for where, problem in _problems(room, table):
            if where:
                yield tell("{where}: {problem}.", where=places.within(game, where), problem=problem)
            else:
                yield tell("{game}, {problem}.", game=game, problem=problem)


def _deed(room: Room, numbers: tuple[int, ...]) -> Deed | None:
    entry = room.entry(numbers[-1]) if numbers else None
    return Deed(entry.number, deed(room, entry.act)) if entry and entry.act else None


def deed(room: Room, act: Act) -> str:
    """Name what the host did, as the label of a button that takes it back."""
    match act:
        case Began():
            return tell("Start {title}", title=tell(games.game(act.game).TITLE))
        case Closed() | Next():
            return tell("Reveal {round}", round=_round(room, act))
        case Ended():
            return tell("End game")
        case PlayedOn():
            return tell("Play on")
        case Reopened():
            return tell("Reopen {round}", round=_round(room, act))
        case Voided():
            if act.void:
                return tell("Void {round}", round=_round(room, act))
            return tell("Count {round}", round=_round(room, act))
        case Recalled():
            return tell("Correct the call of {round}", round=_round(room, act))
        case Called():
            return tell("Call high") if act.call == "high" else tell("Call low")
        case Merged():
            return tell("Merge {one} into {other}", one=room.name(act.seat), other=room.name(act.into))
        case Joined():
            return tell("Add {name}", name=act.name)
        case Undid() | Redid():
            done = room.entry(act.number)
            what = deed(room, done.act) if done and done.act else tell("The last change")
            return (
                tell("Undo: {what}", what=what) if isinstance(act, Undid) else tell("Redo: {what}", what=what)
            )
    return _of_player(room, act)


def _round(room: Room, act: Closed | Next | Showed | Listed | Mended) -> str:
    table = room.game_of(act.game)
    known = table is not None and table.row(act.round) is not None
    return places.revealed(table, act.round) if table and known else places.part("round", act.round)


def _of_player(room: Room, act: Act) -> str:
    match act:
        case Corrected():
            return tell("Correct {name} in {round}", name=room.name(act.seat), round=_round(room, act))
        case Showed() | Listed():
            return tell("Enter for {name} in {round}", name=room.name(act.seat), round=_round(room, act))
        case SatOut():
            return tell("{name} sits out", name=room.name(act.seat))
        case SatIn():
            return tell("{name} is back", name=room.name(act.seat))
        case Renamed():
            return tell("Rename to {name}", name=act.name)
        case Removed() | Barred():
            return tell("Send {name} away", name=room.name(act.seat))
    return tell("The last change")


def consequences(before: Room, after: Room) -> tuple[str, ...]:
    """Say what would change if a room became another: rounds, points, winners, what becomes impossible."""
    return tuple(_consequences(before, after)) or (tell("No score changes."),)


def expected(before: Room, after: Room, name: str) -> bool:
    """Tell whether an `undo` or a `redo` changes no more than its label says.

    That is at most one round, the last one, or what the host had corrected; and it takes nobody's phone
    out of the room.
    """
    numbers = before.undo if name == "undo" else before.redo
    entry = before.entry(numbers[-1]) if numbers else None
    if before.devices.keys() - after.devices.keys():
        return False
    were, are = _shown(before), _shown(after)
    return isinstance(entry.act if entry else None, Mended) or were[:-1] == are[: len(were) - 1]


def _shown(room: Room) -> list[object]:
    return [(table.number, row.reveal.plays) for table in room.tables for row in table.rows]


def _consequences(before: Room, after: Room) -> Iterator[str]:
    now = {table.number: table for table in after.tables}
    for table in before.tables:
        title = places.game(table.number)
        if table.number in now:
            yield from _of_table(before, title, table, now[table.number])
        elif table.record.reveals:
            yield tell("{game} is taken back, with {rounds}.", game=title, rounds=_rounds(table))
    was = {table.number for table in before.tables}
    for number in now.keys() - was:
        game, rounds = places.game(number), _rounds(now[number])
        yield tell("{game} is there again, with {rounds}.", game=game, rounds=rounds)
    known = set(_problems_of_all(before))
    for each in _problems_of_all(after):
        if each not in known:
            yield tell("Impossible then: {problem}", problem=each)


def _rounds(table: Table) -> str:
    return count(len(table.record.reveals), "{n} round", "{n} rounds")


def _of_table(room: Room, title: str, before: Table, after: Table) -> Iterator[str]:
    lost = len(before.record.reveals) - len(after.record.reveals)
    if lost > 0:
        rounds = count(lost, "{n} round", "{n} rounds")
        yield tell("{game}: {rounds} fewer.", game=title, rounds=rounds)
    if lost < 0:
        rounds = count(-lost, "{n} round", "{n} rounds")
        yield tell("{game}: {rounds} more.", game=title, rounds=rounds)
    if len(after.rows) > len(before.rows):
        return  # what would be revealed, and whether the game would be over, nobody may know before it is
    yield from _of_nodes(room, title, before.score.root, after.score.root)
    if before.ask is None and after.ask is not None:
        yield tell("{game} is not over any more.", game=title)
    if before.ask is not None and after.ask is None:
        yield tell("{game} is over.", game=title)


def _of_nodes(room: Room, title: str, before: Node, after: Node) -> Iterator[str]:
    """Compare two results level by level: figures first, then who wins."""
    if isinstance(before, Branch) and isinstance(after, Branch):
        for number, (one, other) in enumerate(zip(before.parts, after.parts, strict=False), 1):
            if isinstance(one, Branch):
                where = places.within(title, places.part(one.kind, number))
                yield from _of_nodes(room, where, one, other)
        yield from _figures(room, title, before.scores, after.scores)
    if before.winners != after.winners:
        was, now = _who(room, before.winners), _who(room, after.winners)
        yield tell("{part}: winner {was} → {now}.", part=title, was=was, now=now)


def _figures(room: Room, title: str, before: Mapping[Seat, int], after: Mapping[Seat, int]) -> Iterator[str]:
    changed = [seat for seat in after if before.get(seat, 0) != after[seat]]
    if changed:
        said = between(_figure(room, seat, before.get(seat, 0), after[seat]) for seat in changed)
        yield tell("{part}: {figures}.", part=title, figures=said)


def _figure(room: Room, seat: Seat, was: int, now: int) -> str:
    return tell("{name} {was} → {now}", name=names(room, [seat])[0], was=str(was), now=str(now))


def _who(room: Room, winners: tuple[Seat, ...]) -> str:
    return persons(names(room, winners)) if winners else tell("nobody")


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player showed in a revealed round, to be corrected."""

    seat: Seat
    name: str
    sign: str
    text: str
    corrected: bool


@dataclass(frozen=True, slots=True)
class Correctable:
    """A revealed round with all that can be corrected in it; `place` is how forms name it."""

    place: str
    heading: str
    void: bool
    call: str
    cells: tuple[Cell, ...]
    can_reopen: bool
    is_cards: bool


def correctable(room: Room, table: Table, number: int) -> Correctable:
    """Show a revealed round of a game as the host can correct it."""
    row = table.rows[number - 1]
    plays = row.reveal.plays
    return Correctable(
        place=f"{table.number}.{number}",
        heading=places.within(places.game(table.number), places.revealed(table, number)),
        void=row.void,
        call=row.reveal.call or "",
        cells=tuple(
            Cell(
                seat=seat,
                name=room.name(seat),
                sign=shown(plays[seat]).sign if seat in plays else "",
                text=str(plays.get(seat, "")),
                corrected=seat in row.corrected,
            )
            for seat in table.record.players
        ),
        can_reopen=can_reopen(room, table, number),
        is_cards=any(not isinstance(play, int) for play in plays.values()),
    )


def rounds(room: Room) -> tuple[Correctable, ...]:
    """List all revealed rounds of an evening, the last one first."""
    return tuple(
        correctable(room, table, number)
        for table in reversed(room.tables)
        for number in range(len(table.rows), 0, -1)
    )
