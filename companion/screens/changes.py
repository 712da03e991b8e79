"""Sentences for the changes of an evening besides plays: who changed what, when, and from what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.i18n.messages import N_, bidi_isolate, capitalize_first, format_sequence, translate
from companion.room import events
from companion.room.events import Seat
from companion.room.state import Change, Room, ValueBefore
from companion.rules.results import Call, Play
from companion.screens import headings
from companion.screens.cards import card_face
from companion.screens.event_labels import describe_event
from companion.screens.naming import list_players, player_names


@dataclass(frozen=True, slots=True)
class CorrectedRound:
    """What one correction changed in one round: each player's play before and after, and the call (D5)."""

    game: int
    number: int
    plays: Mapping[Seat, tuple[Play | None, Play | None]]
    call: Call | None


def corrected_rounds(event: events.PlaysCorrected, was: ValueBefore) -> tuple[CorrectedRound, ...]:
    """List the rounds that a correction changed; `was` is what its change had kept from before it."""
    shown = was if isinstance(was, Mapping) else {}
    calls = {each.round: each.call for each in event.calls}
    return tuple(
        CorrectedRound(
            event.game,
            number,
            {
                each.seat: (shown.get((number, each.seat)), each.play)
                for each in event.plays
                if each.round == number
            },
            calls.get(number),
        )
        for number in event.rounds
    )


def corrected_round_sentences(room: Room, corrected: CorrectedRound, where: str, who: str) -> Iterator[str]:
    """Yield the sentence for the corrected plays of a round, without them if it is hidden again."""
    plays = corrected.plays
    values = {"where": where, "who": who, "name": list_players(player_names(room, plays))}
    game = room.find_game(corrected.game)
    if plays and (game is None or game.played_round(corrected.number) is None):
        yield translate("{where}: {who} corrected what {name} had played.", **values)
    elif len(plays) == 1:
        yield _single(values, *next(iter(plays.values())))
    elif plays:
        pairs = format_sequence(
            translate(
                "{name} {was} → {now}", name=bidi_isolate(room.name(seat)), was=_sign(was), now=_sign(now)
            )
            for seat, (was, now) in plays.items()
        )
        yield translate("{where}: {who} corrected {plays}.", where=where, who=who, plays=pairs)


def _single(values: Mapping[str, str], before: Play | None, now: Play | None) -> str:
    """Return the sentence for one corrected play, which may have been added or taken away."""
    if now is None:
        was = "" if before is None else card_face(before).sign
        return translate("{where}: {who} took away {was}, which {name} had not played.", was=was, **values)
    if before is None:
        return translate("{where}: {who} entered {now} for {name}.", now=card_face(now).sign, **values)
    signs = {"was": card_face(before).sign, "now": card_face(now).sign}
    return translate("{where}: {who} corrected {name} from {was} to {now}.", **signs, **values)


def _sign(play: Play | None) -> str:
    return translate("nothing") if play is None else card_face(play).sign


@dataclass(frozen=True, slots=True)
class ChangeNote:
    """A change and its time, as a sentence."""

    at: datetime
    sentence: str


def change_notes(room: Room) -> tuple[ChangeNote, ...]:
    """List the host's changes, and the players who came and went during games, oldest first."""
    return tuple(
        ChangeNote(change.entry.at, sentence)
        for change in room.changes
        for sentence in change_sentences(room, change)
    )


def change_sentences(room: Room, change: Change) -> tuple[str, ...]:
    """Return the sentences for a change; none for changes that people see anyway."""
    event = change.entry.event
    if isinstance(event, events.PlaysCorrected):
        return tuple(_plays_sentences(room, change, event))
    sentence = _change_sentence(room, change)
    return (sentence,) if sentence else ()


_SENTENCES: Mapping[type[events.Event], str] = {
    events.PlayerLeft: N_("{name} left."),
    events.PlayerReturned: N_("{name} came back."),
    events.DeviceLinked: N_("{who} had another phone play as {name}."),
    events.ClaimAccepted: N_("{who} had another phone play as {name}."),
    events.PhoneVouched: N_("{name} said: the other phone is mine."),
    events.PlayerUnblocked: N_("{who} unblocked {name}."),
    events.PlayerRemoved: N_("{who} removed {name}."),
    events.SatOut: N_("{who} had {name} sit out."),
    events.BotPlaysOn: N_("{who} had a bot play on for {name}."),
}
"""The sentences for what was done with one player."""


def _change_sentence(room: Room, change: Change) -> str:
    event, who = change.entry.event, _actor(room, change, translate("The host"))
    match event:
        case events.EventUndone():
            done = room.entry(event.number)
            what = describe_event(room, done.event if done else None)
            if event.undone:
                return translate("{who} took back “{what}”.", who=who, what=what)
            return translate("{who} did again “{what}”.", who=who, what=what)
        case events.RoundReopened() | events.RoundVoided():
            return _correction_sentence(room, event, change)
        case events.RoomClosed(closed=True):
            return translate("Whoever runs this server closed the room.")
        case events.RoomClosed():
            return translate("Whoever runs this server opened the room again.")
        case events.DeviceLinked() if change.by == event.seat or not event.giver:
            return translate("{name} plays on another phone now.", name=_name(room, event.seat))
        case events.PlayerRenamed():
            was = bidi_isolate(str(change.was))
            return translate("{who} renamed {was} to {now}.", who=who, was=was, now=bidi_isolate(event.name))
        case events.PlayersMerged():
            one, other = _name(room, event.seat), _name(room, event.into)
            return translate("{who} made one of {one} and {other}.", who=who, one=one, other=other)
    match event:
        case events.PhoneVouched(is_own=False):
            sentence = N_("{name} said: that was not me. That phone plays as {name} no more.")
        case events.SatOut(out=False):
            sentence = N_("{who} had {name} play again.")
        case _:
            sentence = _SENTENCES.get(type(event), "") if event else ""
    return translate(sentence, who=who, name=_name(room, getattr(event, "seat", ""))) if sentence else ""


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


def _plays_sentences(room: Room, change: Change, event: events.PlaysCorrected) -> Iterator[str]:
    """Yield a sentence for the corrected plays of each round, then one for its call if that was too."""
    who = _actor(room, change, translate("the host"))
    for each in corrected_rounds(event, change.was):
        where = _where(room, event.game, each.number)
        yield from corrected_round_sentences(room, each, where, who)
        if each.call == "high":
            yield translate("{where}: {who} corrected the call from low to high.", where=where, who=who)
        elif each.call:
            yield translate("{where}: {who} corrected the call from high to low.", where=where, who=who)


def _correction_sentence(room: Room, event: events.RoundReopened | events.RoundVoided, change: Change) -> str:
    who = _actor(room, change, translate("the host"))
    where = _where(room, event.game, event.round)
    match event:
        case events.RoundReopened():
            return translate("{where}: {who} took back the reveal.", where=where, who=who)
        case events.RoundVoided(void=True):
            return translate("{where}: {who} declared it void.", where=where, who=who)
    return translate("{where}: {who} had it count again.", where=where, who=who)
