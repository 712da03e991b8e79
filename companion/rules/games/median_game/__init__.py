"""The game Median game; `game` has its rule set, the other modules its parts."""
