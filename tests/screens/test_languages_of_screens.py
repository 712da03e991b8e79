"""Views in other languages: no text is left out of the catalogues, and whole views in Japanese."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from companion import screens
from companion.i18n.languages import use_language
from companion.rules.games.outcomes import Fate
from companion.screens.tv import tv_view
from tests.i18n.test_languages import SAYS
from tests.support.room_driver import RoomDriver, start_game_driver

VIEWS = Path(screens.__file__).parent


def literals(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
            yield from (each.value for each in ast.walk(node.slice) if isinstance(each, ast.Constant))


def untranslated(node: ast.AST) -> Iterator[str]:
    """Yield the strings that look like English and are not passed to a translating function."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return
        case ast.Call(func=ast.Name(id=name)) if name in {*SAYS, "TypeVar"}:
            return
        case ast.JoinedStr(values=values):
            parts = [str(value.value) for value in values if isinstance(value, ast.Constant)]
            yield from (part for part in parts if re.search(r"[A-Za-z]", part) and not KEY.fullmatch(part))
        case ast.Constant(value=str(text)) if re.search(r"[A-Za-z] |^[A-Z][a-z]", text):
            yield text
    for each_node in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(each_node, ast.Constant)):
            yield from untranslated(each_node)


KEY = re.compile(r"[a-z]+-|\.[a-z]+")
"""Parts of the keys under which a screen remembers what it has shown."""


def test_no_view_has_an_untranslated_text():
    trees = {each: ast.parse(each.read_text(encoding="utf-8")) for each in VIEWS.rglob("*.py")}
    keys = {*get_args(Fate), *(key for tree in trees.values() for key in literals(tree))}
    for path in sorted(set(trees) - {VIEWS / "event_log.py"}):
        assert [] == [text for text in untranslated(trees[path]) if text not in keys], path.name


def test_the_check_finds_a_concatenated_text():
    found_untranslated = untranslated(
        ast.parse("def f():\n    'Say it.'\n    return f'{a} wins', 'No game', translate('No game')")
    )
    assert [" wins", "No game"] == list(found_untranslated)


def japanese(driver: RoomDriver) -> list[str]:
    """Return the texts of the TV about a game, without the scoreboard."""
    with use_language("ja"):
        public, prompt = tv_view(driver.room, ()).public, driver.phone("1").own.prompt
    shown_texts = [public.title, public.heading, public.status, prompt, public.waiting, *public.news]
    if shown := public.last:
        shown_texts += [shown.heading, *shown.sentences]
        shown_texts += [card.word for card in shown.plays if shown.kind == "cards"]
    for part in filter(None, (*public.parts, public.final)):
        shown_texts += [
            part.headline,
            *(text for step in part.steps for text in (step.heading, step.sentence)),
        ]
    return [text for text in shown_texts if text]


def outcomes(driver: RoomDriver) -> list[str]:
    with use_language("ja"):
        return [outcome.reason for seat in driver.seats() for outcome in driver.phone(seat).outcomes]


def test_a_reveal_of_a_match_is_shown_in_Japanese():
    driver = start_game_driver("good-enough", 4, nesting=[3, 2])
    driver.play_trick("1 2 2 9")
    assert [
        "1はまん中のひとつ：あなたに1点",
        "2人とも2。どちらも失格。",
        "2人とも2。どちらも失格。",
        "9はまん中のひとつ：あなたに1点",
    ] == outcomes(driver)
    driver.play_trick("1 2 2 9")
    driver.play_trick("1 2 2 9")
    assert [
        "It's Good Enough",
        "ゲーム2/2・ラウンド1/3",
        "出した人：0/4人",
        "0～100の数",
        "ゲーム1・ラウンド3",
        "BobさんとCydさんがそろって2で失格です。",
        "残った数は1と9だけ：AnnさんとDanさんに1点。",
        "ゲーム1：Annさん、Bobさん、Cydさん、Danさんの勝ち",
        "ラウンド1～3",
        "得点：0と3。0と3がどちらもまん中なので、Annさん、Bobさん、Cydさん、Danさんが同点です。",
        "ラウンド2",
        "得点（ラウンド2だけ）：0と1。0と1がどちらもまん中なので、Annさん、Bobさん、Cydさん、Danさんが同点です。",
    ] == japanese(driver)
    shared = (
        "いくら外しても決まらないので、同点のまま。Annさん、Bobさん、Cydさん、Danさんが勝ちを分け合います。"
    )
    assert [shared] * 4 == outcomes(driver)


def test_tricks_are_shown_in_Japanese():
    driver = start_game_driver("median", 4)
    driver.call("high")
    driver.play_trick("3 9 5 5")
    assert [
        "メディアンゲーム",
        "ラウンド2/13",
        "出した人：0/4人",
        "カードを1枚どうぞ",
        "親のAnnさんがハイかローかを宣言します",
        "ラウンド1",
        "Annさんがディーラーとして親でした。",
        "Annさんがハイを宣言：まん中の2枚（5と5）のうち、上のほうが有効です。",
        "有効なカードは5ですが、CydさんとDanさんがそろって出したので、引き分けです。",
        "カードはプールに入ります。プールは今1ラウンドです。",
        "全員が1枚引きます。残りは28枚です。",
        "引き分け",
    ] == japanese(driver)
    assert [
        "3は勝てませんでした",
        "9は勝てませんでした",
        "Danさんも同じ数字を出したので、引き分けです",
        "Cydさんも同じ数字を出したので、引き分けです",
    ] == outcomes(driver)
