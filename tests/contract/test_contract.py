"""Every game fulfils the contract: played to its end on real pages, all screens and files are right.

These tests name no game. They take the games from the catalogue, the expected results from the contract, and
the possible actions from the forms on the pages. A game that only the tests register shows that nothing else
is needed: it has its own scoring and input, and gains other than 1.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli import main
from companion.formats import record
from companion.i18n.languages import LANGUAGES, gettext, use_language
from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.options import KEEP, form_fields
from companion.rules.games.outcomes import Outcome
from companion.rules.games.runs import Record
from companion.rules.results import Branch, KnockoutRound, Leaf, ResultLeaf, ScoredPart, ShowdownRound
from companion.screens import headings
from companion.screens.cards import card_face
from companion.screens.headings import latest_parts
from companion.screens.lessons import lesson_view
from companion.screens.phone import phone_view, private_part, seats_with_private_part
from companion.screens.scenes.strip import latest_levels
from companion.screens.sheet import has_sheet
from companion.screens.would_score import OtherNumbers, would_score
from companion.web.drawings import emblem_picture, panel_picture, preset_guest
from tests.contract.contract_party import ContractParty, strips, written
from tests.support.clients import Clients
from tests.support.contract_games import ContractGame, chosen_games, played, players_in_words, short_game
from tests.support.page_forms import page_forms, page_text
from tests.support.party import Way
from tests.support.records import read_record
from tests.support.toy_game import SecondBest

RULES = (*games.GAMES.values(), SecondBest)
SHORT = tuple(map(short_game, RULES))
CHOSEN = tuple(game for rules in RULES for game in chosen_games(rules))
KEPT = tuple(game for game in CHOSEN if game.rules.keeps_results)
"""Games of which only results are entered."""


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game."""
    monkeypatch.setitem(games.GAMES, SecondBest.name, SecondBest)


@pytest.fixture
def clients(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clients]:
    """Return clients of an application for one test."""
    found_clients = Clients(tmp_path_factory.mktemp("data"))
    yield found_clients
    found_clients.close()


each_game = pytest.mark.parametrize("game", SHORT, ids=str)


