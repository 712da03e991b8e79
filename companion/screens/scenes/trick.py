"""The scene of a round of cards: they come up in order, the outer ones tip away, the middle is lit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.names import first_character
from companion.room.state import Room
from companion.rules.games.outcomes import Fate
from companion.rules.results import Leaf
from companion.screens import headings, reveals, snapshots
from companion.screens.cards import CardFace
from companion.screens.naming import is_crowd, reason_sentences
from companion.screens.scenes.tally import CardScene, Pool, notes_of_pool, open_rows, pool_after, strip_of
from companion.screens.struck import struck_last

SPREAD = 900
"""Within this time all cards begin to come up (in milliseconds, as all times here)."""
_NEXT = 220  # from card to card, at most
_CARRY = 500  # for one card
_PAUSE = 250
_TICKS = 700  # for all pairs to tip, and for one at most
_TICK = 350
_STILL = 150  # before the light
_TOLD = 250  # after the light
_COUNTED = 450  # from the result to the strip
_READ = 1300

_IN_LIGHT: tuple[Fate, ...] = ("middle", "won", "discarded")
_MOST_IN_ROW = 12
_MOST_ON_SIDE = 20

Layout = Literal["podium", "trapdoor", "row"]
"""How the cards stand: on both sides of the middle, on both sides of a trapdoor, or in one row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedCard:
    """A card with its player; in a crowd, equal cards with all their players.

    `at` is when it comes up, and `tips` when it tips, falls or rises. `call` is what its player called.
    """

    card: CardFace
    seat: Seat
    name: str
    initial: str
    fate: Fate
    word: str
    corrected: bool
    call: str
    at: int
    tips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickScene(CardScene):
    """The cards of the last reveal: those below the middle, the middle, those above it.

    `is_lit`: whether the middle stands in the light; else the round is tied, or has no result. `leans`: to
    which side the lamp leans, of two cards in the middle.
    """

    kind: ClassVar[str] = "trick"

    layout: Layout
    low: tuple[StagedCard, ...]
    middle: tuple[StagedCard, ...]
    high: tuple[StagedCard, ...]
    is_lit: bool
    leans: Literal["", "left", "right"]
    pool: Pool | None

    @property
    def cards(self) -> tuple[StagedCard, ...]:
        """All cards in order."""
        return (*self.low, *self.middle, *self.high)


def trick_scenes(room: Room, game: GameState) -> Iterator[TrickScene]:
    """Yield the scene of the last reveal, where the game shows cards."""
    leaf, rules = reveals.latest_leaf(game), game.record.rules
    if leaf is None or not rules.shows_cards:
        return
    cards = tuple(_in_order(room, game))
    low, middle, high = _around_middle(cards)
    is_lit = any(each.fate in _IN_LIGHT for each in middle)
    crowded = len(cards) > _MOST_IN_ROW
    is_row = not crowded and (rules.staging == "lean" or not is_lit)
    up = _spread(len(cards)) * (len(cards) - 1) + _CARRY + _PAUSE
    pairs, at_sides = max(len(low), len(high)), len(low) - len(high)
    tick = min(_TICK, _TICKS // max(1, pairs))
    lit = up + tick * pairs + _STILL
    yield TrickScene(
        key=headings.reveal_key(game, "trick"),
        told=lit + _TOLD,
        length=lit + _TOLD + _COUNTED + _READ,
        layout="row" if is_row else "trapdoor" if rules.staging == "trapdoor" else "podium",
        kicker=headings.join_parts(translate(rules.known_as), headings.latest_name(game)),
        heading=reason_sentences(room, [rules.round_headline(leaf)])[0]
        if leaf.finished
        else translate("A card is struck: nobody wins"),
        low=_tipped(low, up, tick),
        middle=_tipped(middle, lit, 0),
        high=_tipped(high[::-1], up, tick)[::-1],
        is_lit=is_lit,
        leans="" if not (is_row and is_lit) or at_sides == 0 else "right" if at_sides > 0 else "left",
        pool=pool_after(game),
        strip=strip_of(
            room,
            game,
            depth=len(headings.latest_parts(game)) - 1,
            lit=[seat for seat, fate in rules.fates(leaf).items() if fate in _IN_LIGHT],
            notes=_notes(game, leaf),
            opened=open_rows(game),
        ),
        lit=lit,
        counted=lit + _TOLD + _COUNTED,
    )


def _in_order(room: Room, game: GameState) -> Iterator[StagedCard]:
    """Yield the cards from the lowest to the highest: one for each player, in a crowd one for each face."""
    reveal = reveals.last_reveal(room, game)
    laid = reveal.plays if reveal else ()
    corrected, caller, call = reveals.corrected_seats(game), _caller(game), game.record.reveals[-1].call or ""
    gap = _spread(len(laid) if is_crowd(room) else sum(len(each.seats) for each in laid))
    at = 0
    for each in laid:
        for seat in each.seats[:1] if is_crowd(room) else each.seats:
            is_one = not is_crowd(room) or len(each.seats) == 1
            named = room.name(seat) if is_one else format_count(len(each.seats), "{n} player", "{n} players")
            yield StagedCard(
                card=each.face,
                seat=seat,
                name=named,
                initial=first_character(room.name(seat)),
                fate=each.fate,
                word=each.word,
                corrected=each.corrected and (is_crowd(room) or seat in corrected),
                call=call if seat == caller or (is_crowd(room) and caller in each.seats) else "",
                at=at,
            )
            at += gap


def _spread(cards: int) -> int:
    return min(_NEXT, SPREAD // max(1, cards - 1))


def _caller(game: GameState) -> Seat | None:
    """Return who called high or low in the last round."""
    earlier = snapshots.game_before_last(game).score.next_round
    return earlier.caller if earlier else None


Cards = tuple[StagedCard, ...]


def _around_middle(cards: Cards) -> tuple[Cards, Cards, Cards]:
    """Return the cards below the middle, in it and above it; without a result, half of them on each side.

    In a tied round, the cards that tie it are in the middle. Of very many, those next to the middle are left.
    """
    central = [each for each in cards if each.fate in _IN_LIGHT] or [
        each for each in cards if each.fate == "tied"
    ]
    if not central:
        half = (len(cards) + 1) // 2
        return cards[:half][:_MOST_ON_SIDE], (), cards[half:][-_MOST_ON_SIDE:]
    first = cards.index(central[0])
    low, others = cards[:first], (each for each in cards[first:] if each not in central)
    return low[-_MOST_ON_SIDE:], tuple(central), tuple(others)[:_MOST_ON_SIDE]


def _tipped(outermost_first: Cards, start: int, tick: int) -> Cards:
    """Return the cards with the times at which they tip: a tick apart, the outermost first."""
    return tuple(replace(each, tips=start + tick * n) for n, each in enumerate(outermost_first))


def _notes(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    """Return a word for each player whose card is struck, or who was absent, or took rounds from the pool."""
    absent = {seat: translate("absent") for seat in reveals.absentees(game, leaf)}
    struck = {each.player: translate("struck") for each in struck_last(game)}
    return {**absent, **struck, **notes_of_pool(game, leaf)}
