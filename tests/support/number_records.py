"""Random records of the numbers game, with all of its options, for tests of the rules."""

from collections.abc import Callable
from random import Random
from typing import Any

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gil")


def random_options(rng: Random) -> dict[str, Any]:
    """Return options that the rules allow together; the others keep their defaults."""
    low = rng.choice((0, 0, -3, 1))
    options: dict[str, Any] = {"low": low, "high": low + rng.choice((2, 5, 9, 40))}
    if rng.random() < 0.5:
        options["scoring"] = "mean"
        if rng.random() < 0.7:
            options["factor"] = rng.choice(("0.8", "2/3", "2", "1.0", "0.5", "07/5"))
    if low >= 0 and rng.random() < 0.5:
        options["points"] = "number"
    if rng.random() < 0.4:
        options["offsets"] = True
    options |= rng.choice(_LENGTHS)
    if rng.random() < 0.25:
        options["points_target"] = rng.choice((1, 4, 9, 30))
    options["tie_break"] = rng.choice(_TIE_BREAKS)
    if "showdown" not in options["tie_break"]:
        _choose_entry(options, rng)
    return options


def _choose_entry(options: dict[str, Any], rng: Random) -> None:
    """Let numbers be sent as lists or be cards in some games."""
    entry = rng.choice(("each-round", "each-round", "lists", "cards"))
    if entry == "lists" and "points_target" not in options:
        options["entry"] = entry
    if entry == "cards":
        del options["low"], options["high"]
        options |= {"entry": entry, "cards": _CARDS}


_CARDS = 5000  # enough for every player in every round, so that any card is laid once in the whole record


_LENGTHS: tuple[dict[str, Any], ...] = (
    {"rounds": 3},
    {"rounds": 4},
    {},
    {"nesting": [3]},
    {"nesting": [3, 2]},
    {"nesting": [4, 3]},
    {"nesting": [3, 2, 2]},
)
_TIE_BREAKS = ("peel", "sudden-death", "peel+sudden-death", *("showdown", "peel+showdown") * 3)


def _drawing(options: dict[str, Any], rng: Random) -> Callable[[], int]:
    """Return what draws the numbers of a record, one at a time."""
    if "cards" in options:
        return iter(rng.sample(range(1, _CARDS + 1), 400)).__next__
    return lambda: rng.randint(options["low"], options["high"])


def random_record(rng: Random) -> dict[str, Any]:
    """Return a record whose rounds may go on after the end of the game."""
    options = random_options(rng)
    players = list(NAMES[: rng.choice((3, 3, 4, 4, 5, 7))])
    rng.shuffle(players)
    joined = {player: rng.choice((0, 0, 0, 3)) for player in players}
    attends = rng.choice((1, 0.9, 0.5))
    draw = _drawing(options, rng)
    rounds: list[dict[str, Any]] = [
        {
            "plays": {
                player: draw()
                for player in rng.sample(players, len(players))
                if number >= joined[player] and rng.random() < attends
            }
        }
        for number in range(rng.choice((0, 2, 8, 20, 40)))
    ]
    if rounds and rng.random() < 0.3:
        del rounds[rng.randrange(len(rounds)) + 1 :]
        rounds[-1]["last"] = True
    return {
        "format": "companion.record/1",
        "game": "good-enough",
        "options": options,
        "players": players,
        "rounds": rounds,
    }
