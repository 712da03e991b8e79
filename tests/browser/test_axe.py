"""axe finds nothing on any screen in any state, in every language, light and dark, and in the TV's scenes."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.i18n.languages import LANGUAGES
from companion.views.scenes.program import scenes_of
from tests.support.scenes import PLAYS, Scene, scenes
from tests.tools.screenshots import LAPTOP, PHONES, SCHEMES, TVS, Camera, Picture

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]


def violations(page: Page) -> Mapping[str, Iterable[str]]:
    """Return what axe finds, by its rules, with where it is."""
    found = Axe().run(page).response["violations"]
    return {each["id"]: [node["html"][:120] for node in each["nodes"][:3]] for each in found}


def on_tv(states: Iterable[Scene], language: str) -> Iterator[Picture]:
    """List what the TV shows of each state, and the scenes that are new in it."""
    seen: Collection[str] = ()
    for state in states:
        played = scenes_of(state.room)
        keys = [each.key for each in played]
        for place in (None, *(range(len(played)) if keys != seen else ())):
            name = state.name if place is None else f"{state.name}-{played[place].kind}"
            yield Picture(name, state, "", f"/tv?lang={language}", TVS[0], language, staged=place)
        seen = keys


def elsewhere(scene: Scene, language: str) -> Iterator[Picture]:
    for look, scheme in product(scene.looks, SCHEMES):
        size = PHONES[-1] if look.name.startswith("phone") else LAPTOP
        yield Picture(f"{scene.name}-{look.name}", scene, look.who, look.path, size, language, scheme)


def faults(camera: Camera, pictures: Iterable[Picture]) -> Iterator[str]:
    for picture in pictures:
        for rule, where in violations(camera.show(picture)).items():
            yield f"{picture.name} {picture.language} {picture.scheme}: {rule}: {where}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYS)
def test_axe_finds_nothing_on_the_tv(camera: Camera, game: str, language: str) -> None:
    most = [players for players in PLAYS[game][0] if players <= 12][-1]
    found = list(faults(camera, on_tv(scenes(game, most, short=True), language)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYS)
def test_axe_finds_nothing_on_phones_the_hosts_pages_and_the_results(
    camera: Camera, game: str, language: str
) -> None:
    states = scenes(game, PLAYS[game][0][0])
    pages = (each for state in states for each in elsewhere(state, language) if _is_page(each))
    found = list(faults(camera, pages))
    assert not found, "\n".join(found)


def _is_page(picture: Picture) -> bool:
    """Return whether a picture is of a page; axe does not come to an end in an SVG image."""
    return not picture.path.endswith(".svg")
