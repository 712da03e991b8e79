"""Update the message catalogues: `python -m tests.tools.catalogue` extracts, updates, compiles.

Messages without a translation are left empty in the .po file, and printed; a language without a file gets
one. `--long` prints the texts that are longer than any that the tests of layouts have.
"""

import argparse
import contextlib
import logging
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.i18n.languages import LANGUAGES
from companion.i18n.lettering import ems

ROOT = Path(__file__).parent.parent.parent
FOREIGN = tuple(LANGUAGES)[1:]


def path(language: str, ending: str) -> Path:
    """Return the path of a language's catalogue: edited by people (`po`) or compiled (`mo`)."""
    return ROOT / "companion" / "i18n" / "locales" / language / "LC_MESSAGES" / f"companion.{ending}"


@cache
def extracted() -> Catalog:
    """Extract all messages of the code and the templates, as `[tool.babel]` in pyproject.toml says."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(ROOT):
        found = Path(folder) / "companion.pot"
        logging.getLogger("babel").setLevel(logging.WARNING)
        CommandLineInterface().run(
            ["pybabel", "-q", "extract", "-F", "pyproject.toml", "-o", str(found), "."]
        )
        return read_po(BytesIO(found.read_bytes()))


def written(language: str) -> Catalog:
    """Read the catalogue of a language, an empty one if it has none yet."""
    file = path(language, "po")
    return read_po(BytesIO(file.read_bytes() if file.exists() else b""), locale=language)


def updated(language: str) -> Catalog:
    """Return the catalogue of a language with the extracted messages; its dates stay as they are."""
    catalogue = written(language)
    created, revised = catalogue.creation_date, catalogue.revision_date
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.creation_date, catalogue.revision_date = created, revised
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def messages(catalogue: Catalog) -> Iterator[Message]:
    """Yield the messages, without the header."""
    return (message for message in catalogue if message.id)


def forms(text: object) -> tuple[str, ...]:
    """Return a text, or all its plural forms."""
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text),)


_KEPT = re.compile(r"({[a-z_]+}|%\([a-z_]+\)s|<[^>]*>)|([AEIOUaeiou])")


def longer(text: str) -> str:
    """Return an English text with each vowel twice, but for its fields and tags: 40 % longer."""
    return _KEPT.sub(lambda found: found[1] or found[2] + found[2].lower(), text)


def longest(language: str) -> list[str]:
    """Return the texts, in English, that are wider in a language than English ones that are 40 % longer."""
    both = ((forms(message.id), forms(message.string)) for message in messages(written(language)))
    return [english[0] for english, own in both if max(map(ems, own)) > max(map(ems, map(longer, english)))]


def main() -> None:
    """Update and compile all catalogues."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="print what is longer than tests have it")
    is_long = parser.parse_args().long
    for language in FOREIGN:
        catalogue = updated(language)
        path(language, "po").parent.mkdir(parents=True, exist_ok=True)
        with path(language, "po").open("wb") as file:
            write_po(file, catalogue, width=0, no_location=True, sort_output=True)
        path(language, "mo").write_bytes(compiled(catalogue))
        for message in messages(catalogue):
            if not all(forms(message.string)):
                print(f"{language}: no text for {message.id}")
        for text in longest(language) if is_long else ():
            print(f"{language}: long, look at it: {text}")


if __name__ == "__main__":
    main()
