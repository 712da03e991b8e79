"""The game It's Good Enough; `game` has its rule set, the other modules its parts."""

from companion.rules.games.good_enough.game import GoodEnough

__all__ = ["GoodEnough"]
