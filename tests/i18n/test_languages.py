"""Translations: every text is translated into the current language, and the catalogues are complete."""

import re
import string
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from gettext import NullTranslations, c2py
from threading import Thread

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo

from companion.config.settings import load_settings
from companion.formats import evening_record
from companion.i18n import languages
from companion.i18n.errors import Refused
from companion.i18n.languages import gettext, use_language
from companion.i18n.messages import Text, translate
from companion.room.commands.access import Forbidden
from companion.rules import games
from companion.rules.cards import RANKS
from companion.rules.evening import EveningFinish
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.options import option_fields
from companion.rules.results import Branch, Node, Problem
from tests.room.test_commands import REFUSED
from tests.support import card_games, number_games
from tests.support.applications import make_app
from tests.support.room_driver import NAMES, play_out, start_game_driver
from tests.tools import catalogue

# Messages


def test_an_unknown_language_is_English():
    with use_language("tlh"):
        assert "Only the host can do that" == str(Forbidden("Only the host can do that"))
    languages.set_language("tlh")
    assert "en" == languages.current_language()


def test_a_message_is_translated_when_it_is_read():
    refused = Refused("Number {place}: {refused}", place=2, refused=Refused("{n} is below {m}", n=1, m=3))
    known = Refused("{label}: {value}", label=Text("Rounds"), value=Refused("A call is high or low"))
    assert "Number 2: 1 is below 3" == str(refused)
    assert "Rounds: A call is high or low" == str(known)
    with use_language("ja"):
        assert "2番目の数：1 is below 3" == str(refused)
        assert "ラウンド：宣言はハイかローです" == str(known)


def test_a_problem_names_the_round_and_the_player():
    problem = Problem(Refused("{n} is above the highest number, {high}", n=101, high=100), 3, "Bob")
    assert "round 3, Bob: 101 is above the highest number, 100" == str(problem)
    with use_language("ja"):
        assert "ラウンド3、Bobさん：101 は最大の数 100 より大きいです" == str(problem)
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
        assert ["得点：1、2、3。まん中は2で、該当するのはBobさんだけです。"] == number_games.sentences(first)
        assert [
            "Aliceさん、Bobさん、Carolさんがそろって50で失格です。",
            "残った数は1だけ：Daveさんに1点。",
        ] == reasons(first.root.parts[1])
        assert [
            "有効な4個の数のまん中は49と50：DaveさんとCarolさんに1点。",
            "Bobさん（0）はまん中より下：得点なし。",
            "Aliceさん（99）はまん中より上：得点なし。",
        ] == reasons(first.root.parts[0])


def test_Saichugen_is_explained_in_Japanese():
    score = card_games.score("saichugen", 3, "5H 9C KS", "2C 2D 2H", "AS 7D 8D", rounds=1)
    with use_language("ja"):
        assert "最中限" == gettext(games.find_game("saichugen").title)
        assert [
            "同じ数字ですが、マークで2♦が2♣より上です。",
            "同じ数字ですが、マークで2♥が2♦より上です。",
            "2♦は2♣と2♥の間：Bobさんがトリックに勝ち、カードは表のまま残ります。",
        ] == reasons(score.root.parts[0].parts[0].parts[1])
        assert "Bobさんの表のカードは9♣、2♦、7♦：合計18。" == reasons(score.root.parts[0].parts[0])[1]
        assert "得点：Annさん（0）、Bobさん（0）、Cydさん（0）。" == reasons(score.root.parts[0])[-1]


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
    return make_app(load_settings({}, data=tmp_path))


def asked(client, path: str = "/join?code=", **headers: str) -> tuple[str, str]:
    """Return the language of a page, and its sentence of refusal."""
    text = client.get(path, headers=headers).text
    return re.findall(r'<html lang="([\w-]+)"', text)[0], re.findall(r'id="message"[^>]*>([^<]*)<', text)[0]


ENGLISH = ("en", "Enter the room code that is on the TV")
JAPANESE = ("ja", "テレビに出ているルームコードを入力してください")


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        *((each, JAPANESE) for each in ("ja", "ja-JP,ja;q=0.9,en-US;q=0.8", "ja-JP, en")),
        ("sv,ja;q=0.5,en;q=0.2", JAPANESE),
        ("de-AT", ("de", "Gib den Raumcode ein, der am TV steht")),
        ("pt-BR,pt;q=0.9", ("pt-BR", "Digite o código da sala que está na TV")),
        ("fr-CH, de;q=0.9", ("fr", "Tape le code du salon, il est sur la télé")),
        *((each, ENGLISH) for each in ("ja;q=0,en", "en-GB,ja;q=0.5", "tlh", "*", "")),
    ],
)
def test_a_browser_is_answered_in_the_language_it_asks_for_and_the_thread_has_its_own_again(
    app, wanted, spoken
):
    assert spoken == asked(app.test_client(), **{"Accept-Language": wanted})
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
    with client.get("/static/css/common.css") as file:
        assert not {"Accept-Language", "Cookie"} & set(file.vary)


# The catalogues


@pytest.fixture(scope="module")
def extracted() -> frozenset[str]:
    """All texts that are extracted from the code and the templates, in all their forms."""
    messages = catalogue.messages(catalogue.extracted())
    return frozenset(text for message in messages for text in catalogue.forms(message.id))


def fields(text: str) -> set[str]:
    """Return what a translation must keep: fields of both kinds, and tags."""
    found = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return found | set(re.findall(r"%\(\w+\)s|<[^>]*>", text))


