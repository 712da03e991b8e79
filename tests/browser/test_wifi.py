"""The TV's QR code for the Wi-Fi: phones read what the host has typed, and no other browser gets it."""

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.conftest import Evening, send, site_in, start_room, tap
from tests.browser.test_tv import FAULTS, MAY_BE_SHORTENED
from tests.support.scenes import SCRIPTS, crowd, lobbies
from tests.support.seeded_server import ADDRESS, SeededServer
from tests.tools.screenshots import TVS, Camera, Picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SECRET = "cafe?Wünsche&1;"  # noqa: S105
"""A password that looks different in every encoding."""

AWKWARD = (
    ({"name": 'a\\b;c,d:e"f', "password": '";:,\\abc'}, r"WIFI:T:WPA;S:a\\b\;c\,d\:e\"f;P:\"\;\:\,\\abc;;"),
    ({"name": "cafe", "password": "0123456789"}, "WIFI:T:WPA;S:cafe;P:0123456789;;"),
    ({"name": "最中限の家", "password": "pässwört 🎉"}, "WIFI:T:WPA;S:最中限の家;P:pässwört 🎉;;"),
    ({"name": " spaces ", "password": "        "}, "WIFI:T:WPA;S: spaces ;P:        ;;"),
    ({"name": "Gone", "open": True, "hidden": True}, "WIFI:T:nopass;S:Gone;H:true;;"),
    (
        {"name": ";" * 32, "password": "\\" * 63, "hidden": True},
        "WIFI:T:WPA;S:" + r"\;" * 32 + ";P:" + r"\\" * 63 + ";H:true;;",
    ),
)
"""What the host types, and what a phone reads; the last one is as long as can be."""

KEEP = "(wifi) => localStorage.setItem('wifi', JSON.stringify(wifi))"
USUAL = {
    "name": "Villa Kunterbunt",
    "password": "sommer2026",
    "open": False,
    "hidden": False,
    "letters": False,
}


def at_the_room(evening: Evening) -> Page:
    """Open the page of the room, where the Wi-Fi is typed."""
    host = evening.host()
    host.goto(evening.here("/host/room"))
    return host


def type_wifi(host: Page, name: str, password: str = "", **ticks: bool) -> None:
    """Fill in the form on the host screen, and send it to the TV."""
    box = host.locator("#wifi-box")
    if host.locator("#wifi-kept").is_visible():
        host.locator("#wifi-change").click()
    elif not box.evaluate("(box) => box.open"):
        box.locator("summary").click()
    host.get_by_label("Name of the Wi-Fi").fill(name)
    host.locator("#wifi-open").set_checked(ticks.get("open", False))
    if not ticks.get("open"):
        host.locator("#wifi-password").fill(password)
        host.locator("#wifi-letters").set_checked(ticks.get("letters", False))
    host.locator("#wifi-hidden").set_checked(ticks.get("hidden", False))
    host.get_by_role("button", name="Show it on the TV").click()


def scanned(page: Page) -> list[str]:
    """Return what phones read on a screen."""
    return sorted(
        barcode.text for barcode in zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    )


def tv_beside(host: Page) -> Page:
    """Open the TV page from the host's, in the same browser."""
    opened = host.context.new_page()
    opened.set_viewport_size({"width": 1280, "height": 720})
    opened.goto(host.url.split("/host")[0] + "/tv")
    return opened


def test_phones_read_exactly_what_the_host_has_typed_on_TVs_of_that_browser_alone(evening: Evening) -> None:
    host = at_the_room(evening)
    tv = tv_beside(host)
    room = evening.address()
    assert [room] == scanned(tv)
    for typed, text in AWKWARD:
        type_wifi(host, **typed)  # type: ignore[arg-type]
        expect(host.get_by_text("The TV shows it")).to_be_visible()
        expect(tv.locator(".door.wifi .network")).to_have_text(str(typed["name"]).strip())
        assert sorted([room, text]) == scanned(tv)
    assert [] == evening.complaints
    other = evening.tv()  # in another browser, which has no such code
    expect(other.locator(".door.room svg")).to_be_visible()
    expect(other.locator("html.js")).to_be_attached()
    expect(other.locator(".door.wifi")).to_be_hidden()
    assert 0 == other.locator(".door.wifi svg").count()
    host.goto(f"http://localhost:{evening.server.port}/")
    start_room(host)
    expect(tv_beside(host).locator(".door.wifi .network")).to_have_text(str(AWKWARD[-1][0]["name"]))


