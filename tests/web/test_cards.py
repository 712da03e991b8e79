"""The card games and lists over HTTP: real and dealt cards, entered by phones or by the host."""

import json
import random
import re
import time
from collections.abc import Callable

import pytest

from companion.formats import record
from companion.rules import games
from tests.support.guest import Guest, error_message
from tests.support.page_forms import page_forms, page_text
from tests.support.server import Server

NAMES = ("Ann", "Ben", "Cid", "Dot")
Gather = Callable[..., tuple[Guest, list[Guest]]]


@pytest.fixture
def gather(server: Server) -> Gather:
    """Open a room for a game, add players, and start; `dealt` deals the cards."""

    def open_room(
        game: str, players: int, *, phones: bool = True, **options: object
    ) -> tuple[Guest, list[Guest]]:
        host = Guest(server.url)
        host.start_room(game=game, **{key: value for key, value in options.items() if key != "table"})
        guests = [Guest(server.url) for _ in range(players if phones else 0)]
        for guest, name in zip(guests, NAMES, strict=False):
            guest.join(host.code, name)
        for name in () if phones else NAMES[:players]:
            assert 200 == host.ask(f"/{host.code}/host/add", {"name": name}).status
        assert 200 == host.begin(**options).status
        return host, guests

    return open_room


def keys(page: str, form: str = "pad") -> list[str]:
    """List the cards that a page offers and that can be laid."""
    found = re.findall(
        rf'<button type="submit" class="key[^"]*" form="{form}" name="number" value="([^"]+)"( disabled)?>',
        page,
    )
    return [card for card, disabled in found if not disabled]


def finished(page: str) -> bool:
    return 'data-phase="over"' in page or 'data-phase="tie"' in page


def play(host: Guest, guests: list[Guest], chance: random.Random, most: int = 400) -> int:
    """Lay the first card that each page offers until the game is over; return how many were laid."""
    for laid in range(most):
        if finished(host.page("/host").text):
            return laid
        for guest in guests:
            page = guest.page().text
            if 'form="call" name="call"' in page:
                answer = guest.ask(
                    f"/{guest.code}/call", {"call": chance.choice(["high", "low"]), "at": guest.round_id()}
                )
                assert 200 == answer.status, error_message(answer)
                page = guest.page().text
            offered = keys(page)
            if offered and 'data-phase="enter"' in page:
                answer = guest.send(chance.choice(offered), guest.round_id())
                assert 200 == answer.status, error_message(answer)
    raise AssertionError("the game never ended")


def exported(host: Guest) -> dict[str, object]:
    """Download the record, and check that its rules find nothing wrong with it."""
    text = host.page("/game-1.json").text
    score = games.score(record.read_record(text))
    assert score.next_round is None
    document: dict[str, object] = json.loads(text)
    return document


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("mediocrity", 3, {"target": 1}),
        ("mediocrity", 4, {"target": 1}),
        ("median", 3, {"lowest": "10", "hand": 2}),
        ("median", 4, {"lowest": "10", "hand": 2, "table": "dealt"}),
        ("median", 2, {"lowest": "J", "hand": 2, "table": "dealt"}),
        ("saichugen", 3, {"rounds": 2, "table": "dealt"}),
        ("saichugen", 3, {"rounds": 1, "games": 2, "table": "dealt"}),
        ("good-enough", 3, {"entry": "cards", "cards": 12, "rounds": 3, "table": "dealt"}),
    ],
)
def test_a_game_of_cards_is_played_to_its_end_and_its_record_stands(
    gather: Gather, game: str, players: int, options: dict[str, object]
) -> None:
    host, guests = gather(game, players, **options)
    play(host, guests, random.Random(7))
    document = exported(host)
    assert ("deals" in document) == ("table" in options)
    for page in (host.page("/tv"), guests[0].page()):
        assert re.search(r"wins|share the win", page.text)


