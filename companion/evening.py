"""The standing of an evening: several games of any kind, one after another (H1)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.score import Because, DecidedBy, Player
from companion.standing import Peel, Verdict, judge, peels

_MOST_NAMED = 6  # players whom one sentence names; more are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The evening standing: games won, who is the most mediocre player, and who won most.

    `decided_by` and `peels` say how the most mediocre player was found, as in a game.
    """

    scores: Mapping[Player, int]
    mediocre: tuple[Player, ...]
    most: tuple[Player, ...]
    decided_by: DecidedBy | None
    peels: tuple[Peel, ...] = ()
    because: tuple[Because, ...] = ()


def evening(players: Sequence[Player], games: Sequence[Sequence[Player]]) -> Evening:
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
        return Evening(scores=scores, mediocre=(), most=(), decided_by=None)
    verdict = judge(scores)
    tried = () if verdict.winners else tuple(peels(scores, parts))
    mediocre, decided_by = _decision(verdict, tried)
    most = tuple(player for player in players if scores[player] == verdict.distinct[-1])
    return Evening(
        scores=scores,
        mediocre=mediocre,
        most=most,
        decided_by=decided_by,
        peels=tried,
        because=tuple(_reasons(verdict, tried, most)),
    )


def _decision(verdict: Verdict, tried: Sequence[Peel]) -> tuple[tuple[Player, ...], DecidedBy]:
    if verdict.winners:
        return verdict.winners, "median"
    if tried and tried[-1].winners:
        return tried[-1].winners, "peel"
    return verdict.contenders, "shared"


def _reasons(verdict: Verdict, tried: Sequence[Peel], most: tuple[Player, ...]) -> Iterator[Because]:
    yield _judged("G5", "Games won", verdict)
    for peel in tried:
        which = f"games {peel.first} to {peel.last}" if peel.first < peel.last else f"game {peel.first}"
        yield _judged("G6", f"Games won, counting only {which}", peel.verdict)
    if not verdict.winners and not (tried and tried[-1].winners):
        says = f"No peel decides, so the tie stands: {_who(verdict.contenders)} are equally mediocre."
        yield Because("G7", says, verdict.contenders)
    numbers = {"numbers": (verdict.distinct[-1],) * len(most)}
    shown = "{shown}" if len(most) <= _MOST_NAMED else f"{len(most)} players ({verdict.distinct[-1]})"
    yield Because("H1", f"{shown} {'has' if len(most) == 1 else 'have'} won most.", most, numbers)


def _who(players: Sequence[Player]) -> str:
    return "{players}" if len(players) <= _MOST_NAMED else f"{len(players)} players"


def _judged(rule: str, start: str, verdict: Verdict) -> Because:
    values = {"distinct": verdict.distinct, "middle": verdict.middle}
    who = _who(verdict.contenders)
    if verdict.winners:
        outcome = "the middle is {middle}, and only {players} has it"
    elif len(verdict.middle) > 1:
        outcome = f"{{middle}} are both in the middle, so {who} tie"
    else:
        outcome = f"the middle is {{middle}}, and {who} all have it: a tie"
    return Because(rule, f"{start}: {{distinct}}; {outcome}.", verdict.contenders, values)
