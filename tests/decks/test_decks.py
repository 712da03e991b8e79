"""The decks of questions: tables that a spreadsheet opens, facts with two sources, texts that fit."""

from collections import Counter
from pathlib import Path

import pytest

from companion.decks import files
from companion.decks.files import FOLDER, QuestionDeck
from companion.i18n.languages import LANGUAGES
from companion.i18n.lettering import columns

COLUMNS = ["id", "question", "low", "high", "truth", "unit", "sources"]
UNIT_FORMS = {"en": 2, "ja": 1, "de": 2, "nl": 2, "fr": 3, "es": 3, "it": 3, "pt": 3}
FEWEST = {"en": 100, "ja": 100}
"""How many facts and opinions a language has at least; others have 60."""
LONGEST_QUESTION = 92
LONGEST_END = 24
DECKS = [deck for language in LANGUAGES for deck in files.decks_of(language)]
each_deck = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.key)


def path_of(deck: QuestionDeck) -> Path:
    return FOLDER / deck.language / f"{deck.name}.tsv"


@each_deck
def test_a_deck_is_a_table_that_a_spreadsheet_opens_and_a_text_editor_edits(deck: QuestionDeck) -> None:
    raw = path_of(deck).read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in raw
    assert b'"' not in raw
    head, *lines = raw.decode("utf-8-sig").rstrip("\n").split("\n")
    assert head.split("\t") == COLUMNS
    assert {line.count("\t") for line in lines} == {len(COLUMNS) - 1}
    assert all(cell == cell.strip() for line in lines for cell in line.split("\t"))


@each_deck
def test_a_deck_has_either_facts_or_opinions_whose_texts_fit_on_TV_and_phone(deck: QuestionDeck) -> None:
    assert {question.is_fact for question in deck.questions} == {deck.has_facts}
    for question in deck.questions:
        assert 0 < columns(question.text) <= LONGEST_QUESTION, question.id
        assert all(0 < columns(end) <= LONGEST_END for end in question.ends), question.id


@each_deck
def test_a_range_holds_its_truth_well_inside_and_truths_lie_in_no_pattern(deck: QuestionDeck) -> None:
    if not deck.has_facts:
        return
    shares = []
    for question in deck.questions:
        assert question.truth is not None
        assert max(map(len, map(str, (question.low, question.high)))) <= 5, question.id
        shares.append((question.truth - question.low) / (question.high - question.low))
        assert 0.1 <= shares[-1] <= 0.9, question.id
    thirds = Counter(int(share * 3) for share in shares)
    assert min(thirds[third] for third in range(3)) >= len(shares) / 6


@each_deck
def test_a_fact_has_two_sources_and_its_unit_in_all_plural_forms(deck: QuestionDeck) -> None:
    for row in files.rows(path_of(deck)):
        if row["truth"]:
            assert len({*row["sources"].split("; ")}) >= 2, row["id"]
            unit = row["unit"]
            assert unit == "year" or len(unit.split("|")) == UNIT_FORMS[deck.language], row["id"]
        else:
            assert row["unit"] == row["sources"] == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_as_many_facts_as_opinions_for_some_evenings_and_none_twice(language: str) -> None:
    questions = [question for deck in files.decks_of(language) for question in deck.questions]
    kinds = Counter(question.is_fact for question in questions)
    assert min(kinds[True], kinds[False]) >= FEWEST.get(language, 60)
    for names in ([question.id for question in questions], [question.text for question in questions]):
        assert [] == [name for name, times in Counter(names).items() if times > 1]
    listed = {row["file"] for row in files.rows(FOLDER / language / "decks.tsv")} | {"decks.tsv"}
    assert listed == {path.name for path in (FOLDER / language).iterdir()}


def test_a_fact_has_the_same_truth_and_sources_in_all_languages() -> None:
    found: dict[str, set[tuple[str, ...]]] = {}
    for deck in DECKS:
        for row in files.rows(path_of(deck)):
            if row["truth"]:
                found.setdefault(row["id"], set()).add(
                    (row["truth"], row["low"], row["high"], row["sources"])
                )
    assert [] == [question for question, facts in found.items() if len(facts) > 1]
