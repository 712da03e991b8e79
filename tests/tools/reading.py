"""Take the pictures that somebody needs who reads a language: `python -m tests.tools.reading de`.

Of all screens in all states they are those that have most of its texts; the first of them have most that no
other has. So few show nearly all that people see.
"""

import argparse
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

from tests.support.drawn_pages import drawn
from tests.support.scenes import PLAYS
from tests.support.texts import MARKED, cover, messages, pseudo_languages, texts_of
from tests.tools.screenshots import Picture, take

_MOST = 120  # pictures, which is what somebody reads at a stretch


@cache
def pages() -> Sequence[tuple[Picture, frozenset[str]]]:
    """Return a picture of each screen in each state, without a language, with the texts that it has."""
    smallest = [(game, min(counts)) for game, (counts, _) in PLAYS.items()]
    with pseudo_languages():
        return [(picture, texts_of(page)) for picture, page in drawn(smallest, MARKED, short=True)]


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
