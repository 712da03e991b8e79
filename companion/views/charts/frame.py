"""The coordinates and limits that all charts share."""

FRAME = 1000

MAX_CHART_PLAYERS = 100
"""With more players than this there is no chart, as no line could be made out."""

MAX_NAMED = 8
"""The most names in a label or a sentence; more players are counted."""

Point = tuple[int, int]
