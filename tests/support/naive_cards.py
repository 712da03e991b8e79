"""Card games scored a second time: tricks become the results that a table would see, from the rules alone.

It takes a record as a JSON document and shares no code with the product; `naive_results` goes on from there.
"""

from collections.abc import Iterable
from typing import Any

from tests.support import naive_results

Document = dict[str, Any]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def result_of(record: Document) -> Document | None:
    """Return the result of a record; None where the host ended it between two results."""
    players, options = record["players"], record.get("options", {})
    if options.get("keep", "cards") != "cards":
        return naive_results.result_of(record)
    tricks = [each["plays"] for each in record["rounds"]]
    seen, whole = {
        "mediocrity": lambda: _hands(players, tricks),
        "saichugen": lambda: _rounds(players, tricks, options.get("tricks", 3)),
        "median": lambda: ([taken(players, each) for each in record["rounds"]], True),
    }[record["game"]]()
    if not whole or not seen:
        return None
    rounds: list[Document] = [{"plays": each} for each in seen]
    rounds[-1]["last"] = record["rounds"][-1].get("last", False)
    return naive_results.result_of({**record, "rounds": rounds})


def _hands(players: list[str], tricks: Iterable[dict[str, str]]) -> tuple[list[dict[str, int]], bool]:
    """Return the cards that are left after each hand (M3 to M6), and whether no hand is open."""
    left, hands = dict.fromkeys(players, len(RANKS)), []
    is_open = False
    for trick in tricks:
        is_open = True
        for player in discarding(trick):
            left[player] -= 1
        if 0 in left.values():
            hands.append(left)
            left, is_open = dict.fromkeys(players, len(RANKS)), False
    return hands, not is_open


def discarding(trick: dict[str, str]) -> list[str]:
    """Return who discards a card (M3 to M5)."""
    ranks = {player: card.rstrip("CDHS") for player, card in trick.items()}  # suits mean nothing (M1)
    order = sorted(RANKS.index(rank) for rank in ranks.values())
    between = [p for p, rank in ranks.items() if order[0] < RANKS.index(rank) < order[-1]]
    return between or [p for p, rank in ranks.items() if list(ranks.values()).count(rank) > 1]


def _rounds(
    players: list[str], tricks: list[dict[str, str]], length: int
) -> tuple[list[dict[str, int]], bool]:
    """Return the sums of open cards of each round (S2 to S4), and whether no round is open."""
    rounds = []
    for first in range(0, len(tricks) - length + 1, length):
        sums = dict.fromkeys(players, 0)
        for trick in tricks[first : first + length]:
            winner = sorted(trick, key=lambda player: strength(trick[player]))[1]
            sums[winner] += RANKS.index(trick[winner][:-1]) + 1
        rounds.append(sums)
    return rounds, len(tricks) % length == 0


def strength(card: str) -> tuple[int, int]:
    """Return the place of a card in the order of all (S2)."""
    return RANKS.index(card[:-1]), "CDHS".index(card[-1])


def taken(players: list[str], trick: Document) -> dict[str, int]:
    """Return 1 for who took a round, 0 for the others (D1, D4, D5)."""
    high = [*RANKS[1:], "A"]
    ranks = {player: high.index(card.rstrip("CDHS")) for player, card in trick["plays"].items()}
    ordered = sorted(ranks.values())
    upper = trick.get("call") == "high"
    middle = ordered[len(ordered) // 2 if upper or len(ordered) % 2 else len(ordered) // 2 - 1]
    is_won = ordered.count(middle) == 1
    return {player: int(is_won and ranks[player] == middle) for player in players}
