"""Chances: of a round, of a standing, of the tie-breaks, and how people pick who know the game."""
