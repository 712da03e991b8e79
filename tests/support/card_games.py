"""Card games in a short notation, and random play by what the score allows."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from companion.rules import games
from companion.rules.cards import Card, parse_card
from companion.rules.games.runs import Record
from companion.rules.plays import Deal, PlayerId, Reveal
from companion.rules.results import Node, Score

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")


def card(text: str) -> Card:
    """Parse a card."""
    found_card = parse_card(text)
    assert found_card is not None, text
    return found_card


def reveals(players: Sequence[PlayerId], tricks: Sequence[str]) -> tuple[Reveal, ...]:
    """Parse tricks such as `4H 5 K`; `high` or `low` before the cards is the call, `last` ends the game."""
    return tuple(_reveal(players, trick.split()) for trick in tricks)


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
    found_score = games.score(record(game, players, *tricks, **options))
    assert () == found_score.problems
    return found_score


def sentences(found_score: Score) -> list[str]:
    """Return the sentences of a score's problems."""
    return [str(problem) for problem in found_score.problems]


def reasons_of(node: Node) -> list[str]:
    """Return the reasons of a result, each after its rule."""
    return [f"{reason.rule} {reason.sentence()}" for reason in node.reasons]


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
