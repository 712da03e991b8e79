"""A second scorer of games of numbers, from the rules alone: plain and slow.

It takes a record as a JSON document and returns the result as one, and shares no code with the product.
"""

from fractions import Fraction
from typing import Any

Document = dict[str, Any]


def result_of(record: Document) -> tuple[Document, int]:
    """Return the result of a record, and how many of its rounds it takes; those after that came too late."""
    game = _Game(record)
    root = game.play(game.levels)
    if root is None:
        root = game.node(len(game.levels), [], finished=False)
    if not root["finished"] or not game.ties(root):
        return root, game.used
    return game.show_down(root), game.used


class _Game:
    def __init__(self, record: Document) -> None:
        options = record.get("options", {})
        self.players: list[str] = record["players"]
        self.rounds: list[Document] = record["rounds"]
        self.used = 0
        self.ended = False
        self.scoring = options.get("scoring", "median")
        self.factor = Fraction(options.get("factor", "1"))
        self.by_number = options.get("points", "one") == "number"
        self.offsets = options.get("offsets", False)
        self.target = options.get("points_target")
        self.tie_break = options.get("tie_break", "peel")
        self.levels: list[int] = options.get("nesting", [options.get("rounds", 5)])
        self.most: int | None = None
        if options.get("entry") == "cards":
            if self.target is not None:
                self.levels = [max(1, options["cards"] // len(self.players) - 1), *self.levels[1:]]
            self.most = self.levels[0] + 1

    # One round

    def values(self, plays: dict[str, int], number: int) -> dict[str, Fraction]:
        """Where the numbers stand that count (G3, G19)."""
        present = [player for player in self.players if player in plays]
        if self.offsets:
            k = len(present)
            return {player: plays[player] + Fraction((i + number) % k, k) for i, player in enumerate(present)}
        shown = list(plays.values())
        return {player: Fraction(plays[player]) for player in present if shown.count(plays[player]) == 1}

    def targets(self, values: dict[str, Fraction]) -> list[Fraction]:
        """What decides: the middle ones (G4), or a multiple of the mean or of the middle (G10, G17)."""
        if not values:
            return []
        if self.scoring == "mean":
            return [self.factor * sum(values.values()) / len(values)]
        ordered = sorted(values.values())
        central = [ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]]
        return central if self.factor == 1 else [self.factor * sum(central) / 2]

    def nearest(self, values: dict[str, Fraction], among: list[str]) -> list[str]:
        targets = self.targets(values)
        away = {p: min(abs(values[p] - target) for target in targets) for p in among if p in values}
        return [player for player in among if player in away and away[player] == min(away.values())]

    def next_round(self) -> tuple[dict[str, int], dict[str, Fraction], Document]:
        """Take a round: its plays, where they stand, and the keys that every row of a round has."""
        taken = self.rounds[self.used]
        self.used += 1
        self.ended = taken.get("last", False)
        plays = {player: taken["plays"][player] for player in self.players if player in taken["plays"]}
        values = self.values(plays, self.used)
        return plays, values, {"plays": plays, "disqualified": [p for p in plays if p not in values]}

    def round(self) -> Document:
        _plays, values, row = self.next_round()
        if self.scoring == "mean" or self.factor != 1:
            winners = self.nearest(values, self.players)
        else:
            winners = [player for player in self.players if values.get(player) in self.targets(values)]
        return {"kind": "round", "winners": winners, "finished": True, **row}

    # Levels

    def play(self, levels: list[int]) -> Document | None:
        """Play one part of a depth: a round, a game, a match. None if there is no round for it."""
        if self.used == len(self.rounds) or self.ended:
            return None
        if not levels:
            return self.round()
        parts: list[Document] = []
        is_game, depth = len(levels) == 1, len(levels)
        complete = False
        while True:
            part = self.play(levels[:-1])
            if part is None:
                return self.close(depth, parts) if self.ended else self.node(depth, parts, finished=False)
            parts.append(part)
            if not part["finished"]:
                return self.node(depth, parts, finished=False)
            complete = complete or self.is_complete(parts, levels[-1], is_game=is_game)
            if complete and self.is_over(parts, is_game=is_game):
                return self.close(depth, parts)

    def is_complete(self, parts: list[Document], length: int, *, is_game: bool) -> bool:
        if not is_game or self.target is None:
            return len(parts) == length
        given = sum(sum(self.points([part]).values()) for part in parts)
        return given >= self.target or (self.most is not None and len(parts) == length)

    def is_over(self, parts: list[Document], *, is_game: bool) -> bool:
        """Whether a complete level ends, or has a part added (G12, G13)."""
        if "sudden-death" not in self.tie_break or (is_game and len(parts) == self.most):
            return True
        decided_by = self.close(0, parts)["decided_by"]
        return decided_by != "shared"

    def points(self, parts: list[Document]) -> dict[str, int]:
        """The standing over some parts (G5, G15, G18)."""
        fromkeys = dict.fromkeys(self.players, 0)
        for part in parts:
            for winner in part["winners"]:
                fromkeys[winner] += part["plays"][winner] if self.by_number and part["kind"] == "round" else 1
        return fromkeys

    def node(self, depth: int, parts: list[Document], *, finished: bool) -> Document:
        return {
            "kind": "game" if depth == 1 else "match",
            "winners": [],
            "finished": finished,
            "scores": self.points([part for part in parts if part["finished"]]),
            "parts": parts,
            "decided_by": None,
        }

    def close(self, depth: int, parts: list[Document]) -> Document:
        """Decide a level by G5, then by G6."""
        node = self.node(depth, parts, finished=True)
        winner, tied = middle_of(node["scores"])
        if winner:
            regular = self.length_of(parts)
            return node | {
                "winners": winner,
                "decided_by": "sudden-death" if regular is not None and len(parts) > regular else "median",
            }
        peels = []
        first, last = 2, len(parts) - 1
        while "peel" in self.tie_break and first <= last:
            scores = self.points(parts[first - 1 : last])
            winner, _ = middle_of(scores)
            peels.append({"first": first, "last": last, "scores": scores, "winners": winner})
            if winner:
                break
            first, last = first + 1, last - 1
        node |= {"winners": winner or tied, "decided_by": "peel" if winner else "shared"}
        return node | {"peels": peels} if peels else node

    def length_of(self, parts: list[Document]) -> int | None:
        """The number of parts at which a level was complete, before any was added."""
        is_game = parts[0]["kind"] == "round" if parts else True
        depth = 0 if is_game else 1 + self.depth(parts[0])
        for count in range(1, len(parts) + 1):
            if self.is_complete(parts[:count], self.levels[depth], is_game=is_game):
                return count
        return None

    def depth(self, part: Document) -> int:
        return 0 if part["parts"][0]["kind"] == "round" else 1 + self.depth(part["parts"][0])

    # Showdown (G16)

    def ties(self, root: Document) -> bool:
        wants = "showdown" in self.tie_break and root["decided_by"] == "shared"
        return wants and not self.ended

    def show_down(self, root: Document) -> Document:
        tied = root["winners"]
        rows = []
        while len(tied) > 1 and self.used < len(self.rounds) and not self.ended:
            _plays, values, row = self.next_round()
            tied = self.nearest(values, tied) or tied
            rows.append({**row, "left": tied})
        root = dict(root) | ({"showdown": rows} if rows else {})
        if len(tied) == 1:
            return root | {"winners": tied, "decided_by": "showdown"}
        if self.ended:
            return root | {"winners": tied, "decided_by": "shared"}
        return root | {"winners": [], "finished": False, "decided_by": None}


def middle_of(scores: dict[str, int]) -> tuple[list[str], list[str]]:
    """The winner by G5, if there is one, and all who have a middle value."""
    distinct = sorted(set(scores.values()))
    central = {distinct[(len(distinct) - 1) // 2], distinct[len(distinct) // 2]}
    have = [player for player in scores if scores[player] in central]
    return (have if len(central) == len(have) == 1 else []), have


def lowest_alone(document: Document) -> Document:
    """Return the result of a record of Lowest alone, by L1 to L3."""
    options, players = document.get("options", {}), document["players"]
    points = dict.fromkeys(players, 0)
    parts, over = [], False
    for each in document["rounds"]:
        if over:
            break
        plays = {player: each["plays"][player] for player in players if player in each["plays"]}
        out = [one for one in plays if any(plays[one] == plays[two] for two in plays if two != one)]
        order = sorted((number, player) for player, number in plays.items() if player not in out)
        if options.get("pick") == "highest":
            order.reverse()
        winners = [order[0][1]] if order else []
        for player in winners:
            points[player] += 1
        parts.append(
            {"kind": "round", "winners": winners, "finished": True, "plays": plays, "disqualified": out}
        )
        over = each.get("last", False) or options.get("points_target", 3) in points.values()
    best = max(points.values())
    won = [player for player in players if over and best and points[player] == best]
    return {
        "kind": "game",
        "winners": won,
        "finished": over,
        "scores": points,
        "parts": parts,
        "decided_by": None if not over else "shared" if len(won) > 1 else "points",
    }


def middle_bid(document: Document) -> Document:
    """Return the result of a record of Middle bid, by B1 to B4."""
    options, players = document.get("options", {}), document["players"]
    size = options.get("cards", 10)
    points, hands = dict.fromkeys(players, 0), {player: [*range(1, size + 1)] for player in players}
    parts, over, pool = [], False, 0
    for prize, each in zip(options["prizes"], document["rounds"], strict=False):
        if over:
            break
        plays = {player: each["plays"][player] for player in players if player in each.get("plays", {})}
        for player in players:
            hands[player].remove(plays.get(player, min(hands[player])))
        bids = [*plays.values()]
        left = sorted((bid, player) for player, bid in plays.items() if bids.count(bid) == 1)
        winners = [left[(len(left) - 1) // 2][1]] if left else []
        takes, pool = (prize + pool, 0) if winners else (0, pool + prize)
        for player in winners:
            points[player] += takes
        node = {"kind": "round", "winners": winners, "finished": True, "plays": plays}
        parts.append(node | {"prize": prize, "takes": takes, "pool": pool})
        over = each.get("last", False) or len(parts) == size
    best = max(points.values())
    won = [player for player in players if over and best and points[player] == best]
    decided = "shared" if len(won) > 1 else "points"
    end = {"winners": won, "finished": over, "decided_by": decided if over else None}
    return {"kind": "game", "scores": points, "parts": parts, **end}


def last_standing(document: Document) -> Document:
    """Return the result of a record of Last one standing, by E1 to E6."""
    players, late = document["players"], document.get("late", [])
    first = [player for player in players if player not in late]
    standing, survived, parts, idle, over = [*first], dict.fromkeys(players, 0), [], 0, False
    for r, each in enumerate(document["rounds"], 1):
        if over:
            break
        plays = {player: each["plays"][player] for player in players if player in each["plays"]}
        ordered = sorted(plays.values())
        middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2 if plays else None
        shifted = [first[(r + step) % len(first)] for step in range(len(first))]
        keep = -(-len(standing) // 2)
        stay: list[str] = []
        while len(stay) < keep and any(one in plays and one not in stay for one in standing):
            left = [one for one in shifted if one in standing and one in plays and one not in stay]
            nearest = min(abs(plays[one] - middle) for one in left)
            stay.append(next(one for one in left if abs(plays[one] - middle) == nearest))
        idle = 0 if stay else idle + 1
        standing = [one for one in players if one in (stay or standing)]
        for one in standing:
            survived[one] += 1
        written = None if middle is None else str(int(middle)) if middle % 1 == 0 else str(middle)
        row = {"winners": standing, "finished": True, "plays": plays, "standing": standing, "middle": written}
        parts.append({"kind": "round", **row})
        over = each.get("last", False) or len(standing) == 1 or idle == 3
    return {
        "kind": "game",
        "winners": standing if over else [],
        "finished": over,
        "scores": survived,
        "parts": parts,
        "decided_by": None if not over else "shared" if len(standing) > 1 else "standing",
    }
