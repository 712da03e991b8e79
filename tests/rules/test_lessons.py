"""What the pictures of lessons and emblems say about who is in the middle."""

import pytest

from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.pictures import FLOOR, GuestFigure, StepFigure
from companion.rules.games.saichugen import Saichugen


@pytest.mark.parametrize("kind", games.GAMES.values(), ids=lambda kind: kind.name)
def test_in_a_picture_with_steps_one_is_the_middle_and_who_stands_there_is_in_the_light(
    kind: type[Game],
) -> None:
    for figures in (*(panel.figures for panel in kind().lesson.panels), kind.emblem.figures):
        steps = [each for each in figures if isinstance(each, StepFigure)]
        lit = [each.x for each in figures if isinstance(each, GuestFigure) and each.lit]
        if steps:
            assert lit == [each.x for each in steps if each.is_middle]
            assert len(lit) == 1


@pytest.mark.parametrize(("points", "label"), [("one", "29"), ("number", "+29")])
def test_G17_who_is_nearest_to_the_target_is_in_the_light_and_the_others_look_there(
    points: str, label: str
) -> None:
    figures = GoodEnough(scoring="mean", factor="2/3", points=points).lesson.panels[1].figures
    guests = [each for each in figures if isinstance(each, GuestFigure)]
    [step] = [each for each in figures if isinstance(each, StepFigure)]
    [nearest] = [each for each in guests if each.lit]
    assert (label, nearest.x, FLOOR) == (step.label, step.x, step.y)
    looks = {each.x: each.eyes for each in guests if each is not nearest}
    assert looks == {x: "left" if x > nearest.x else "right" for x in looks}


def test_the_steps_of_an_emblem_have_no_numbers() -> None:
    steps = [each for each in Saichugen.emblem.figures if isinstance(each, StepFigure)]
    assert ["", "", ""] == [each.label for each in steps]
