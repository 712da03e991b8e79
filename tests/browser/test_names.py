"""Names that begin alike: where there is no room for them, screens show the letters that differ."""

from collections.abc import Iterator

import pytest

from tests.support.room_driver import HOST
from tests.support.scenes import PLAYS, Look
from tests.tools.screenshots import TVS, Camera, Picture

pytestmark = pytest.mark.browser

ALIKE = ("Wilhelmina-Charlotte", "Wilhelmina-Christine", "Alexandra", "Alexander")
OTHERS = ("Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
PHONE = (390, 664)
SCREENS = (Look("TV", "tv", "/tv"), Look("desk", HOST, "/host"))

CUT = """(alike) => {
  const page = document.body.textContent;
  const together = alike.filter((name) =>
    alike.some((other) => other !== name && other[0] === name[0] && page.includes(other)));
  return [...document.querySelectorAll('.cut:not([data-verdict="won"] .bar .who)')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((each) => each.querySelector(".apart") || together.includes(each.textContent.trim()))
    .map((each) => {
      const rest = each.querySelector(".apart :last-child");
      if (!rest) return each.scrollWidth > each.clientWidth + 1 ? `${each.textContent} is cut` : "";
      const letter = 0.8 * parseFloat(getComputedStyle(rest).fontSize);
      const isCut = rest.scrollWidth > rest.clientWidth + 1;
      return isCut && rest.clientWidth < letter ? `${rest.textContent} is lost` : "";
    });
}"""
"""Returns what is wrong with each visible name of these that stands alone: nothing, where its rest begins.

On a phone the own name may be cut, beside the lamp of a verdict: whoever holds it knows."""


def pictures(game: str, names: tuple[str, ...]) -> Iterator[Picture]:
    """Yield TV and desk, and the phones, in every scene of a game."""
    for play in PLAYS[game][1]:
        for scene in play(names):
            for look in (*SCREENS, *(each_look for each_look in scene.looks if "phone" in each_look.name)):
                yield Picture(
                    look.name, scene, look.who, look.path, TVS[0] if look.name == "TV" else PHONE, "en"
                )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "others"), [("good-enough", 8), ("mediocrity", 1)])
def test_names_that_begin_alike_are_never_cut_alike(camera: Camera, game: str, others: int) -> None:
    seen = 0
    for picture in pictures(game, ALIKE + OTHERS[:others]):
        cut = camera.show(picture).evaluate(CUT, ALIKE)
        seen += len(cut)
        assert not any(cut), (picture.scene.name, picture.name, cut)
    assert seen
