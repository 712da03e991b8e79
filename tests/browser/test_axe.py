"""axe finds nothing on the TV in any state and scene; test_pages.py has all other pages."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.i18n.languages import LANGUAGES
from companion.screens.story import scenes_of
from tests.browser.test_pages import kinds_on
from tests.support.scenes import PLAYS, Scene, scenes
from tests.tools.screenshots import TVS, Camera, Picture

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


def faults(camera: Camera, pictures: Iterable[Picture]) -> Iterator[str]:
    """Yield what axe finds on the pictures that have a kind of element, or a class, that none before has."""
    known: set[str] = set()
    for picture in pictures:
        page = camera.show(picture)
        shown = re.sub(r"<template.*?</template>", "", page.content(), flags=re.DOTALL)
        if known >= (kinds := kinds_on(shown)):
            continue
        known |= kinds
        for rule, where in violations(page).items():
            yield f"{picture.name} {picture.language} {picture.scheme}: {rule}: {where}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYS)
def test_axe_finds_nothing_on_the_tv(camera: Camera, game: str, language: str) -> None:
    most = [players for players in PLAYS[game][0] if players <= 12][-1]
    found = list(faults(camera, on_tv(scenes(game, most, short=True), language)))
    assert not found, "\n".join(found)
