"""Charts of a game and of an evening.

Coordinates go from 0 to `FRAME` in both directions, from the top left, whatever the size on a screen. A chart
also carries the figures it was drawn from, which pages show as its text alternative.
"""
