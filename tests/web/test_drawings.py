"""The drawn guests: SVG that the content security policy allows, with the text of a player escaped."""

from xml.etree import ElementTree

import pytest

from companion.web.drawings import OUTLINES, SPRITE, guest, small_guest


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing


@pytest.mark.parametrize("seat", ["1", "8", "9", "33", "1000"])
def test_a_guest_is_one_svg_in_the_colour_of_its_seat(seat: str) -> None:
    for drawn in (guest(seat), guest(seat, "100", "wins"), small_guest(seat), small_guest(seat, "7")):
        root = parsed(drawn)
        assert root.tag == "svg"
        assert f"c{(int(seat) - 1) % 8}" in root.attrib["class"].split()


def test_what_a_guest_wears_is_escaped() -> None:
    assert "<b>" not in guest("1", "<b>")
    assert "&lt;b&gt;" in guest("1", "<b>")
    assert "&lt;b&gt;" in small_guest("1", "<b>")


def test_everything_that_guests_refer_to_is_in_the_sprite_and_no_style_is_inline() -> None:
    assert "style" not in SPRITE + "".join(guest(str(seat)) for seat in range(1, len(OUTLINES) + 1))
    known = {each.attrib["id"] for each in parsed(SPRITE).iter() if "id" in each.attrib}
    for seat in range(1, 97):
        for drawn in (guest(str(seat)), small_guest(str(seat)), small_guest(str(seat), "7")):
            for each in parsed(drawn).iter():
                if reference := each.attrib.get("href"):
                    assert reference.removeprefix("#") in known
                if "url(" in (fill := each.attrib.get("fill", "")):
                    assert fill[5:-1] in known