def test_a_code_of_any_length_can_be_read(evening: Evening) -> None:
    """The longest of each version, and one byte more."""
    tv = tv_beside(at_the_room(evening))
    tv.evaluate("document.body.textContent = ''")
    for length in (1, 17, 18, 32, 33, 53, 54, 78, 79, 106, 107, 134, 135, 154, 155, 192, 193, 230):
        text = ("Perfectly adequate. " * 12)[:length].replace(" ", "_")
        tv.evaluate(DRAW, text)
        assert [text] == scanned(tv), length


DRAW = """(text) => {
  document.body.textContent = "";
  const drawn = document.body.appendChild(qr(text));
  drawn.setAttribute("width", 600);
  drawn.setAttribute("height", 600);
}"""


def test_forgetting_and_editing_reach_the_TV_at_once_and_a_reload_keeps_what_was_typed(
    evening: Evening,
) -> None:
    host = at_the_room(evening)
    tv = tv_beside(host)
    host.locator("#wifi-box summary").click()
    expect(host.get_by_role("button", name="Show it on the TV")).to_be_visible()
    expect(host.get_by_role("button", name="Forget")).to_be_hidden()
    type_wifi(host, "Villa", "sommer2026", letters=True)
    expect(tv.locator(".letters")).to_have_text("Password sommer2026")
    expect(host.locator("#wifi-box")).to_be_hidden()
    host.reload()
    expect(host.locator("#wifi-kept")).to_contain_text("The TV shows it: Villa")
    host.get_by_role("button", name="Change", exact=True).click()
    expect(host.get_by_label("Name of the Wi-Fi")).to_have_value("Villa")
    expect(host.locator("#wifi-password")).to_have_value("sommer2026")
    expect(host.locator("#wifi-password")).to_have_attribute("type", "password")
    host.get_by_role("button", name="Show", exact=True).click()
    expect(host.locator("#wifi-password")).to_have_attribute("type", "text")
    type_wifi(host, "Villa 2", "winter2026")
    expect(tv.locator(".door.wifi .network")).to_have_text("Villa 2")
    expect(tv.locator(".letters")).to_be_hidden()  # only where the host wants it
    assert "winter2026" not in tv.content()
    host.get_by_role("button", name="Forget").click()
    expect(tv.locator(".door.wifi")).to_be_hidden()
    assert [evening.address()] == scanned(tv)
    assert host.evaluate("localStorage.getItem('wifi')") is None
    expect(host.get_by_label("Name of the Wi-Fi")).to_have_value("")
    expect(host.get_by_role("button", name="Forget")).to_be_hidden()


def test_what_no_network_can_have_is_refused_in_a_sentence(evening: Evening) -> None:
    host, length = at_the_room(evening), "The password of a Wi-Fi has 8 to 63 characters."
    for name, password, sentence in (
        ("", "sommer2026", "Type the name of the Wi-Fi."),
        ("最" * 11, "sommer2026", "The name of a Wi-Fi has 32 bytes at most."),
        ("Villa", "short", length),
        ("Villa", "x" * 64, length),
    ):
        type_wifi(host, name, password)
        expect(host.locator("#wifi-said")).to_have_text(sentence)
        assert host.evaluate("localStorage.getItem('wifi')") is None


