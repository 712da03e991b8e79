"""Views in other languages: all their texts are translated, and nothing else changes."""

import ast
import contextlib
import re
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path

import pytest

from companion import views
from companion.i18n import languages
from companion.i18n.errors import Refused
from companion.i18n.languages import use_language
from companion.i18n.messages import Text
from companion.room import bots, events
from companion.room.commands import (
    bot_turns,
    corrections,
    membership,
    room_control,
    shared_phone,
    submissions,
)
from companion.room.reducer import apply
from companion.rules import games
from companion.rules.games.options import OptionField
from companion.rules.games.pictures import Emblem, Panel
from companion.views import joining
from companion.views import shared_phone as shared_phone_views
from companion.views.correctable import correctable_rounds
from companion.views.host import host_view
from companion.views.players import managed_players
from companion.views.preview import describe_changes
from companion.views.results import results_view
from companion.views.tv import tv_view
from tests.i18n.test_languages import ROOMS, SAYS, Pseudo
from tests.support.room_driver import (
    HOST,
    NAMES,
    RoomDriver,
    correct_play,
    open_room,
    play_moments,
    play_out,
    start_game_driver,
    whole_evening,
)

VIEWS = Path(views.__file__).parent


# Texts in the code


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield the values of the Literal types in a module."""
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
        case ast.Call(func=ast.Name(id=name)) if name in SAYS:
            return
        case ast.JoinedStr(values=values):
            parts = [str(each.value) for each in values if isinstance(each, ast.Constant)]
            yield from (each for each in parts if re.search(r"[A-Za-z]", each) and not KEY.fullmatch(each))
        case ast.Constant(value=str(text)) if re.search(r"[A-Za-z] |^[A-Z][a-z]", text):
            yield text
    for each in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(each, ast.Constant)):
            yield from untranslated(each)


KEY = re.compile(r"[a-z]+-")
"""The prefixes of the keys under which a screen remembers what it has shown."""


@pytest.mark.slow(keep=10)
@pytest.mark.parametrize(
    "path", sorted(set(VIEWS.glob("*.py")) - {VIEWS / "event_log.py"}), ids=lambda path: path.stem
)
def test_no_view_has_an_untranslated_text(path):
    trees = {each: ast.parse(each.read_text(encoding="utf-8")) for each in VIEWS.glob("*.py")}
    keys = {key for tree in trees.values() for key in literals(tree)}
    assert [] == [text for text in untranslated(trees[path]) if text not in keys]


def test_the_check_finds_a_concatenated_text():
    found = untranslated(
        ast.parse("def f():\n    'Say it.'\n    return f'{a} wins', 'No game', translate('No game')")
    )
    assert [" wins", "No game"] == list(found)


# Texts in the views


@pytest.fixture
def pseudo(monkeypatch):
    """Translate every text of the catalogues to one within ⟦ ⟧, without its letters."""
    known = Pseudo()
    monkeypatch.setattr(languages, "load_catalogue", lambda _language: known)


KEYS = {
    "address",
    "call",
    "claimant",
    "code",
    "initial",
    "key",
    "place",
    "rank",
    "reopen",
    "suit",
    "text",
}
"""Fields that are not translated: addresses, keys and form values."""


def texts(view: object, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield all texts of a view for people, each with its path in the view."""
    if isinstance(view, OptionField | Panel | Emblem):
        return  # translated where a form shows it, or where it is drawn
    if isinstance(view, str | Text):
        yield where, str(view)
    elif isinstance(view, list | tuple):
        for each in view:
            yield from texts(each, where)
    elif is_dataclass(view):
        types = typing.get_type_hints(type(view))
        for each in fields(view):
            if each.name not in KEYS and "Literal" not in str(types[each.name]):
                yield from texts(getattr(view, each.name), f"{where}.{each.name}")


SIGN = re.compile(r"\b(10|[2-9AJQK])[♣♦♥♠]|\b[AJQK]\b")
OWN = set(NAMES) | {each.name for each in bots.STRATEGIES.values()} | {"Zoe", "Yan", "device"}


def assert_translated(view: object) -> None:
    """Check that a view has only whole translated texts, names, numbers and signs of cards."""
    for where, text in texts(view):
        rest = SIGN.sub("", text)
        for name in OWN:
            rest = rest.replace(name, "")
        assert not re.search(r"[^\W\d_ʘ½]", rest), (where, text)
        depths = [0]
        for each in text:
            depths.append(depths[-1] + (each == "⟦") - (each == "⟧"))
        assert min(depths) == depths[-1] == 0, (where, text)
        outside = "".join(each for each, depth in zip(text, depths[1:], strict=True) if not depth)
        assert "⟦" not in text or outside.strip("⟧") == "", (where, text)


