"""The game Saichugen; `game` has its rule set, the other modules its parts."""

from companion.rules.games.saichugen.game import Saichugen

__all__ = ["Saichugen"]
