"""How levels end: who won, every standing that was tried, and the sentences that say why."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.i18n.messages import (
    N_,
    PluralTemplate,
    capitalize_first,
    format_count,
    format_message,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Branch, Kind, Reason
from companion.rules.standing import Peel, PeeledResult, judge
from companion.views import headings
from companion.views.naming import MOST_NAMED, list_players, player_names, reason_sentences, some_names


@dataclass(frozen=True, slots=True)
class StandingColumn:
    """The players who have the same points in a standing; `central`: these decide it."""

    points: int
    names: tuple[str, ...]
    central: bool


@dataclass(frozen=True, slots=True)
class StandingStep:
    """One standing that was tried for the winner: the whole game, then peel by peel."""

    heading: str
    columns: tuple[StandingColumn, ...]
    sentence: str
    decides: bool


@dataclass(frozen=True, slots=True)
class EndedPart:
    """A hand, round or game within a game that ended with the last reveal."""

    key: str
    heading: str
    headline: str
    winners: tuple[str, ...]
    steps: tuple[StandingStep, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameEnding:
    """The end of a game: who won, every step that led there, and what else there is to say of it."""

    key: str
    headline: str
    winners: tuple[str, ...]
    steps: tuple[StandingStep, ...]
    remarks: tuple[str, ...]
    mediocre: bool = True
    """Whether it is mediocre to win: not where the most wins."""


class PeeledStanding(Protocol):
    """What G5 and G6 decide: a standing, with the peels that were tried and the reasons for all of it."""

    @property
    def scores(self) -> Mapping[Seat, int]:
        """The standing over all parts."""

    @property
    def peels(self) -> Sequence[Peel]:
        """The standings over fewer parts that were tried."""

    @property
    def reasons(self) -> Sequence[Reason]:
        """A reason of G5, one of G6 for each peel, and others."""


def game_ending(room: Room, game: GameState) -> GameEnding:
    """Show the end of a game: with steps where G5 and G6 decide, and the sentences everywhere."""
    root = game.score.root
    winners = player_names(room, root.winners)
    return GameEnding(
        key=f"final-{game.number}-{len(game.record.reveals)}",
        headline=_headline(winners),
        winners=winners,
        steps=_steps_of(room, root) if isinstance(root, PeeledResult) else (_whole(room, "", root),),
        remarks=_remarks(room, root),
        mediocre=game.record.rules.middle_wins,
    )


def ended_parts(room: Room, game: GameState) -> tuple[EndedPart, ...]:
    """Show the levels below the game itself that ended with the last reveal, innermost first."""
    found = (each for each in headings.latest_parts(game) if isinstance(each[1], Branch) and each[1].finished)
    return tuple(ended_part(room, game, where, node) for where, node in reversed(tuple(found)))  # type: ignore[arg-type]


def ended_part(room: Room, game: GameState, where: str, node: Branch) -> EndedPart:
    """Show the end of one level below the game itself; `where` it stands is said as in a sentence."""
    winners, heading = player_names(room, node.winners), capitalize_first(where)
    return EndedPart(
        key=f"{node.kind}-{game.number}-{len(game.record.reveals)}",
        heading=heading,
        headline=_wins(winners, heading),
        winners=winners,
        steps=_steps_of(room, node) if isinstance(node, PeeledResult) else (_whole(room, heading, node),),
        remarks=_remarks(room, node),
    )


def _remarks(room: Room, node: Branch) -> tuple[str, ...]:
    """Say what the steps do not."""
    in_steps = ("G5", "G6") if isinstance(node, PeeledResult) else ()
    return reason_sentences(
        room, (reason for reason in node.reasons if reason.rule not in in_steps), MOST_NAMED
    )


def _steps_of(room: Room, game: PeeledResult) -> tuple[StandingStep, ...]:
    return tuple(standing_steps(room, game, game.parts[0].kind, len(game.parts)))


def _headline(winners: tuple[str, ...]) -> str:
    if len(winners) == 1:
        return translate("{who} wins", who=name_winners(winners))
    return translate("{who} share the win", who=name_winners(winners))


def _wins(winners: tuple[str, ...], heading: str) -> str:
    if not winners:
        return translate("{part}: nobody wins", part=heading)
    template = PluralTemplate("{part}: {who} wins", "{part}: {who} win").translate_for(len(winners))
    return format_message(template, {"part": heading, "who": name_winners(winners)})


def name_winners(winners: tuple[str, ...]) -> str:
    """Name winners in a headline, or count them where they are too many."""
    if len(winners) > MOST_NAMED:
        return format_count(len(winners), "{n} player", "{n} players")
    return list_players(winners)


def standing_steps(room: Room, peeled: PeeledStanding, kind: Kind, parts: int) -> Iterator[StandingStep]:
    """Show a standing over so many parts, and every peel that was tried (G5, G6)."""
    whole, *others = reason_sentences(room, (each for each in peeled.reasons if each.rule in ("G5", "G6")))
    yield _step(room, _counted(kind, 1, parts), peeled.scores, whole)
    for peel, sentence in zip(peeled.peels, others, strict=True):
        yield _step(room, _counted(kind, peel.first, peel.last), peel.scores, sentence)


def _counted(kind: Kind, first: int, last: int) -> str:
    if first == last:
        return capitalize_first(headings.part_name(kind, first))
    return translate(_SEVERAL[kind], first=first, last=last)


_SEVERAL: Mapping[Kind, str] = {
    "round": N_("Rounds {first}–{last}"),
    "game": N_("Games {first}–{last}"),
    "match": N_("Matches {first}–{last}"),
}


def _step(room: Room, heading: str, scores: Mapping[Seat, int], sentence: str) -> StandingStep:
    verdict = judge(scores)
    columns = tuple(_columns(room, scores, verdict.middle))
    return StandingStep(heading, columns, sentence, bool(verdict.winners))


def _whole(room: Room, heading: str, node: Branch) -> StandingStep:
    """Show the standing that decided a level of a card game, with its winners' figures lit."""
    central = {node.scores[seat] for seat in node.winners}
    return StandingStep(heading, tuple(_columns(room, node.scores, central)), "", bool(node.winners))


def _columns(room: Room, scores: Mapping[Seat, int], central: Collection[int]) -> Iterable[StandingColumn]:
    for points in sorted(set(scores.values())):
        having = some_names(room, (seat for seat in scores if scores[seat] == points))
        yield StandingColumn(points, having, points in central)
