"""Translations: every text is translated into the current language, and the catalogues are complete."""

import ast
import re
import string
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from threading import Thread

import pytest
from babel.messages import Message
from babel.messages.mofile import read_mo

import companion
from companion.config.settings import load_settings
from companion.formats import evening_record
from companion.i18n import languages
from companion.i18n.errors import Refused
from companion.i18n.languages import gettext, use_language
from companion.i18n.messages import (
    Count,
    PluralTemplate,
    Text,
    format_count,
    format_list,
    format_value,
    translate,
)
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.commands.access import Forbidden
from companion.rules import games
from companion.rules.cards import RANKS, card_phrase
from companion.rules.evening import evening_standing
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.options import option_fields
from companion.rules.results import Branch, Node, Problem, Reason
from companion.web.app import create_app
from tests.support import card_games, number_games
from tests.support.room_driver import (
    HOST,
    NAMES,
    RoomDriver,
    correct_play,
    device,
    play_moments,
    start_game_driver,
    whole_evening,
)
from tests.tools import catalogue

PACKAGE = Path(companion.__file__).parent


# Messages


def test_the_default_language_is_English():
    assert ("en", "Bob") == (languages.current_language(), gettext("Bob"))
    assert "Carol picked 5" == translate("{who} picked {n}", who="Carol", n=5)


def test_an_unknown_language_is_English():
    with use_language("tlh"):
        assert "Only the host can do that" == str(Forbidden("Only the host can do that"))
    languages.set_language("tlh")
    assert "en" == languages.current_language()


def test_a_text_is_English_again_after_another_language_was_used():
    with use_language("ja"):
        assert "ハートのクイーン" == card_phrase(card_games.card("QH"))
    assert "the queen of hearts" == card_phrase(card_games.card("QH"))


def test_counts_in_Japanese_have_no_plural():
    with use_language("ja"):
        assert ["1ラウンド", "2ラウンド"] == [format_count(n, "{n} round", "{n} rounds") for n in (1, 2)]


def test_counts_in_English_have_a_singular():
    assert ["0 rounds", "1 round", "2 rounds"] == [
        format_count(n, "{n} round", "{n} rounds") for n in range(3)
    ]
    assert "−1 rounds" == format_value(Count(-1, "{n} round", "{n} rounds"))


def test_a_list_is_formatted_in_Japanese():
    with use_language("ja"):
        assert ("1", "1と2", "1、2、3") == (format_list([1]), format_list([1, 2]), format_list([1, 2, 3]))


def test_a_message_is_translated_when_it_is_read():
    refused = Refused("Number {place}: {refused}", place=2, refused=Refused("{n} is below {m}", n=1, m=3))
    known = Refused("{label}: {refused}", label=Text("Rounds"), refused=Refused("A call is high or low"))
    assert "Number 2: 1 is below 3" == str(refused)
    assert "Rounds: A call is high or low" == str(known)
    with use_language("ja"):
        assert "2番目の数：1 is below 3" == str(refused)
        assert "ラウンド：宣言はハイかローです" == str(known)


def test_a_reason_has_a_form_for_one_player_and_one_for_several():
    says = PluralTemplate("{shown} has won most.", "{shown} have won most.")
    one, two = Reason("H1", says, ("Ann",), {"numbers": (3,)}), Reason("H1", says, ("Ann", "Bob"))
    assert "Ann (3) has won most." == one.sentence()
    assert " have won most." == two.sentence()
    with use_language("ja"):
        assert "最も多く勝ったのはAnnさん（3）です。" == one.sentence()


def test_a_problem_names_the_round_and_the_player():
    problem = Problem(Refused("{n} is above the highest number, {high}", n=101, high=100), 3, "Bob")
    assert "round 3, Bob: 101 is above the highest number, 100" == problem.sentence()
    with use_language("ja"):
        assert "ラウンド3、Bobさん：101 は最大の数 100 より大きいです" == problem.sentence()
        assert "Bobさん：宣言はハイかローです" == str(Problem(Refused("A call is high or low"), player="Bob"))