@pytest.mark.slow(keep=3)
@pytest.mark.parametrize(
    ("game", "way"),
    [
        *((game, way) for game in SHORT for way in ("phones", "host", "passed")),
        *((game, "dealt") for game in SHORT if game.rules.can_deal),
        *((game, "host") for game in KEPT),
        *((game, "dealt" if game.rules.can_deal else "phones") for game in CHOSEN if game not in KEPT),
    ],
    ids=str,
)
def test_a_game_is_played_to_its_end_and_right_wherever_it_comes_up(
    clients: Clients, game: ContractGame, way: Way, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = ContractParty(clients, game, way).start()
    the_aim_is_told(party)
    before = dict.fromkeys(party.state.record.players, 0)
    for state in party.reveals():
        assert state.score.problems == ()
        the_reveal_is_right(party, before)
        before = dict(state.record.rules.standings(state.score.root)[-1].scores)
    assert party.state.score.root.finished
    assert party.state.score.root.winners
    the_end_is_right(party)
    the_results_are_right(party)
    the_files_are_right(party, tmp_path, capsys)
    all_pages_open_in_Japanese(party)


def the_aim_is_told(party: ContractParty) -> None:
    """Check that every screen that asks for a play says what to aim for."""
    told = headings.aim(party.game.rules)
    passed = re.findall(r'href="/\w+/(host/pass/\d+[^"]*)"', party.page("host", "host/pass"))
    pads = ["host/sheet"] if has_sheet(party.state) else []
    for path in ("tv", f"/rules/{party.game.name}?room={party.code}", *pads, *passed[:1]):
        assert told in page_text(party.page("host", path)), path


def the_reveal_is_right(party: ContractParty, before: dict[Seat, int]) -> None:
    """Compare the TV, the round's own page and the phones with the rules' result of the last reveal."""
    rules, leaf = party.game.rules, party.leaf
    tv = party.page("host", "tv")
    for page in (tv, party.page("host", f"result/1/{len(party.state.rounds)}")):
        text = page_text(page)
        for seat, play in leaf.plays.items():
            assert party.room.name(seat) in text
            is_named = rules.keeps_results and not isinstance(leaf, ResultLeaf)  # who took it (R3)
            assert is_named or card_face(play).label in text
            outcome = rules.outcome(leaf, seat)
            is_wordless = page == tv and (rules.number_line or rules.keeps_results)
            takes_nothing = is_named and seat not in leaf.winners
            assert is_wordless or takes_nothing or _word(rules, outcome) in text
            assert rules.fates(leaf).get(seat, "outside") == outcome.fate
        for reason in leaf.reasons if page != tv else ():
            assert page_text(reason.sentence(party.name)) in text
    if leaf.finished:
        heading = rules.round_headline(leaf).sentence(party.name)
        assert all(party.room.name(seat) in heading for seat in leaf.winners)
    for seat in leaf.plays:
        brought = rules.outcome(leaf, seat).points
        assert brought is None or rules.gain(leaf, seat) == brought
    if isinstance(leaf, ShowdownRound):
        the_showdown_is_right(party, leaf, tv)
    elif isinstance(leaf, KnockoutRound):
        the_half_is_right(party, leaf, tv)
    elif rules.number_line is not None:
        the_numbers_are_right(party, tv)
    else:
        the_strips_are_right(party, tv)
    for seat, who in party.seats_with_phones:
        the_phone_is_right(party, seat, party.page(who))
    for page in (tv, party.page("host", "result"), *map(party.page, party.room_names)):
        the_units_are_right(party, page)


def the_units_are_right(party: ContractParty, page: str) -> None:
    """Check that nothing is called points that is none, and 1 of anything not in the plural."""
    told = re.sub(r'(</\w+>)?\s*<span class="unseen">', "", page)
    told = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r"<>\1<>", told)
    text = "|".join(" ".join(each.split()) for each in re.split("<[^>]*>", told))
    wrong = r"(?<![\d.,−/–-])\b1 (point|round|trick|hand|game|match|card|player|time)(s|es)\b.*"
    assert not re.findall(wrong, text)
    rules, root = party.game.rules, party.state.score.root
    counted = {rules.ranking(each).counts for each in (root, *_branches(root))}
    counted |= {standing.label for standing in rules.standings(root)}
    if not counted & {"points", "game points"}:
        assert not re.search(r"\d points?\b", text)
    elif isinstance(party.leaf, ResultLeaf):  # cards left and sums are no points
        levels = [root, *_branches(root)]
        points = {
            score for level in levels for score in (*level.scores.values(), rules.ranking(level).too_many)
        }
        for other in {*party.leaf.scores.values()} - points:
            assert not re.search(rf"\b{other} points?\b", text)


def _scene(tv: str, kinds: str) -> str:
    """Return the only scene of these kinds that the TV plays."""
    pattern = rf'<section [^>]*data-scene="(?:{kinds})".*?</section>'
    [scene] = re.findall(pattern, tv.split("<template")[1], re.DOTALL)
    return str(scene)


def the_numbers_are_right(party: ContractParty, tv: str) -> None:
    """Compare the scene of numbers with the result: its heading, who stands in the light, the desk."""
    rules, leaf = party.game.rules, party.leaf
    scene = _scene(tv, "reveal|mean|truth")
    assert page_text(rules.round_headline(leaf).sentence(party.name)) in page_text(scene)
    roles = {"scored": "lit", "disqualified": "out"}
    shown = re.findall(r'<li class="presenter (\w+)[^>]*data-seat="(\w+)"', scene)
    fates = rules.fates(leaf)
    assert {seat: roles.get(fates.get(seat, "outside"), "other") for seat in leaf.plays} == {
        seat: role if role in roles.values() else "other" for role, seat in shown
    }
    scores = rules.standings(party.state.score.root)[-1].scores
    desk = re.findall(r'<li data-seat="(\w+)"[^>]*>.*?<b>(.*?)</b>', scene, re.DOTALL)
    assert {seat for seat, _ in desk} == scores.keys()
    for seat, found in desk:
        gain = rules.gain(leaf, seat) if seat in leaf.plays else 0
        before = [written(scores[seat] - gain)] if gain else []
        assert page_text(found).split() == [*before, written(scores[seat])]


