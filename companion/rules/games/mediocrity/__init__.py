"""The game Mediocrity; `game` has its rule set, the other modules its parts."""
