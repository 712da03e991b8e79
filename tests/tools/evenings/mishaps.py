"""What goes otherwise than planned: corrections and voids, people who come, leave and sit out."""

import re
from collections.abc import Callable

from tests.support.correction_fields import confirmed
from tests.support.guest import Answer
from tests.tools.evenings import games
from tests.tools.evenings.entering import AT, PHASE, enter_on_phone
from tests.tools.evenings.party import NAMES, Party, first


def happen(party: Party, page: str, at: str) -> None:
    """Let one of them happen in the round `at`; `page` is the host's screen."""
    party.rng.choice(_ALL)(party, page, at)


def correct_anything(party: Party, games: int) -> None:
    """Correct a number of any round of the evening, or void or count the round."""
    for _ in range(3):
        place = f"{party.rng.randint(1, games)}.{party.rng.randint(1, 6)}"
        if party.rng.random() < 0.6:
            _correct_at(party, place)
        else:
            _void_at(party, place)


def _correct(party: Party, _page: str, at: str) -> None:
    if place := _earlier(party, at):
        _correct_at(party, place)


def _correct_at(party: Party, place: str) -> None:
    seat, is_removed = party.rng.randint(1, len(party.names)), party.rng.random() < 0.2
    typed = "" if is_removed else games.some_play(party.rng, party.options)
    _count(party, "corrected", party.act("correct", **confirmed(place, seat, typed)))


def _void(party: Party, _page: str, at: str) -> None:
    if place := _earlier(party, at):
        _void_at(party, place)


def _void_at(party: Party, place: str) -> None:
    action = party.rng.choice(("void", "void", "count"))
    done = party.act(action, at=place, sure="yes")
    _count(party, "made void" if action == "void" else "made to count again", done)


def _undo(party: Party, page: str, _at: str) -> None:
    if number := first(r'form="undo" name="number" value="(\d+)"', page):
        _count(party, "undone", party.act("undo", number=number, sure="yes"))
        again = first(r'form="redo" name="number" value="(\d+)"', party.host.page("/host").text)
        if again and party.rng.random() < 0.3:
            _count(party, "redone", party.act("redo", number=again, sure="yes"))


def _reopen(party: Party, page: str, _at: str) -> None:
    """Reopen the last round, and let one player change what was sent."""
    place = first(r'form="reopen" name="at" value="([^"]*)"', page)
    if not place:
        return
    _count(party, "reopened", party.act("reopen", at=place))
    for guest in list(party.phones.values())[:1]:
        guest.ask(f"/{guest.code}?change={place}")
        sent = guest.send(party.number(), place)
        party.counts["changed by a phone in a reopened round"] += sent.status == 200


def _come_late(party: Party, _page: str, _at: str) -> None:
    if len(party.names) < len(NAMES) and party.came_late < 2:
        party.came_late += 1
        party.welcome()
        party.counts["came late"] += 1


def _leave(party: Party, page: str, _at: str) -> None:
    """Let somebody leave or sit out, or come back."""
    seat = party.rng.randint(1, len(party.names))
    phone = party.phones.get(party.names[seat - 1])
    if phone and party.rng.random() < 0.5:
        away = first(PHASE, phone.page().text) == "away"
        party.counts["came back" if away else "left"] += 1
        phone.ask(f"/{phone.code}/{'back' if away else 'leave'}", {})
    elif re.search("sits out|has left", page):
        for each in range(1, len(party.names) + 1):
            party.act("in", seat=each)
    else:
        _count(party, "sat out", party.act("out", seat=seat))


def _enter_for_a_phone(party: Party, _page: str, at: str) -> None:
    """Let the host enter for somebody whose phone comes in only then, and sends something else."""
    if not party.phones:
        return
    name = party.rng.choice(list(party.phones))
    phone, seat = party.phones[name], party.names.index(name) + 1
    done = party.act("show", seat=seat, number=party.number(), at=at)
    _count(party, "entered for a phone", done)
    if first(PHASE, phone.page().text) == "sent":
        sent = phone.send(party.number(), first(AT, phone.page().text))
        party.counts["sent by a phone that was entered for"] += sent.status == 200


def _take_seat(party: Party, _page: str, _at: str) -> None:
    """Let a phone take the seat of a player for whom the host has entered so far."""
    if party.way != "mixed" or not party.seats_without_phone:
        return
    seat, phone = party.rng.choice(party.seats_without_phone), party.new_phone()
    phone.ask(f"/{phone.code}/claim", {"seat": seat})
    claimant = first(r'form="admit" name="claimant" value="([^"]*)"', party.host.page("/host").text)
    done = party.act("admit", claimant=claimant)
    _count(party, "phones that took a seat", done)
    if done.status == 200:
        party.phones[party.names[int(seat) - 1]] = phone
        enter_on_phone(party, phone)


def _rename(party: Party, _page: str, _at: str) -> None:
    """Call a player something else, and back: both names are the same player."""
    seat = party.rng.randint(1, len(party.names))
    party.act("rename", seat=seat, name="Zoe")
    _count(party, "renamed", party.act("rename", seat=seat, name=party.names[seat - 1]))


def _merge(party: Party, _page: str, _at: str) -> None:
    """Make one player of two, who are the same person with two seats."""
    if party.rng.random() < 0.3:
        one, other = party.rng.sample(range(1, len(party.names) + 1), 2)
        _count(party, "merged", party.act("merge", seat=one, into=other, sure="yes"))


def _remove(party: Party, _page: str, _at: str) -> None:
    """Remove a player, who mostly comes back."""
    seat = party.rng.randint(1, len(party.names))
    _count(party, "removed", party.act("remove", seat=seat))
    if party.rng.random() < 0.7:
        party.act("in", seat=seat)


def _set_room(party: Party, _page: str, _at: str) -> None:
    """Hide the scores, or show them; let rounds be revealed by themselves, or not."""
    answer = party.rng.choice(("yes", "no"))
    if party.rng.random() < 0.5:
        _count(party, f"scores hidden: {answer}", party.act("hide", hidden=answer))
    else:
        _count(party, f"reveals by themselves: {answer}", party.act("pace", by_itself=answer))


def _ask(party: Party, page: str, at: str) -> None:
    """Ask a question in this round, or tell the truth about the last one."""
    untold = first(r'name="at" value="([^"]+)" form="tell"', page)
    if untold:
        _count(party, "told the truth", party.act("tell", at=untold, truth=party.number()))
    elif party.options["game"] == "good-enough":
        _count(party, "asked a question", party.act("ask", at=at, question="How many?"))


def _earlier(party: Party, at: str) -> str:
    """Name a round before this one, if there is one."""
    game, number = map(int, at.split("."))
    return f"{game}.{party.rng.randint(1, number - 1)}" if number > 1 else ""


def _count(party: Party, what: str, answer: Answer) -> None:
    """Count what was done, and what was refused."""
    party.counts[what if answer.status == 200 else f"refused: {what}"] += 1


_ALL: tuple[Callable[[Party, str, str], None], ...] = (
    *(_correct, _correct, _void, _void, _undo, _reopen, _come_late, _leave, _leave),
    *(_enter_for_a_phone, _enter_for_a_phone, _take_seat, _rename, _set_room, _ask, _merge, _remove),
)
