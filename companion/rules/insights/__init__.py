"""What the numbers of a game tell beyond its result: pure functions of the rules and the scored rounds.

Each takes `rules` and `leaves`, the scored rounds of one game in the order played (`Score.leaves`), and asks
the contract of the game for all that it needs. Rounds without numbers, such as tricks of cards, are left out.
As they depend on nothing else, a corrected game has the insights of the same game played right.
"""
