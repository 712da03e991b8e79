"""The games and options that the screens offer."""

from collections.abc import Mapping

from companion import games
from companion.games import good_enough, median_game, mediocrity, saichugen
from companion.games.options import Field, form

OFFERED: Mapping[str, frozenset[str]] = {
    good_enough.NAME: frozenset(
        {"low", "high", "rounds", "scoring", "points_target", "tie_break", "entry", "cards", "nesting"}
    ),
    mediocrity.NAME: frozenset({"target"}),
    median_game.NAME: frozenset({"hand", "decks", "lowest", "lead"}),
    saichugen.NAME: frozenset({"rounds", "tricks", "games"}),
}
"""The games that the screens can play, and which of their options."""


def offered(game: str) -> tuple[Field, ...]:
    """List the options of a game that the screens can play with, as a form asks for them."""
    return tuple(each for each in form(games.game(game).Options) if each.name in OFFERED[game])