def test_a_hand_that_was_dealt_is_on_its_owners_phone_alone(gather: Gather) -> None:
    host, guests = gather("median", 3, table="dealt")
    hands = [
        set(keys(guest.page().text)) | set(re.findall(r'value="([0-9AJQK]+[CDHS])"', guest.page().text))
        for guest in guests
    ]
    assert [5, 5, 5] == list(map(len, hands))
    assert 15 == len(set.union(*hands))
    seen = host.page("/tv").text + host.page("/host").text + host.page("/game-1.json").text
    assert not re.findall(r'[">]([0-9AJQK]{1,2}[CDHS])["<]', seen)


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for what the server does by itself within seconds."""
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def lay_one(guest: Guest) -> None:
    assert 200 == guest.send(keys(guest.page().text)[0], guest.round_id()).status


@pytest.mark.slow
def test_a_phone_dies_mid_hand_a_bot_plays_on_and_the_phone_comes_back(gather: Gather) -> None:
    host, (ann, ben, cid) = gather("saichugen", 3, rounds=2, table="dealt")
    for guest in (ann, ben, cid):
        lay_one(guest)
    lay_one(ann)
    lay_one(cid)
    page = host.page("/host").text
    assert "Lay for" not in page
    assert [] == keys(page, "show")
    assert re.search(r'form="botplays" name="seat" value="2">', page)
    at = host.round_id("/host")
    assert 403 == host.ask(f"/{host.code}/host/show", {"seat": 2, "number": "7H", "at": at}).status
    assert 200 == host.ask(f"/{host.code}/host/botplays", {"seat": 2, "at": at}).status
    assert "A bot plays for you" in ben.page().text
    wait_until(lambda: "trick 3" in host.page("/host").text)
    assert "a bot plays" in host.page("/host").text
    lay_one(ann)
    assert re.search(r"A bot plays for \W?Ben", host.page("/tv").text)
    assert 200 == ben.ask(f"/{ben.code}/back", {}).status
    assert "a bot plays" not in host.page("/host").text + ann.page().text
    assert "A bot plays for you" not in ben.page().text
    if keys(ben.page().text):  # unless the bot was quicker with this card
        lay_one(ben)
    lay_one(cid)
    assert "Round 2 of 2, trick 1" in host.page("/tv").text


def test_who_has_left_and_is_needed_is_named_and_the_page_of_the_person_offers_a_bot(gather: Gather) -> None:
    host, (ann, ben, cid) = gather("saichugen", 3, rounds=2, table="dealt")
    ben.ask(f"/{ben.code}/leave", {})
    for guest in (ann, cid):
        lay_one(guest)
    for page in (host.page("/host"), host.page("/tv"), ann.page()):
        assert re.search(r"Waiting for \W?Ben\W?, who has left", page.text)
    assert "2 of 3 are in" in host.page("/host").text
    assert "more is needed" not in host.page("/host").text
    assert "Throw the cards in" in host.page("/host").text
    person = host.page("/host/people/2").text
    assert f'action="/{host.code}/host/botplays"' in person
    at = re.search(r'name="at" value="([^"]*)"', person)
    assert at
    after = host.ask(f"/{host.code}/host/botplays", {"seat": 2, "at": at[1], "then": "person"})
    assert (200, f"/{host.code}/host/people") == (after.status, after.url.removeprefix(host.base))
    assert "a bot plays" in after.text


def test_the_hosts_browser_gets_no_dealt_hand_and_is_told_why(server: Server, gather: Gather) -> None:
    host, (_, ben, _) = gather("median", 3, table="dealt")
    ben.ask(f"/{ben.code}/leave", {})
    link = re.search(r'class="address">[^<]*(/seat/[^<]+)<', host.page("/host/people/2").text)
    assert link
    sentence = "The cards are dealt: the hand of Ben cannot go to the browser of a host"
    for answer in (
        host.page(link[1]),
        host.ask(f"/{host.code}{link[1]}", {"x": "1"}),
        host.ask(f"/{host.code}/claim", {"seat": 2}),
    ):
        assert 403 == answer.status
        assert sentence in answer.text
    new = Guest(server.url)
    new.code = host.code
    assert 200 == new.ask(f"/{host.code}{link[1]}", {"x": "1"}).status
    assert [] == re.findall(r'value="([0-9AJQK]+[CDHS])"', new.page().text)
    assert "The cards of Ben are on another phone" in page_text(new.page().text)
    form = page_forms(ben.page().text)["mine"]
    assert 200 == ben.ask(f"/{ben.code}/mine", dict(form.pressed("mine", "yes"))).status
    assert 200 == new.ask(f"/{new.code}/back", {"x": "1"}).status
    assert 5 == len(re.findall(r'value="([0-9AJQK]+[CDHS])"', new.page().text))


def test_D3_D5_nobody_lays_before_the_leader_has_called_and_laid(gather: Gather) -> None:
    _, (ann, ben, _, _) = gather("median", 4)
    at = ann.round_id()
    assert (422, "Ann must call high or low first") == refusal(ben.send("7", at))
    assert (422, "Call high or low before you lay a card") == refusal(ann.send("7", at))
    assert (422, "Only Ann, who leads, calls high or low") == refusal(
        ben.ask(f"/{ben.code}/call", {"call": "high", "at": at})
    )
    ann.ask(f"/{ann.code}/call", {"call": "high", "at": at})
    assert (422, "Ann leads and must lay a card first") == refusal(ben.send("7", at))
    assert 200 == ann.send("7", at).status
    assert 200 == ben.send("9", at).status


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1", "1 is not a card: write it like 10H or K"),
        ("7 8", "7 8 is not a card: write it like 10H or K"),
        ("", "Choose a card"),
    ],
)
def test_M2_what_is_no_card_is_refused(gather: Gather, typed: str, sentence: str) -> None:
    _, (ann, _, _) = gather("mediocrity", 3)
    assert (422, sentence) == refusal(ann.send(typed, ann.round_id()))


def refusal(answer: object) -> tuple[int, str]:
    return answer.status, error_message(answer)  # type: ignore[attr-defined,arg-type]


def test_M5_a_discarded_card_cannot_be_laid_again_and_stays_on_the_pad(gather: Gather) -> None:
    _, guests = gather("mediocrity", 3)
    for guest, card in zip(guests, ("2", "7", "K"), strict=True):
        guest.send(card, guest.round_id())
    page = guests[1].page().text
    assert "7" not in keys(page)
    assert 'value="7" disabled' in page
    assert (422, "the 7 was discarded in hand 1, trick 1") == refusal(
        guests[1].send("7", guests[1].round_id())
    )


def test_S_a_score_keeper_alone_keeps_a_game_of_saichugen(gather: Gather) -> None:
    host, _ = gather("saichugen", 3, phones=False, rounds=1)
    for row in (("AS", "7H", "KD"), ("2C", "9D", "5S"), ("3H", "3D", "QC")):
        assert 200 == host.enter(*row).status
    assert ["KD", "5S", "3H"] == [
        list(each["plays"].values())[place]
        for each, place in zip(exported(host)["rounds"], (2, 2, 0), strict=True)  # type: ignore[call-overload]
    ]


def test_S1_a_card_that_was_laid_cannot_be_laid_again(gather: Gather) -> None:
    host, _ = gather("saichugen", 3, phones=False)
    host.enter("AS", "7H", "KD")
    again = host.enter("KD", "2C", "3C")
    assert (422, "Ann: the king of diamonds was already laid in round 1, trick 1.") == refusal(again)


def test_D5_a_score_keeper_enters_the_call_with_the_cards(gather: Gather) -> None:
    host, _ = gather("median", 2, phones=False, lowest="J", hand=2)
    assert (422, "Ann must call high or low first.") == refusal(host.enter("J", "K"))
    assert "Called high: the K wins." in host.enter("J", "K", call="high").text


def test_the_host_enters_numbers_for_who_has_no_phone(gather: Gather) -> None:
    host, _ = gather("good-enough", 3, phones=False, rounds=3)
    for number in (1, 2, 3):
        for seat in ("1", "2", "3"):
            form = {"seat": seat, "number": str(number * int(seat)), "at": host.round_id("/host")}
            assert 200 == host.ask(f"/{host.code}/host/show", form).status
    assert "the points are 0 and 3" in host.page("/tv").text.lower()


def test_G14_lists_are_handed_in_at_once_and_revealed_round_by_round(gather: Gather) -> None:
    host, guests = gather("good-enough", 3, entry="lists", rounds=3)
    for guest, numbers in zip(guests, ([1, 12, 3], [4, 5, 6], [7, 8, 9]), strict=True):
        answer = guest.ask_list(numbers)
        assert 200 == answer.status, error_message(answer)
    for number in (1, 2, 3):
        assert f"Round {number} of 3" in guests[0].page().text
        assert 200 == host.ask(f"/{host.code}/host/next", {"at": host.round_id("/host")}).status
    assert "wins" in host.page("/tv").text or "share" in host.page("/tv").text
    assert 3 == len(exported(host)["rounds"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ([1, 2], "The list must have 3 numbers, not 2"),
        ([1, 2, 3, 4], "The list must have 3 numbers, not 4"),
        ([1, 2, 101], "Number 3: 101 is above the highest number, 100"),
        ([1, "", 3], "Number 2: Enter a number from 0 to 100"),
    ],
)
def test_G14_a_list_that_is_not_right_is_refused_and_stays(
    gather: Gather, numbers: list[object], sentence: str
) -> None:
    _, (ann, _, _) = gather("good-enough", 3, entry="lists", rounds=3)
    answer = ann.ask_list(numbers)
    assert (422, sentence) == refusal(answer)
    assert all(f'value="{number}"' in answer.text for number in numbers[:3])


def test_only_the_host_lays_for_others_and_never_where_a_phone_has_sent(gather: Gather) -> None:
    host, (ann, ben, _) = gather("mediocrity", 3)
    at = ann.round_id()
    assert (403, "Only the host can do that") == refusal(ben.enter("7", at=at))
    ann.send("9", at)
    assert (409, "Ann is in already, and can change it.") == refusal(host.enter("7", at=at))


def test_a_deal_needs_a_phone_for_everybody(gather: Gather, server: Server) -> None:
    host = Guest(server.url)
    host.start_room(game="saichugen")
    for name in NAMES[:3]:
        host.ask(f"/{host.code}/host/add", {"name": name})
    assert (422, "Ann has no phone to see a hand on") == refusal(host.begin(table="dealt"))


def test_a_game_for_three_is_not_started_with_four(gather: Gather, server: Server) -> None:
    host = Guest(server.url)
    host.start_room(game="saichugen")
    for name in NAMES:
        host.ask(f"/{host.code}/host/add", {"name": name})
    assert (422, "Saichugen needs exactly 3 players, not 4") == refusal(host.begin())


def test_the_score_pad_is_the_main_button_only_if_a_player_has_no_phone(gather: Gather) -> None:
    host, _ = gather("good-enough", 3, rounds=3)
    assert 'data-entry=""' in host.page("/host").text
    host, _ = gather("good-enough", 3, phones=False, rounds=3)
    assert 'data-entry="number"' in host.page("/host").text
    host, _ = gather("mediocrity", 3)
    assert f'<a class="button" href="/{host.code}/host/pad">Lay for somebody' in host.page("/host").text
    host, _ = gather("mediocrity", 3, phones=False)
    assert f'<a class="press" href="/{host.code}/host/pad">Score pad<' in host.page("/host").text


def offered_dealers(page: str) -> list[tuple[str, bool]]:
    """List the seats that a page offers as the dealer, each with whether it is chosen."""
    select = re.search(r'<select id="named-dealer" name="dealer".*?</select>', page, re.DOTALL)
    found = re.findall(r'<option value="(\d+)"( selected)?>', select[0]) if select else []
    return [(seat, bool(selected)) for seat, selected in found]


def test_D3_the_host_chooses_the_dealer_among_those_who_are_here(server: Server) -> None:
    host = Guest(server.url)
    host.start_room(game="median", lowest="J", hand="2")
    guests = [Guest(server.url) for _ in range(3)]
    for guest, name in zip(guests, NAMES, strict=False):
        guest.join(host.code, name)
    everybody = [("1", True), ("2", False), ("3", False)]
    assert everybody == offered_dealers(host.page("/host").text)
    assert everybody == offered_dealers(host.page("/host/games").text)
    assert [] == offered_dealers(host.page("/host/games?choice=saichugen").text)
    answer = host.ask(f"/{host.code}/host/choose", {"game": "median", "dealer": "2"})
    assert 200 == answer.status
    assert [("1", False), ("2", True), ("3", False)] == offered_dealers(host.page("/host").text)
    guests[1].ask(f"/{host.code}/leave", {})
    assert [("1", True), ("3", False)] == offered_dealers(host.page("/host").text)
    assert (422, "Dealer: Ben does not play, choose somebody else") == refusal(host.begin(dealer="2"))
    guests[1].ask(f"/{host.code}/back", {})
    assert 200 == host.begin(dealer="3").status
    assert [] == offered_dealers(host.page("/host").text)
    assert re.search(r"\W?Cid\W? leads", guests[0].page().text)
    assert {"dealer": "Cid"}.items() <= json.loads(host.page("/game-1.json").text)["options"].items()


def test_a_page_without_players_takes_no_dealer(server: Server) -> None:
    host = Guest(server.url)
    assert 200 == host.start_room(game="median", dealer="7").status
    assert [] == offered_dealers(host.page("/host").text)
    assert "7" not in json.dumps(offered_dealers(host.page("/host/games").text))
