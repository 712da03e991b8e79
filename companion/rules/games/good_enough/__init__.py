"""It's Good Enough."""

from companion.rules.games.good_enough.game import GoodEnough

__all__ = ["GoodEnough"]