def the_showdown_is_right(party: ContractParty, leaf: ShowdownRound, tv: str) -> None:
    """Compare the scene of a showdown with the result: its heading, who stays and who is out of it."""
    scene = _scene(tv, "showdown")
    headline = party.game.rules.round_headline(leaf).sentence(party.name)
    assert page_text(headline) in page_text(scene)
    [desk] = re.findall(r'<ol class="strip staying later.*?</ol>', scene, re.DOTALL)
    places = {text.split()[0]: text for text in map(page_text, re.findall(r"<li.*?</li>", desk, re.DOTALL))}
    assert {party.room.name(seat) for seat in leaf.contenders} <= places.keys()
    assert {name for name, text in places.items() if text.endswith(translate("stays"))} == {
        party.room.name(seat) for seat in leaf.left
    }


def the_half_is_right(party: ContractParty, leaf: KnockoutRound, tv: str) -> None:
    """Compare the scene of a round after which some still stand: its heading, who is lit, who sits."""
    scene = _scene(tv, "half")
    assert page_text(party.game.rules.round_headline(leaf).sentence(party.name)) in page_text(scene)
    shown = re.findall(r'<li class="presenter (\w+)[^>]*data-seat="(\w+)"', scene)
    assert {seat for _, seat in shown} == {*leaf.contenders} & leaf.plays.keys()
    assert {seat for role, seat in shown if role == "lit"} == {*leaf.winners}
    rows = {
        name: re.findall(rf'<ol class="{name}.*?</ol>', scene, re.DOTALL) for name in ("sitters", "strip")
    }
    [sitting], [standing] = map(page_text, rows["sitters"]), map(page_text, rows["strip"])
    for seat in party.state.record.players:
        assert (party.room.name(seat) in standing) == (seat in leaf.winners)
        assert (party.room.name(seat) in sitting) == (seat not in leaf.winners)


def the_strips_are_right(party: ContractParty, tv: str) -> None:
    """Compare the strips of the TV's scenes with the scores of the levels that the last reveal changed."""
    rules, leaf = party.game.rules, party.leaf
    levels = latest_levels(party.state)
    parts = strips(tv, "part")
    if party.state.score.root.entered:  # the end shows it all (R6)
        assert not parts
        return
    if rules.keeps_results:  # the result is drawn as a part
        shown, *parts = parts
    else:
        shown = strips(tv, "trick")[-1]
    assert {seat: score for seat, (_, score) in shown.items()} == levels[-1].scores
    for seat in leaf.plays:
        was, score = shown[seat]
        assert rules.outcome(leaf, seat).points in (None, score - was)
    ended = [part for part in levels[1 if party.state.score.root.is_named else 2 :] if part.finished]
    above = [level.scores for level, part in pairwise(levels) if part in ended]
    assert above[::-1] == [{seat: score for seat, (_, score) in strip.items()} for strip in parts]
    if rules.keeps_results:
        assert page_text(rules.round_headline(leaf).sentence(party.name)) in page_text(tv)


def _word(rules: Game, outcome: Outcome) -> str:
    """Return what a screen writes beside a play: what it gained on a line, in a row the game's word."""
    if rules.number_line is None:
        return translate(outcome.word)
    if outcome.fate == "scored" and outcome.points:
        return f"{'+' if outcome.points >= 0 else ''}{written(outcome.points)}"
    return translate("out") if outcome.fate == "disqualified" else ""


def the_phone_is_right(party: ContractParty, seat: Seat, page: str) -> None:
    """Compare a phone with the rules' sentence for its player, or with the numbers that would have scored.

    Its largest words are for the biggest thing that ended: a game before a hand, a round before a trick.
    """
    rules, leaf = party.game.rules, party.leaf
    outcomes = r'<section class="outcome awaits([^"]*)".*?<h1[^>]*>(.*?)</h1>.*?<p>(.*?)</p>'
    if party.state.next_round is None:  # see `the_end_is_right`
        assert not re.findall(outcomes, page, re.DOTALL)
        return
    [(marks, words, sentence)] = re.findall(outcomes, page, re.DOTALL)
    if seat not in leaf.plays:
        assert translate("You sent no number") in page_text(sentence)
        return
    latest = (node for _, node in latest_parts(party.state))
    ended = [node for node in latest if isinstance(node, Branch) and node.finished]
    if ended:
        part = ended[0]
        why = [reason for reason in part.reasons if reason.players == part.winners] or part.reasons
        assert page_text(sentence).endswith(tuple(page_text(each.sentence(party.name)) for each in why))
        assert ("scored" in marks) == (seat in part.winners)
        assert f"{part.kind.title()} {'won' if seat in part.winners else 'lost'}" == page_text(words)
        return
    outcome = rules.outcome(leaf, seat)
    expected = outcome.reason.sentence(party.name)
    counts = leaf.winners and not isinstance(leaf, KnockoutRound)
    if counts and seat not in leaf.winners and outcome.fate != "disqualified":
        expected = would_score(leaf, seat, OtherNumbers(rules, leaf).scoring(seat)) or expected
    assert page_text(sentence).endswith(page_text(expected)), (sentence, expected)
    assert ("scored" in marks) == (seat in leaf.winners)
    assert ("disqualified" in marks) == (outcome.fate == "disqualified" and seat not in leaf.winners)
    if outcome.points not in (None, 0, 1):
        assert written(outcome.points or 0) in expected