def assert_all_translated(driver: RoomDriver) -> None:
    """Check all views of a room."""
    room = driver.room
    for view in driver.views().values():
        assert_translated(view)
    assert_translated(correctable_rounds(room))
    assert_translated(managed_players(room, HOST))
    assert_translated(joining.join_view(room, "stranger"))
    assert_translated(shared_phone_views.handover_view(room))
    for seat in shared_phone.seats_without_phone(room):
        assert_translated(shared_phone_views.shared_phone_view(room, seat, driver.round_id))


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(("game", "players", "dealt", "options"), ROOMS)
def test_all_views_of_a_game_are_translated(pseudo, game, players, dealt, options):
    driver = start_game_driver(game, players, 0, dealt, **options)
    for place, _ in enumerate(play_moments(driver, 0)):
        if place % 7 == 0 or place < 12:
            for view in (tv_view(driver.room, ()), host_view(driver.room, (), None)):
                assert_translated(view)
            for seat in driver.seats():
                assert_translated(driver.phone(seat))
    assert_all_translated(driver)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", range(2))
def test_all_views_of_an_evening_are_translated(pseudo, seed):
    assert_all_translated(whole_evening(seed))


def test_the_views_of_a_new_room_are_translated(pseudo):
    for driver in (
        open_room("median", 0),
        open_room("saichugen", 2),
        open_room("good-enough", 3, phones=False),
    ):
        assert_all_translated(driver)


@pytest.mark.slow
def test_the_views_of_a_room_with_bots_are_translated(pseudo):
    for game in games.GAMES:
        driver = open_room(game, 2)
        for strategy in list(bots.STRATEGIES)[: 1 if game == "saichugen" else 2]:
            driver.apply(bot_turns.add_bot(driver.room, HOST, strategy))
        driver.apply(
            room_control.start_game(driver.room, HOST, lambda _: {}, dealt=game in ("median", "saichugen"))
        )
        assert_all_translated(driver)
        play_out(driver, 0)
        assert_all_translated(driver)


@pytest.mark.slow
def test_a_player_without_a_phone_is_asked_in_the_chosen_language(pseudo):
    for game, options in (("good-enough", {}), ("mediocrity", {}), ("median", {}), ("good-enough", LISTS)):
        driver = start_game_driver(game, 4, phones=False, **options)
        assert_all_translated(driver)
        play_out(driver, 0, keeper=True)
        assert_all_translated(driver)


LISTS = {"entry": "lists", "nesting": [3, 2]}


@pytest.mark.slow
def test_corrections_by_a_host_and_their_previews_are_translated(pseudo):
    driver = whole_evening()
    for event in all_corrections(driver):
        change(driver, event)
    for _ in range(20):
        change(driver, corrections.undo_last(driver.room, HOST, str(driver.room.undo[-1])))
    for _ in range(5):
        change(driver, corrections.redo_last(driver.room, HOST, str(driver.room.redo[-1])))


def change(driver: RoomDriver, event: events.Event | None, by: str = HOST) -> None:
    before = driver.room
    if driver.apply(event, by):
        assert_all_translated(driver)
        assert_translated(describe_changes(before, driver.room))
        assert_translated(describe_changes(driver.room, before))


def all_corrections(driver: RoomDriver) -> Iterator[events.Event | None]:
    """Yield all corrections that a host can make, so that some rounds become invalid."""
    for game in driver.room.games:
        seat = game.record.players[0]
        for number in (1, 2):
            at = f"{game.number}.{number}"
            for command in (
                *(partial(correct_play, typed=typed, seat=seat) for typed in ("5", "9H", "JH", "")),
                partial(corrections.correct_plays, typed={}, calls={number: "high"}),
                partial(corrections.correct_plays, typed={}, calls={number: "low"}),
                partial(corrections.void_round, is_void=number < 2),
            ):
                with contextlib.suppress(Refused):
                    yield command(driver.room, HOST, at)
        yield events.RoundVoided(game.number, 1, void=False)
    yield events.RoundVoided(game.number, 1, void=True)
    yield corrections.reopen_round(driver.room, HOST, f"{game.number}.{driver.game.round_number - 1}")


