"""Lines that a host writes: facts, facts that are told later, opinions, and what is not understood."""

import pytest

from companion.decks import Question
from companion.decks.own import LARGEST, MOST_LINES, is_fact, read_lines


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("How many steps? = 57 steps", Question("own-1", "How many steps?", 0, 100, 57, unit="steps")),
        ("How many steps?=57", Question("own-1", "How many steps?", 0, 100, 57)),
        ("When was it built = 1911", Question("own-1", "When was it built", 1000, 2100, 1911)),
        ("How high is it? = 1911 m", Question("own-1", "How high is it?", 0, 3000, 1911, unit="m")),
        ("How cold? = -8 degrees", Question("own-1", "How cold?", -10, 10, -8, unit="degrees")),
        (
            "How many sweets are in the jar? = ?",
            Question("own-1", "How many sweets are in the jar?", 0, LARGEST),
        ),
        ("階段は何段？＝57段", Question("own-1", "階段は何段？", 0, 100, 57, unit="段")),
        (
            "Pineapple on pizza? never ... always",
            Question("own-1", "Pineapple on pizza?", 0, 100, ends=("never", "always")),
        ),
        (
            "パイナップルはあり？なし…あり",
            Question("own-1", "パイナップルはあり？", 0, 100, ends=("なし", "あり")),
        ),
    ],
)
def test_a_line_is_read_as_it_is_written(line: str, question: Question) -> None:
    [read] = read_lines(line)
    assert (question, None) == (read.question, read.problem)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("How far is the sea", "it has no answer: add = 12 km, = ?, or never ... always"),
        ("= 5", "it has no answer: add = 12 km, = ?, or never ... always"),
        ("How many? = 123456", "its answer has more than 5 digits"),
        (f"{'x' * 141}? = 5", "it is too long: 140 characters are the most"),
        (f"Really? {'x' * 31} ... no", f"“{'x' * 31}” is too long: 30 characters are the most"),
    ],
)
def test_what_is_not_understood_has_a_sentence(line: str, problem: str) -> None:
    [read] = read_lines(line)
    assert (None, problem) == (read.question, str(read.problem))


def test_empty_lines_are_left_out_and_lines_beyond_the_most_are_told() -> None:
    lines = read_lines("\n\n".join(f"Line {number}? = {number}" for number in range(MOST_LINES + 1)))
    assert MOST_LINES + 1 == len(lines)
    assert [f"{MOST_LINES} lines are the most"] == [str(line.problem) for line in lines if line.problem]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("How many steps are there? = 57 steps", True),
        ("How many sweets are in the jar? = ?", True),
        ("Wie viele? = 7", True),
        ("How many steps are there?", False),
        ("Is this = 5", False),
        ("Pineapple on pizza? never ... always", False),
    ],
)
def test_a_question_with_its_answer_is_told_from_one_without(line: str, expected: bool) -> None:
    assert expected == is_fact(line)


def test_the_range_of_a_fact_tells_little_of_its_truth() -> None:
    [*lines] = read_lines("\n".join(f"Line? = {number} m" for number in range(1, 60)))
    assert {question.high for line in lines if (question := line.question)} == {10, 30, 100}
