"""The game It's Good Enough; `game` has its rule set, the other modules its parts."""
