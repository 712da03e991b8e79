"""How levels end: who won, every standing that was tried, and the sentences that say why."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.acts import Seat
from companion.games import good_enough
from companion.journal import Room, Table
from companion.score import Branch
from companion.standing import judge
from companion.views import places
from companion.views.people import names, sentences
from companion.words import count, listing

_MOST_NAMED = 4  # names in a headline; more are counted


@dataclass(frozen=True, slots=True)
class Column:
    """The players who have the same points in a standing; `central`: these decide it."""

    points: int
    names: tuple[str, ...]
    central: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One standing that was tried for the winner: the whole game, then peel by peel."""

    heading: str
    columns: tuple[Column, ...]
    sentence: str
    decides: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A hand, round or game within a game that ended with the last reveal."""

    key: str
    heading: str
    headline: str
    winners: tuple[str, ...]
    steps: tuple[Step, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Final:
    """The end of a game: who won, every step that led there, and what else there is to say of it."""

    key: str
    headline: str
    winners: tuple[str, ...]
    steps: tuple[Step, ...]
    remarks: tuple[str, ...]


def final(room: Room, table: Table) -> Final:
    """Show the end of a game: with steps where G5 and G6 decide, and the sentences everywhere."""
    root = table.score.root
    winners = names(room, root.winners)
    return Final(
        key=f"final-{table.number}-{len(table.record.reveals)}",
        headline=_headline(winners),
        winners=winners,
        steps=tuple(_steps(room, root)) if isinstance(root, good_enough.Game) else (),
        remarks=_remarks(room, root),
    )


def parts(room: Room, table: Table) -> tuple[Part, ...]:
    """Show the levels below the game itself that ended with the last reveal, innermost first."""
    found = (each for each in places.latest(table) if isinstance(each[1], Branch) and each[1].finished)
    return tuple(_part(room, table, heading, part) for heading, part in reversed(tuple(found)))  # type: ignore[arg-type]


def _part(room: Room, table: Table, heading: str, node: Branch) -> Part:
    winners = names(room, node.winners)
    nested = isinstance(node, good_enough.Game)
    return Part(
        key=f"{node.kind}-{table.number}-{len(table.record.reveals)}",
        heading=heading,
        headline=_wins(winners, heading),
        winners=winners,
        steps=tuple(_steps(room, node)) if nested else (_whole(room, heading, node),),
        remarks=_remarks(room, node),
    )


def _remarks(room: Room, node: Branch) -> tuple[str, ...]:
    """Say what the steps do not."""
    in_steps = ("G5", "G6") if isinstance(node, good_enough.Game) else ()
    return sentences(room, (because for because in node.because if because.rule not in in_steps))


def _headline(winners: tuple[str, ...]) -> str:
    return f"{winners[0]} wins" if len(winners) == 1 else f"{_who(winners)} share the win"


def _wins(winners: tuple[str, ...], heading: str) -> str:
    if not winners:
        return f"{heading}: nobody wins"
    return f"{heading}: {_who(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _who(winners: tuple[str, ...]) -> str:
    return (
        listing(winners) if len(winners) <= _MOST_NAMED else count(len(winners), "{n} player", "{n} players")
    )


def _steps(room: Room, node: Branch) -> Iterator[Step]:
    """Show the standing, and every peel that was tried (G5, G6)."""
    whole, *peeled = sentences(room, (each for each in node.because if each.rule in ("G5", "G6")))
    kind = node.parts[0].kind
    yield _step(room, _counted(kind, 1, len(node.parts)), node.scores, whole)
    for peel, sentence in zip(node.peels if isinstance(node, good_enough.Game) else (), peeled, strict=True):
        yield _step(room, _counted(kind, peel.first, peel.last), peel.scores, sentence)


def _counted(kind: str, first: int, last: int) -> str:
    if first == last:
        return f"{kind} {first}".capitalize()
    return f"{'matches' if kind == 'match' else f'{kind}s'} {first}–{last}".capitalize()


def _step(room: Room, heading: str, scores: Mapping[Seat, int], sentence: str) -> Step:
    verdict = judge(scores)
    columns = tuple(_columns(room, scores, verdict.middle))
    return Step(heading, columns, sentence, bool(verdict.winners))


def _whole(room: Room, heading: str, node: Branch) -> Step:
    """Show the standing that decided a level of a card game, with its winners' figures lit."""
    central = {node.scores[seat] for seat in node.winners}
    return Step(heading, tuple(_columns(room, node.scores, central)), "", bool(node.winners))


def _columns(room: Room, scores: Mapping[Seat, int], central: Collection[int]) -> Iterable[Column]:
    for points in sorted(set(scores.values())):
        having = names(room, (seat for seat in scores if scores[seat] == points))
        yield Column(points, having, points in central)
