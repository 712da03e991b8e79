"""The standing of an evening: several games of any kind, one after another (H1)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.results import (
    MOST_NAMED,
    Branch,
    DecidedBy,
    Players,
    Reason,
    Reasons,
    Scores,
    shown,
)
from companion.rules.standing import Decision, Peel, decide, verdict_reasons, with_most


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningStanding:
    """The evening: games won, who won most, who is most mediocre, and how that was found, as in a game."""

    scores: Scores
    mediocre: Players
    most: Players
    decided_by: DecidedBy | None
    peels: tuple[Peel, ...] = ()
    reasons: tuple[Reason, ...] = ()


def deciding_scores(node: Branch | EveningStanding) -> Scores:
    """Return what decides a level or an evening: the scores of the peel with a winner (G6), or all scores."""
    peels: Sequence[Peel] = getattr(node, "peels", ())
    return peels[-1].scores if peels and peels[-1].winners else node.scores


def evening_standing(players: Players, games: Sequence[Players]) -> EveningStanding:
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
    found = decide(scores, [dict.fromkeys(part, 1) for part in parts])
    most = with_most(scores)
    return EveningStanding(
        scores=scores,
        mediocre=found.winners,
        most=tuple(most),
        decided_by=found.decided_by,
        peels=found.peels,
        reasons=tuple(_reasons(found, most)),
    )


def _reasons(found: Decision, most: Scores) -> Reasons:
    yield from verdict_reasons(found, N_("Games won"), "game")
    if found.decided_by == "shared":
        stands = N_("No peel decides, so the tie stands: {players} are equally mediocre.")
        yield Reason("G7", stands, found.winners, counts_many=True)
    named = PluralTemplate("{shown} has won most.", "{shown} have won most.")
    template = N_("{count} players ({won}) have won most.") if len(most) > MOST_NAMED else named
    yield shown("H1", template, most, count=len(most), won=found.verdict.distinct[-1])
