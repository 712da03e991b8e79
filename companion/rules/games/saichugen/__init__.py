"""The game Saichugen; `game` has its rule set, the other modules its parts."""
