"""What is typed or pasted with marks that a message or a keyboard has added leads where it was meant to."""

import pytest

from companion.web import links
from tests.support.clients import Clients
from tests.support.page_forms import page_forms

AROUND = ("{}", " {} ", "{}.", "({})", "“{}”。", "\u200b{}\ufeff", "<{}>", "{}/", "/{}/", "#{}")
LINKS = (
    *("http://192.168.1.5:8000/{}", "192.168.1.5:8000/{}/tv", "http://team/{}", "HTTPS://party.example/{}/"),
    *("https://party.example/{}/abcdef1234", "http://party.lan/join?code={}", "\u200bhttp://party.lan/{})."),
)


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.open()
    return clients


def full_width(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


@pytest.mark.parametrize("field", ["join", "tv"])
def test_a_field_takes_a_code_however_it_is_written_and_a_whole_link(clients: Clients, field: str) -> None:
    code = clients.code
    written = [each.format(code) for each in (*AROUND, *LINKS)]
    written += [
        full_width(code),
        full_width(code.lower()),
        f"{code[:2]}-{code[2:]}",
        f"{code[:2]} {code[2:]}",
    ]
    led = {
        each: clients.browser("new").get(f"/{field}", query_string={"code": each}).location
        for each in written
    }
    assert dict.fromkeys(written, f"/{code}/tv" if field == "tv" else f"/{code}") == led


@pytest.mark.parametrize("page", ["", "/tv", "/watch", "/result"])
def test_an_address_of_a_room_opens_with_what_a_message_puts_behind_it(clients: Clients, page: str) -> None:
    path = f"/{clients.code}{page}"
    for mark in ("/", ".", ")", "。", "\u200b", "\ufeff", "”", ",", "/."):
        for written in (path + mark, path.lower() + mark, "/" + full_width(clients.code) + page + mark):
            answer = clients.browser("new").get(written)
            assert path == answer.location.replace(path.lower(), path), written
    assert 200 == clients.browser("new").get(path, follow_redirects=True).status_code


@pytest.mark.parametrize("written", ["/TV", "/Tv/", "/ＴＶ", "/tv."])
def test_the_short_address_of_a_tv_opens_in_capitals_too(clients: Clients, written: str) -> None:
    assert "/tv" == clients.browser("new").get(written).location


def test_a_link_to_a_seat_opens_with_what_a_message_puts_behind_it(clients: Clients) -> None:
    clients.join("Ann")
    with clients.app.test_request_context():
        link = links.write_link(clients.code, seat="1", giver=clients.fingerprint("Ann"))
    for mark in (".", ")", ").", ">"):
        assert "Go on as" in clients.ask("new", f"seat/{link}{mark}").text


@pytest.mark.parametrize("path", ["/ZZZZ", "/no/such/page", "/ZZZZ/tv", "/K"])
def test_a_wrong_address_asks_for_the_code(clients: Clients, path: str) -> None:
    answer = clients.browser("new").get(path)
    assert 404 == answer.status_code
    fields = [field for form in page_forms(answer.text).values() for field in form.fields]
    assert ("code", "") in fields
