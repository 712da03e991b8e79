"""The games that are drawn, with options that leave no field of the form as it was."""

import random
from collections.abc import Mapping

Options = dict[str, object]

TIES = ("peel", "sudden-death", "peel+sudden-death", "showdown", "peel+showdown")
_SHOWN = ("game", "table", "keep", "entry", "scoring", "points", "tie_break")


def draw(rng: random.Random, players: int, *, phones: bool) -> Options:
    """Draw a game for so many players; hands are dealt only where all have phones."""
    drawers = [_numbers, _mediocrity, _median, *([_saichugen] if players == 3 else [])]
    game = rng.choices(drawers, weights=(len(drawers) - 1, *[1] * (len(drawers) - 1)))[0]
    options = game(rng, players)
    if phones and "keep" not in options and options["game"] in ("median", "saichugen"):
        options |= rng.choice(({}, {"table": "dealt"}))
    return options


def some_play(rng: random.Random, options: Mapping[str, object]) -> str:
    """Return a text of the kind that this game is played with: a number, a rank or a card, or a result."""
    if options["game"] == "good-enough" or options.get("keep"):
        return str(rng.randint(0, 5))
    rank = rng.choice(("9", "10", "J", "Q", "K", "A"))
    return rank + rng.choice("CDHS") if options["game"] == "saichugen" else rank


def kind(options: Options) -> str:
    """Name a game by the options that decide how it is played."""
    return " ".join(f"{name}={options[name]}" for name in _SHOWN if options.get(name))


def _numbers(rng: random.Random, players: int) -> Options:
    """G1 to G19, in combinations of which the form refuses some."""
    rounds = rng.randint(3, 6)
    options: Options = {
        "game": "good-enough",
        "rounds": rounds,
        "low": rng.choice((0, 0, 1, -5)),
        "high": rng.choice((5, 9, 100)),
        "tie_break": rng.choice(TIES),
    }
    options |= dict.fromkeys(("scoring", "factor", "points", "offsets", "entry", "cards"), "")
    options |= dict.fromkeys(("points_target", "nesting"), "")
    if rng.random() < 0.3:
        options |= {"scoring": "mean", "factor": rng.choice(("1", "0.8", "2/3"))}
    if rng.random() < 0.2:
        options |= {"points": "number", "low": rng.choice((0, 1))}
    if rng.random() < 0.2:
        options["offsets"] = "true"
    if rng.random() < 0.15:
        options["points_target"] = rng.randint(4, 9)
    elif rng.random() < 0.2:
        options |= {"nesting": rng.choice(("3, 2", "3, 3", "4, 2")), "rounds": ""}
    if rng.random() < 0.25:
        peels = {"tie_break": rng.choice(TIES[:3])}
        lists: Options = {"entry": "lists", "tie_break": "peel", "points_target": ""}
        stack: Options = {"entry": "cards", "cards": players * (rounds + rng.randint(1, 2)), **peels}
        options |= rng.choice((lists, {**stack, "low": "", "high": "", "nesting": "", "rounds": rounds}))
    return options


def _mediocrity(rng: random.Random, _players: int) -> Options:
    by_results = rng.random() < 0.5
    target = rng.randint(1, 3) if by_results else 1
    return {"game": "mediocrity", "target": target, **({"keep": "results"} if by_results else {})}


def _median(rng: random.Random, players: int) -> Options:
    options: Options = {"game": "median", "dealer": rng.choice(("", "", 1, 2)), "lead": ""}
    options |= {"lead": rng.choice(("alternate", "winner"))} if rng.random() < 0.4 else {}
    if rng.random() < 0.3:
        return options | {"keep": "results", "lowest": "J", "decks": 1, "hand": 1}
    decks = 1 if players < 5 else 2
    return options | {"lowest": rng.choice(("9", "10", "J")), "decks": decks, "hand": rng.randint(1, 2)}


def _saichugen(rng: random.Random, _players: int) -> Options:
    options: Options = {"game": "saichugen", "rounds": rng.randint(1, 3), "tricks": rng.randint(1, 3)}
    options["games"] = rng.randint(1, 2)
    return options | ({"keep": "results"} if rng.random() < 0.3 else {})
