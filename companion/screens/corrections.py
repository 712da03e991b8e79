"""The revealed rounds, the form that corrects one, and what a correction, an undo or a redo would change."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice

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
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.reducer import apply, can_reopen
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.outcomes import Fate
from companion.rules.games.struck import OVER
from companion.rules.results import AllowedPlay, Branch, NextRound, Node, Pad, Play, count_parts
from companion.screens import headings
from companion.screens.cards import CardFace, card_face
from companion.screens.changes import describe_event
from companion.screens.endings import game_ending
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names
from companion.screens.questions import asked_in_round, leaf_of_round
from companion.screens.scenes.numbers import Content
from companion.screens.struck import reason_struck, struck_by_round
from companion.screens.tv import PointsBox, points_boxes

_MOST_PADS = 16  # players who have a pad each; for more, cards are typed
_MOST_STRUCK = 6  # plays of other rounds that are shown with a pad each


_OUT = ("", "struck", "disqualified", "tied")  # the fates of plays that could not score


def revealed_round(room: Room, game: GameState, number: int) -> Content:
    """Return a revealed round of a game as it can be corrected.

    `plays` are the lowest first, then those that could not score; the `fate` of one is empty in a void round.
    `asked` is what was asked; its truth can be told, corrected and taken back.
    """
    played, leaf, rules = game.rounds[number - 1], leaf_of_round(game, number), game.record.rules
    fates: dict[Seat, Fate] = dict.fromkeys(leaf.plays, "outside") if leaf else {}
    fates |= rules.fates(leaf) if leaf else {}
    fates |= {each.player: "struck" for each in game.struck_plays if each.round == number}
    shown = [(seat, played.reveal.plays.get(seat), fates.get(seat, "")) for seat in game.record.players]
    plays = [(seat, play, fate) for seat, play, fate in shown if play is not None]
    plays.sort(key=lambda each: (each[2] in _OUT, rules.sort_key(each[1])))
    return {
        "id": f"{game.number}.{number}",
        "heading": headings.join_parts(
            headings.evening_game_name(game.number), headings.round_name(game, number)
        ),
        "played": played,
        "plays": [
            {"seat": seat, "sign": card_face(play).sign, "fate": fate, "is_out": fate in _OUT}
            for seat, play, fate in plays
        ],
        "asked": asked_in_round(game, number),
        "can_reopen": can_reopen(room, game, number),
    }


def revealed_rounds(room: Room) -> tuple[Content, ...]:
    """List all revealed rounds of the evening, newest first."""
    return tuple(
        revealed_round(room, game, number)
        for game in reversed(room.games)
        for number in range(len(game.rounds), 0, -1)
    )


def last_done(room: Room, numbers: tuple[int, ...]) -> str:
    """Describe the last of these events, by their numbers, for the button that undoes or redoes it.

    Empty where there is none, or only a later release knows it.
    """
    entry = room.entry(numbers[-1]) if numbers else None
    return describe_event(room, entry.event) if entry and entry.event else ""


@dataclass(frozen=True)
class CorrectionForm:
    """The form of a revealed round as it is typed; with a correction (`event`), also what that would change.

    It has the plays of the round (`fields`), and those of other rounds that were typed, or would be struck.
    """

    room: Room
    game: GameState
    number: int
    typed: Mapping[Place, str]
    typed_call: str = ""
    event: events.PlaysCorrected | None = None

    @cached_property
    def ask(self) -> NextRound | None:
        """What the rules allow with no cards dealt."""
        return opening(self.game)

    @property
    def pad(self) -> Pad:
        """How plays are entered."""
        return common_pad(self.ask)

    @property
    def call(self) -> str:
        """The call of the round, as it is typed or stands; empty where none belongs to it (D5)."""
        return self.typed_call or self.game.rounds[self.number - 1].reveal.call or ""

    @property
    def round(self) -> Content:
        """The round as it stands."""
        return revealed_round(self.room, self.game, self.number)

    @cached_property
    def fields(self) -> tuple[Content, ...]:
        """The plays of the round."""
        return tuple(self._field(self.number, seat) for seat in self.game.record.players)

    @property
    def others(self) -> Iterator[Content]:
        """The plays of other rounds: what was typed there, and the first that would be struck.

        `where` is the round, and `why` a sentence if the play would be struck.
        """
        for number, seat in sorted({*islice(self.struck, _MOST_STRUCK), *self.typed}):
            if number != self.number and self.game.played_round(number) and seat in self.game.record.players:
                where = capitalize_first(headings.round_name(self.game, number))
                why = self.struck.get((number, seat), "")
                yield {**self._field(number, seat), "where": where, "why": why}

    def _field(self, number: int, seat: Seat) -> Content:
        """Return a player's play: as it stands, and as the form has it (`text`, `face`).

        `stands` is None where the player showed nothing. `pad` are its keys, one group for each suit; empty
        where the play is typed. `why_struck` says why it is struck already.
        """
        played, allowed = self.game.rounds[number - 1], (self.ask.allowed if self.ask else {}).get(seat)
        play = played.reveal.plays.get(seat)
        stands = None if play is None else card_face(play)
        stood = stands.text if stands else ""
        text = self.typed.get((number, seat), stood)
        are_few = len(self.game.record.players) <= _MOST_PADS
        keys = keys_by_suit(self.game, [allowed]) if allowed and self.pad != "digits" and are_few else ()
        struck = {(each.round, each.player): each for each in self.game.struck_plays}.get((number, seat))
        return {
            "number": number,
            "seat": seat,
            "is_corrected": seat in played.corrected,
            "stands": stands,
            "text": text,
            "face": _face(allowed, text),
            "is_changed": text.strip() != stood,
            "pad": [(suit, [card_face(each) for each in plays]) for suit, plays in keys],
            "why_struck": reason_struck(self.room, struck) if struck else "",
        }

    @property
    def is_typed(self) -> bool:
        """Whether cards are written, since there are no pads."""
        shown = self.game.rounds[self.number - 1].reveal.plays.values()
        return any(isinstance(play, Card) for play in shown) and not any(each["pad"] for each in self.fields)

    @cached_property
    def _after(self) -> tuple[Room, GameState]:
        after = apply(self.room, self.event) if self.event else self.room
        return after, after.find_game(self.game.number) or self.game

    @cached_property
    def struck(self) -> Mapping[Place, str]:
        """The plays of the game that the correction makes impossible without correcting them, and why.

        The rounds after an earlier end are struck too, but no other card would make them count.
        """
        known = {(each.round, each.player) for each in self.game.struck_plays}
        known |= {(each.round, each.seat) for each in (self.event.plays if self.event else ())}
        return {
            (each.round, each.player): translate(
                "Struck if it stays: {why}.", why=reason_struck(self.room, each)
            )
            for each in self._after[1].struck_plays
            if each.why is not OVER and (each.round, each.player) not in known
        }

    @property
    def sides(self) -> Iterator[tuple[tuple[PointsBox, ...], tuple[str, ...]]]:
        """How the game stands now and then, as boxes and sentences."""
        both = ((self.room, self.game), self._after)
        is_hidden = any(hides_scores(room, game) for room, game in both)
        for room, game in both:
            boxes = () if is_hidden else points_boxes(game)
            yield boxes, tuple(_side_sentences(room, game, self.number))

    @property
    def changes(self) -> tuple[str, ...]:
        """What would change, in sentences."""
        return describe_changes(self.room, self._after[0])


def common_pad(ask: NextRound | None) -> Pad:
    """Return how a score-keeper enters what is asked for: for all players in the same way."""
    allowed = next(iter(ask.allowed.values()), None) if ask else None
    return allowed.pad if allowed else ""


def _face(allowed: AllowedPlay | None, text: str) -> CardFace | None:
    """Return what is typed as a card or number; None where it is nothing, or cannot be read."""
    try:
        return card_face(allowed.read(text)) if allowed and text.strip() else None
    except Refused:
        return None


def keys_by_suit(game: GameState, allowed: Iterable[AllowedPlay]) -> tuple[tuple[str, tuple[Play, ...]], ...]:
    """Return what has a key on a pad by suit, lowest first; nothing where plays are typed."""

    def suit_of(play: Play) -> str:
        return play.suit if isinstance(play, Card) else ""

    plays = {play for each in allowed for play, _ in each.keys(lambda _: ())}
    ordered = sorted(plays, key=lambda play: ("SHDC".find(suit_of(play)), game.record.rules.sort_key(play)))
    return tuple((suit, tuple(group)) for suit, group in groupby(ordered, key=suit_of))


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


def is_unsurprising(before: Room, after: Room, event: events.Event) -> bool:
    """Return whether an event, which makes `after` of `before`, needs no look at what it changes.

    That is an end of a game in which nothing was revealed, and an undo or a redo of a correction or of the
    last round at most, which strikes no play and removes no phone from the room.
    """
    if isinstance(event, events.GameEnded):
        return not any(game.record.reveals for game in before.games[-1:])
    is_clean = before.devices.keys() <= after.devices.keys() and not any(_strikes(before, after))
    if not isinstance(event, events.EventUndone) or not is_clean:
        return False
    done = before.entry(event.number)
    was, now = (
        [(game.number, played.reveal.plays) for game in room.games for played in game.rounds]
        for room in (before, after)
    )
    return isinstance(done and done.event, events.CorrectionEvent) or was[:-1] == now[: len(was) - 1]


def describe_changes(before: Room, after: Room) -> tuple[str, ...]:
    """Return sentences for the differences between two states: rounds, points, winners, struck plays."""
    return tuple(_changes(before, after)) or (translate("No score changes."),)


def _changes(before: Room, after: Room) -> Iterator[str]:
    known = {game.number: game for game in (*before.games, *after.games)}
    for number, game in known.items():
        title, was, now = (
            headings.evening_game_name(number),
            before.find_game(number),
            after.find_game(number),
        )
        if was and now:
            is_hidden = hides_scores(before, was) or hides_scores(after, now)
            yield from _game_changes(before, title, was, now, is_hidden=is_hidden)
        elif now or game.record.reveals:
            taken, again = (
                N_("{game} is taken back, with {rounds}."),
                N_("{game} is there again, with {rounds}."),
            )
            rounds = _rounds(game, len(game.record.reveals))
            yield translate(again if now else taken, game=title, rounds=rounds)
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
    struck = len(after.late_rounds) - len(before.late_rounds)
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
