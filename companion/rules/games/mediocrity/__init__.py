"""The game Mediocrity; `game` has its rule set, the other modules its parts."""

from companion.rules.games.mediocrity.game import Mediocrity

__all__ = ["Mediocrity"]
