"""A second scorer of card games kept by results, written from R1 to R6 and the rules behind them.

It takes a record as a JSON document and returns its result as one: plain, and shares no code with the
product. The records must break no rule.
"""

from collections.abc import Sequence
from typing import Any

Document = dict[str, Any]
Scores = dict[str, int]


def result_of(record: Document) -> Document:
    """Return the result of a record."""
    score = {"mediocrity": _mediocrity, "saichugen": _saichugen, "median": _median}[record["game"]]
    return score(record["players"], record["rounds"], record.get("options", {}))


def _mediocrity(players: list[str], rounds: list[Document], options: Document) -> Document:
    points, hands = dict.fromkeys(players, 0), []
    for played in rounds:
        left = played["plays"]
        if options.get("keep") == "points":  # R6
            winners = [player for player in players if left.get(player) == 1]
            hands.append({"kind": "hand", "winners": winners, "finished": True, "plays": left})
            for player in winners:
                points[player] += 1
            continue
        holding = [cards for cards in left.values() if cards > 0]
        winners = [player for player in players if holding and left.get(player) == min(holding)]  # M6
        for player in winners:
            points[player] += 1
        hands.append({"kind": "hand", "winners": winners, "finished": True, "plays": left, "scores": left})
    target = options.get("target", 4)
    over = max(points.values()) >= target or _host_ended(rounds)  # M7
    there = _ever_there(rounds)
    below = [points[player] for player in there if points[player] < target]
    winners = [player for player in there if over and points[player] == max(below)]  # M8
    winners.sort(key=players.index)
    return {"kind": "game", "winners": winners, "finished": over, "scores": points, "parts": hands}


def _saichugen(players: list[str], rounds: list[Document], options: Document) -> Document:
    length, games_wanted = options.get("rounds", 5), options.get("games", 1)
    games = []
    for first in range(0, len(rounds), length):
        played = rounds[first : first + length]
        games.append(_saichugen_game(players, played, over=len(played) == length or _host_ended(played)))
    points = {player: sum(game["points"][player] for game in games) for player in players}
    complete = len(games) == games_wanted and games[-1]["finished"]
    over = complete or _host_ended(rounds)
    winners = [player for player in players if over and points[player] == max(points.values())]
    return {"kind": "match", "winners": winners, "finished": over, "scores": points, "parts": games}


def _saichugen_game(players: list[str], rounds: list[Document], *, over: bool) -> Document:
    totals, parts = dict.fromkeys(players, 0), []
    for played in rounds:
        sums = played["plays"]
        winners = _with_middle(players, sums)  # S5
        kept = {player: sums[player] if player in winners else 0 for player in players}
        for player in players:
            totals[player] += kept[player]
        parts.append(
            {
                "kind": "round",
                "winners": winners,
                "finished": True,
                "plays": sums,
                "scores": sums,
                "kept": kept,
            }
        )
    winners = _with_middle(players, totals) if over else []  # S6
    won, lost = {0: (0, 0), 1: (2, -1), 2: (1, -2), 3: (0, 0)}[len(winners)]  # S7
    return {
        "kind": "game",
        "winners": winners,
        "finished": over,
        "scores": totals,
        "parts": parts,
        "points": {player: won if player in winners else lost for player in players},
    }


def _with_middle(players: Sequence[str], scores: Scores) -> list[str]:
    lowest, middle, highest = sorted(scores.values())
    assert lowest <= middle <= highest
    return [player for player in players if scores[player] == middle]


def _median(players: list[str], rounds: list[Document], options: Document) -> Document:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    deck = 4 * options.get("decks", 1) * len(ranks[ranks.index(options.get("lowest", "2")) :])
    lead = options.get("lead", "alternate" if len(players) == 2 else "winner")
    taken, pool, leader, parts = dict.fromkeys(players, 0), 0, options.get("dealer", players[0]), []
    if options.get("keep") == "totals":  # R6
        for played in rounds:
            taken |= played["plays"]
        winners = [player for player in players if player in _ever_there(rounds)]
        winners = [player for player in winners if taken[player] == max(taken.values())]
        return {"kind": "game", "winners": winners, "finished": bool(rounds), "scores": taken, "parts": []}
    dealer = leader
    for played in rounds:
        winners = [player for player in players if played["plays"].get(player) == 1]
        takes = pool + 1 if winners else 0  # D6, D8
        pool = 0 if winners else pool + 1
        for player in winners:
            taken[player] += takes
        parts.append(
            {
                "kind": "round",
                "winners": winners,
                "finished": True,
                "plays": played["plays"],
                "leader": leader if leader in played["plays"] else dealer,  # R5
                "call": None,
                "takes": takes,
                "pool": pool,
            }
        )
        leader = _next_leader(players, leader, winners, lead)
    over = len(rounds) == deck // len(players) or _host_ended(rounds)  # D7
    there = [player for player in players if player in _ever_there(rounds)]  # R5
    winners = [player for player in there if over and taken[player] == max(taken.values())]
    return {"kind": "game", "winners": winners, "finished": over, "scores": taken, "parts": parts}


def _next_leader(players: list[str], leader: str, winners: list[str], lead: str) -> str:
    if lead == "alternate":
        return players[(players.index(leader) + 1) % len(players)]
    if not winners:
        return leader  # R3: the dealer, until somebody has won; D3: whoever won last; D9: again
    [loser] = [player for player in players if player not in winners] if lead == "loser" else [""]
    return loser if lead == "loser" else winners[0]


def _ever_there(rounds: list[Document]) -> set[str]:
    """Return who was in an entry: nobody else can win (R5)."""
    return {player for played in rounds for player in played["plays"]}


def _host_ended(rounds: list[Document]) -> bool:
    return bool(rounds) and rounds[-1].get("last", False)
