"""Take the pictures that somebody needs who reads a language: `python -m tests.tools.reading de`.

Of all screens in all states they are those that have most of its texts; the first of them have most that no
other has. So few show nearly all that people see.
"""

import argparse
import re
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

from companion.config.settings import load_settings
from companion.screens.story import scenes_of
from tests.support.applications import make_app
from tests.support.scenes import PLAYS, Look, Scene, scenes
from tests.support.seeded_server import SeededServer
from tests.support.texts import MARKED, cover, messages, pseudo_languages, texts_of
from tests.tools.screenshots import LAPTOP, TVS, Picture, take

PHONE = (390, 664)
_MOST = 120  # pictures, which is what somebody reads at a stretch
_TV = Look("tv", "", f"/tv?lang={MARKED}")
_WIDE = ("sheet", "result", "poster", "my-evening")


@cache
def pages() -> Sequence[tuple[Picture, frozenset[str]]]:
    """Return a picture of each screen in each state, without a language, with the texts that it has."""
    found = list[tuple[Picture, frozenset[str]]]()
    with tempfile.TemporaryDirectory() as data, pseudo_languages():
        stage = SeededServer(Path(data))
        client = make_app(load_settings({}, data=Path(data))).test_client()
        for game, (counts, _) in PLAYS.items():
            for scene in scenes(game, min(counts), short=True):
                for look in (_TV, *scene.looks):
                    client.set_cookie("companion", stage.cookie(look.who) if look.who else "")
                    address = f"/{stage.put(scene.room, scene.ago)}{look.path}"
                    headers = {"Accept-Language": MARKED}
                    page = client.get(address, headers=headers, follow_redirects=True).text
                    found += _pictures(f"{game}-{scene.name}", scene, look, page)
        stage.close()
    return found


def _pictures(name: str, scene: Scene, look: Look, page: str) -> Iterator[tuple[Picture, frozenset[str]]]:
    """Yield the pictures of a page; what a TV plays is apart from what it shows afterwards."""
    size = TVS[0] if look == _TV else LAPTOP if look.name.startswith(_WIDE) else PHONE
    picture = Picture(f"{name}-{look.name}", scene, look.who, look.path, size, MARKED)
    begin, _, rest = page.partition('<template id="scenes"')
    played, _, end = rest.partition("</template>")
    _, *parts = re.split(r"(?=<section)", played)
    yield picture, texts_of(begin + end)
    for place, (played_scene, part) in enumerate(zip(scenes_of(scene.room), parts, strict=False)):
        staged = replace(picture, name=f"{picture.name}-{played_scene.kind}-{place}", staged=place)
        yield staged, texts_of(part)


def in_language(picture: Picture, language: str) -> Picture:
    """Return the same picture in a language."""
    path = picture.path.replace(f"lang={MARKED}", f"lang={language}")
    return replace(picture, name=f"{picture.name}-{language}", path=path, language=language)


def pictures_of(wanted: Collection[str], language: str) -> Iterator[Picture]:
    """Yield few pictures in a language that show all that is wanted of its texts, if any picture does."""
    return (in_language(picture, language) for picture in cover(wanted, pages()))


def most_of(language: str) -> Iterator[Picture]:
    """Yield the pictures that show nearly all texts of a language."""
    return islice(pictures_of([text for text, *_ in messages()], language), _MOST)


def main() -> None:
    """Take the pictures of the languages that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="+", metavar="LANGUAGE", help="codes such as de")
    parser.add_argument("--out", type=Path, default=Path("dist/reading"), help="the folder they are put into")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    take(given.out, [picture for language in given.languages for picture in most_of(language)])


if __name__ == "__main__":
    main()
