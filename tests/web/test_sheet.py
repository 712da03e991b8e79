"""The score sheet over HTTP, as a browser without scripts uses it, and what its script asks for."""

import re

from tests.support.clients import HTMX, Clients
from tests.support.page_forms import PageForm, page_forms, page_text
from tests.support.stream_reader import Streams

NAMES = ("Ann", "Bob", "Cyd", "Dan")
PLAYS = [("at", "1.1"), ("play-1", "0"), ("play-2", "1"), ("play-3", "4")]


def started(clients: Clients, game: str, players: int = 3, *, phones: int = 0, **options: object) -> str:
    """Start a game of players of whom only some have phones, and return where the host is sent."""
    clients.open(game)
    for number, name in enumerate(NAMES[:players]):
        if number < phones:
            clients.ask(name)
            clients.ask(name, "join", name=name)
        else:
            clients.host("add", name=name)
    return str(clients.host("begin", **options).location)


def sheet(clients: Clients) -> PageForm:
    return page_forms(clients.ask("host", "host/sheet").text)["entry"]


def enter(clients: Clients, *plays: object) -> tuple[int, str]:
    """Send the form with these plays, and return the status and what the page says."""
    form = sheet(clients)
    said = form.filled(**{f"play-{seat}": play for seat, play in enumerate(plays, 1)})
    answer = clients.ask("host", form.action, said)
    page = clients.ask("host", "host/sheet").text if answer.status_code == 303 else answer.text
    return answer.status_code, line(page)


def line(page: str) -> str:
    """Return the line that says what an entry means."""
    [found] = re.findall(r'<p class="message[^>]*id="means".*?</p>', page, re.DOTALL)
    return page_text(found)


def test_starting_leads_to_the_sheet_where_the_score_keeper_needs_it(clients: Clients) -> None:
    assert started(clients, "saichugen", table="cards").endswith("/host/sheet")
    clients.host("end", how="throw", at=clients.at())
    assert clients.host("begin", table="results").location.endswith("/host/sheet")
    clients.host("end", how="throw", at=clients.at())
    answer = clients.ask("host", "host/begin", (), headers=HTMX, table="results")
    assert answer.headers["HX-Redirect"].endswith("/host/sheet")