def test_changes_of_players_are_translated(pseudo):
    driver = start_game_driver("good-enough", 5)
    driver.play_trick("1 2 3 4 5")
    driver.play_trick("1 2 2 2 5")
    for by, command in (
        ("device9", lambda: membership.join_room(driver.room, "device9", "Zoe")),
        (HOST, lambda: membership.add_player(driver.room, HOST, "Yan")),
        (HOST, lambda: membership.rename_player(driver.room, HOST, "1", "Yan")),
        (HOST, lambda: membership.rename_player(driver.room, HOST, "2", "Hal")),
        (HOST, lambda: membership.sit_out(driver.room, HOST, "2")),
        (HOST, lambda: membership.sit_in(driver.room, HOST, "2")),
        ("device3", lambda: membership.leave_room(driver.room, "device3")),
        ("device3", lambda: membership.return_to_room(driver.room, "device3")),
        (HOST, lambda: membership.remove_player(driver.room, HOST, "4")),
        ("device8", lambda: membership.claim_seat(driver.room, "device8", "5")),
        (HOST, lambda: membership.deny_claim(driver.room, HOST, "device8")),
        (HOST, lambda: membership.merge_players(driver.room, HOST, "6", "3")),
        (HOST, lambda: membership.block_player(driver.room, HOST, "5")),
        (HOST, lambda: membership.sit_out(driver.room, HOST, "1")),
        (HOST, lambda: submissions.submit_play_for(driver.room, HOST, "2", driver.round_id, "9")),
        (HOST, lambda: room_control.end_game(driver.room, HOST, driver.round_id)),
    ):
        with contextlib.suppress(Refused):
            change(driver, command(), by)
        assert_translated(joining.join_view(driver.room, "device8", "5"))
    while driver.room.undo:
        change(driver, corrections.undo_last(driver.room, HOST, str(driver.room.undo[-1])))


def test_calls_and_their_corrections_are_translated(pseudo):
    driver = start_game_driver("median", 4, lead="alternate", phones=False)
    change(driver, room_control.set_auto_reveal(driver.room, HOST, by_itself=False))
    for call in ("low", "high"):
        change(driver, submissions.call_high_low_for(driver.room, HOST, driver.round_id, call))
        for seat, card in zip(
            sorted("1234", key=lambda seat: seat != driver.game.must_lead), "3974", strict=True
        ):
            change(driver, submissions.submit_play_for(driver.room, HOST, seat, driver.round_id, card))
        change(driver, submissions.close_round(driver.room, HOST, driver.round_id))
    for command in (
        lambda: corrections.correct_plays(driver.room, HOST, "1.1", {}, {1: "high"}),
        lambda: corrections.correct_plays(driver.room, HOST, "1.1", {}, {1: "low"}),
        lambda: corrections.correct_plays(driver.room, HOST, "1.1", {(1, "1"): "4", (1, "2"): "5"}),
        lambda: corrections.void_round(driver.room, HOST, "1.2"),
        lambda: membership.sit_out(driver.room, HOST, "1"),
    ):
        change(driver, command())
    while driver.room.undo:
        change(driver, corrections.undo_last(driver.room, HOST, str(driver.room.undo[-1])))


# Whole views in Japanese


def japanese(driver: RoomDriver) -> list[str]:
    """Return the texts of the TV about a game, without the scoreboard."""
    with use_language("ja"):
        public = tv_view(driver.room, ()).public
    shown_texts = [public.title, public.heading, public.status, public.prompt, public.waiting, *public.news]
    for shown in filter(None, (public.reveal, public.trick)):
        shown_texts += [shown.heading, *shown.sentences]
    shown_texts += [card.word for card in public.trick.cards] if public.trick else []
    for part in filter(None, (*public.parts, public.final)):
        shown_texts += [
            part.headline,
            *(text for step in part.steps for text in (step.heading, step.sentence)),
        ]
    return [each for each in shown_texts if each]


def outcomes(driver: RoomDriver) -> list[str]:
    with use_language("ja"):
        found = (driver.phone(seat).outcome for seat in driver.seats())
        return [each.sentence for each in found if each]


def test_a_reveal_of_a_match_is_shown_in_Japanese():
    driver = start_game_driver("good-enough", 4, nesting=[3, 2])
    for _ in range(3):
        driver.play_trick("1 2 2 9")
    assert [
        "It's Good Enough",
        "ゲーム2/2・ラウンド1/3",
        "4人中0人が提出",
        "0～100の数を1つ選んでください",
        "ゲーム1・ラウンド3",
        "BobさんとCydさんが2人とも2を選んだので失格です。",
        "残った数は1と9だけ：AnnさんとDanさんに1点。",
        "ゲーム1：Annさん、Bobさん、Cydさん、Danさんの勝ち",
        "ラウンド1～3",
        "得点は0と3。0と3がどちらもまん中なので、Annさん、Bobさん、Cydさん、Danさんが同点です。",
        "ラウンド2",
        "ラウンド2だけで数えると、得点は0と1。0と1がどちらもまん中なので、Annさん、Bobさん、Cydさん、Danさんが同点です。",
    ] == japanese(driver)
    assert [
        "1はまん中のひとつ：あなたに1点",
        "Cydさんも2を選んだので、2人とも失格",
        "Bobさんも2を選んだので、2人とも失格",
        "9はまん中のひとつ：あなたに1点",
    ] == outcomes(driver)


