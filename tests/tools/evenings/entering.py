"""How plays are entered: on phones, on the host's screen and score pad, on one phone that is passed round."""

import html
import re
from collections.abc import Sequence

from tests.support.guest import Guest
from tests.support.page_forms import PageForm, page_forms
from tests.tools.evenings.party import Party, first

PHASE, AT = r'id="own"[^>]*data-phase="(\w+)"', r'name="at" value="([^"]*)"'
_DECK = "CDHS"


def enter_all(party: Party, page: str, at: str) -> None:
    """Let all enter who can; `page` is the host's screen."""
    for guest in party.phones.values():
        enter_on_phone(party, guest)
    is_passed = party.way == "passed" and party.rng.random() < 0.8 and _pass_round(party)
    if not is_passed and not _enter_on_pad(party) and party.seats_without_phone:
        _enter_for_each(party, page, at)


def enter_on_phone(party: Party, guest: Guest) -> None:
    """Enter what a phone asks for."""
    page = guest.page().text
    phase, at = first(PHASE, page), first(AT, page)
    if phase == "call":
        guest.ask(f"/{guest.code}/call", {"at": at, "call": party.rng.choice(("high", "low"))})
        page = guest.page().text
        phase = first(PHASE, page)
    if phase == "list":
        many = int(first(r'data-shape="(\d+)"', page))
        guest.ask_list([party.number() for _ in range(many)])
    elif phase in ("enter", "change"):
        keys = re.findall(r'form="pad" name="number" value="([^"]*)">', page)
        card = _free(party, keys)
        if card or not keys:
            guest.send(card or party.number(), at)


def _free(party: Party, keys: Sequence[str]) -> str:
    """Choose a card that does not lie yet; none where there is none."""
    free = [key for key in keys if key not in party.laid]
    card = party.rng.choice(free) if free else ""
    if card[-1:] in _DECK:
        party.laid.add(card)
    return card


def _pass_round(party: Party) -> bool:
    """Pass the host's phone to all who have none; tell whether anybody needed it."""
    page = party.host.page("/host/pass").text
    for count in range(2 * len(party.names)):
        address = first(r'class="go[^"]*" href="([^"]*/pass/[^"]*)"', page)
        if not address:
            return count > 0
        form = page_forms(party.host.ask(html.unescape(address)).text)["turn"]
        page = party.host.ask(form.action, dict(_held(party, form))).text
        party.counts["passed to a player"] += 1
    return True


def _held(party: Party, form: PageForm) -> list[tuple[str, str]]:
    """Fill in the form of the player who holds the phone."""
    if ("call", "high") in form.buttons:
        return form.pressed("call", party.rng.choice(("high", "low")))
    keys = [value for name, value in form.buttons if name == "number"]
    if keys:
        return form.pressed("number", _free(party, keys) or keys[0])
    return [(name, str(party.number()) if name == "number" else value) for name, value in form.fields]


def _enter_on_pad(party: Party) -> bool:
    """Enter results on the score pad, or cards of all without a phone; return False where there is no pad."""
    pad = party.host.page("/host/pad")
    form = page_forms(pad.text).get("entry") if pad.url.endswith("/pad") else None
    if form is None:
        return False
    if party.seats_without_phone or re.search('data-kind="(one|digits)"', pad.text):
        party.host.ask(f"/{party.host.code}/host/pad", _on_pad(party, pad.text, form))
    return True


def _on_pad(party: Party, page: str, form: PageForm) -> dict[str, object]:
    """Fill in the score pad; plays that lie already are left out."""
    rng = party.rng
    said: dict[str, object] = {name: value for name, value in form.fields if not name.startswith("play-")}
    seats = [name for name, _ in form.fields if name.startswith("play-")]
    if 'data-kind="digits"' in page:
        cards = [0, *(rng.randint(0, 4) for _ in seats[1:])]
        rng.shuffle(cards)
        said |= dict(zip(seats, cards, strict=True))
    elif 'data-kind="one"' in page:
        known = (*form.fields, *form.unchecked)
        said["one"] = rng.choice([value for name, value in known if name == "one"])
    else:
        keys = re.findall(r'data-key="(\w+)"(?![^>]*data-why)', page)
        is_deck = any(key[-1] in _DECK for key in keys)
        seats = [seat for seat in seats if seat.removeprefix("play-") in party.seats_without_phone]
        free = [key for key in keys if key not in party.laid]
        count = min(len(seats), len(free))
        laid = rng.sample(free, count) if is_deck or not free else rng.choices(free, k=len(seats))
        said |= dict(zip(seats, laid, strict=False))
        party.laid.update(laid if is_deck else ())
    if ("call", "high") in form.unchecked:
        said["call"] = rng.choice(("high", "low"))
    return said


def _enter_for_each(party: Party, page: str, at: str) -> None:
    """Enter a number or a list for each player without a phone."""
    is_list = first(r'id="live"[^>]*data-entry="(\w+)"', page) == "list"
    for seat in party.seats_without_phone:
        numbers = [party.number() for _ in range(party.at_once if is_list else 1)]
        party.act("list" if is_list else "show", seat=seat, number=" ".join(map(str, numbers)), at=at)
