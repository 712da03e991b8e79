"""Sentences for the changes of an evening besides plays: who changed what, when, and from what."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.i18n.messages import bidi_isolate, capitalize_first, translate
from companion.room import events
from companion.room.events import Seat
from companion.room.state import Change, Room
from companion.rules.results import Call
from companion.views import headings
from companion.views.corrected_plays import corrected_round_sentences, corrected_rounds
from companion.views.event_labels import describe_event
from companion.views.naming import list_players, player_names


@dataclass(frozen=True, slots=True)
class ChangeNote:
    """A change and its time, as a sentence."""

    at: datetime
    sentence: str


def change_notes(room: Room) -> tuple[ChangeNote, ...]:
    """List the host's changes, and the players who came and went during games, oldest first."""
    return tuple(_notes(room))


def _notes(room: Room) -> Iterator[ChangeNote]:
    for change in room.changes:
        for sentence in change_sentences(room, change):
            yield ChangeNote(change.entry.at, sentence)


def change_sentences(room: Room, change: Change) -> tuple[str, ...]:
    """Return the sentences for a change; none for changes that people see anyway."""
    event = change.entry.event
    if isinstance(event, events.PlaysCorrected | events.PlayCorrected):
        return tuple(_plays_sentences(room, change, event))
    sentence = _change_sentence(room, change)
    return (sentence,) if sentence else ()


def _change_sentence(room: Room, change: Change) -> str:
    event, who = change.entry.event, _actor(room, change, translate("The host"))
    match event:
        case events.EventUndone() | events.EventRedone():
            other = room.entry(event.number)
            what = (
                describe_event(room, other.event) if other and other.event else translate("The last change")
            )
            if isinstance(event, events.EventUndone):
                return translate("{who} took back “{what}”.", who=who, what=what)
            return translate("{who} did again “{what}”.", who=who, what=what)
        case events.RoundReopened() | events.RoundVoided() | events.CallCorrected():
            return _correction_sentence(room, event, change)
        case events.RoomClosed() if event.closed:
            return translate("Whoever runs this server closed the room.")
        case events.RoomClosed():
            return translate("Whoever runs this server opened the room again.")
        case events.PlayerLeft():
            return translate("{name} left.", name=_name(room, event.seat))
        case events.PlayerReturned():
            return translate("{name} came back.", name=_name(room, event.seat))
        case events.DeviceLinked() if change.by == event.seat or not event.giver:
            return translate("{name} plays on another phone now.", name=_name(room, event.seat))
        case events.DeviceLinked() | events.ClaimAccepted():
            return translate("{who} had another phone play as {name}.", who=who, name=_name(room, event.seat))
        case events.PhoneVouched():
            return translate("{name} said: the other phone is mine.", name=_name(room, event.seat))
        case events.PhoneDisowned():
            return translate(
                "{name} said: that was not me. That phone plays as {name} no more.",
                name=_name(room, event.seat),
            )
        case events.PlayerUnblocked():
            return translate("{who} unblocked {name}.", who=who, name=_name(room, event.seat))
    return _player_sentence(room, event, change, who)


def _actor(room: Room, change: Change, host: str) -> str:
    """Return the name of the player whose browser made a change; `host` if it had no player then."""
    return list_players(player_names(room, [change.by])) if change.by else host


def _name(room: Room, seat: Seat) -> str:
    return bidi_isolate(room.name(seat))


def _where(room: Room, game: int, number: int) -> str:
    where = headings.revealed_round_name(room, game, number)
    if len(room.games) == 1:
        return capitalize_first(where)
    return headings.join_parts(translate("Game {number} of the evening", number=game), where)


def _plays_sentences(
    room: Room, change: Change, event: events.PlaysCorrected | events.PlayCorrected
) -> Iterator[str]:
    """Yield a sentence for the corrected plays of each round, then one for its call if that was too."""
    who = _actor(room, change, translate("the host"))
    for each in corrected_rounds(event, change.was):
        where = _where(room, event.game, each.number)
        yield from corrected_round_sentences(room, each, where, who)
        if each.call:
            yield _call_sentence(each.call, where, who)


def _correction_sentence(room: Room, event: events.RoundCorrectionEvent, change: Change) -> str:
    who = _actor(room, change, translate("the host"))
    where = _where(room, event.game, event.round)
    match event:
        case events.RoundReopened():
            return translate("{where}: {who} took back the reveal.", where=where, who=who)
        case events.RoundVoided():
            if event.void:
                return translate("{where}: {who} declared it void.", where=where, who=who)
            return translate("{where}: {who} had it count again.", where=where, who=who)
        case events.CallCorrected():
            return _call_sentence(event.call, where, who)
    return ""


def _call_sentence(call: Call, where: str, who: str) -> str:
    if call == "high":
        return translate("{where}: {who} corrected the call from low to high.", where=where, who=who)
    return translate("{where}: {who} corrected the call from high to low.", where=where, who=who)


def _player_sentence(room: Room, event: events.Event | None, change: Change, who: str) -> str:
    match event:
        case events.PlayerRenamed():
            was = bidi_isolate(str(change.was))
            return translate("{who} renamed {was} to {now}.", who=who, was=was, now=bidi_isolate(event.name))
        case events.PlayersMerged():
            one, other = _name(room, event.seat), _name(room, event.into)
            return translate("{who} made one of {one} and {other}.", who=who, one=one, other=other)
        case events.SatOut():
            return translate("{who} had {name} sit out.", who=who, name=_name(room, event.seat))
        case events.BotPlaysOn():
            return translate("{who} had a bot play on for {name}.", who=who, name=_name(room, event.seat))
        case events.SatIn():
            return translate("{who} had {name} play again.", who=who, name=_name(room, event.seat))
        case events.PlayerRemoved() | events.PlayerBlocked():
            return translate("{who} removed {name}.", who=who, name=_name(room, event.seat))
    return ""
