"""The mutation tool on a small project: a mutant survives where a test is weak."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.mutate import survivors
from tests.tools.mutate.mutants import Module, Mutant

ROOT = Path(__file__).parents[2]
CODE = {
    "companion/__init__.py": "",
    "companion/rules/__init__.py": "",
    "companion/rules/loose.py": "def add(a: int, b: int) -> int:\n    return a + b\n",
    "companion/rules/tight.py": (
        "LIMIT = 9\n\n\ndef is_over(number: int) -> bool:\n    return number > LIMIT\n"
    ),
    "tests/test_loose.py": (
        "from companion.rules import loose\n\ndef test_add():\n    assert loose.add(1, 2) is not None\n"
    ),
    "tests/test_tight.py": (
        "import pytest\nfrom companion.rules.tight import is_over\n\n"
        "@pytest.mark.parametrize('number', [8, 9, 10])\n"
        "def test_is_over(number):\n    assert is_over(number) == (number == 10)\n"
    ),
}


@pytest.mark.slow
def test_what_a_weak_test_does_not_notice_survives_and_nothing_else(tmp_path: Path) -> None:
    for name, text in CODE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "tests.tools.mutate", "rules", "--root", str(tmp_path), "--tests=tests"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (
        "companion/rules/loose.py:2 survived\n  return a + b\n  a + b -> a - b\n"
        "83.3 % of 6 tried of 6: 5 killed, 1 survived, 0 of these explained\n"
    ) == ran.stdout, ran.stderr
    assert 1 == ran.returncode


def test_types_docstrings_texts_and_logs_are_not_mutated(tmp_path: Path) -> None:
    lines = (
        '"""A module."""',
        "import logging",
        "WORD = N_('a word', 1)",
        "def say(limit: list[1] = None) -> list[2]:",
        '    """Say a word."""',
        "    logging.info('said %s', 1)",
    )
    assert [] == mutants(tmp_path, *lines)


def test_each_mutant_compiles_to_code_of_its_own_and_leaves_the_module_as_it_was(tmp_path: Path) -> None:
    mutants(tmp_path, "def f(a, b):", "    return max(a[1:2], key=b) if a <= b and not a else g(a, b)")
    module = Module(tmp_path, tmp_path / "code.py")
    compiled = [module.compiled(each) for each in module.mutants]
    assert len(module.mutants) == len({each.co_consts for each in compiled}) == 12
    assert compiled == [module.compiled(each) for each in module.mutants]


def test_a_mutant_is_found_again_when_its_line_has_moved(tmp_path: Path) -> None:
    (before,) = mutants(tmp_path, "def f(a, b):", "    print(a == b); return 1")[1:2]
    (after,) = mutants(tmp_path, "", "", "def f(a, b):", "    print(a == b); return 1")[1:2]
    assert (2, 4) == (before.lines[0], after.lines[0])
    assert before.key == after.key


def test_an_explanation_of_a_line_that_is_gone_is_stale(tmp_path: Path) -> None:
    known = mutants(tmp_path, "LIMIT = 9")
    gone, elsewhere = ("code.py", "LIMIT = 8", "8 -> 9"), ("other.py", "A = 1", "1 -> 2")
    assert [gone] == survivors.stale([known[0].key, gone, elsewhere], known)


def test_every_explanation_says_why_in_a_sentence() -> None:
    assert all(because.endswith(".") for because in survivors.explanations().values())


def mutants(folder: Path, *lines: str) -> list[Mutant]:
    """Return the mutants of a module with these lines."""
    file = folder / "code.py"
    file.write_text("\n".join(lines))
    return Module(folder, file).mutants
