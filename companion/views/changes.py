"""What was changed in an evening besides what was played: by whom, when, and what stood there before."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.i18n.messages import bidi_isolate, capitalize_first, translate
from companion.room import events
from companion.room.events import Seat
from companion.room.state import Change, LogEntry, Room
from companion.views import headings
from companion.views.cards import card_face
from companion.views.corrections import describe_event
from companion.views.naming import player_phrase


@dataclass(frozen=True, slots=True)
class ChangeNote:
    """Something that was changed, in a sentence."""

    at: datetime
    sentence: str


def change_notes(room: Room) -> tuple[ChangeNote, ...]:
    """List what the host changed, and who came and went after a game had begun; the first comes first."""
    return tuple(_told(room))


def _told(room: Room) -> Iterator[ChangeNote]:
    for change in room.changes:
        said = change_sentence(room, change)
        if said:
            yield ChangeNote(change.entry.at, said)


def change_sentence(room: Room, change: Change) -> str:
    """Say what was changed and by whom; nothing for what people see anyway."""
    event, who = change.entry.event, _who(room, change.entry)
    match event:
        case events.EventUndone() | events.EventRedone():
            other = room.entry(event.number)
            what = (
                describe_event(room, other.event) if other and other.event else translate("The last change")
            )
            if isinstance(event, events.EventUndone):
                return translate("{who} took back “{what}”.", who=who, what=what)
            return translate("{who} did again “{what}”.", who=who, what=what)
        case events.RoundReopened() | events.RoundVoided() | events.PlayCorrected() | events.CallCorrected():
            return _mended(room, event, change)
        case events.PlayerLeft():
            return translate("{name} left.", name=_name(room, event.seat))
        case events.PlayerReturned():
            return translate("{name} came back.", name=_name(room, event.seat))
        case events.DeviceLinked() | events.ClaimAccepted():
            return translate("{name} plays on another phone now.", name=_name(room, event.seat))
        case events.PlayerUnblocked():
            return translate("{who} unblocked {name}.", who=who, name=_name(room, event.seat))
    return _of_people(room, event, change, who)


def _who(room: Room, entry: LogEntry) -> str:
    """Begin a sentence with whoever did something: the player whose browser it was, or else the host."""
    player = room.player_of(entry.device)
    return player_phrase(room, player.seat) if player else translate("The host")


def _name(room: Room, seat: Seat) -> str:
    return bidi_isolate(room.name(seat))


def _where(room: Room, event: events.CorrectionEvent) -> str:
    game = room.find_game(event.game)
    known = game is not None and game.played_round(event.round) is not None
    where = (
        headings.round_name(game, event.round) if game and known else headings.part_name("round", event.round)
    )
    if len(room.games) == 1:
        return capitalize_first(where)
    return headings.join_parts(translate("Game {number} of the evening", number=event.game), where)


def _mended(room: Room, event: events.CorrectionEvent, change: Change) -> str:
    player = room.player_of(change.entry.device)
    who = player_phrase(room, player.seat) if player else translate("the host")
    where = _where(room, event)
    match event:
        case events.RoundReopened():
            return translate("{where}: {who} took back the reveal.", where=where, who=who)
        case events.RoundVoided():
            if event.void:
                return translate("{where}: {who} declared it void.", where=where, who=who)
            return translate("{where}: {who} had it count again.", where=where, who=who)
        case events.CallCorrected():
            if event.call == "high":
                return translate("{where}: {who} corrected the call from low to high.", where=where, who=who)
            return translate("{where}: {who} corrected the call from high to low.", where=where, who=who)
        case events.PlayCorrected():
            return _corrected(room, event, change, where, who)
    return ""


def _corrected(room: Room, event: events.PlayCorrected, change: Change, where: str, who: str) -> str:
    """Say what was put in the place of what; not while the round is not revealed any more."""
    name, game = _name(room, event.seat), room.find_game(event.game)
    about = {"where": where, "who": who, "name": name}
    if game is None or game.played_round(event.round) is None:
        return translate("{where}: {who} corrected what {name} had played.", **about)
    was = "" if change.was is None or isinstance(change.was, str) else card_face(change.was).sign
    if event.play is None:
        return translate("{where}: {who} took away {was}, which {name} had not played.", was=was, **about)
    now = card_face(event.play).sign
    if was:
        return translate("{where}: {who} corrected {name} from {was} to {now}.", was=was, now=now, **about)
    return translate("{where}: {who} entered {now} for {name}.", now=now, **about)


def _of_people(room: Room, event: events.Event | None, change: Change, who: str) -> str:
    match event:
        case events.PlayerRenamed():
            was = bidi_isolate(str(change.was))
            return translate("{who} renamed {was} to {now}.", who=who, was=was, now=bidi_isolate(event.name))
        case events.PlayersMerged():
            one, other = _name(room, event.seat), _name(room, event.into)
            return translate("{who} made one of {one} and {other}.", who=who, one=one, other=other)
        case events.SatOut():
            return translate("{who} had {name} sit out.", who=who, name=_name(room, event.seat))
        case events.SatIn():
            return translate("{who} had {name} play again.", who=who, name=_name(room, event.seat))
        case events.PlayerRemoved() | events.PlayerBlocked():
            return translate("{who} removed {name}.", who=who, name=_name(room, event.seat))
    return ""
