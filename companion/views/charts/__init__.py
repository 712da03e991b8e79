"""Charts of a game and of an evening.

Each lies in a frame that is `FRAME` wide and high, whatever its size on a screen, with the origin at the
top left; and each carries the figures it was drawn from, which are its alternative in words.
"""
