"""The standing of an evening: several games of any kind, one after another (H1)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.results import MOST_NAMED, DecidedBy, PlayerId, Players, Reason, Reasons, Scores
from companion.rules.standing import Peel, Verdict, judge, peel_steps


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningStanding:
    """The evening standing: games won, the most mediocre players, and those who won most.

    `decided_by` and `peels` are how the most mediocre players were found, as in a game.
    """

    scores: Scores
    mediocre: Players
    most: Players
    decided_by: DecidedBy | None
    peels: tuple[Peel, ...] = ()
    reasons: tuple[Reason, ...] = ()


def evening_standing(players: Sequence[PlayerId], games: Sequence[Sequence[PlayerId]]) -> EveningStanding:
    """Return the standing after the finished games, each given by its winners, in the order played (H1).

    A shared win counts 1 for each winner. `players` includes those who left (G8); winners who are not in it
    are ignored. Without a finished game, `mediocre` and `most` are empty.
    """
    known = frozenset(players)
    parts = [[winner for winner in winners if winner in known] for winners in games]
    won = Counter(winner for winners in parts for winner in winners)
    scores = {player: won[player] for player in players}
    if not games:
        return EveningStanding(scores=scores, mediocre=(), most=(), decided_by=None)
    verdict = judge(scores)
    peels = () if verdict.winners else tuple(peel_steps(scores, [dict.fromkeys(part, 1) for part in parts]))
    mediocre, decided_by = _decision(verdict, peels)
    most = tuple(player for player in players if scores[player] == verdict.distinct[-1])
    return EveningStanding(
        scores=scores,
        mediocre=mediocre,
        most=most,
        decided_by=decided_by,
        peels=peels,
        reasons=tuple(_reasons(verdict, peels, most)),
    )


def _decision(verdict: Verdict, peels: Sequence[Peel]) -> tuple[Players, DecidedBy]:
    if verdict.winners:
        return verdict.winners, "median"
    if peels and peels[-1].winners:
        return peels[-1].winners, "peel"
    return verdict.contenders, "shared"


def _reasons(verdict: Verdict, peels: Sequence[Peel], most: Players) -> Reasons:
    values = _values(verdict)
    yield Reason("G5", _WON[_outcome(verdict)], verdict.contenders, values, counts_many=True)
    yield from map(_peel_reason, peels)
    if not verdict.winners and not (peels and peels[-1].winners):
        template = N_("No peel decides, so the tie stands: {players} are equally mediocre.")
        yield Reason("G7", template, verdict.contenders, counts_many=True)
    won = {"count": len(most), "won": verdict.distinct[-1], "numbers": (verdict.distinct[-1],) * len(most)}
    if len(most) > MOST_NAMED:
        yield Reason("H1", "{count} players ({won}) have won most.", most, won)
    else:
        yield Reason("H1", PluralTemplate("{shown} has won most.", "{shown} have won most."), most, won)


def _peel_reason(peel: Peel) -> Reason:
    """Return how G5 decides the games that a peel leaves (G6)."""
    which = Text("game {first}", {"first": peel.first})
    if peel.first < peel.last:
        which = Text("games {first} to {last}", {"first": peel.first, "last": peel.last})
    verdict = peel.verdict
    values = {"games": which, **_values(verdict)}
    return Reason("G6", _WON_OF_SOME[_outcome(verdict)], verdict.contenders, values, counts_many=True)


def _values(verdict: Verdict) -> dict[str, object]:
    return {"distinct": verdict.distinct, "middle": verdict.middle}


_Outcome = Literal["wins", "two", "all"]
"""How G5 decides: one winner, a tie of two middle values, or a tie of players with the same value."""


def _outcome(verdict: Verdict) -> _Outcome:
    if verdict.winners:
        return "wins"
    return "two" if len(verdict.middle) > 1 else "all"


_WON: Mapping[_Outcome, str] = {
    "wins": N_("Games won: {distinct}; the middle is {middle}, and only {players} has it."),
    "two": N_("Games won: {distinct}; {middle} are both in the middle, so {players} tie."),
    "all": N_("Games won: {distinct}; the middle is {middle}, and {players} all have it: a tie."),
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
}