def contents(texts: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    messages = catalogue.messages(texts)
    return {catalogue.forms(message.id): catalogue.forms(message.string) for message in messages}


written = cache(catalogue.written)
"""The catalogue of a language, read once for all tests."""


@pytest.mark.parametrize("language", catalogue.FOREIGN)
def test_a_catalogue_has_a_text_for_everything_and_for_nothing_else(language):
    texts = written(language)
    assert contents(catalogue.extracted()).keys() == contents(texts).keys()
    for message in catalogue.messages(texts):
        forms = catalogue.forms(message.string)
        assert len(forms) == (texts.num_plurals if message.pluralizable else 1), message.id
        assert all(forms), f"{message.id}: python -m tests.tools.catalogue"
        assert not message.fuzzy, message.id
    assert not texts.obsolete


@pytest.mark.parametrize("language", catalogue.FOREIGN)
def test_a_text_has_the_same_fields_in_every_language_and_fits_into_an_attribute(language):
    texts = written(language)
    for message in catalogue.messages(catalogue.extracted()):
        english = [fields(each) for each in catalogue.forms(message.id)]
        in_template = any(path.startswith("templates/") for path, _ in message.locations)
        for number, text in enumerate(catalogue.forms(texts[message.id].string)):
            kept = [english[-1]] if number else english
            if number == 0 and c2py(texts.plural_expr)(0):  # it is for 1 alone, and need not say so
                kept = [*kept, english[0] - {"n", "number", "%(num)s"}]
            assert fields(text) in kept, message.id
            plain = re.sub(r"%\(\w+\)s|%%|<[^>]*>", "", text)
            assert not (in_template and re.search(r'"|%', plain)), message.id


@pytest.mark.parametrize("language", catalogue.FOREIGN)
def test_the_compiled_catalogues_are_up_to_date(language):
    with catalogue.path(language, "mo").open("rb") as file:
        compiled = read_mo(file)
    texts = written(language)
    assert contents(texts) == contents(compiled)
    assert texts.plural_forms == compiled.plural_forms


def test_every_game_is_explained_in_the_catalogues(extracted):
    for game in games.GAMES.values():
        assert {game.title, game.source} <= extracted
        taught = game.read_options({}).lesson
        lines = (getattr(panel.line, "template", panel.line) for panel in taught.panels)
        panels = (*lines, *(panel.description for panel in taught.panels))
        assert {taught.lead, *panels} <= extracted
        assert {game.in_short, *(preset.title for preset in game.presets)} <= extracted
        for chosen in ({}, *(preset.options for preset in game.presets)):
            said = game.read_options(chosen).how_to
            assert {each if isinstance(each, str) else each.template for each in said} <= extracted
        options = option_fields(game)
        assert {text for field in options for text in (field.label, field.explains)} <= extracted
        choices = {field.choice_label(choice) for field in options for choice in field.choices}
        assert choices - set(RANKS) <= extracted


SAYS = {
    "Reason": (1,),
    **dict.fromkeys(("Refused", "Forbidden", "WrongHostCode", "TooLate", "UnknownRoom"), (0,)),
    **dict.fromkeys(("Blocked", "NotFound", "NoCookies", "translate", "Text", "N_"), (0,)),
    **dict.fromkeys(
        ("Impossible", "Closed", "Unchanged", "CardIsGone", "MissingCall"), ()
    ),  # they are marked
    "PluralTemplate": (0, 1),
    **dict.fromkeys(("format_count", "Count"), (1, 2)),
}
"""The functions and classes that take texts to be translated, and which arguments these are."""


def test_every_refusal_is_known_to_the_extraction():
    def kinds(kind: type[Refused]) -> Iterator[str]:
        yield kind.__name__
        for subclass in kind.__subclasses__():
            yield from kinds(subclass)

    assert set(kinds(Refused)) <= SAYS.keys()


# A pseudo-language shows what is not translated


class Pseudo(NullTranslations):
    """Translates texts of the catalogues by replacing their letters, within ⟦ ⟧; leaves others.

    It leaves the decimal sign too, which a form shows and takes back.
    """

    def __init__(self) -> None:
        super().__init__()
        ids = [message.id for message in catalogue.messages(catalogue.extracted())]
        self.texts = {text for each in ids for text in catalogue.forms(each)} - {"."}
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
    found_pseudo = Pseudo()
    monkeypatch.setattr(languages, "load_catalogue", lambda _language: found_pseudo)


IDENTIFIERS = {"high", "low", "AB23", "nonsense", "None", "KH", "QH", "Middle", "Mia"}
"""Words that are the same in every language: values of records, and typed input."""


def assert_wrapped(sentence: str) -> None:
    assert sentence.startswith("⟦")
    assert sentence.endswith("⟧")
    depth, ends = 0, []
    for place, sign in enumerate(sentence):
        depth += (sign == "⟦") - (sign == "⟧")
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
    play_out(driver, seed)
    for sentence in all_reasons(driver.game.score.root):
        assert_wrapped(sentence)


def test_every_sentence_of_an_evening_and_every_ending_is_translated(pseudo):
    finish = EveningFinish({"Ann": 1, "Bob": 1, "Cyd": 2}, ("Ann", "Bob", "Cyd"))
    for here in (("Ann", "Bob", "Cyd"), ("Ann", "Cyd"), ()):
        for reason in games.score(games.final_record(replace(finish, here=here), here)).root.reasons:
            assert_wrapped(reason.sentence())
    for players, options in ((3, {}), (4, {}), (4, {"entry": "lists"}), (1000, {})):
        assert_wrapped(str(GoodEnough(**options).endings(players)[0].reason))


def test_every_refusal_of_a_command_is_translated(pseudo):
    for make, refused in REFUSED:
        for act, _ in refused:
            with pytest.raises(Refused) as caught:
                act(make())
            assert_wrapped(str(caught.value))


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
