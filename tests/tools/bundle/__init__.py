"""The bundle: one folder with all that companion needs, also Python, for people who have no terminal."""
