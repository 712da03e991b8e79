"""Card games in a short notation, and random play by what the score allows."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.rules import games
from companion.rules.cards import Card, parse_card
from companion.rules.games.contract import Record
from companion.rules.games.deck import DeckCards
from companion.rules.results import Deal, Node, PlayerId, Reveal, Score

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")


def card(text: str) -> Card:
    """Parse a card."""
    found = parse_card(text)
    assert found is not None, text
    return found


def reveals(players: Sequence[PlayerId], tricks: Sequence[str]) -> tuple[Reveal, ...]:
    """Parse tricks such as `4H 5 K`; `high` or `low` before the cards is the call, `last` ends the game."""
    return tuple(_reveal(players, each.split()) for each in tricks)


def _reveal(players: Sequence[PlayerId], words: list[str]) -> Reveal:
    call = next((word for word in words if word in ("high", "low")), None)
    plays = [card(word) for word in words if word not in ("high", "low", "last")]
    return Reveal(dict(zip(players, plays, strict=True)), call, "last" in words)  # type: ignore[arg-type]


def record(game: str, players: int, *tricks: str, deals: Sequence[Deal] = (), **options: object) -> Record:
    """Return a record of tricks by the first `players` of `NAMES`."""
    who = NAMES[:players]
    return Record(game, games.find_game(game).read_options(options), who, reveals(who, tricks), tuple(deals))


def score(game: str, players: int, *tricks: str, **options: Any) -> Score:
    """Score such a record, which must break no rule."""
    found = games.score(record(game, players, *tricks, **options))
    assert () == found.problems
    return found


def sentences(found: Score) -> list[str]:
    """Return the sentences of a score's problems."""
    return [problem.sentence() for problem in found.problems]


def reasons_of(node: Node) -> list[str]:
    """Return the reasons of a result, each after its rule."""
    return [f"{each.rule} {each.sentence()}" for each in node.reasons]


def playout(start: Record, seed: int, most: int = 10_000) -> Iterator[tuple[Record, Score]]:
    """Play at random what the score allows; yield the record and its score at every step."""
    rng, now = random.Random(seed), start
    for _ in range(most):
        found = games.score(now)
        yield now, found
        if found.next_round is None:
            return
        now = _with(now, _random_reveal(found, rng, now.game))


def random_game(start: Record, seed: int) -> Record:
    """Play a whole game at random what the score allows; much faster than `playout`."""
    rng, found = random.Random(seed), games.score_record(start)
    while found.score.next_round:
        found = found.after(_random_reveal(found.score, rng, start.game))
    return found.record


def _random_reveal(found: Score, rng: random.Random, game: str) -> Reveal:
    assert found.next_round is not None
    plays: dict[PlayerId, Card] = {}
    for player, allowed in found.next_round.allowed.items():
        assert isinstance(allowed, DeckCards)
        others = () if game == "mediocrity" else tuple(plays.values())
        plays[player] = rng.choice([each for each in allowed.choices() if _is_left(each, allowed, others)])
    return Reveal(plays, rng.choice(("high", "low")) if found.next_round.caller else None)


def _is_left(one: Card, cards: DeckCards, others: Sequence[Card]) -> bool:
    """Return whether a card is left, after those laid before and by others in this trick."""
    return len(cards.laid.get(one, ())) + others.count(one) < cards.deck.copies(one)


def _with(now: Record, reveal: Reveal) -> Record:
    return Record(now.game, now.rules, now.players, (*now.reveals, reveal), now.deals)


def deal(players: Sequence[PlayerId], cards: Sequence[Card], size: int) -> Deal:
    """Deal `size` cards to each player in turn; the rest is the stock."""
    hands = {p: tuple(cards[n * size : (n + 1) * size]) for n, p in enumerate(players)}
    return Deal(hands, tuple(cards[len(players) * size :]))


def calls(work: Callable[[], object]) -> int:
    """Count the function calls of some work: a measure of cost that a busy machine does not change."""
    seen = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal seen
        seen += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return seen
