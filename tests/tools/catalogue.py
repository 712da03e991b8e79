"""Update the message catalogues: `python -m tests.tools.catalogue` extracts, updates, compiles.

Messages without a translation are left empty in the .po file, and printed.
"""

import contextlib
import logging
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
    """Read the catalogue of a language."""
    return read_po(BytesIO(path(language, "po").read_bytes()), locale=language)


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


def main() -> None:
    """Update and compile all catalogues."""
    for language in FOREIGN:
        catalogue = updated(language)
        with path(language, "po").open("wb") as file:
            write_po(file, catalogue, width=0, no_location=True, sort_output=True)
        path(language, "mo").write_bytes(compiled(catalogue))
        for message in messages(catalogue):
            if not all(forms(message.string)):
                print(f"{language}: no text for {message.id}")


if __name__ == "__main__":
    main()