def test_a_file_of_an_evening_is_refused_with_the_place_in_any_language():
    game = {"format": "companion.record/1", "game": "good-enough", "players": ["Ann", "Bob", "Cyd"]}
    wrong = {"format": "companion.evening/1", "room": "AB23", "players": ["Ann"]}
    placed = {**wrong, "games": [{**game, "rounds": [{"plays": {"Ann": 101}}]}]}
    shapeless = {**wrong, "games": [{**game, "rounds": 3}]}
    with use_language("ja"):
        assert "第1ゲーム、ラウンド1、Annさん：101 は最大の数 100 より大きいです" == refusal(placed)
        assert "第1ゲーム：rounds はリストでなければなりません" == refusal(shapeless)
    assert "game 1, round 1, Ann: 101 is above the highest number, 100" == refusal(placed)
    assert "game 1: rounds must be a list" == refusal(shapeless)


def refusal(document: dict[str, object]) -> str:
    with pytest.raises(Refused) as raised:
        evening_record.evening_from_document(document)
    return str(raised.value)


# Whole reasons in Japanese


def test_It_s_Good_Enough_is_explained_in_Japanese():
    first = number_games.score(number_games.GAME_ONE)
    with use_language("ja"):
        assert ["得点は1、2、3。まん中は2で、該当するのはBobさんだけです。"] == number_games.sentences(first)
        assert [
            "Aliceさん、Bobさん、Carolさんがそろって50を選んだので失格です。",
            "残った数は1だけ：Daveさんに1点。",
        ] == reasons(first.root.parts[1])
        assert [
            "有効な4個の数のまん中は49と50：DaveさんとCarolさんに1点。",
            "Bobさん（0）はまん中より下：得点なし。",
            "Aliceさん（99）はまん中より上：得点なし。",
        ] == reasons(first.root.parts[0])


def test_a_peeled_tie_is_explained_in_Japanese():
    with use_language("ja"):
        assert [
            "得点は0と2。0と2がどちらもまん中なので、Xanderさん、Yvonneさん、Zacharyさんが同点です。",
            "ラウンド2～4だけで数えると、得点は0、1、2。まん中は1で、該当するのはYvonneさんだけです。",
        ] == number_games.sentences(number_games.score(number_games.GAME_TWO))


def test_a_mean_keeps_its_fraction_in_Japanese():
    with use_language("ja"):
        found = number_games.score("Ann 1\nBob 2\nCyd 4\nDan 3", scoring="mean")
        assert "平均は2½で、いちばん近いのは2と3：BobさんとDanさんに1点。" == reasons(found.root.parts[0])[0]


def test_Saichugen_is_explained_in_Japanese():
    found = card_games.score("saichugen", 3, "5H 9C KS", "2C 2D 2H", "AS 7D 8D", rounds=1)
    with use_language("ja"):
        assert "最中限" == gettext(games.find_game("saichugen").title)
        assert [
            "同じ数字ですが、マークで2♦が2♣より上です。",
            "同じ数字ですが、マークで2♥が2♦より上です。",
            "2♦は2♣と2♥の間：Bobさんがトリックに勝ち、カードは表のまま残ります。",
        ] == reasons(found.root.parts[0].parts[0].parts[1])
        assert [
            "Annさんには表のカードがありません：0点。",
            "Bobさんの表のカードは9♣、2♦、7♦：18点。",
            "Cydさんには表のカードがありません：0点。",
            "0、0、18のまん中は0：AnnさんとCydさんの得点になります。",
            "Bobさん（18）は、このラウンドの得点を失います。",
        ] == reasons(found.root.parts[0].parts[0])
        assert "得点：Annさん（0）、Bobさん（0）、Cydさん（0）。" == reasons(found.root.parts[0])[-1]


def test_the_evening_is_explained_in_Japanese():
    with use_language("ja"):
        assert [
            "勝ったゲーム数は0と1。0と1がどちらもまん中なので、AnnさんとBobさんが同点です。",
            "むいても決まらないので同点のままです。AnnさんとBobさんは同じくらい平凡です。",
            "最も多く勝ったのはAnnさん（1）です。",
        ] == [each.sentence() for each in evening_standing(("Ann", "Bob"), [("Ann",)]).reasons]


def test_an_ending_is_forecast_in_Japanese():
    with use_language("ja"):
        assert "10ゲーム中7ゲームは勝者が1人。それ以外は同点の人で勝利を分けます。所要時間は約3分。" == str(
            GoodEnough().endings(3)[0].expects
        )


