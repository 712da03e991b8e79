"""Take pictures of every screen in every state: `python -m tests.tools.screenshots`.

They show the TV in four sizes and for parties of 3 to 30, with each scene that it plays as it ends,
phones, the host's pages and the results, also on paper, in every language, and (except the TV) light and
dark. The name of a picture has its game, players, state, screen, size, language, and colour scheme, and for
a scene of the TV its kind; `--only WORDS` takes those whose names have all of these words.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

from companion.i18n.languages import LANGUAGES
from companion.screens.story import Scene as TvScene
from companion.screens.story import scenes_of
from tests.support.chromium import FLAGS, chromium_path
from tests.support.scenes import PLAYS, Look, Scene, scenes
from tests.support.seeded_server import SeededServer

Size = tuple[int, int]
Scheme = Literal["light", "dark"]
TVS: Sequence[Size] = ((1280, 720), (1920, 1080))
ODD_TVS: Sequence[Size] = ((1024, 768), (3840, 2160))
"""An old one, of 4:3, and one of 4K."""
PHONES: Sequence[Size] = ((360, 640), (390, 844))
LAPTOP: Size = (1280, 800)
PAPER: Size = (718, 1047)
"""A sheet of A4 within margins of 10 mm."""
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
    staged: int | None = None
    """The place of the scene that the TV plays, among those that it has; None: what it shows afterwards."""
    printed: bool = False
    last_seconds: bool = False
    """Whether the timer of the round is about to run out."""


def pictures(game: str, players: int, *, short: bool) -> Iterator[Picture]:
    """List the pictures of a game."""
    start = f"{game}-{players}{'-short' if short else ''}"
    counts = PLAYS[game][0]
    seen: tuple[str, ...] = ()
    for scene in scenes(game, players, short=short):
        sizes = (*TVS, *ODD_TVS) if players == counts[-1] else TVS
        played = scenes_of(scene.room)
        keys = tuple(each.key for each in played)
        yield from _of_tv(f"{start}-{scene.name}", scene, sizes)
        if keys != seen:
            yield from _of_stage(f"{start}-{scene.name}", scene, sizes, played)
        seen = keys
        for look in scene.looks if players in (counts[0], counts[-1]) else ():
            yield from _of(f"{start}-{scene.name}", scene, look)


def _of_tv(start: str, scene: Scene, sizes: Sequence[Size]) -> Iterator[Picture]:
    for size, language in product(sizes, LANGUAGES):
        picture = Picture(
            f"{start}-tv-{size[1]}-{language}", scene, "", f"/tv?lang={language}", size, language
        )
        yield picture
        if scene.name == "clock":
            yield replace(picture, name=f"{start}-last-tv-{size[1]}-{language}", last_seconds=True)


def _of_stage(
    start: str, scene: Scene, sizes: Sequence[Size], played: Sequence[TvScene]
) -> Iterator[Picture]:
    """List the pictures of the scenes that the TV plays, as they end."""
    kinds = [each.kind for each in played]
    for place, kind in enumerate(kinds):
        of_kind = f"-{kinds[:place].count(kind) + 1}" if kinds.count(kind) > 1 else ""
        for size, language in product(sizes, LANGUAGES):
            name = f"{start}-scene-{kind}{of_kind}-tv-{size[1]}-{language}"
            yield Picture(name, scene, "", f"/tv?lang={language}", size, language, staged=place)


def _of(start: str, scene: Scene, look: Look) -> Iterator[Picture]:
    sizes = PHONES if look.name.startswith("phone") else (PHONES[0], LAPTOP)
    for size, language, scheme in product(sizes, LANGUAGES, SCHEMES):
        name = f"{start}-{look.name}-{size[0]}-{language}-{scheme}"
        yield Picture(name, scene, look.who, look.path, size, language, scheme)
    for language in LANGUAGES if look.name.startswith("result") else ():
        name = f"{start}-{look.name}-paper-{language}"
        yield Picture(name, scene, look.who, look.path, PAPER, language, "light", printed=True)


STAGE = """(place) => {
  const section = document.getElementById("scenes").content.children[place].cloneNode(true);
  section.classList.add("ended");
  document.getElementById("stage").append(section);
  document.documentElement.classList.add("playing");
}"""
"""Shows the end of a scene, as the TV does after it has played it."""

LAST_SECONDS = """(left) => {
  document.documentElement.dataset.last = left;
  document.documentElement.style.setProperty("--last", left);
  document.querySelectorAll("[data-left]").forEach((each) => (each.textContent = left));
}"""
"""Shows the last seconds of a round; its timer has an hour, so that it does not run out meanwhile."""


class Camera:
    """A browser with one page, for all pictures in turn."""

    def __init__(self, page: Page, stage: SeededServer) -> None:
        self._page = page
        self._stage = stage
        self._language = ""

    def show(self, picture: Picture) -> Page:
        """Open the page of a picture."""
        page, base = self._page, f"http://localhost:{self._stage.server.port}"
        self._dress(picture, base)
        page.goto(f"{base}/{self._stage.put(picture.scene.room, picture.scene.ago)}{picture.path}")
        page.evaluate("document.fonts.ready.then(() => 0)")  # until then another font has its place
        if picture.staged is not None:
            page.evaluate(STAGE, picture.staged)
        if picture.last_seconds:
            page.evaluate(LAST_SECONDS, 7)
        return page

    def _dress(self, picture: Picture, base: str) -> None:
        page, context = self._page, self._page.context
        width, height = picture.size
        if page.viewport_size != {
            "width": width,
            "height": height,
        }:  # else it lays out again what it shows
            page.set_viewport_size({"width": width, "height": height})
        media: Literal["print", "screen"] = "print" if picture.printed else "screen"
        page.emulate_media(media=media, color_scheme=picture.scheme, reduced_motion="reduce")
        if picture.language != self._language:
            context.set_extra_http_headers({"Accept-Language": picture.language})
            self._language = picture.language
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
                is_page = "tv" not in picture.path and not picture.path.endswith(".svg")
                camera.show(picture).screenshot(path=path, full_page=is_page)
                print(f"{number:>5} of {len(wanted)}  {path}")
        finally:
            print(stage.close(), end="")
            browser.close()


def main() -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("dist/screens"), help="the folder they are put into")
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
