"""Sentences for the plays that the host has corrected, a round at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.i18n.messages import bidi_isolate, format_sequence, translate
from companion.room import events
from companion.room.events import Seat
from companion.room.state import Room, ValueBefore
from companion.rules.results import Call, Play
from companion.views.cards import card_face
from companion.views.naming import list_players, player_names


@dataclass(frozen=True, slots=True)
class CorrectedRound:
    """What one correction changed in one round: each player's play before and after, and the call (D5)."""

    game: int
    number: int
    plays: Mapping[Seat, tuple[Play | None, Play | None]]
    call: Call | None


def corrected_rounds(
    event: events.PlaysCorrected | events.PlayCorrected, was: ValueBefore
) -> tuple[CorrectedRound, ...]:
    """List the rounds that a correction changed; `was` is what its change had kept from before it."""
    if isinstance(event, events.PlayCorrected):
        before = None if isinstance(was, str | Mapping) else was
        return (CorrectedRound(event.game, event.round, {event.seat: (before, event.play)}, None),)
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
        pairs = format_sequence(_from_to(room, seat, *play) for seat, play in plays.items())
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


def _from_to(room: Room, seat: Seat, before: Play | None, now: Play | None) -> str:
    name = bidi_isolate(room.name(seat))
    return translate("{name} {was} → {now}", name=name, was=_sign(before), now=_sign(now))


def _sign(play: Play | None) -> str:
    return translate("nothing") if play is None else card_face(play).sign
