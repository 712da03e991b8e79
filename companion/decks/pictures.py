"""The pictures on the tiles of decks; `companion.rules.games.pictures` says how they are written."""

_LAMP = "lamp x=50 y=17 width=34 spread=56 ground=86; floor y=86"
FACT_PICTURE = f"""
{_LAMP}; guest {{0}} 16 86 25; guest {{1}} 84 86 25; step 50 86 34 24 says=? size=17 middle
guest {{2}} 50 62 27 eyes=open lit
"""
OPINION_PICTURE = f"""
{_LAMP}; guest {{0}} 16 86 25 says=4; guest {{1}} 50 86 38 eyes=open says=50 lit; guest {{2}} 84 86 25 says=97
"""
MIXED_PICTURE = f"""
{_LAMP}; step 30 86 34 24 says=? size=17 middle; guest {{0}} 30 62 27 eyes=open
guest {{1}} 72 86 38 eyes=open says=50 lit
"""
OWN_PICTURE = f"{_LAMP}; card 33 86 32 says=? turn=-8; card 67 86 32 says=? turn=6"
