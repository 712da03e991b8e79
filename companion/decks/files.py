"""The decks that come with companion: tables `LANG/NAME.tsv`, listed in `LANG/decks.tsv`.

They are UTF-8 with a byte order mark, with tabs between the columns and no quoting, so that a spreadsheet
opens them and a text editor edits them; the first line names the columns.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.decks import OPINION_RANGE, Question
from companion.values import frozen

FOLDER = Path(__file__).parent
MIXED = "half"
"""The name of the deck that takes a fact and an opinion in turn, of all other decks of its language."""
_BARE_UNIT = "year"  # such a number stands alone


@frozen
class QuestionDeck:
    """A deck of one language: its name in it, its title, and for whom it is."""

    language: str
    name: str
    title: str
    note: str
    questions: tuple[Question, ...]

    @property
    def key(self) -> str:
        """What names it among the decks of all languages."""
        return f"{self.language}/{self.name}"

    @property
    def has_facts(self) -> bool:
        """Whether it asks for what is true, and not for opinions."""
        return self.questions[0].is_fact


def languages() -> tuple[str, ...]:
    """List the languages that have decks."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/decks.tsv")))


@cache  # 4 ms
def decks_of(language: str) -> tuple[QuestionDeck, ...]:
    """Return the decks of a language, in the order in which they are offered; none for an unknown one."""
    if language not in languages():
        return ()
    folder = FOLDER / language
    return tuple(
        QuestionDeck(
            language,
            row["file"].removesuffix(".tsv"),
            row["title"],
            row["for"],
            tuple(map(_question, rows(folder / row["file"]))),
        )
        for row in rows(folder / "decks.tsv")
    )


def find_questions(key: str) -> tuple[Question, ...]:
    """Return the questions of the deck with a key, or of all decks of its language that are mixed."""
    language, _, name = key.partition("/")
    return tuple(
        question for deck in decks_of(language) if name in (deck.name, MIXED) for question in deck.questions
    )


def is_deck(key: str) -> bool:
    """Tell whether there is a deck with a key."""
    return bool(find_questions(key))


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the lines of a table, each by the names of its columns; what a line lacks at its end is empty."""
    head, *lines = path.read_text(encoding="utf-8-sig").splitlines()
    names = head.split("\t")
    for line in lines:
        cells = line.split("\t")
        yield dict(zip(names, cells + [""] * (len(names) - len(cells)), strict=True))


def _question(row: dict[str, str]) -> Question:
    if not row["truth"]:
        return Question(row["id"], row["question"], *OPINION_RANGE, ends=(row["low"], row["high"]))
    unit = "" if row["unit"] == _BARE_UNIT else row["unit"]
    low, high, truth = map(int, (row["low"], row["high"], row["truth"]))
    return Question(row["id"], row["question"], low, high, truth, unit=unit)
