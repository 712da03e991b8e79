"""Games to try the contract with, short and with other choices; each game of the catalogue is among them."""

import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.i18n.errors import Refused
from companion.room import bots
from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.options import KEEP, OptionField, form_fields
from companion.rules.games.runs import Record, ScoredRecord
from companion.rules.games.tricks import CardGame
from companion.rules.plays import Call, NextRound, Play, Reveal

NAMES = ("Ann", "Bob", "Cyd", "Dan")
_LENGTHS = (1, 2, 3)  # what an option may become where that makes a game shorter
_OTHERS: Mapping[str, Iterable[object]] = {
    "number": (3, 16),  # where it has none by itself
    "numbers": ([3, 2],),
    "fraction": ("2/3", "1.5"),
}
"""What options become, by their kind, of which the default does not tell what else they can be."""
_MOST_ROUNDS = 400
_MOST_TRIES = 1000


@dataclass(frozen=True)
class ContractGame:
    """A game with options and a number of players."""

    kind: type[Game]
    options: Mapping[str, Any]
    players: int

    def __str__(self) -> str:
        said = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.name}-{said or 'usual'}-{self.players}"

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.kind.name

    @property
    def rules(self) -> Game:
        """The rule set."""
        return self.kind.read_options(self.options)

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return NAMES[: self.players]


def short_game(rules: type[Game], players: int = 3) -> ContractGame:
    """Return a game with the usual options, but those that only make it last longer at their least."""
    return ContractGame(rules, _short_options(rules), _fitting(rules, players))


@cache
def chosen_games(rules: type[Game]) -> tuple[ContractGame, ...]:
    """Return short games in which each option is once not as usual; two of one option at most.

    An option that is as usual only in longer games, such as their length, is in `short_game`.
    """
    short = _short_options(rules)
    contract_games: list[ContractGame] = []
    for field in form_fields(rules):
        values = () if field.name in short else _other_values(field)
        games_ = [game for value in values if (game := _playable(rules, {**short, field.name: value}))]
        contract_games += [game for game in (*games_[:1], *games_[1:][-1:]) if game not in contract_games]
    return tuple(contract_games)


def _other_values(field: OptionField) -> Iterable[object]:
    """Return what an option may be besides its default."""
    match field.kind, field.default:
        case "number", int(usual):
            return (usual + 1,)
        case "choice", usual:
            return [choice for choice in field.choices if choice != usual]
        case "flag", usual:
            return (not usual,)
        case kind, _:
            return _OTHERS[kind]


def _playable(rules: type[Game], options: Mapping[str, Any]) -> ContractGame | None:
    """Return the game with these options; with one more of them, where these alone cannot be played."""
    others = [field for field in form_fields(rules) if field.name not in options]
    more = ({field.name: value} for field in others for value in _other_values(field))
    for added in ({}, *more):
        game = ContractGame(rules, {**options, **added}, _fitting(rules, 4))
        if _length(game) is not None:
            return game
    return None


@cache
def _short_options(rules: type[Game]) -> Mapping[str, Any]:
    options: dict[str, Any] = {}
    for field in form_fields(rules):
        if field.kind == "number" and field.default is not None:
            options |= _shortened(rules, options, field)
    return options


def _shortened(rules: type[Game], options: Mapping[str, Any], field: OptionField) -> Mapping[str, Any]:
    """Return the least value of an option with which the game is shorter; nothing if there is none."""
    players = _fitting(rules, 3)
    usual = ContractGame(rules, options, players)
    for value in _LENGTHS:
        length = _length(replace(usual, options={**options, field.name: value})) or 0
        if length > 1 and _lasts(usual, length):
            return {field.name: value}
    return {}


def _fitting(rules: type[Game], players: int) -> int:
    return min(max(players, rules.min_players), rules.max_players, len(NAMES))


def _length(game: ContractGame) -> int | None:
    """Count the rounds of a game that random bots play; None if it cannot be played, or has no end."""
    try:
        scored = played(game)
    except Refused:
        return None
    score = scored.score
    return None if score.problems or score.next_round else len(scored.record.reveals)


def _lasts(game: ContractGame, rounds: int) -> bool:
    """Return whether a game goes on after so many rounds that random bots play."""
    score = played(game, most=rounds).score
    return score.next_round is not None and not score.problems


def played(game: ContractGame, seed: int = 1, most: int = _MOST_ROUNDS) -> ScoredRecord:
    """Return a game that random bots play, to its end or to a problem; raises `Refused` for bad options."""
    rng = random.Random(seed)
    rules = game.rules
    scored = games.score_record(Record(game.name, rules, game.names))
    while (ask := scored.score.next_round) and len(scored.record.reveals) < most:
        if scored.score.problems:
            break
        if deal := rules.deal(scored, rng.shuffle):
            scored = games.score_record(replace(scored.record, deals=(*scored.record.deals, deal)))
            continue
        call: Call | None = "high" if ask.caller else None
        scored = scored.after(Reveal(random_plays(rules, ask, rng), call))
    return scored


def random_results(game: str, seed: int) -> Record:
    """Return a record of results (R1 to R3): of a whole game, of a part of one, or ended by the host."""
    rng = random.Random(seed)
    players = 3 if game == "saichugen" else rng.randrange(3 if game == "mediocrity" else 2, 5)
    options: dict[str, Any] = {
        "mediocrity": lambda: {"target": rng.randrange(1, 6)},
        "saichugen": lambda: {name: rng.randrange(1, 4) for name in ("rounds", "tricks", "games")},
        "median": lambda: {
            "hand": 1,
            "lowest": rng.choice(("2", "7", "Q")),
            "lead": rng.choice(("winner", "alternate", None, *(["loser"] if players == 2 else []))),
            "dealer": rng.choice((None, *NAMES[:players])),
        },
    }[game]()
    kind = games.find_game(game)
    record = played(ContractGame(kind, {KEEP: "results", **options}, players), seed).record
    reveals = list(record.reveals[: rng.choice((3, 10, 60))])
    if rng.random() < 0.3:
        del reveals[rng.randrange(len(reveals)) + 1 :]
        reveals[-1] = replace(reveals[-1], last=True)
    return replace(record, reveals=tuple(reveals))


def random_plays(rules: Game, ask: NextRound, rng: random.Random) -> dict[str, Play]:
    """Return random plays of all players; results (R1 to R3) that can stand together."""
    for _ in range(_MOST_TRIES):
        plays = {
            player: bots.choose_play("random", bots.BotSight(rules, allowed, ()), rng)
            for player, allowed in ask.allowed.items()
        }
        with suppress(Refused):
            if isinstance(rules, CardGame) and ask.is_result:
                rules.check_plays(plays, len(plays))
            return plays
    raise AssertionError("no plays can stand together")


def players_in_words(rules: type[Game]) -> str:
    """Return how many can play a game; no table has more than a hundred players."""
    least, most = rules.min_players, rules.max_players
    if least == most:
        return f"exactly {least}"
    return f"{least} to {most}" if most <= 100 else f"{least} or more"