def reasons(node: Node) -> list[str]:
    return [reason.sentence() for reason in node.reasons]


# The language of a request


def test_every_thread_has_its_own_language():
    found: list[str] = []

    def talk() -> None:
        languages.set_language("ja")
        found.append(translate("There is nothing to undo"))

    thread = Thread(target=talk)
    thread.start()
    thread.join()
    assert ["取り消すものがありません"] == found
    assert "There is nothing to undo" == translate("There is nothing to undo")


@pytest.fixture
def app(tmp_path):
    return create_app(load_settings({}, data=tmp_path))


def asked(client, path: str = "/join?code=", **headers: str) -> tuple[str, str]:
    """Return the language of a page, and its sentence of refusal."""
    text = client.get(path, headers=headers).text
    return re.findall(r'<html lang="(\w+)"', text)[0], re.findall(r'id="said"[^>]*>([^<]*)<', text)[0]


ENGLISH = ("en", "Enter the room code that is on the TV")
JAPANESE = ("ja", "テレビに出ているルームコードを入力してください")


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ("ja", JAPANESE),
        ("ja-JP,ja;q=0.9,en-US;q=0.8", JAPANESE),
        ("ja-JP, en", JAPANESE),
        ("de,ja;q=0.5,en;q=0.2", JAPANESE),
        ("ja;q=0,en", ENGLISH),
        ("en-GB,ja;q=0.5", ENGLISH),
        ("tlh", ENGLISH),
        ("*", ENGLISH),
        ("", ENGLISH),
    ],
)
def test_a_browser_is_answered_in_the_language_it_asks_for(app, wanted, spoken):
    assert spoken == asked(app.test_client(), **{"Accept-Language": wanted})


def test_a_request_does_not_keep_the_language_of_the_one_before(app):
    client = app.test_client()
    assert [JAPANESE, ENGLISH] == [asked(client, **{"Accept-Language": each}) for each in ("ja", "en")]


def test_the_language_of_a_thread_is_reset_after_a_request(app):
    assert JAPANESE == asked(app.test_client(), **{"Accept-Language": "ja"})
    assert "en" == languages.current_language()


def test_a_chosen_language_goes_before_the_one_of_the_browser(app):
    client = app.test_client()
    answer = client.post("/language", data={"language": "ja", "back": "/rules/saichugen?room=AB23"})
    assert (303, "/rules/saichugen?room=AB23") == (answer.status_code, answer.location)
    assert JAPANESE == asked(client, **{"Accept-Language": "en"})
    client.post("/language", data={"language": "en"})
    assert ENGLISH == asked(client, **{"Accept-Language": "ja"})


def test_a_language_that_is_not_offered_cannot_be_chosen(app):
    client = app.test_client()
    answer = client.post("/language", data={"language": "../en"})
    assert (422, True) == (answer.status_code, "Choose one of the languages" in answer.text)
    assert JAPANESE == asked(client, **{"Accept-Language": "ja"})


@pytest.mark.parametrize(
    "back", ["//evil.example", "/\\evil.example", "/\t/evil.example", "http://evil.example", ""]
)
def test_choosing_a_language_redirects_to_no_other_server(app, back):
    assert "/" == app.test_client().post("/language", data={"language": "ja", "back": back}).location


def test_pages_vary_with_the_language_and_files_do_not(app):
    client = app.test_client()
    assert "Accept-Language" in client.get("/").vary
    with client.get("/static/common.css") as file:
        assert not {"Accept-Language", "Cookie"} & set(file.vary)


def test_the_start_page_offers_the_other_language(app):
    page = app.test_client().get("/", headers={"Accept-Language": "ja"}).text
    assert ["en"] == re.findall(r'<button name="language" value="(\w+)"', page)


def test_not_found_is_answered_in_the_language_of_the_browser(app):
    page = app.test_client().get("/no/such/page", headers={"Accept-Language": "ja"}).text
    assert "このアドレスには何もありません" in page


def test_a_refused_host_name_is_answered_in_the_language_of_the_browser(app):
    headers = {"Accept-Language": "ja", "Host": "evil.example"}
    assert "という名前を知りません" in app.test_client().get("/", headers=headers).text


# The catalogues


@pytest.fixture(scope="module")
def extracted() -> frozenset[str]:
    """All texts that are extracted from the code and the templates, in all their forms."""
    found = catalogue.messages(catalogue.extracted())
    return frozenset(text for message in found for text in catalogue.forms(message.id))


