"""The game Median game; `game` has its rule set, the other modules its parts."""

from companion.rules.games.median_game.game import MedianGame

__all__ = ["MedianGame"]