def test_the_password_is_in_no_request_file_log_or_answer(chromium: Browser, tmp_path: Path) -> None:
    """A whole evening with its downloads; what is searched for is the password in every encoding."""
    evening = Evening(chromium, site_in(tmp_path / "site"))
    host = at_the_room(evening)
    sent: list[str] = []
    host.context.on("request", lambda request: sent.append(all_of(request)))
    type_wifi(host, "Villa", SECRET, letters=True)
    tv = tv_beside(host)
    expect(tv.locator(".letters")).to_contain_text(SECRET)
    phones = [evening.phone(name) for name in ("Ann", "Bob", "Cyd")]
    host.goto(f"http://localhost:{evening.server.port}/{evening.code}/host")
    tap(host, "Start")
    for number, phone in enumerate(phones):
        phone.get_by_label("Your number").wait_for()
        send(phone, number)
    expect(phones[0].locator("#live")).to_contain_text("Round 1")
    answers = [
        browser.context.request.get(f"http://localhost:{evening.server.port}/{evening.code}{path}").body()
        for browser in (host, phones[0])
        for path in ANSWERS
    ]
    cookies = [str(page.context.cookies()).encode() for page in (host, *phones)]
    evening.server.stopping()
    said = [(evening.server.output() + evening.server.errors()).encode()]
    files = [each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()]
    control = host.evaluate("JSON.stringify(localStorage)").encode()
    assert any(form in control for form in encodings(SECRET))
    assert any(b"SQLite format 3" in file for file in files)
    assert any(b"/tv" in each for each in map(str.encode, sent))
    everything = [*said, *answers, *cookies, *files, *map(str.encode, sent)]
    assert [] == [part[:200] for part in everything for form in encodings(SECRET) if form in part]
    evening.close()
    evening.site.close()


ANSWERS = ("", "/tv", "/host", "/result", "/game-1.json", "/evening.json", "/rounds.csv", "/scores.csv")


def all_of(request: Request) -> str:
    return f"{request.url}\n{request.headers}\n{request.post_data}"


def encodings(secret: str) -> Iterator[bytes]:
    """Yield a password as it is, in JSON, in an address, escaped for a QR code, and in base 64."""
    yield secret.encode()
    yield secret.encode("unicode-escape")
    yield quote(secret).encode()
    yield quote_plus(secret).encode()
    yield secret.replace(";", r"\;").encode()
    for before in range(3):
        text = base64.b64encode(b" " * before + secret.encode()).rstrip(b"=")
        yield text[4 if before else 0 : -2]


def test_the_lobby_with_two_codes_is_readable_on_every_TV(chromium: Browser, stage: SeededServer) -> None:
    """Nothing overlaps or is too small, and both codes can be read, also beside the longest names."""
    context = chromium.new_context()
    camera, faults = Camera(context.new_page(), stage), []
    few, some, many = ({lobby.name: lobby for lobby in lobbies(crowd(players))} for players in (3, 8, 30))
    for scene in (few["lobby-empty"], few["lobby-one"], *(each["lobby-full"] for each in (few, some, many))):
        for language, size in zip(SCRIPTS, TVS, strict=True):
            picture = Picture("", scene, "", f"/tv?lang={language}", size, language)
            page = camera.show(picture)
            for wifi in (USUAL, {**USUAL, "name": "W" * 32, "password": "M" * 63, "letters": True}):
                page.evaluate(KEEP, wifi)
                page.reload()
                page.locator(".door.wifi svg").wait_for()
                name = f"{scene.name}, {language}, {wifi['name']}"
                faults += [f"{name}: {each}" for each in page.evaluate(FAULTS, MAY_BE_SHORTENED)]
                text = f"WIFI:T:WPA;S:{wifi['name']};P:{wifi['password']};;"
                if sorted([f"{ADDRESS}/{stage.put(scene.room)}", text]) != scanned(page):
                    faults.append(f"{name}: a code cannot be read")
    context.close()
    assert not faults, "\n".join(faults)


def test_an_outside_address_is_a_second_code_on_the_TV_and_its_link_is_copied_with_a_tap(
    evening: Evening,
) -> None:
    host = at_the_room(evening)
    tv = tv_beside(host)
    host.get_by_label("A second address").fill("something-long-random-words.trycloudflare.com")
    host.locator("#anywhere button").click()
    expect(tv.locator(".anywhere svg")).to_be_visible()
    host.goto(host.url.split("/host")[0] + "/host")
    host.locator("#door-summary").click()
    link = host.locator("#outside")
    assert sorted([evening.address(), link.inner_text()]) == scanned(tv)
    link.click()
    expect(host.get_by_text("Copied")).to_be_visible()
    assert [] == evening.complaints
