"""Pictures of a game and of an evening: the way everybody took, and the light in the middle of it.

Each lies in a frame that is `FRAME` wide and high, whatever its size on a screen, with the origin at the
top left; and each carries the figures it was drawn from, which are its alternative in words.
"""

from companion.views.pictures.courses import FEW, LINES, Course, course
from companion.views.pictures.evening import Wins, wins
from companion.views.pictures.falls import Fallen, fallen
from companion.views.pictures.frame import FRAME, MOST

__all__ = ["FEW", "FRAME", "LINES", "MOST", "Course", "Fallen", "Wins", "course", "fallen", "wins"]
