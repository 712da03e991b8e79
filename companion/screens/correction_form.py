"""The form that corrects a round: every play of it, and those of other rounds that the correction touches."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice

from companion.i18n.errors import Refused
from companion.i18n.messages import bidi_isolate, capitalize_first, translate
from companion.room import events
from companion.room.commands.corrections import Place, opening
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.struck import OVER
from companion.rules.results import AllowedPlay, Play
from companion.screens import headings
from companion.screens.cards import CardFace, card_face
from companion.screens.correctable import CorrectableRound, correctable_round
from companion.screens.endings import game_ending
from companion.screens.event_labels import describe_event
from companion.screens.hidden_scores import hides_scores
from companion.screens.preview import describe_changes
from companion.screens.questions import leaf_of_round
from companion.screens.stage import PointsBox, points_boxes
from companion.screens.struck import reason_struck

_SUITS = "SHDC"
"""The order of the suits on a pad of single cards, as on the score pad."""
_MOST_PADS = 16  # players who have a pad each; for more, cards are typed
_MOST_STRUCK = 6  # plays of other rounds that are shown with a pad each


@dataclass(frozen=True, slots=True)
class PlayField:
    """A player's play in the form: as it stands (`sign`), and as the form holds it (`text`, `face`).

    `sign` is empty where the player showed nothing. `keys` is a pad, one group for each suit; empty where the
    play is typed. `where` is the round if it is another than the page's, and `why` a sentence if the play
    would be struck. `why_struck` says why it is struck already.
    """

    name: str
    seat: Seat
    player: str
    sign: str
    text: str
    face: CardFace | None
    is_changed: bool
    is_corrected: bool
    keys: tuple[tuple[str, tuple[CardFace, ...]], ...]
    why_struck: str = ""
    where: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class CorrectionSide:
    """How a game stands with the plays as they are, or as they would be."""

    boxes: tuple[PointsBox, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What a correction would change; `token` names exactly this correction, to confirm it with.

    `struck` counts the plays of other rounds that it makes impossible.
    """

    what: str
    token: str
    count: int
    now: CorrectionSide
    then: CorrectionSide
    changes: tuple[str, ...]
    struck: int


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """The form of a revealed round: its plays, plays of other rounds, its call, and a preview if any."""

    round: CorrectableRound
    number: int
    fields: tuple[PlayField, ...]
    others: tuple[PlayField, ...]
    call: str
    may_be_absent: bool
    """Whether a player may have shown nothing."""
    picks_one: bool
    """Whether one player at most has anything, so that just the player is chosen."""
    preview: CorrectionPreview | None

    @property
    def taker(self) -> str:
        """The seat of the player who has something where it is one at most, `none` where nobody has."""
        return next((each.seat for each in self.fields if each.text == "1"), "none")

    @property
    def is_typed(self) -> bool:
        """Whether cards are written, since there are no pads."""
        return self.round.is_cards and not any(each.keys for each in self.fields)


@dataclass(frozen=True, slots=True)
class Typed:
    """What the host has typed so far, and the places of other rounds that it contradicts."""

    plays: Mapping[Place, str] = field(default_factory=dict)
    calls: Mapping[int, str] = field(default_factory=dict)
    touched: tuple[Place, ...] = ()


def correction_token(event: events.PlaysCorrected) -> str:
    """Return a text that names a correction: `2-1=10H 2-3= 2=high`."""
    plays = (f"{each.round}-{each.seat}={'' if each.play is None else each.play}" for each in event.plays)
    return " ".join((*plays, *(f"{each.round}={each.call}" for each in event.calls)))


def correction_form(
    room: Room,
    game: GameState,
    number: int,
    typed: Typed | None = None,
    event: events.PlaysCorrected | None = None,
) -> CorrectionForm:
    """Build the form of a revealed round as it is typed; with a correction, also what that would change."""
    typed = typed or Typed()
    fields = _Fields(room, game, typed)
    round_, after = correctable_round(room, game, number), _after(room, game, event)
    newly = _newly_struck(room, game, after, event)
    others = {*islice(newly, _MOST_STRUCK), *typed.touched, *typed.plays}
    return CorrectionForm(
        round=round_,
        number=number,
        fields=tuple(fields.field((number, cell.seat)) for cell in round_.cells),
        others=tuple(
            fields.field(place, newly.get(place, ""), is_other=True)
            for place in sorted(others)
            if place[0] != number and game.played_round(place[0]) and place[1] in game.record.players
        ),
        call=typed.calls.get(number, round_.call),
        may_be_absent=fields.may_be_absent,
        picks_one=fields.picks_one,
        preview=_preview(room, game, number, event) if event else None,
    )


def _after(room: Room, game: GameState, event: events.PlaysCorrected | None) -> GameState:
    return (apply(room, event).find_game(game.number) if event else None) or game