def the_end_is_right(party: ContractParty) -> None:
    """Check that the TV and the host's screen name the winners, and that a phone knows whether it is one."""
    root = party.state.score.root
    final = page_text(_scene(party.page("host", "tv"), "final"))
    host = page_text(party.page("host", "host"))
    assert all(party.room.name(seat) in page for seat in root.winners for page in (final, host))
    for seat, who in party.seats_with_phones:
        page = party.page(who)
        [kind] = re.findall(r'<section class="ending[^>]*data-kind="(\w+)"', page)
        assert (kind in ("won", "shared")) == (seat in root.winners)
        assert (kind == "shared") == (seat in root.winners and len(root.winners) > 1)
        for reason in root.reasons if not hasattr(root, "peels") else ():
            assert page_text(reason.sentence(party.name)) in page_text(page)


def the_results_are_right(party: ContractParty) -> None:
    """Compare the results page and all replays with the score."""
    rules, root = party.game.rules, party.state.score.root
    page = party.page("host", "result")
    text = page_text(page)
    marks = re.findall(r'<p class="meaning">(.*?)</p>', page, re.DOTALL)[0]
    leaves = tuple(party.state.score.leaves())
    tables = "".join(re.findall(r'<section class="rounds">.*?</section>', page, re.DOTALL))
    cells = re.findall(r'<td class="(?!total)([^"]*)">(.*?)</td>', tables, re.DOTALL)
    assert len(cells) == sum(len(party.state.record.players) for _ in leaves)
    assert all(
        card_face(play).sign in text or card_face(play).label in text for play in leaves[0].plays.values()
    )
    scoring = sum(seat in leaf.winners for leaf in leaves for seat in leaf.plays)
    assert scoring == sum('class="hit"' in body for _, body in cells)
    assert ('class="hit"' in marks) == (scoring > 0)
    for part in _branches(root):
        is_innermost = all(isinstance(each_part, Leaf) for each_part in part.parts)
        assert not is_innermost or page_text(translate(rules.ranking(part).counts)) in text
        for score in part.scores.values():
            assert written(score) in text
    for number, leaf in enumerate(leaves, 1):
        again = page_text(party.page("host", f"result/1/{number}"))
        assert all(page_text(reason.sentence(party.name)) in again for reason in leaf.reasons)


def _branches(node: Branch) -> Iterator[Branch]:
    yield node
    for part in node.parts:
        if isinstance(part, Branch):
            yield from _branches(part)