def fields(text: str) -> set[str]:
    """Return what a translation must keep: fields of both kinds, and tags."""
    found = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return found | set(re.findall(r"%\(\w+\)s|<[^>]*>", text))


def contents(found: Iterator[Message]) -> dict[tuple[str, ...], tuple[str, ...]]:
    return {catalogue.forms(message.id): catalogue.forms(message.string) for message in found}


@pytest.mark.parametrize("language", catalogue.FOREIGN)
def test_a_catalogue_has_a_text_for_everything_and_for_nothing_else(language):
    written = catalogue.written(language)
    assert contents(catalogue.messages(catalogue.updated(language))) == contents(catalogue.messages(written))
    for message in catalogue.messages(written):
        assert all(catalogue.forms(message.string)), (
            f"no text for {message.id}: python -m tests.tools.catalogue"
        )
        assert not message.fuzzy, message.id
    assert not written.obsolete


@pytest.mark.parametrize("language", catalogue.FOREIGN)
def test_a_text_has_the_same_fields_in_every_language(language):
    for message in catalogue.messages(catalogue.written(language)):
        *_, many = catalogue.forms(message.id)
        for text in catalogue.forms(message.string):
            assert fields(many) == fields(text), message.id


@pytest.mark.parametrize("language", catalogue.FOREIGN)
def test_a_text_of_a_template_fits_into_an_attribute_and_has_no_sign_that_is_taken_for_a_field(language):
    for message in catalogue.messages(catalogue.written(language)):
        if any(path.startswith("templates/") for path, _ in message.locations):
            for text in catalogue.forms(message.string):
                assert not re.search(r'"|%', re.sub(r"%\(\w+\)s|%%|<[^>]*>", "", text)), message.id


@pytest.mark.parametrize("language", catalogue.FOREIGN)
def test_the_compiled_catalogues_are_up_to_date(language):
    with catalogue.path(language, "mo").open("rb") as file:
        compiled = read_mo(file)
    written = catalogue.written(language)
    assert contents(catalogue.messages(written)) == contents(catalogue.messages(compiled))
    assert written.plural_forms == compiled.plural_forms


def test_every_game_is_explained_in_the_catalogues(extracted):
    for game in games.GAMES.values():
        assert {game.title, game.source, *game.how_to} <= extracted
        taught = game.read_options({}).lesson
        assert {
            taught.lead,
            *(text for each in taught.panels for text in (each.line, each.description)),
        } <= extracted
        assert {game.in_short, *(preset.title for preset in game.presets)} <= extracted
        for chosen in ({}, *(preset.options for preset in game.presets)):
            said = game.read_options(chosen).in_words
            assert {each if isinstance(each, str) else each.template for each in said} <= extracted
        options = option_fields(game)
        assert {text for field in options for text in (field.label, field.explains)} <= extracted
        assert {field.choice_label(choice) for field in options for choice in field.choices} - set(
            RANKS
        ) <= extracted


SAYS = {
    "Reason": (1,),
    "Refused": (0,),
    "Forbidden": (0,),
    "WrongHostCode": (0,),
    "TooLate": (0,),
    "UnknownRoom": (0,),
    "Blocked": (0,),
    "NotFound": (0,),
    "Impossible": (),
    "Closed": (),  # its text is marked, as are those of the next three
    "Unchanged": (),
    "Damaged": (),
    "Locked": (),
    "CardIsGone": (),  # its texts are marked, as are those of the next one
    "MissingCall": (),
    "translate": (0,),
    "Text": (0,),
    "N_": (0,),
    "PluralTemplate": (0, 1),
    "format_count": (1, 2),
    "Count": (1, 2),
}
"""The functions and classes that take texts to be translated, and which arguments these are."""


def test_every_refusal_is_known_to_the_extraction():
    def kinds(kind: type[Refused]) -> Iterator[str]:
        yield kind.__name__
        for each in kind.__subclasses__():
            yield from kinds(each)

    assert set(kinds(Refused)) <= SAYS.keys()


MACHINERY = {"i18n/messages.py", "i18n/errors.py", "rules/results.py", "views/score_words.py"}
"""The modules that pass texts on as parameters."""


