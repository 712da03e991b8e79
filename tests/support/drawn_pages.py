"""Pages of every screen in every state, drawn in this process: without a browser, to choose from them."""

import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

from companion.config.settings import load_settings
from companion.screens.story import scenes_of
from tests.support.applications import make_app
from tests.support.scenes import Look, scenes
from tests.support.seeded_server import SeededServer
from tests.tools.screenshots import LAPTOP, TVS, Picture

PHONE = (390, 664)
_WIDE = ("sheet", "result", "poster", "my-evening")


def drawn(
    parties: Iterable[tuple[str, int]], language: str, *, short: bool = False
) -> Iterator[tuple[Picture, str]]:
    """Yield a picture of each screen in each state of games with so many players, and the HTML it shows."""
    tv = Look("tv", "", f"/tv?lang={language}")
    with tempfile.TemporaryDirectory() as data:
        stage = SeededServer(Path(data))
        client = make_app(load_settings({}, data=Path(data))).test_client()
        for game, players in parties:
            for scene in scenes(game, players, short=short):
                for look in (tv, *scene.looks):
                    client.set_cookie("companion", stage.cookie(look.who) if look.who else "")
                    address = urljoin("/", f"/{stage.put(scene.room, scene.ago)}{look.path}")
                    headers = {"Accept-Language": language}
                    page = client.get(address, headers=headers, follow_redirects=True).text
                    size = TVS[0] if look == tv else LAPTOP if look.name.startswith(_WIDE) else PHONE
                    name = f"{game}-{scene.name}-{look.name}"
                    yield from _pictures(Picture(name, scene, look.who, look.path, size, language), page)
        stage.close()


def _pictures(picture: Picture, page: str) -> Iterator[tuple[Picture, str]]:
    """Yield the pictures of a page; what a TV plays is apart from what it shows afterwards."""
    begin, _, rest = page.partition('<template id="scenes"')
    played, _, end = rest.partition("</template>")
    _, *parts = re.split(r"(?=<section)", played)
    yield picture, begin + end
    for place, (played_scene, part) in enumerate(zip(scenes_of(picture.scene.room), parts, strict=False)):
        name = f"{picture.name}-{played_scene.kind}-{place}"
        yield replace(picture, name=name, staged=place), part
