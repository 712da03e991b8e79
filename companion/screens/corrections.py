"""The revealed rounds, the form that corrects one, and what a correction, an undo or a redo would change."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Literal, NamedTuple

from companion.i18n.errors import Refused
from companion.i18n.messages import (
    N_,
    bidi_isolate,
    capitalize_first,
    format_sequence,
    translate,
)
from companion.room import events
from companion.room.commands.corrections import Place, opening
from companion.room.correction_reducer import can_reopen
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.outcomes import Fate
from companion.rules.games.struck import OVER
from companion.rules.results import AllowedPlay, Branch, NextRound, Node, Play, count_parts
from companion.screens import headings
from companion.screens.cards import CardFace, card_face
from companion.screens.changes import describe_event
from companion.screens.endings import game_ending
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names
from companion.screens.questions import AskedQuestion, asked_in_round, leaf_of_round
from companion.screens.struck import reason_struck, struck_by_round
from companion.screens.tv import PointsBox, points_boxes

_MOST_PADS = 16  # players who have a pad each; for more, cards are typed
_MOST_STRUCK = 6  # plays of other rounds that are shown with a pad each


class RevealedPlay(NamedTuple):
    """A play of a revealed round; `fate` is empty where it does not count."""

    seat: Seat
    sign: str
    fate: Fate | Literal[""]
    is_struck: bool
    """Whether it does not count though the round is not void."""

    @property
    def is_out(self) -> bool:
        """Whether the play could not score."""
        return self.fate in ("", "disqualified", "tied")


@dataclass(frozen=True, slots=True)
class RevealedRound:
    """A revealed round; `plays` are the lowest first, then those that could not score."""

    id: str
    heading: str
    played: PlayedRound
    plays: tuple[RevealedPlay, ...]
    asked: AskedQuestion | None
    """What was asked; its truth can be told, corrected and taken back."""
    can_reopen: bool


def revealed_round(room: Room, game: GameState, number: int) -> RevealedRound:
    """Return a revealed round of a game as it can be corrected."""
    played, leaf, rules = game.rounds[number - 1], leaf_of_round(game, number), game.record.rules
    struck, plays = {each.player for each in game.struck_plays if each.round == number}, played.reveal.plays
    fates: dict[Seat, Fate] = {}
    if leaf:
        fates = {**dict.fromkeys(leaf.plays, "outside"), **rules.fates(leaf)}
    laid = [
        RevealedPlay(seat, card_face(plays[seat]).sign, fates.get(seat, ""), seat in struck)
        for seat in game.record.players
        if seat in plays
    ]
    laid.sort(key=lambda each: (each.is_out, rules.sort_key(plays[each.seat])))
    where = headings.join_parts(headings.evening_game_name(game.number), headings.round_name(game, number))
    return RevealedRound(
        f"{game.number}.{number}",
        where,
        played,
        tuple(laid),
        asked_in_round(game, number),
        can_reopen(room, game, number),
    )


def revealed_rounds(room: Room) -> tuple[RevealedRound, ...]:
    """List all revealed rounds of the evening, newest first."""
    return tuple(
        revealed_round(room, game, number)
        for game in reversed(room.games)
        for number in range(len(game.rounds), 0, -1)
    )


class WayBack(NamedTuple):
    """A button that takes something back, or does it again: what it sends, and what that is about."""

    value: str
    what: str


def last_done(room: Room, numbers: tuple[int, ...]) -> WayBack | None:
    """Return the way back from the last of these events, by their numbers; None where there is none."""
    entry = room.entry(numbers[-1]) if numbers else None
    return WayBack(str(entry.number), describe_event(room, entry.event)) if entry and entry.event else None


def reopening(room: Room) -> WayBack | None:
    """Return how the last revealed round is reopened; None where it cannot be."""
    game = room.current_game
    if game is None or not game.rounds or not can_reopen(room, game, len(game.rounds)):
        return None
    return WayBack(f"{game.number}.{len(game.rounds)}", headings.round_name(game, len(game.rounds)))


class Typed(NamedTuple):
    """What the host has typed so far: plays, and calls by the numbers of their rounds.

    `event` is the correction that it makes, where that is to be looked at; `touched` are the places of other
    rounds that it contradicts.
    """

    plays: Mapping[Place, str] = {}
    calls: Mapping[int, str] = {}
    event: events.PlaysCorrected | None = None
    touched: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayField:
    """A player's play in the form: as it stands (`sign`), and as the form has it (`text`, `face`).

    `sign` is empty where the player showed nothing. `keys` is a pad, one group for each suit; empty where the
    play is typed. `where` is the round if it is another than the page's, and `why` a sentence if the play
    would be struck. `why_struck` says why it is struck already.
    """

    name: str
    seat: Seat
    sign: str
    text: str
    face: CardFace | None
    is_changed: bool
    is_corrected: bool
    keys: tuple[tuple[str, tuple[CardFace, ...]], ...]
    why_struck: str
    where: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """The form of a revealed round: its plays, plays of other rounds, its call; and what it would change.

    `event` is the correction that is looked at before it is made, None before one is. `sides` are how the
    game stands now and then, as boxes and sentences; `struck` counts the plays of other rounds that the
    correction makes impossible.
    """

    round: RevealedRound
    number: int
    fields: tuple[PlayField, ...]
    others: tuple[PlayField, ...]
    call: str
    may_be_absent: bool
    """Whether a player may have shown nothing."""
    picks_one: bool
    """Whether one player at most has anything, so that just the player is chosen."""
    is_typed: bool
    """Whether cards are written, since there are no pads."""
    event: events.PlaysCorrected | None
    token: str
    """Names exactly this correction, to confirm it with."""
    sides: tuple[tuple[tuple[PointsBox, ...], tuple[str, ...]], ...]
    changes: tuple[str, ...]
    struck: int


def correction_token(event: events.PlaysCorrected) -> str:
    """Return a text that names a correction: `2-1=10H 2-3= 2=high`."""
    plays = (f"{each.round}-{each.seat}={'' if each.play is None else each.play}" for each in event.plays)
    return " ".join((*plays, *(f"{each.round}={each.call}" for each in event.calls)))


def correction_form(room: Room, game: GameState, number: int, typed: Typed) -> CorrectionForm:
    """Build the form of a revealed round as it is typed; with a correction, also what that would change."""
    event, ask, players = typed.event, opening(game), game.record.players
    after = apply(room, event) if event else room
    then, revealed = after.find_game(game.number) or game, revealed_round(room, game, number)
    reveal, is_hidden = revealed.played.reveal, hides_scores(room, game) or hides_scores(after, then)
    fields = tuple(_field(room, game, ask, (number, seat), typed) for seat in players)
    newly = _newly_struck(room, game, then, event)
    others = sorted({*islice(newly, _MOST_STRUCK), *typed.touched, *typed.plays})
    return CorrectionForm(
        round=revealed,
        number=number,
        fields=fields,
        others=tuple(
            replace(
                _field(room, game, ask, place, typed),
                where=capitalize_first(headings.round_name(game, place[0])),
                why=newly.get(place, ""),
            )
            for place in others
            if place[0] != number and game.played_round(place[0]) and place[1] in players
        ),
        call=typed.calls.get(number, reveal.call or ""),
        may_be_absent=ask is not None and not ask.everyone_must_play,
        picks_one=any(each.pad == "one" for each in (ask.allowed if ask else {}).values()),
        is_typed=any(isinstance(play, Card) for play in reveal.plays.values())
        and not any(each.keys for each in fields),
        event=event,
        token=correction_token(event) if event else "",
        sides=tuple(
            (() if is_hidden else points_boxes(state), tuple(_side_sentences(there, state, number)))
            for there, state in ((room, game), (after, then))
        ),
        changes=describe_changes(room, after),
        struck=len(newly),
    )


def _newly_struck(
    room: Room, before: GameState, after: GameState, event: events.PlaysCorrected | None
) -> Mapping[Place, str]:
    """Return the plays of the game that a correction makes impossible without correcting them, and why.

    The rounds after an earlier end are struck too, but no other card would make them count.
    """
    known = {(each.round, each.player) for each in before.struck_plays}
    known |= {(each.round, each.seat) for each in (event.plays if event else ())}
    return {
        (each.round, each.player): translate("Struck if it stays: {why}.", why=reason_struck(room, each))
        for each in after.struck_plays
        if each.why is not OVER and (each.round, each.player) not in known
    }


def _field(room: Room, game: GameState, ask: NextRound | None, place: Place, typed: Typed) -> PlayField:
    """Return the field of a play; `ask` is what the rules allow with no cards dealt."""
    number, seat = place
    played, allowed = game.rounds[number - 1], ask.allowed.get(seat) if ask else None
    play = played.reveal.plays.get(seat)
    stands = "" if play is None else str(play)
    text = typed.plays.get(place, stands)
    struck = (each for each in game.struck_plays if (each.round, each.player) == place)
    has_pad = allowed and allowed.pad != "digits" and len(game.record.players) <= _MOST_PADS
    return PlayField(
        name=f"play-{number}-{seat}",
        seat=seat,
        sign="" if play is None else card_face(play).sign,
        text=text,
        face=_face(allowed, text),
        is_changed=text.strip() != stands,
        is_corrected=seat in played.corrected,
        keys=tuple(
            (suit, tuple(map(card_face, plays)))
            for suit, plays in (keys_by_suit(game, [allowed]) if allowed and has_pad else ())
        ),
        why_struck=next((reason_struck(room, each) for each in struck), ""),
    )


def _face(allowed: AllowedPlay | None, text: str) -> CardFace | None:
    """Return what is typed as a card or number; None where it is nothing, or cannot be read."""
    try:
        return card_face(allowed.read(text)) if allowed and text.strip() else None
    except Refused:
        return None


def keys_by_suit(game: GameState, allowed: Iterable[AllowedPlay]) -> Iterator[tuple[str, tuple[Play, ...]]]:
    """Yield what has a key on a pad by suit, lowest first; nothing where plays are typed."""

    def suit_of(play: Play) -> str:
        return play.suit if isinstance(play, Card) else ""

    plays = {play: suit_of(play) for each in allowed for play, _ in each.keys(lambda _: ())}
    ordered = sorted(plays, key=lambda play: ("SHDC".find(plays[play]), game.record.rules.sort_key(play)))
    for suit, group in groupby(ordered, key=suit_of):
        yield suit, tuple(group)


def _side_sentences(room: Room, game: GameState, number: int) -> Iterator[str]:
    """Yield what a round brought, and who has won if the game is over."""
    leaf = leaf_of_round(game, number)
    if leaf is not None and leaf.finished:
        headline = game.record.rules.round_headline(leaf)
        sentence = headline.sentence(lambda seat: bidi_isolate(room.name(seat)))
        yield translate("{sentence}.", sentence=sentence)
    elif leaf is not None:
        yield translate("A card is struck: nobody wins.")
    if game.next_round is None and not game.is_thrown_away:
        yield translate("{sentence}.", sentence=game_ending(room, game).headline)


def is_unsurprising(before: Room, after: Room, name: str) -> bool:
    """Return whether an `undo` or a `redo` changes no more than its label tells.

    It may change a correction or at most the last round. It must not strike a play, nor remove a phone from
    the room.
    """
    numbers = before.undo if name == "undo" else before.redo
    entry = before.entry(numbers[-1]) if numbers else None
    if before.devices.keys() - after.devices.keys() or any(_strikes(before, after)):
        return False
    was, now = (
        [(game.number, played.reveal.plays) for game in room.games for played in game.rounds]
        for room in (before, after)
    )
    return isinstance(entry and entry.event, events.CorrectionEvent) or was[:-1] == now[: len(was) - 1]


def describe_changes(before: Room, after: Room) -> tuple[str, ...]:
    """Return sentences for the differences between two states: rounds, points, winners, struck plays."""
    return tuple(_changes(before, after)) or (translate("No score changes."),)


def _changes(before: Room, after: Room) -> Iterator[str]:
    for game in before.games:
        title, now = headings.evening_game_name(game.number), after.find_game(game.number)
        if now:
            is_hidden = hides_scores(before, game) or hides_scores(after, now)
            yield from _game_changes(before, title, game, now, is_hidden=is_hidden)
        elif game.record.reveals:
            rounds = _rounds(game, len(game.record.reveals))
            yield translate("{game} is taken back, with {rounds}.", game=title, rounds=rounds)
    for game in after.games:
        if before.find_game(game.number) is None:
            title, rounds = headings.evening_game_name(game.number), _rounds(game, len(game.record.reveals))
            yield translate("{game} is there again, with {rounds}.", game=title, rounds=rounds)
    yield from _strikes(before, after)


def _strikes(before: Room, after: Room) -> Iterator[str]:
    """Yield which plays are struck then, and were not before; those of new reveals are not told."""
    for game in after.games:
        was = before.find_game(game.number)
        known = set(struck_by_round(before, was)) if was else set()
        for number, sentence in struck_by_round(after, game):
            if was and number < was.round_number and (number, sentence) not in known:
                title = headings.evening_game_name(game.number)
                yield translate("{game}, {sentence}", game=title, sentence=sentence)


def _rounds(game: GameState, number: int) -> str:
    return str(count_parts(headings.leaf_kind(game), number))


def _game_changes(
    room: Room, title: str, before: GameState, after: GameState, *, is_hidden: bool
) -> Iterator[str]:
    struck = after.struck_rounds - before.struck_rounds
    lost = len(before.record.reveals) - len(after.record.reveals) - struck
    for number, fewer, more in (
        (struck, N_("{game} is over before: {rounds} struck."), N_("{game} goes on: {rounds} count again.")),
        (lost, N_("{game}: {rounds} fewer."), N_("{game}: {rounds} more.")),
    ):
        if number:
            rounds = _rounds(before, abs(number))
            yield translate(fewer if number > 0 else more, game=title, rounds=rounds)
    if len(after.rounds) > len(before.rounds):
        return  # a preview must not disclose what a further reveal would show
    if not is_hidden:
        yield from _part_changes(room, title, before.score.root, after.score.root)
    elif before.record.reveals != after.record.reveals:
        yield translate(
            "{game}: the scores are hidden until it is over, so is what changes in them.", game=title
        )
    if before.next_round is None and after.next_round is not None:
        yield translate("{game} is not over any more.", game=title)
    if before.next_round is not None and after.next_round is None:
        yield translate("{game} is over.", game=title)


def _part_changes(room: Room, title: str, before: Node, after: Node) -> Iterator[str]:
    """Yield the differences between two results, innermost parts first: scores, showdown (G16), winners."""
    if isinstance(before, Branch) and isinstance(after, Branch):
        for number, (one, other) in enumerate(zip(before.parts, after.parts, strict=False), 1):
            if isinstance(one, Branch):
                where = headings.join_parts(title, headings.part_name(one.kind, number))
                yield from _part_changes(room, where, one, other)
        figures = [
            translate("{name} {was} → {now}", name=bidi_isolate(room.name(seat)), was=str(was), now=str(now))
            for seat, now in after.scores.items()
            if (was := before.scores.get(seat, 0)) != now
        ]
        if figures:
            yield translate("{part}: {figures}.", part=title, figures=format_sequence(figures))
        rounds = tuple(zip(before.showdown, after.showdown, strict=False))
        for played, again in rounds[:1]:
            yield from _others(room, N_("{part}: tied {was} → {now}."), title, played.tied, again.tied)
        for number, (played, again) in enumerate(rounds, 1):
            where = headings.join_parts(title, headings.part_name("showdown", number))
            yield from _others(room, N_("{part}: stays {was} → {now}."), where, played.left, again.left)
    yield from _others(room, N_("{part}: winner {was} → {now}."), title, before.winners, after.winners)


def _others(
    room: Room, template: str, part: str, was: tuple[Seat, ...], now: tuple[Seat, ...]
) -> Iterator[str]:
    """Yield that other players than before win a part, or stay in it; nothing where they are the same."""
    if was != now:
        names = [list_players(player_names(room, who)) if who else translate("nobody") for who in (was, now)]
        yield translate(template, part=part, was=names[0], now=names[1])