def test_the_end_of_a_game_is_shown_in_Japanese():
    driver = start_game_driver("good-enough", 3, rounds=3)
    for shown in ("1 2 3", "2 1 3", "5 4 3"):
        driver.play_trick(shown)
    assert [
        "It's Good Enough",
        "終了",
        "3人が参加中",
        "ラウンド3",
        "有効な3個の数のまん中は4：Bobさんに1点。",
        "Cydさん（3）はまん中より下：得点なし。",
        "Annさん（5）はまん中より上：得点なし。",
        "Annさんの勝ち",
        "ラウンド1～3",
        "得点は0、1、2。まん中は1で、該当するのはAnnさんだけです。",
    ] == japanese(driver)


def test_tricks_are_shown_in_Japanese():
    driver = start_game_driver("median", 4)
    driver.call("high")
    driver.play_trick("3 9 5 5")
    assert [
        "メディアンゲーム",
        "ラウンド2/13",
        "4人中0人が提出",
        "カードを1枚出してください",
        "親のAnnさんがハイかローかを宣言します",
        "ラウンド1",
        "Annさんがディーラーとして親でした。",
        "Annさんがハイを宣言：まん中の2枚（5と5）のうち、上のほうが有効です。",
        "有効なカードは5ですが、CydさんとDanさんが2人とも出したので、引き分けです。",
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
    driver = start_game_driver("mediocrity", 3)
    driver.play_trick("K K 7")
    assert [
        "メディオクリティ",
        "ハンド1・トリック2",
        "3人中0人が提出",
        "カードを1枚出してください",
        "ハンド1・トリック1",
        "7とKの間にカードがないので、重なったカードを捨てます：Annさん（K）とBobさん（K）。",
        "Cydさん（7）はカードを手札に戻します。",
        "手札に戻る",
        "重なって捨て札",
    ] == japanese(driver)
    assert [
        "Kは重なったので捨て札になります",
        "Kは重なったので捨て札になります",
        "7は手札に戻ります",
    ] == outcomes(driver)


def test_the_evening_and_its_results_are_shown_in_Japanese():
    driver = whole_evening(1)
    moved = events.RoundVoided(2, 1, void=True)
    with use_language("ja"):
        evening = results_view(driver.room)
        standing, game = evening.standing, evening.games[4]
        assert standing
        assert [
            "5ゲーム・3人",
            "5ゲーム終了",
            "最多勝：Annさん、Bobさん、Cydさん（3ゲーム）",
            "今夜いちばん平凡なのはAnnさん、Bobさん、Cydさん",
        ] == [evening.summary, standing.after, standing.most, standing.final.headline]
        assert game.score_chart
        assert game.drift_chart
        assert [
            "It's Good Enough",
            "得点する人 平均にいちばん近い数",
            "マッチ 3, 2",
        ] == [game.title, *(f"{each.label} {each.value}" for each in game.options)]
        assert [
            "勝ったゲーム（ゲームごと）",
            "3人の勝ったゲーム（2ゲーム）：最後のまん中は1と2で、Annさん、Bobさん、Cydさん",
            "まん中の動き",
            "6ラウンドのまん中：初めは88、終わりは17",
        ] == [
            game.score_chart.heading,
            game.score_chart.name,
            game.drift_chart.heading,
            game.drift_chart.name,
        ]
        assert [
            "ゲーム1",
            "ゲーム2",
        ] == [each.heading for each in game.groups]
        after = apply(driver.room, moved, HOST, driver.now)
        assert [
            "第2ゲーム：1トリック減ります。",
            "第2ゲーム・ハンド1：Annさん 2 → 3。",
        ] == list(describe_changes(driver.room, after))
        assert [
            "第2ゲーム・ハンド1・トリック1（無効）：ホストが無効にしました。",
        ] == [each.sentence for each in results_view(after).changes]
        [undo] = [host_view(after, (), None).corrections]
        assert [
            "ハンド1・トリック1（無効）の無効化",
        ] == [undo.undo.what]
        assert [
            "第1ゲーム・ラウンド3",
            "第1ゲーム・ラウンド2",
            "第1ゲーム・ラウンド1",
        ] == [each.heading for each in correctable_rounds(after)][-3:]