def test_R1_a_hand_is_one_form_and_the_next_hand_says_what_it_meant(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    assert "Mediocrity Hand 1" in page_text(clients.ask("host", "host/sheet").text)
    assert (303, "1 card left: Bob’s point.") == enter(clients, 0, 1, 4)
    assert "Mediocrity Hand 2" in page_text(clients.ask("host", "host/sheet").text)


def test_a_refusal_says_the_rule_and_keeps_what_was_typed(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    form = sheet(clients)
    answer = clients.ask("host", form.action, form.filled(**{"play-1": 1, "play-2": 2, "play-3": 4}))
    assert "Nobody is out of cards: a hand ends when somebody is." == line(answer.text)
    assert 422 == answer.status_code
    fields = page_forms(answer.text)["entry"].fields
    assert ["1", "2", "4"] == [value for name, value in fields if name.startswith("play-")]


def test_R3_without_a_script_who_took_it_is_one_of_all_or_nobody(clients: Clients) -> None:
    started(clients, "median", 4, table="results")
    form = sheet(clients)
    assert clients.ask("host", form.action, form.chosen("one", "2").fields).status_code == 303
    assert "Bob takes 1 round." == line(clients.ask("host", "host/sheet").text)
    form = sheet(clients)
    assert clients.ask("host", form.action, form.chosen("one", "none").fields).status_code == 303
    text = page_text(clients.ask("host", "host/sheet").text)
    assert "It counts 2." in text
    answer = clients.ask("host", "host/sheet", [*sheet(clients).fields, ("one", "9")])
    assert (422, "There is no such player in this room.") == (answer.status_code, line(answer.text))


def test_what_it_means_is_asked_without_entering_it(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    before = clients.room.version
    answer = clients.ask("host", "host/sheet/check", PLAYS)
    assert (200, "1 card left: Bob’s point.") == (answer.status_code, line(answer.text))
    answer = clients.ask("host", "host/sheet/check", PLAYS[:-1])
    assert 'class="message no"' in answer.text
    assert (200, "Still missing: Cyd.") == (answer.status_code, line(answer.text))
    assert before == clients.room.version


def test_done_can_be_sent_again(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    for _ in range(2):
        assert clients.ask("host", "host/sheet", PLAYS).status_code == 303
    assert 1 == len(clients.room.games[0].rounds)
    answer = clients.ask("host", "host/sheet", [*PLAYS[:-1], ("play-3", "0")])
    assert (409, "This hand is already revealed.") == (answer.status_code, line(answer.text))


def test_what_was_typed_for_a_hand_that_is_closed_by_now_is_not_in_the_fields_of_the_next(
    clients: Clients,
) -> None:
    started(clients, "mediocrity", table="results")
    form = sheet(clients)
    enter(clients, 0, 1, 4)
    late = clients.ask("host", form.action, form.filled(**{"play-1": 0, "play-2": 2, "play-3": 5}))
    assert (409, "This hand is already revealed.") == (late.status_code, line(late.text))
    fields = page_forms(late.text)["entry"].fields
    assert ["", "", ""] == [value for name, value in fields if name.startswith("play-")]


def test_R6_by_points_nothing_that_is_ticked_is_no_entry(clients: Clients) -> None:
    started(clients, "mediocrity", table="points")
    form = sheet(clients)
    answer = clients.ask("host", form.action, form.fields)
    assert (422, "Still missing: Ann, Bob and Cyd.") == (answer.status_code, line(answer.text))
    assert 303 == choose(clients, "", "none")
    assert [{"1": 0, "2": 0, "3": 0}] == results(clients)


def test_undo_on_the_sheet_leads_back_to_it(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    enter(clients, 0, 1, 4)
    page = clients.ask("host", "host/sheet").text
    assert "Undo hand 1" in page_text(page)
    [undo] = [form for form in page_forms(page).values() if form.action.endswith("/host/undo")]
    [(name, value)] = undo.buttons
    answer = clients.ask("host", undo.action, undo.pressed(name, value))
    assert answer.location.endswith("/host/sheet")
    assert "Mediocrity Hand 1" in page_text(clients.ask("host", "host/sheet").text)


def test_without_a_sheet_its_address_leads_to_the_host_screen(clients: Clients) -> None:
    clients.open("good-enough")
    assert clients.ask("host", "host/sheet").location.endswith("/host")
    for name in NAMES[:3]:
        clients.host("add", name=name)
    clients.host("begin", rounds=3)
    assert clients.ask("host", "host/sheet").location.endswith("/host")
    answer = clients.ask("host", "host/sheet", headers=HTMX)
    assert answer.headers["HX-Redirect"].endswith("/host")


def test_every_phone_gets_its_own_score_over_its_stream(clients: Clients) -> None:
    started(clients, "mediocrity", phones=3, table="results")
    with Streams(clients, (*NAMES[:3], "stranger")) as streams:
        clients.after = streams.settle
        enter(clients, 0, 1, 2)
        heard = {who: page_text(said.decode()) for who, said in streams.heard[-1][1].items()}
    assert "1 point Nothing is entered here" in heard["Bob"]
    assert "0 points Nothing is entered here" in heard["Ann"]
    assert "Nothing is entered here" not in heard["stranger"]


def form_at(clients: Clients, query: str) -> PageForm:
    """Return the form of a row that the address has opened."""
    return page_forms(clients.ask("host", f"host/sheet?{query}").text)["entry"]


def results(clients: Clients) -> list[dict[str, object]]:
    return [dict(played.reveal.plays) for played in clients.room.games[0].rounds]


def test_a_row_is_corrected_as_a_form_and_what_changes_is_said_before(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    for hand in ((0, 1, 4), (2, 0, 5), (3, 1, 0)):
        enter(clients, *hand)
    form = form_at(clients, "correct=1")
    said = form.filled(**{"play-2": 6})
    assert "Then Cyd has the point, and not Bob." == line(
        clients.ask("host", f"{form.action}/check", said).text
    )
    assert {"1": 0, "2": 1, "3": 4} == results(clients)[0]
    assert clients.ask("host", form.action, said).status_code == 303
    assert {"1": 0, "2": 6, "3": 4} == results(clients)[0]
    refused = clients.ask("host", form.action, form.filled(**{"play-1": 7}))
    assert (422, "1.1") == (refused.status_code, dict(page_forms(refused.text)["entry"].fields)["at"])
    assert "Correct hand 1" in page_text(refused.text)


def test_R5_a_cell_that_is_cleared_says_who_was_not_there(clients: Clients) -> None:
    started(clients, "mediocrity", 4, table="results")
    enter(clients, 0, 1, 4, 2)
    form = form_at(clients, "correct=1")
    assert clients.ask("host", form.action, form.filled(**{"play-4": ""})).status_code == 303
    assert {"1": 0, "2": 1, "3": 4} == results(clients)[0]
    page = clients.ask("host", "host/sheet").text
    assert "not here" in page_text(page)


def test_a_forgotten_hand_is_put_in_once_and_a_hand_is_struck_as_forms(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    enter(clients, 0, 1, 4)
    form = form_at(clients, "insert=1")
    said = form.filled(**{"play-1": 3, "play-2": 0, "play-3": 1})
    for _ in range(2):
        assert clients.ask("host", form.action, said).status_code == 303
    assert [{"1": 3, "2": 0, "3": 1}, {"1": 0, "2": 1, "3": 4}] == results(clients)
    page = clients.ask("host", "host/sheet?menu=1").text
    [strike] = [each_form for each_form in page_forms(page).values() if ("void", "yes") in each_form.buttons]
    assert clients.ask("host", strike.action, strike.pressed("void", "yes")).status_code == 303
    assert [True, False] == [played.void for played in clients.room.games[0].rounds]


def test_the_next_game_starts_on_the_sheet_or_says_there_why_not(clients: Clients) -> None:
    started(clients, "saichugen", table="results", rounds=1)
    form = sheet(clients)
    clients.ask("host", form.action, form.filled(**{"play-1": 5, "play-2": 9, "play-3": 11}))
    page = clients.ask("host", "host/sheet").text
    assert "Ann and Cyd share the win" in page_text(page)
    [begin] = [
        each_form for each_form in page_forms(page).values() if each_form.action.endswith("/host/begin")
    ]
    clients.host("add", name="Dan")
    refused = clients.ask("host", begin.action, begin.fields)
    assert 422 == refused.status_code
    assert "Saichugen needs exactly 3 players" in page_text(refused.text)
    clients.host("remove", seat="4")
    assert clients.ask("host", begin.action, begin.fields).location.endswith("/host/sheet")


def choose(clients: Clients, query: str, *seats: str) -> int:
    """Send a row in which those who get it are tapped, and return the status."""
    form = form_at(clients, query)
    name = "one" if ("one", "none") in (*form.fields, *form.unchecked) else "some"
    kept = [(field, value) for field, value in form.fields if (field, value) != (name, "none")]
    taken = [each for each in kept if each[0] != name]
    return clients.ask(
        "host", form.action, [*taken, *((name, seat) for seat in seats or ["none"])]
    ).status_code


def test_R5_who_is_away_is_in_no_entry_of_who_took_a_round(clients: Clients) -> None:
    started(clients, "median", 4, table="results")
    choose(clients, "", "2")
    clients.host("out", seat="2")
    assert 303 == choose(clients, "", "3")
    assert {"1": 0, "3": 1, "4": 0} == results(clients)[1]


def test_R6_who_came_later_gets_no_part_in_an_earlier_hand_unless_tapped(clients: Clients) -> None:
    started(clients, "mediocrity", 3, table="points")
    choose(clients, "", "1")
    clients.host("add", name="Dan")
    assert 303 == choose(clients, "correct=1", "2")
    assert 303 == choose(clients, "insert=1", "3")
    assert [{"1": 0, "2": 0, "3": 1}, {"1": 0, "2": 1, "3": 0}] == results(clients)
    assert "Clear whoever" not in clients.ask("host", "host/sheet?menu=1").text
    assert 303 == choose(clients, "correct=1", "4")
    assert {"1": 0, "2": 0, "3": 0, "4": 1} == results(clients)[0]


def test_a_row_that_somebody_else_has_corrected_or_moved_is_not_overwritten(clients: Clients) -> None:
    started(clients, "mediocrity", table="results")
    enter(clients, 0, 1, 4)
    enter(clients, 2, 0, 5)
    form = form_at(clients, "correct=2")
    strike = next(
        each_form
        for each_form in page_forms(clients.ask("host", "host/sheet?menu=2").text).values()
        if each_form.buttons
    )
    clients.ask("host", form.action, form_at(clients, "correct=2").filled(**{"play-1": 3}))
    stale = form.filled(**{"play-3": 9})
    answer = clients.ask("host", form.action, stale)
    assert (409, "Something else was done meanwhile: look again.") == (answer.status_code, line(answer.text))
    assert 409 == clients.ask("host", strike.action, strike.pressed("void", "yes")).status_code
    assert {"1": 3, "2": 0, "3": 5} == results(clients)[1]
    again = form.filled(**{"play-1": 3})
    assert 303 == clients.ask("host", form.action, again).status_code


def test_R6_before_the_one_entry_of_a_whole_game_none_was_forgotten(clients: Clients) -> None:
    started(clients, "median", table="totals")
    assert (
        303
        == clients.ask(
            "host", "host/sheet", [("at", "1.1"), ("play-1", 5), ("play-2", 6), ("play-3", 4)]
        ).status_code
    )
    assert "forgotten" not in clients.ask("host", "host/sheet?menu=1").text


def test_R5_whoever_is_cleared_in_a_hand_that_is_open_again_was_not_there(clients: Clients) -> None:
    started(clients, "mediocrity", 4, table="results")
    enter(clients, 0, 1, 4, 2)
    clients.host("reopen", at="1.1")
    assert 303 == enter(clients, 0, 1, 4, "")[0]
    assert [{"1": 0, "2": 1, "3": 4}] == results(clients)


def test_R5_the_page_of_a_hand_by_results_says_how_somebody_was_not_there(clients: Clients) -> None:
    started(clients, "mediocrity", 3, table="results")
    clients.host("sheet", **{"way": "enter", "at": "1.1", "play-1": 0, "play-2": 3, "play-3": 5})
    assert "1 hand" in page_text(clients.ask("host", "host").text)
    page = page_text(clients.ask("host", "host/rounds/1/1").text)
    assert "Clear whoever was not there." in page
    assert "nothing was sent" not in page


def test_a_newcomer_to_a_game_that_takes_none_is_said_to_play_from_the_next_and_the_panel_stays(
    clients: Clients,
) -> None:
    started(clients, "median", 3, table="results")
    answer = clients.host("add", name="Zoe", then="sheet-people")
    assert (303, True) == (answer.status_code, str(answer.location).endswith("/host/sheet?people=1"))
    assert "Zoe plays from the next game." in page_text(clients.ask("host", "host/sheet?people=1").text)
