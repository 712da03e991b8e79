"""What a host is told before a game: how it may end, and that too many play (G3, G6, G7, G12, G16).

The recommended ending has one winner wherever that does not take too long. `_TABLE` says what to expect of a
tie; `python -m tests.tools.endings_table` made it by playing games in which people pick as people do.
"""

from math import expm1, log1p
from typing import NamedTuple

from companion.i18n.messages import N_, Count, Text
from companion.rules.games.good_enough.cards import start_problems
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.outcomes import Crowding, Ending

_TOO_LONG = 10
"""The most rounds of sudden death that are recommended to anybody: half of the games need fewer."""


class _Tie(NamedTuple):
    """In how many games of 100 a tie stands after all peels, and how many rounds half of these need more.

    They are rounds of a showdown, or of sudden death, where 0 is too long to be played.
    """

    stands: int
    showdown: int
    sudden_death: int


_FEWEST_ROUNDS, _MOST_ROUNDS = 3, 10
_TABLE = """
 3:  35 1  2,  70 1  1,  30 1  1,  25 1  1,  18 1  1,  18 1  1,   5 1  1,   9 1  1
 4:  98 2  4,  75 1  4,  88 2  3,  63 1  2,  80 2  2,  47 1  2,  68 1  1,  33 1  2
 5:  58 1  2,  85 1  2,  48 1  2,  78 1  1,  37 1  2,  62 1  1,  26 1  1,  41 1  1
 6:  97 1  5,  92 1  4,  84 1  4,  81 1  3,  67 1  3,  67 1  2,  56 1  2,  51 1  2
 7:  70 1  4,  88 1  3,  65 1  4,  84 1  3,  63 1  3,  79 1  2,  57 1  2,  69 1  1
 8:  96 1  6,  91 1  5,  95 1  5,  83 1  4,  81 1  3,  75 1  3,  74 1  3,  65 1  2
 9:  81 1  5,  89 1  5,  78 1  5,  86 1  4,  76 1  5,  84 1  3,  73 1  4,  80 1  3
10:  96 1  7,  92 1  7,  95 1  6,  89 1  6,  91 1  5,  83 1  4,  82 1  4,  78 1  4
11:  88 1  8,  90 1  7,  83 1  6,  88 1  6,  84 1  6,  87 1  6,  80 1  5,  84 1  5
12:  98 1 10,  92 1 10,  95 1  8,  91 1  9,  94 1  7,  87 1  7,  89 1  6,  84 1  6
15:  92 1  0,  93 1  0,  93 1  0,  91 1  0,  92 1  0,  92 1  0,  91 1  0,  90 1  0
20:  99 1  0,  93 1  0,  97 1  0,  93 1  0,  98 1  0,  92 1  0,  97 1  0,  94 1  0
30:  98 1  0,  96 1  0,  99 1  0,  97 1  0,  98 1  0,  96 1  0,  99 1  0,  97 1  0
60:  99 1  0,  98 1  0, 100 1  0,  98 1  0,  99 1  0,  98 1  0,  99 1  0,  98 1  0
"""
"""The ties by the number of players, and for each of them by the number of rounds, 3 to 10."""
_TIES = {
    int(players): [_Tie(*map(int, tie.split())) for tie in row.split(",")]
    for players, _, row in (line.partition(":") for line in _TABLE.strip().splitlines())
}


def endings(rules: GoodEnoughOptions, players: int) -> tuple[Ending, ...]:
    """List the endings of a game of so many players, best first; empty if they cannot play it.

    First comes one that always ends with one winner: after peeling a showdown, which is short; or sudden
    death, where numbers are not sent round by round, and it does not take too long. The ending that the rules
    have now is always listed.
    """
    if any(start_problems(rules, ("",) * players, ())):
        return ()
    row = _TIES[
        max(each_tie for each_tie in _TIES if each_tie <= players)
    ]  # of more rounds, those of the same parity
    tie = row[min(rules.rounds, _MOST_ROUNDS - rules.rounds % 2) - _FEWEST_ROUNDS]
    ranked = ["peel"]
    if rules.entry == "each-round":
        ranked.insert(0, "peel+showdown")
    elif 0 < tie.sudden_death <= _TOO_LONG:
        ranked.insert(0, "peel+sudden-death")
    reason = {ranked[0]: Text(_REASONS[ranked[0]])}.get
    return tuple(
        Ending({"tie_break": fromkey}, _LABELS[fromkey], reason(fromkey), _minutes(rules, tie, fromkey))
        for fromkey in dict.fromkeys([*ranked, "peel+sudden-death", rules.tie_break])
    )


_LABELS = {
    "peel": N_("Ties may share"),
    "peel+showdown": N_("One winner"),
    "showdown": N_("One winner, without peeling"),
    "peel+sudden-death": N_("Sudden death"),
    "sudden-death": N_("Sudden death, without peeling"),
}
"""What the host reads of the ways to end, in a few words each."""
_REASONS = {
    "peel": N_("Whoever ties at the end shares the win."),
    "peel+showdown": N_("Always one winner: a showdown decides a tie."),
    "peel+sudden-death": N_("Always one winner: after a tie more rounds decide."),
}
"""Why an ending is recommended."""
_ROUND = 45
"""The seconds that a round takes, with its reveal."""


def _minutes(rules: GoodEnoughOptions, tie: _Tie, tie_break: str) -> int:
    """Return how long a game takes, about; 0 where the number of its rounds is not known."""
    if rules.nesting or rules.points_target is not None:
        return 0
    more = tie.showdown if "showdown" in tie_break else tie.sudden_death if "sudden" in tie_break else 0
    return max(1, round((rules.rounds + more * tie.stands / 100) * _ROUND / 60))


CROWDED = 1 / 6
"""The share of players out in a round from which on a wider range is offered."""
ROOMY = 1 / 10
"""The share of players out in a round that the wider range has at most."""


def expected_share(players: int, numbers: int) -> float:
    """Return the share of players that are expected to pick a number that somebody else picks too.

    All pick at random from so many numbers, two or more: a player is alone with a number if none of the
    others has it. People do not pick at random, so the share is the least to expect.
    """
    return -expm1((players - 1) * log1p(-1 / numbers)) if players else 0


def crowding(rules: GoodEnoughOptions, players: int) -> Crowding | None:
    """See `Game.crowding`; None where a stack keeps numbers apart (G13), or equal ones stay in (G19)."""
    if rules.entry == "cards" or rules.offsets:
        return None
    share = expected_share(players, rules.high - rules.low + 1)
    if share < CROWDED:
        return None
    high = 100
    while (
        (low := -high if rules.low < 0 else rules.low) > rules.low
        or high <= rules.high
        or expected_share(players, high - low + 1) > ROOMY
    ):
        high *= 10
    count = Count(round(share * players), "at least {n} player", "at least {n} players")
    expects = Text(
        "From {low} to {high}, {count} of {players} pick a number that somebody else has too, and are out.",
        {"low": rules.low, "high": rules.high, "count": count, "players": players},
    )
    wider = {"low": low, "high": high}
    return Crowding(expects, Text("Play from {low} to {high}", wider), wider)
