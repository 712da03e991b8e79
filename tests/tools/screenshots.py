"""Take pictures of every screen in every state: `python -m tests.tools.screenshots`.

They show the TV in both its sizes and for parties of 3 to 30, phones, the host's pages and the results, in
every language, and (except the TV) light and dark. The name of a picture has its game, players, scene,
screen, size, language, and colour scheme; `--only WORDS` takes those whose names have all of these words.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

from companion.i18n.languages import LANGUAGES
from companion.views.tv import tv_view
from tests.browser.conftest import FLAGS, chromium_path
from tests.support.scenes import PLAYS, Look, Scene, scenes
from tests.support.seeded_server import SeededServer

Size = tuple[int, int]
Scheme = Literal["light", "dark"]
TVS: Sequence[Size] = ((1280, 720), (1920, 1080))
PHONES: Sequence[Size] = ((360, 640), (390, 844))
LAPTOP: Size = (1280, 800)
SCHEMES: Sequence[Scheme] = ("light", "dark")


@dataclass(frozen=True)
class Picture:
    """A picture to take: its name, whose browser shows which page, and how."""

    name: str
    scene: Scene
    who: str
    path: str
    size: Size
    language: str
    scheme: Scheme = "dark"
    played: str = ""
    """The key of the scene whose end the TV shows, if it is another than that in which the TV rests."""


def pictures(game: str, players: int, *, short: bool) -> Iterator[Picture]:
    """List the pictures of a game."""
    start = f"{game}-{players}{'-short' if short else ''}"
    fewest_or_most = players in (PLAYS[game][0][0], PLAYS[game][0][-1])
    for scene in scenes(game, players, short=short):
        yield from _of_tv(f"{start}-{scene.name}", scene)
        for look in scene.looks if fewest_or_most else ():
            yield from _of(f"{start}-{scene.name}", scene, look)


def _of_tv(start: str, scene: Scene) -> Iterator[Picture]:
    played = tv_view(scene.room, ()).scenes
    for size, language in product(TVS, LANGUAGES):
        name, path = f"{start}-tv-{size[1]}-{language}", f"/tv?lang={language}"
        yield Picture(name, scene, "", path, size, language)
        for each in played:
            yield Picture(f"{name}-{each.kind}", scene, "", path, size, language, played=each.key)


def _of(start: str, scene: Scene, look: Look) -> Iterator[Picture]:
    sizes = PHONES if look.name.startswith("phone") else (PHONES[0], LAPTOP)
    for size, language, scheme in product(sizes, LANGUAGES, SCHEMES):
        name = f"{start}-{look.name}-{size[0]}-{language}-{scheme}"
        yield Picture(name, scene, look.who, look.path, size, language, scheme)


STAGED = """(key) => {
  const scenes = [...document.getElementById("scenes").content.children];
  document.getElementById("stage").append(scenes.find((each) => each.dataset.key === key).cloneNode(true));
  document.documentElement.classList.add("playing");
}"""
"""Shows the end of a scene as the TV plays it."""


class Camera:
    """A browser with one page, for all pictures in turn."""

    def __init__(self, page: Page, stage: SeededServer) -> None:
        self._page = page
        self._stage = stage

    def show(self, picture: Picture) -> Page:
        """Open the page of a picture."""
        page, base = self._page, f"http://localhost:{self._stage.server.port}"
        self._dress(picture, base)
        page.goto(f"{base}/{self._stage.put(picture.scene.room)}{picture.path}")
        if picture.played:
            page.evaluate(STAGED, picture.played)
        return page

    def _dress(self, picture: Picture, base: str) -> None:
        page, context = self._page, self._page.context
        width, height = picture.size
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=picture.scheme, reduced_motion="reduce")
        context.set_extra_http_headers({"Accept-Language": picture.language})
        context.clear_cookies()
        if picture.who:
            context.add_cookies(
                [{"name": "companion", "value": self._stage.cookie(picture.who), "url": base}]
            )


def take(out: Path, wanted: Sequence[Picture]) -> None:
    """Take the pictures, and print a line for each."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        stage = SeededServer(Path(data))
        camera = Camera(browser.new_context().new_page(), stage)
        try:
            for number, picture in enumerate(wanted, 1):
                path = out / f"{picture.name}.png"
                camera.show(picture).screenshot(path=path, full_page="tv" not in picture.path)
                print(f"{number:>5} of {len(wanted)}  {path}")
        finally:
            print(stage.close(), end="")
            browser.close()


def main() -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screens"), help="the folder they are put into")
    parser.add_argument("--only", nargs="+", default=(), metavar="WORDS", help="words of the names")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    everything = (
        picture
        for game, (counts, _) in PLAYS.items()
        for players, short in product(counts, (False, True))
        for picture in pictures(game, players, short=short)
    )
    take(
        chosen.out,
        [each for each in everything if all(f"-{word}-" in f"-{each.name}-" for word in chosen.only)],
    )


if __name__ == "__main__":
    main()
