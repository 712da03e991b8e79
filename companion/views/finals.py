"""How levels end: who won, every standing that was tried, and the sentences that say why."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.acts import Seat
from companion.games import good_enough, median_game
from companion.journal import Room, Table
from companion.score import Because, Branch, Kind
from companion.standing import Peel, judge
from companion.views import places
from companion.views.people import MOST_NAMED, few, names, persons, sentences
from companion.words import count, headed, mark, tell


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
    mediocre: bool = True
    """Whether it is mediocre to win: not where the most wins."""


class Peeled(Protocol):
    """What G5 and G6 decide: a standing, with the peels that were tried and the reasons for all of it."""

    @property
    def scores(self) -> Mapping[Seat, int]:
        """The standing over all parts."""

    @property
    def peels(self) -> Sequence[Peel]:
        """The standings over fewer parts that were tried."""

    @property
    def because(self) -> Sequence[Because]:
        """A reason of G5, one of G6 for each peel, and others."""


def final(room: Room, table: Table) -> Final:
    """Show the end of a game: with steps where G5 and G6 decide, and the sentences everywhere."""
    root = table.score.root
    winners = names(room, root.winners)
    return Final(
        key=f"final-{table.number}-{len(table.record.reveals)}",
        headline=_headline(winners),
        winners=winners,
        steps=_steps_of(room, root) if isinstance(root, good_enough.Game) else (_whole(room, "", root),),
        remarks=_remarks(room, root),
        mediocre=_is_mediocre(table.record.options),
    )


def _is_mediocre(options: object) -> bool:
    """Tell whether the middle wins, and not the most: as in Median game, and in a match of Saichugen."""
    return not isinstance(options, median_game.Options) and getattr(options, "games", 1) == 1


def parts(room: Room, table: Table) -> tuple[Part, ...]:
    """Show the levels below the game itself that ended with the last reveal, innermost first."""
    found = (each for each in places.latest(table) if isinstance(each[1], Branch) and each[1].finished)
    return tuple(part(room, table, where, node) for where, node in reversed(tuple(found)))  # type: ignore[arg-type]


def part(room: Room, table: Table, where: str, node: Branch) -> Part:
    """Show the end of one level below the game itself; `where` it stands is said as in a sentence."""
    winners, heading = names(room, node.winners), headed(where)
    return Part(
        key=f"{node.kind}-{table.number}-{len(table.record.reveals)}",
        heading=heading,
        headline=_wins(winners, heading),
        winners=winners,
        steps=_steps_of(room, node) if isinstance(node, good_enough.Game) else (_whole(room, heading, node),),
        remarks=_remarks(room, node),
    )


def _remarks(room: Room, node: Branch) -> tuple[str, ...]:
    """Say what the steps do not."""
    in_steps = ("G5", "G6") if isinstance(node, good_enough.Game) else ()
    return sentences(room, (because for because in node.because if because.rule not in in_steps), MOST_NAMED)


def _steps_of(room: Room, game: good_enough.Game) -> tuple[Step, ...]:
    return tuple(steps(room, game, game.parts[0].kind, len(game.parts)))


def _headline(winners: tuple[str, ...]) -> str:
    if len(winners) == 1:
        return tell("{who} wins", who=who(winners))
    return tell("{who} share the win", who=who(winners))


def _wins(winners: tuple[str, ...], heading: str) -> str:
    if not winners:
        return tell("{part}: nobody wins", part=heading)
    if len(winners) == 1:
        return tell("{part}: {who} wins", part=heading, who=who(winners))
    return tell("{part}: {who} win", part=heading, who=who(winners))


def who(winners: tuple[str, ...]) -> str:
    """Name winners in a headline, or count them where they are too many."""
    if len(winners) > MOST_NAMED:
        return count(len(winners), "{n} player", "{n} players")
    return persons(winners)


def steps(room: Room, peeled: Peeled, kind: Kind, parts: int) -> Iterator[Step]:
    """Show a standing over so many parts, and every peel that was tried (G5, G6)."""
    whole, *others = sentences(room, (each for each in peeled.because if each.rule in ("G5", "G6")))
    yield _step(room, _counted(kind, 1, parts), peeled.scores, whole)
    for peel, sentence in zip(peeled.peels, others, strict=True):
        yield _step(room, _counted(kind, peel.first, peel.last), peel.scores, sentence)


def _counted(kind: Kind, first: int, last: int) -> str:
    if first == last:
        return headed(places.part(kind, first))
    return tell(_SEVERAL[kind], first=first, last=last)


_SEVERAL: Mapping[Kind, str] = {
    "round": mark("Rounds {first}–{last}"),
    "game": mark("Games {first}–{last}"),
    "match": mark("Matches {first}–{last}"),
}


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
        having = few(room, (seat for seat in scores if scores[seat] == points))
        yield Column(points, having, points in central)
