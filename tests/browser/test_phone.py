"""A player's phone: the keys, what is typed, the verdict, and what could not be sent."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening, send, start_game
from tests.support.guest import Guest

pytestmark = [pytest.mark.browser]


def press(phone: Page, keys: str) -> None:
    for key in keys:
        phone.locator(f'#entry .keys [data-type="{key}"]').click()


@pytest.mark.slow
def test_the_phones_own_keys_type_and_the_button_says_what_it_sends(evening: Evening) -> None:
    _, (ann, _, _) = start_game(evening, high=999)
    field = ann.get_by_label("Your number")
    press(ann, "0427")
    expect(field).to_have_value("427")  # no leading zero, and as many digits as the highest number has
    press(ann, "9")
    expect(field).to_have_value("427")
    ann.get_by_role("button", name="Delete").click()
    expect(ann.get_by_role("button", name="Send 42")).to_be_visible()
    assert "none" == field.get_attribute("inputmode")
    ann.get_by_role("button", name="The phone's keyboard").click()
    assert "numeric" == field.get_attribute("inputmode")
    expect(field).to_be_focused()
    ann.get_by_role("button", name="Send 42").click()
    expect(ann.get_by_role("heading", name="Sealed.")).to_be_visible()
    assert [] == evening.complaints


@pytest.mark.slow
def test_a_half_typed_number_survives_a_reload_until_it_is_sent(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    press(ann, "4")
    ann.reload()
    press(ann, "2")
    expect(ann.get_by_label("Your number")).to_have_value("42")
    ann.get_by_role("button", name="Send 42").click()
    expect(ann.get_by_text("Your number is in")).to_be_visible()
    send(ben, 1)
    send(cid, 2)
    ann.reload()
    expect(ann.get_by_label("Your number")).to_have_value("")


@pytest.mark.slow
def test_a_digit_leaves_the_verdict_and_is_typed(evening: Evening) -> None:
    _, (ann, ben, cid) = start_game(evening)
    for phone, number in ((ann, 12), (ben, 37), (cid, 37)):
        send(phone, number)
    expect(ann.get_by_role("heading", name="MIDDLE!")).to_be_visible()
    expect(ben.get_by_role("heading", name="Same as Cid")).to_be_visible()
    ann.keyboard.type("7")
    expect(ann.get_by_role("heading", name="MIDDLE!")).to_be_hidden()
    expect(ann.get_by_label("Your number")).to_have_value("7")
    ben.get_by_role("link", name="Round 2 of 5").click()
    ben.reload()
    expect(ben.get_by_role("heading", name="Same as Cid")).to_be_hidden()
    assert [] == evening.complaints


@pytest.mark.slow
def test_a_number_sent_into_a_dead_line_goes_by_itself_once(evening: Evening) -> None:
    _, (ann, ben, _) = start_game(evening)
    ann.context.set_offline(True)
    ann.get_by_label("Your number").fill("5")
    ann.get_by_role("button", name="Send 5").click()
    expect(ann.get_by_role("heading", name="Not sent yet")).to_be_visible()
    expect(ann.get_by_role("alert")).to_be_hidden()
    ann.context.set_offline(False)
    expect(ann.get_by_text("Your number is in")).to_be_visible()
    expect(ann.get_by_role("heading", name="Not sent yet")).to_be_hidden()
    watcher = Guest(evening.server.url)
    watcher.code = evening.code
    before = watcher.version()
    ann.wait_for_timeout(3_500)
    assert before == watcher.version()
    send(ben, 6)


@pytest.mark.slow
def test_the_stream_answers_a_number_and_one_that_is_sent_again_is_answered_itself(evening: Evening) -> None:
    _, (ann, _, _) = start_game(evening)
    statuses: list[int] = []
    ann.on("response", lambda answer: answer.url.endswith("/number") and statuses.append(answer.status))
    for number, answered in ((5, [204]), (5, [204, 200]), (6, [204, 200, 204])):
        if statuses:
            ann.get_by_role("link", name="Change").click()
        ann.get_by_label("Your number").fill(str(number))
        ann.get_by_role("button", name=f"Send {number}").click()
        expect(ann.get_by_role("heading", name="Sealed.")).to_be_visible()
        expect(ann.locator(".peek .number")).to_have_text(str(number))
        expect(ann.get_by_label("Your number")).to_have_value("")
        assert answered == statuses
    assert [] == evening.complaints


@pytest.mark.slow
def test_a_phone_whose_stream_says_nothing_fetches_what_became_of_its_number(evening: Evening) -> None:
    _, (ann, _, _) = start_game(evening)
    ann.add_init_script("EventSource.prototype.addEventListener = () => {}")
    ann.reload()
    with ann.expect_response("**/number") as sent:
        send(ann, 5)
    assert 204 == sent.value.status
    expect(ann.get_by_role("heading", name="Sealed.")).to_be_visible()