def the_files_are_right(party: ContractParty, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Compare the record, its reports and the CSV files with the score of the room."""
    exported = party.page("host", "game-1.json")
    found_record = read_record(exported)
    names = {seat: party.room.name(seat) for seat in party.state.record.players}
    assert found_record.players == tuple(names.values())
    score, rules = games.score(found_record), found_record.rules
    in_room = record.rename_record_players(party.state.record, names)
    assert record.result_document(score) == record.result_document(games.score(in_room))
    path = folder / "game.json"
    path.write_text(exported)
    assert main(["score", str(path)]) == 0
    output = capsys.readouterr().out
    assert all(name in output for name in names.values())
    assert rules.title in output
    assert main(["score", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winners"] == list(score.root.winners)
    assert _lines(party.page("host", "rounds.csv")) == list(_rounds(found_record, tuple(score.leaves())))
    sheet = _sheet(party.page("host", "scores.csv"))
    columns = ("player", "counted", "score", "winner")
    written_scores = [tuple(map(line.get, columns)) for line in sheet if line["title"] == rules.title]
    counted = sorted(
        (player, rules.ranking(part).counts, str(points), "yes" if player in part.winners else "no")
        for part in (*_branches(score.root), *score.leaves())
        if isinstance(part, ScoredPart) and part is not score.root.entered
        for player, points in part.scores.items()
    )
    assert sorted(written_scores) == counted


def _sheet(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))


def _lines(text: str) -> list[tuple[str, str, str]]:
    return [(line["player"], line["result"], line["points"]) for line in _sheet(text)]


def _rounds(found_record: Record, leaves: tuple[Leaf, ...]) -> Iterator[tuple[str, str, str]]:
    for leaf in leaves:
        for player in found_record.players:
            points, result = 0 if found_record.rules.number_line else None, "absent"
            if player in leaf.plays:
                outcome = found_record.rules.outcome(leaf, player)
                points, result = outcome.points, outcome.result
            yield player, result, "" if points is None else str(points)


def all_pages_open_in_Japanese(party: ContractParty) -> None:
    """Check every page in Japanese: translated texts do not appear in English."""
    rules, leaf, name = party.game.rules, party.leaf, party.name
    pages = [party.page("host", path, "ja") for path in ("tv", "host", "result", "host/games", "host/rounds")]
    pages += [party.page(who, "", "ja") for _, who in party.seats_with_phones]
    pages += [party.page("host", f"result/1/{n}", "ja") for n in range(1, party.state.round_number)]
    pages += [party.page("host", path, "ja") for path in ("/", f"/rules/{rules.name}")]
    texts = [page_text(page) for page in pages]
    reasons = [*leaf.reasons, *(rules.outcome(leaf, seat).reason for seat in leaf.plays)]
    explained = [field.explains for field in form_fields(type(rules))]
    english, in_words = [rules.title, rules.source, *explained], lesson_view(rules).in_words
    with use_language("ja"):
        translations = [(text, gettext(text)) for text in english]
        translations += zip(in_words, lesson_view(rules).in_words, strict=True)
        japanese = [reason.sentence(name) for reason in reasons]
    translations += [(reason.sentence(name), other) for reason, other in zip(reasons, japanese, strict=True)]
    for text, _ in translations:
        # a name, for instance, is not translated
        foreign = any(text in translated for _, translated in translations)
        assert foreign or not any(page_text(text) in page for page in texts), text
    for reason, other in zip(leaf.reasons, japanese, strict=False):
        assert any(page_text(other) in page for page in texts), reason


@each_game
def test_a_game_is_offered_on_every_page_that_lists_games(clients: Clients, game: ContractGame) -> None:
    party = ContractParty(clients, game).start()
    rules = game.rules
    address = f"host/games?choice={game.name}"
    for path in ("/", address):
        assert rules.title in page_text(party.page("host", path))
    text = page_text(party.page("host", address))
    shown = [field for field in form_fields(type(rules)) if field.name != KEEP]
    assert all(field.label in text for field in shown)
    assert str(rules.how_to[0]) in text
    told = page_text(party.page("host", f"/rules/{game.name}"))
    assert all(str(sentence) in told for sentence in rules.how_to)
    lesson = lesson_view(type(rules).read_options({}))
    assert all(line in told for line in (lesson.lead, *(panel.sentence for panel in lesson.panels)))
    players = players_in_words(type(rules))
    assert re.search(rf"{rules.title} \w+, {players}(?! or)\b", page_text(party.page("host", "/")))
    assert re.search(rf"\w+, {players}\.", told)
    form = page_forms(party.page("host", address))["settled"]
    assert ("game", game.name) in form.fields
    usual = type(rules).read_options({})
    assert usual.can_deal == ('<option value="dealt"' in party.page("host", address))


def _parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*SHORT, *CHOSEN], ids=str)
def test_every_game_is_taught_in_three_pictures_whose_lines_fit(game: ContractGame, language: str) -> None:
    with use_language(language):
        lesson = lesson_view(game.rules)
        drawn = [panel_picture(panel.picture) for panel in lesson.panels]
    for panel in lesson.panels:
        rows = panel.line.split("|")
        assert len(rows) <= 2
        assert all(
            sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in row) <= 22
            for row in rows
        ), rows
    for svg in map(_parsed, drawn):
        assert svg.attrib["aria-label"]
        assert svg.attrib["viewBox"] == "0 0 160 100"
        assert not any("style" in each.attrib for each in svg.iter())


@each_game
def test_every_game_has_an_emblem_and_each_of_its_presets_is_a_rule_set(game: ContractGame) -> None:
    rules = game.kind
    assert _parsed(emblem_picture(rules.emblem)).attrib["viewBox"] == "0 0 100 100"
    for preset in rules.presets:
        assert preset == rules.read_options(preset.options).preset
        assert preset.accessory in preset_guest(preset)


@each_game
def test_a_hidden_play_changes_no_other_screen(clients: Clients, game: ContractGame) -> None:
    party = ContractParty(clients, game, "dealt" if game.rules.can_deal else "phones").start()
    while seat := party.state.must_call:
        assert party.enter(party.room.name(seat))
    seat = party.state.must_lead or party.state.record.players[0]
    others = [
        ("host", "tv"),
        ("host", "host"),
        *((who, "") for s, who in party.seats_with_phones if s != seat),
    ]
    seen = []
    for at in ("", f"1.{party.state.round_number}"):
        before = party.state.hidden.get(seat)
        assert party.enter(party.room.name(seat), change=at)
        assert before != party.state.hidden[seat]
        seen.append([re.sub(r'data-v="\d+"', "", party.page(who, path)) for who, path in others])
    assert seen[0] == seen[1]


@pytest.mark.slow(keep=2)
@each_game
def test_a_latecomer_joins_the_game_if_the_rules_allow_it(clients: Clients, game: ContractGame) -> None:
    party = ContractParty(clients, game).start()
    party.play_round()
    party.ask_next()
    party.join("Late")
    late = party.room.players[-1].seat
    assert game.rules.takes_newcomers == (late in party.state.record.players)
    page = party.page("Late")
    assert game.rules.takes_newcomers == ('data-phase="enter"' in page) == ('data-phase="watch"' not in page)
    if game.rules.takes_newcomers:
        for seat in party.state.record.players[:-1]:
            assert party.enter(party.room.name(seat))
        close = page_forms(party.page("host", "host"))["close"]
        party.send("host", close, close.fields)
        assert late not in party.leaf.plays
        the_phone_is_right(party, late, party.page("Late"))
        absent = (_lines(party.page("host", "rounds.csv")))[len(party.state.record.players) - 1]
        assert absent == ("Late", "absent", "0" if game.rules.number_line else "")


@pytest.mark.slow(keep=2)
@each_game
def test_any_round_can_be_void_if_rounds_are_independent(clients: Clients, game: ContractGame) -> None:
    party = ContractParty(clients, game).start()
    party.play_round()
    party.play_round()
    first = next(party.state.score.leaves())
    answer = clients.host("void", at="1.1", sure="yes")
    assert game.rules.has_independent_rounds == (answer.status_code == 303)
    assert game.rules.has_independent_rounds == (first not in party.state.score.leaves())
    if game.rules.has_independent_rounds:
        for path in ("host/rounds/1/1", "result", "result/1/1", "tv"):
            party.page("host", path)
    list(party.reveals())
    assert party.state.score.root.finished


@pytest.mark.slow(keep=2)
@each_game
def test_phones_that_have_sent_nothing_are_told_the_same_where_the_rules_say_so(
    clients: Clients, game: ContractGame
) -> None:
    """What is sent to all of them at once is what each would fetch."""
    party = ContractParty(clients, game).start()
    for _ in range(2):
        room = party.room
        alike = set(party.state.record.players) - seats_with_private_part(room)
        common = phone_view(room)
        assert all(private_part(room, seat) == common.own for seat in alike)
        said = [outcome._replace(seats="") for outcome in common.outcomes]
        for seat in party.state.record.players:
            assert all(outcome._replace(seats="") in said for outcome in phone_view(room, seat).outcomes)
        party.play_round()


@pytest.mark.parametrize("game", [*SHORT, *CHOSEN], ids=str)
def test_a_run_that_plays_on_comes_to_what_scoring_from_the_start_does(game: ContractGame) -> None:
    """A replay plays each round once; what it asks for on the way changes nothing."""
    record = played(game, most=30).record
    for count in range(len(record.reveals) + 1):
        scored = games.score_record(replace(record, reveals=()))
        for reveal in record.reveals[:count]:
            scored = scored.after(reveal)
        again = games.score_record(replace(record, reveals=record.reveals[:count]))
        assert scored == again
        assert scored.score == again.score
