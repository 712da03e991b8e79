"""Records kept by results: random ones, and what a record of cards comes down to (R1 to R3)."""

import random
from collections.abc import Iterator
from typing import Any

from companion.rules import games
from companion.rules.cards import RANKS
from companion.rules.games.contract import Game, Record
from companion.rules.games.options import changed_options
from companion.rules.results import Branch, Leaf, Node, PlayerId, Reveal, Score
from tests.support.card_games import NAMES

Plays = dict[PlayerId, int]

GAMES = ("mediocrity", "saichugen", "median")
"""The games that keep results."""


def random_record(game: str, seed: int) -> Record:
    """Return a random record that breaks no rule: of a whole game, of a part of one, or ended by the host."""
    rng = random.Random(seed)
    players = 3 if game == "saichugen" else rng.randrange(3 if game == "mediocrity" else 2, 7)
    rules = games.find_game(game).read_options({"keep": "results", **_options(game, players, rng)})
    empty = Record(game, rules, NAMES[:players])
    found, most = games.score_record(empty), rng.choice((3, 10, 60))
    while found.score.next_round and len(found.record.reveals) < most:
        plays = random_plays(rules, list(found.score.next_round.allowed), rng)
        found = found.after(Reveal(plays, last=rng.random() < 0.05))
    return found.record


def _options(game: str, players: int, rng: random.Random) -> dict[str, Any]:
    match game:
        case "mediocrity":
            return {"target": rng.randrange(1, 6)}
        case "saichugen":
            return {
                "rounds": rng.randrange(1, 4),
                "tricks": rng.randrange(1, 5),
                "games": rng.randrange(1, 4),
            }
    leads = ["winner", "alternate", *(["loser"] if players == 2 else [])]
    more: dict[str, Any] = {"lead": rng.choice(leads)} if rng.random() < 0.7 else {}
    if rng.random() < 0.5:
        more["dealer"] = rng.choice(NAMES[:players])
    return {"hand": 1, "lowest": rng.choice(("2", "7", "Q")), **more}


def random_plays(rules: Game, players: list[PlayerId], rng: random.Random) -> Plays:
    """Return results of one hand or round that can stand together."""
    match rules.name:
        case "mediocrity":
            left = {player: rng.choice((0, 0, 1, 1, 2, 3, 13)) for player in players}
            left[rng.choice(players)] = 0
            return left
        case "saichugen":
            return _random_sums(rules, players, rng)
    taker = rng.choice([*players, None])
    return {player: int(player == taker) for player in players}


def _random_sums(rules: Any, players: list[PlayerId], rng: random.Random) -> Plays:
    """Let somebody win each trick with some card, so that the sums could be real."""
    sums = dict.fromkeys(players, 0)
    for _ in range(rules.tricks):
        sums[rng.choice(players)] += rng.randrange(1, 14)
    return sums


def reduced(record: Record, score: Score) -> Record:
    """Return the record of results that somebody keeps who watches a game of cards, to its last whole part.

    Where the host ended the game, that is after the last entry.
    """
    entries = tuple(_entries(record, score))
    last = any(reveal.last for reveal in record.reveals)
    reveals = [Reveal(plays, last=last and at == len(entries)) for at, plays in enumerate(entries, 1)]
    rules = type(record.rules).read_options({**changed_options(record.rules), "keep": "results"})
    return Record(record.game, rules, record.players, tuple(reveals))


def _entries(record: Record, score: Score) -> Iterator[Plays]:
    """Yield what is entered of each whole hand or round: worked out from the cards alone."""
    for part in _whole_parts(score.root):
        if isinstance(part, Leaf):
            yield {player: int(player in part.winners) for player in record.players}
        elif part.kind == "hand":
            yield _cards_left(part, record.players)
        else:
            yield _sums(part, record.players)


def decided(score: Score) -> list[tuple[object, ...]]:
    """List what the rules decide of a game and of each of its whole parts, but of no trick."""
    root, found = score.root, [*_whole_parts(score.root), *_whole_games(score.root)]
    return [(root.winners, root.finished, root.scores), *map(_decision, found)]


def _decision(part: Node) -> tuple[object, ...]:
    known = ("kind", "winners", "finished", "scores", "kept", "points", "leader", "takes", "pool")
    return tuple(getattr(part, key, None) for key in known)


def _whole_games(root: Branch) -> Iterator[Node]:
    return (part for part in root.parts if part.kind == "game" and part.finished)


def _whole_parts(level: Branch) -> Iterator[Node]:
    """Yield the hands or rounds that are over; a hand in which the host ended the game is none (M6)."""
    for part in level.parts:
        if isinstance(part, Branch) and part.kind == "game":
            yield from _whole_parts(part)
        elif part.finished and not (part.kind == "hand" and all(getattr(part, "scores", {}).values())):
            yield part


def _cards_left(hand: Any, players: tuple[PlayerId, ...]) -> Plays:
    gone = [player for trick in hand.parts for player in trick.winners]
    return {player: len(RANKS) - gone.count(player) for player in players}


def _sums(part: Any, players: tuple[PlayerId, ...]) -> Plays:
    sums = dict.fromkeys(players, 0)
    for trick in part.parts:
        assert isinstance(trick, Leaf)
        for player in trick.winners:
            sums[player] += RANKS.index(str(getattr(trick.plays[player], "rank", ""))) + 1
    return sums
