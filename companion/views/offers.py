"""The games and options that the screens offer."""

from collections.abc import Mapping

from companion.rules import games
from companion.rules.games import good_enough, median_game, mediocrity, saichugen
from companion.rules.games.options import OptionField, option_fields

OFFERED: Mapping[str, frozenset[str]] = {
    good_enough.NAME: frozenset(
        {"low", "high", "rounds", "scoring", "points_target", "tie_break", "entry", "cards", "nesting"}
    ),
    mediocrity.NAME: frozenset({"target"}),
    median_game.NAME: frozenset({"hand", "decks", "lowest", "lead"}),
    saichugen.NAME: frozenset({"rounds", "tricks", "games"}),
}
"""The games that the screens can play, and which of their options."""


def offered_options(game: str) -> tuple[OptionField, ...]:
    """List the options of a game that the screens can play with, as a form asks for them."""
    return tuple(each for each in option_fields(games.find_game(game).Options) if each.name in OFFERED[game])
