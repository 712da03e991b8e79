"""What the pictures of lessons and emblems say about who is in the middle."""

import pytest

from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.pictures import figures
from companion.rules.games.saichugen import Saichugen


@pytest.mark.parametrize("kind", games.GAMES.values(), ids=lambda kind: kind.name)
def test_in_a_picture_with_steps_one_is_the_middle_and_who_stands_there_is_in_the_light(
    kind: type[Game],
) -> None:
    for picture in (*(panel.picture for panel in kind().lesson.panels), kind.emblem):
        drawn = list(figures(picture))
        steps = [numbers[0] for kind, numbers, named in drawn if kind == "step" and "middle" in named]
        lit = [numbers[1] for kind, numbers, named in drawn if kind == "guest" and "lit" in named]
        if any(kind == "step" for kind, _, _ in drawn):
            assert lit == steps
            assert len(lit) == 1


@pytest.mark.parametrize(("points", "label"), [("one", "29"), ("number", "+29")])
@pytest.mark.parametrize("factor", ["2/3", "4/3"])
def test_G17_who_is_nearest_to_the_target_is_in_the_light_and_the_others_look_there(
    factor: str, points: str, label: str
) -> None:
    drawn = list(figures(GoodEnough(scoring="mean", factor=factor, points=points).lesson.panels[1].picture))
    guests = [(numbers[1], named) for kind, numbers, named in drawn if kind == "guest"]
    [step] = [(named["says"], numbers[0]) for kind, numbers, named in drawn if kind == "step"]
    [nearest] = [x for x, named in guests if "lit" in named]
    assert (label, nearest) == step
    looks = {x: named["eyes"] for x, named in guests if "lit" not in named}
    assert looks == {x: "left" if x > nearest else "right" for x in looks}


def test_the_steps_of_an_emblem_have_no_numbers() -> None:
    steps = [named for kind, _, named in figures(Saichugen.emblem) if kind == "step"]
    assert len(steps) == 3
    assert not any("says" in named for named in steps)