class Texts(ast.NodeVisitor):
    """Follows each text that is translated to its literal, which must be marked for the extraction."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: set[str] = set()
        self.faults: list[str] = []
        self.scopes: tuple[ast.AST, ...] = (tree,)
        self.calls = [*calls(tree, (tree,))]
        self.classes = {each.name: each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}
        self.functions = {each.name: each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
        self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        around, self.scopes = self.scopes, (*self.scopes, node)
        self.generic_visit(node)
        self.scopes = around

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        for place in SAYS.get(name, ()):
            if place < len(node.args) and not isinstance(node.args[place], ast.Starred):
                self.follow(node.args[place], literal=True)
        self.generic_visit(node)

    def follow(self, node: ast.expr, *, literal: bool) -> None:
        """Find the source of a text; `literal`: it may be a literal that is not marked."""
        match node:
            case ast.Constant(value=str(text)) if literal:
                self.found.add(text)
            case ast.Constant(value="") | ast.Call(func=ast.Name(id="N_" | "PluralTemplate")):
                pass  # is checked at its literal
            case ast.Attribute(
                attr="label"
                | "title"
                | "known_as"
                | "in_words"
                | "heading"
                | "word"
                | "verdict"
                | "absent_sentence"
                | "sent_sentence"
                | "lead"
                | "line"
                | "number_captions"
            ):
                pass
            case ast.Call(
                func=ast.Attribute(attr="score_label" | "chart_label" | "part_word" | "choice_label")
            ):
                pass  # is marked where the game declares it
            case ast.Attribute(attr=name) if makers := self.makers_of(name):
                for maker, place in makers:
                    self.follow_calls(maker, name, place)
            case ast.Name(id=name):
                self.follow_name(name, node)
            case _ if parts := self.parts(node):
                for part in parts:
                    self.follow(part, literal=False)
            case _:
                self.faults.append(f"line {node.lineno}: {ast.unparse(node)}")

    def follow_name(self, name: str, node: ast.Name) -> None:
        for scope in reversed(self.scopes):
            values = [value for target, value in assigned(scope) if target == name]
            for value in values:
                self.follow(value, literal=False)
            if values or (isinstance(scope, ast.FunctionDef) and is_forms(scope, name)):
                return
            if isinstance(scope, ast.FunctionDef) and name in parameters(scope):
                self.follow_calls(scope.name, name, parameters(scope).index(name))
                return
        self.faults.append(f"line {node.lineno}: {name}")

    def parts(self, node: ast.expr) -> list[ast.expr]:
        """Return the expressions of which one becomes the text; none if that is not known."""
        match node:
            case ast.Subscript(value=value, slice=ast.Constant(value=int(place))):
                return self.parts_at(value, place)
            case ast.Subscript(value=value):
                return [value]
            case ast.Call(func=ast.Attribute(attr="get", value=value), args=[_, default]):
                return [value, default]
            case ast.IfExp(body=body, orelse=orelse):
                return [body, orelse]
            case ast.Tuple(elts=parts) | ast.Dict(values=parts):
                return parts
        return []

    def parts_at(self, node: ast.expr, place: int) -> list[ast.expr]:
        """Return what may be at one place of a tuple, also of one that a function of the module returns."""
        match node:
            case ast.Tuple(elts=parts):
                return [parts[place]]
            case ast.IfExp(body=body, orelse=orelse):
                return [*self.parts_at(body, place), *self.parts_at(orelse, place)]
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                nodes = ast.walk(self.functions[name])
                found = [each.value for each in nodes if isinstance(each, ast.Return) and each.value]
                return [part for value in found for part in self.parts_at(value, place)]
        return [node]

    def makers_of(self, name: str) -> list[tuple[str, int]]:
        """Return the classes of the module that have a field, with its place among their arguments."""
        found = {each: field_names(node) for each, node in self.classes.items()}
        return [(each, names.index(name)) for each, names in found.items() if name in names]

    def follow_calls(self, function: str, name: str, place: int) -> None:
        """Follow one argument of all calls of a function or a class of the module."""
        around = self.scopes
        for scopes, call in self.calls:
            self.scopes = scopes
            match call:
                case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id=mapped), values]):
                    given = [values] if mapped == function else []
                case ast.Call(func=ast.Name(id=called)) if called == function:
                    given = [*call.args[place : place + 1]]
                    given += [each.value for each in call.keywords if each.arg == name]
                case _:
                    given = []
            for value in given:
                self.follow(value, literal=False)
        self.scopes = around


def calls(node: ast.AST, scopes: tuple[ast.AST, ...]) -> Iterator[tuple[tuple[ast.AST, ...], ast.Call]]:
    """Yield all calls, each with the functions around it."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Call):
            yield scopes, each
        yield from calls(each, (*scopes, each) if isinstance(each, ast.FunctionDef) else scopes)