def _newly_struck(
    room: Room, before: GameState, after: GameState, event: events.PlaysCorrected | None
) -> Mapping[Place, str]:
    """Return the plays of the game that a correction makes impossible without correcting them, and why.

    The rounds after an earlier end are struck too, but no other card would make them count.
    """
    if event is None:
        return {}
    known = {(each.round, each.player) for each in before.struck_plays}
    known |= {(each.round, each.seat) for each in event.plays}
    return {
        (each.round, each.player): translate("Struck if it stays: {why}.", why=reason_struck(room, each))
        for each in after.struck_plays
        if each.why is not OVER and (each.round, each.player) not in known
    }


class _Fields:
    """Makes the fields of a form."""

    def __init__(self, room: Room, game: GameState, typed: Typed) -> None:
        self._room, self._game, self._typed = room, game, typed
        ask = opening(game)
        self._allowed: Mapping[Seat, AllowedPlay] = ask.allowed if ask else {}
        self.picks_one = any(each.pad == "one" for each in self._allowed.values())
        self.may_be_absent = ask is not None and not ask.everyone_must_play
        self._struck = {(each.round, each.player): reason_struck(room, each) for each in game.struck_plays}

    def field(self, place: Place, why: str = "", *, is_other: bool = False) -> PlayField:
        """Return the field of a play; `is_other`: of another round than the page's."""
        number, seat = place
        played = self._game.rounds[number - 1]
        play = played.reveal.plays.get(seat)
        stands = "" if play is None else str(play)
        text = self._typed.plays.get(place, stands)
        return PlayField(
            name=f"play-{number}-{seat}",
            seat=seat,
            player=self._room.name(seat),
            sign="" if play is None else card_face(play).sign,
            text=text,
            face=self._face(seat, text),
            is_changed=text.strip() != stands,
            is_corrected=seat in played.corrected,
            keys=self._keys(seat),
            why_struck=self._struck.get(place, ""),
            where=capitalize_first(headings.round_name(self._game, number)) if is_other else "",
            why=why,
        )

    def _face(self, seat: Seat, text: str) -> CardFace | None:
        """Return what is typed as a card or number; None where it is nothing, or cannot be read."""
        allowed = self._allowed.get(seat)
        try:
            return card_face(allowed.read(text)) if allowed and text.strip() else None
        except Refused:
            return None

    def _keys(self, seat: Seat) -> tuple[tuple[str, tuple[CardFace, ...]], ...]:
        allowed = self._allowed.get(seat)
        if allowed is None or allowed.pad == "digits" or len(self._game.record.players) > _MOST_PADS:
            return ()
        return tuple(_key_groups(self._game, allowed))


def _key_groups(game: GameState, allowed: AllowedPlay) -> Iterator[tuple[str, tuple[CardFace, ...]]]:
    """Yield the keys of a pad by suit, lowest first; none where plays are typed."""

    def suit_of(play: Play) -> str:
        return play.suit if isinstance(play, Card) else ""

    plays = [play for play, _ in allowed.keys(lambda _: ())]
    plays.sort(key=lambda play: (_SUITS.find(suit_of(play)), game.record.rules.sort_key(play)))
    for suit, group in groupby(plays, key=suit_of):
        yield suit, tuple(map(card_face, group))


def _preview(room: Room, game: GameState, number: int, event: events.PlaysCorrected) -> CorrectionPreview:
    after = apply(room, event)
    then = after.find_game(game.number) or game
    is_hidden = hides_scores(room, game) or hides_scores(after, then)
    return CorrectionPreview(
        what=describe_event(room, event),
        token=correction_token(event),
        count=len(event.plays) + len(event.calls),
        now=_side(room, game, number, is_hidden=is_hidden),
        then=_side(after, then, number, is_hidden=is_hidden),
        changes=describe_changes(room, after),
        struck=len(_newly_struck(room, game, then, event)),
    )


def _side(room: Room, game: GameState, number: int, *, is_hidden: bool) -> CorrectionSide:
    """Return the standing, what the round brought, and who has won if the game is over."""
    return CorrectionSide(() if is_hidden else points_boxes(game), tuple(_side_sentences(room, game, number)))


def _side_sentences(room: Room, game: GameState, number: int) -> Iterator[str]:
    leaf = leaf_of_round(game, number)
    if leaf is not None and leaf.finished:
        headline = game.record.rules.round_headline(leaf)
        sentence = headline.sentence(lambda seat: bidi_isolate(room.name(seat)))
        yield translate("{sentence}.", sentence=sentence)
    elif leaf is not None:
        yield translate("A card is struck: nobody wins.")
    if game.next_round is None and not game.is_thrown_away:
        yield translate("{sentence}.", sentence=game_ending(room, game).headline)
