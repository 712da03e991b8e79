"""The standing of an evening: several games of any kind, one after another (H1)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.results import DecidedBy, PlayerId, Reason
from companion.rules.standing import Peel, Verdict, judge, peel_steps

_MOST_NAMED = 6  # players whom one sentence names; more are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningStanding:
    """The evening standing: games won, who is the most mediocre player, and who won most.

    `decided_by` and `peels` say how the most mediocre player was found, as in a game.
    """

    scores: Mapping[PlayerId, int]
    mediocre: tuple[PlayerId, ...]
    most: tuple[PlayerId, ...]
    decided_by: DecidedBy | None
    peels: tuple[Peel, ...] = ()
    reasons: tuple[Reason, ...] = ()


def evening_standing(players: Sequence[PlayerId], games: Sequence[Sequence[PlayerId]]) -> EveningStanding:
    """Find the standing after the finished games, given by their winners in the order played (H1).

    A shared win counts 1 for each. `players` are all of the evening, also those who left (G8); winners
    who are not among them count for nothing. Before a game is finished there is neither a most mediocre
    player nor one who won most.
    """
    known = frozenset(players)
    parts = [[winner for winner in winners if winner in known] for winners in games]
    won = Counter(winner for winners in parts for winner in winners)
    scores = {player: won[player] for player in players}
    if not games:
        return EveningStanding(scores=scores, mediocre=(), most=(), decided_by=None)
    verdict = judge(scores)
    tried = () if verdict.winners else tuple(peel_steps(scores, parts))
    mediocre, decided_by = _decision(verdict, tried)
    most = tuple(player for player in players if scores[player] == verdict.distinct[-1])
    return EveningStanding(
        scores=scores,
        mediocre=mediocre,
        most=most,
        decided_by=decided_by,
        peels=tried,
        reasons=tuple(_reasons(verdict, tried, most)),
    )


def _decision(verdict: Verdict, tried: Sequence[Peel]) -> tuple[tuple[PlayerId, ...], DecidedBy]:
    if verdict.winners:
        return verdict.winners, "median"
    if tried and tried[-1].winners:
        return tried[-1].winners, "peel"
    return verdict.contenders, "shared"


def _reasons(verdict: Verdict, tried: Sequence[Peel], most: tuple[PlayerId, ...]) -> Iterator[Reason]:
    values = _values(verdict)
    yield Reason("G5", _WON[_outcome(verdict)], verdict.contenders, values)
    yield from map(_peeled, tried)
    if not verdict.winners and not (tried and tried[-1].winners):
        yield _standing_tie(verdict.contenders)
    yield _won_most(most, verdict.distinct[-1])


def _standing_tie(players: tuple[PlayerId, ...]) -> Reason:
    if len(players) > _MOST_NAMED:
        says = N_("No peel decides, so the tie stands: {count} players are equally mediocre.")
        return Reason("G7", says, players, {"count": len(players)})
    return Reason("G7", "No peel decides, so the tie stands: {players} are equally mediocre.", players)


def _won_most(players: tuple[PlayerId, ...], won: int) -> Reason:
    if len(players) > _MOST_NAMED:
        return Reason(
            "H1", "{count} players ({won}) have won most.", players, {"count": len(players), "won": won}
        )
    says = PluralTemplate("{shown} has won most.", "{shown} have won most.")
    return Reason("H1", says, players, {"numbers": (won,) * len(players)})


def _peeled(peel: Peel) -> Reason:
    """Say what G5 makes of the games that a peel leaves (G6)."""
    which = Text("game {first}", {"first": peel.first})
    if peel.first < peel.last:
        which = Text("games {first} to {last}", {"first": peel.first, "last": peel.last})
    verdict = peel.verdict
    values = {"games": which, **_values(verdict)}
    return Reason("G6", _WON_OF_SOME[_outcome(verdict)], verdict.contenders, values)


def _values(verdict: Verdict) -> dict[str, object]:
    numbers = {"distinct": verdict.distinct, "middle": verdict.middle}
    return {**numbers, "count": len(verdict.contenders)}


_Outcome = Literal["wins", "two", "two, many", "all", "all, many"]
"""What a standing comes to: a winner, a tie of those with two middle values, or of those with one."""


def _outcome(verdict: Verdict) -> _Outcome:
    if verdict.winners:
        return "wins"
    many = len(verdict.contenders) > _MOST_NAMED
    if len(verdict.middle) > 1:
        return "two, many" if many else "two"
    return "all, many" if many else "all"


_WON: Mapping[_Outcome, str] = {
    "wins": N_("Games won: {distinct}; the middle is {middle}, and only {players} has it."),
    "two": N_("Games won: {distinct}; {middle} are both in the middle, so {players} tie."),
    "two, many": N_("Games won: {distinct}; {middle} are both in the middle, so {count} players tie."),
    "all": N_("Games won: {distinct}; the middle is {middle}, and {players} all have it: a tie."),
    "all, many": N_("Games won: {distinct}; the middle is {middle}, and {count} players all have it: a tie."),
}
_WON_OF_SOME: Mapping[_Outcome, str] = {
    "wins": N_(
        "Games won, counting only {games}: {distinct}; the middle is {middle}, and only {players} has it."
    ),
    "two": N_(
        "Games won, counting only {games}: {distinct}; {middle} are both in the middle, so {players} tie."
    ),
    "all": N_(
        "Games won, counting only {games}: {distinct}; the middle is {middle}, "
        "and {players} all have it: a tie."
    ),
    "two, many": N_(
        "Games won, counting only {games}: {distinct}; {middle} are both in the middle, "
        "so {count} players tie."
    ),
    "all, many": N_(
        "Games won, counting only {games}: {distinct}; the middle is {middle}, "
        "and {count} players all have it: a tie."
    ),
}