def field_names(node: ast.ClassDef) -> list[str]:
    """Return the fields of a dataclass, in the order of its arguments."""
    return [each.target.id for each in node.body if isinstance(each, ast.AnnAssign)]  # type: ignore[union-attr]


def parameters(function: ast.FunctionDef) -> list[str]:
    return [each.arg for each in function.args.args]


def assigned(scope: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                for place, each in enumerate(targets):
                    if isinstance(each, ast.Name):
                        part = ast.Subscript(value, ast.Constant(place), ast.Load())
                        yield each.id, ast.copy_location(part, value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value


def is_forms(function: ast.FunctionDef, name: str) -> bool:
    """Tell whether a parameter is a `PluralTemplate`, which is checked where it is made."""
    return any(
        each.arg == name and ast.unparse(each.annotation or each) == "PluralTemplate"
        for each in function.args.args
    )


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_every_text_in_the_code_is_extracted(path, extracted):
    if path.relative_to(PACKAGE).as_posix() in MACHINERY:
        return
    texts = Texts(ast.parse(path.read_text(encoding="utf-8")))
    assert [] == texts.faults
    assert set() == texts.found - extracted


# A pseudo-language shows what is not translated


class Pseudo(NullTranslations):
    """Translates texts of the catalogues by replacing their letters, within ⟦ ⟧; leaves others."""

    def __init__(self) -> None:
        super().__init__()
        ids = [message.id for message in catalogue.messages(catalogue.extracted())]
        self.texts = {text for each in ids for text in catalogue.forms(each)}
        self.plurals = {tuple(each) for each in ids if not isinstance(each, str)}

    def gettext(self, message: str) -> str:
        return disguised(message) if message in self.texts else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = msgid1 if n == 1 else msgid2
        return disguised(text) if (msgid1, msgid2) in self.plurals else text


def disguised(text: str) -> str:
    kept = r"({[a-z_]+}|%\([a-z_]+\)s|<[^>]*>)|[A-Za-z]"
    return f"⟦{re.sub(kept, lambda found: found[1] or 'ʘ', text)}⟧"


@pytest.fixture
def pseudo(monkeypatch):
    found = Pseudo()
    monkeypatch.setattr(languages, "load_catalogue", lambda _language: found)


IDENTIFIERS = {"high", "low", "AB23", "nonsense", "None", "KH"}
"""Words that are the same in every language: values of records, and typed input."""


def assert_wrapped(sentence: str) -> None:
    assert sentence.startswith("⟦")
    assert sentence.endswith("⟧")
    depth, ends = 0, []
    for place, each in enumerate(sentence):
        depth += (each == "⟦") - (each == "⟧")
        ends += [place] if not depth else []
    assert [len(sentence) - 1] == ends, sentence
    plain = set(re.findall(r"[A-Za-z]{2,}", sentence)) - set(NAMES) - IDENTIFIERS
    assert set() == plain, sentence


def all_reasons(node: Node) -> Iterator[str]:
    yield from reasons(node)
    for part in node.parts if isinstance(node, Branch) else ():
        yield from all_reasons(part)


ROOMS = [
    ("good-enough", 3, False, {"tie_break": "peel+sudden-death", "low": 0, "high": 4}),
    ("good-enough", 4, False, {"tie_break": "sudden-death", "high": 9}),
    ("good-enough", 4, False, {"tie_break": "showdown", "high": 9, "scoring": "mean", "factor": "2/3"}),
    ("good-enough", 4, False, {"tie_break": "peel+showdown", "points": "number", "offsets": True}),
    ("good-enough", 5, False, {"points_target": 6, "scoring": "mean", "high": 9}),
    ("good-enough", 8, False, {"high": 20}),
    ("good-enough", 3, False, {"entry": "lists", "nesting": [3, 3, 2], "high": 5}),
    ("good-enough", 3, True, {"entry": "cards", "cards": 12, "rounds": 3}),
    ("good-enough", 3, False, {"entry": "cards", "cards": 12, "points_target": 99}),
    ("mediocrity", 4, False, {"target": 2}),
    ("median", 2, True, {"lead": "loser"}),
    ("median", 2, True, {}),
    ("median", 4, True, {"lowest": "9"}),
    ("median", 5, True, {"decks": 2}),
    ("saichugen", 3, True, {"games": 2, "rounds": 2}),
    ("mediocrity", 4, False, {"target": 2, "keep": "results"}),
    ("median", 3, False, {"lowest": "9", "keep": "results"}),
    ("saichugen", 3, False, {"games": 2, "rounds": 2, "keep": "results"}),
]


@pytest.mark.slow(keep=13)
@pytest.mark.parametrize(("game", "players", "dealt", "options"), ROOMS)
@pytest.mark.parametrize("seed", range(3))
def test_every_sentence_of_a_game_is_translated(pseudo, game, players, dealt, options, seed):
    driver = start_game_driver(game, players, seed, dealt, **options)
    for _ in play_moments(driver, seed):
        for sentence in refusals(driver):
            assert_wrapped(sentence)
    for sentence in all_reasons(driver.game.score.root):
        assert_wrapped(sentence)


def refusals(driver: RoomDriver) -> Iterator[str]:
    """Run invalid commands, and yield the sentences of their refusals."""
    room, at, seat = driver.room, driver.round_id, driver.game.record.players[0]
    for move in (
        lambda: submissions.submit_play(room, device(seat), at, "nonsense"),
        lambda: submissions.submit_play(room, device(seat), at, ""),
        lambda: submissions.submit_play(room, device(seat), at, "99999"),
        lambda: submissions.submit_play(room, device(seat), at, "-5"),
        lambda: submissions.submit_play(room, device(seat), at, "2H"),
        lambda: submissions.submit_play(room, device(seat), at, "K"),
        lambda: submissions.submit_play(room, "stranger", at, "5"),
        lambda: submissions.submit_play(room, device(seat), "1.99", "5"),
        lambda: submissions.submit_play(room, device(seat), "", "5"),
        lambda: submissions.call_high_low(room, device(seat), at, "nonsense"),
        lambda: submissions.submit_list(room, device(seat), at, ["1"]),
        lambda: submissions.close_round(room, HOST, at),
        lambda: submissions.close_round(room, device(seat), at),
        lambda: correct_play(room, HOST, "1.1", seat, "nonsense"),
        lambda: membership.merge_players(room, HOST, "1", "2"),
        lambda: membership.rename_player(room, HOST, "1", NAMES[1]),
        lambda: room_control.start_game(room, HOST, lambda _: {}),
        lambda: corrections.undo_last(room, HOST, "999"),
        lambda: room_control.set_round_time(room, HOST, "1"),
        lambda: room_control.play_on_tie(room, HOST, at),
    ):
        try:
            move()
        except Refused as refused:
            yield str(refused)


def test_every_sentence_of_an_evening_is_translated(pseudo):
    for seed in range(4):
        driver = whole_evening(seed)
        for done in driver.room.games:
            for sentence in all_reasons(done.score.root):
                assert_wrapped(sentence)
        for reason in evening_record.standing_of_evening(evening_record.evening_of_room(driver.room)).reasons:
            assert_wrapped(reason.sentence())


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (4, {"tie_break": "showdown"}),
        (30, {}),
        (1000, {}),
        (300, {}),
        (3, {"rounds": 99}),
        (4, {"entry": "cards", "cards": 24}),
    ],
)
def test_every_ending_is_translated(pseudo, players, options):
    for ending in GoodEnough(**options).endings(players):
        assert_wrapped(str(ending.expects))


@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("value", [-1, 0, 10**30, None, "nonsense", [0], [3, 0]])
def test_every_refusal_of_an_option_is_translated(pseudo, name, value):
    for field in option_fields(games.find_game(name)):
        try:
            games.find_game(name).read_options({field.name: value})
        except Refused as refused:
            says = str(refused).replace(field.name, "")
            for choice in field.choices:
                says = says.replace(choice, "")
            assert_wrapped(says)
