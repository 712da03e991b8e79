"""The scene of a round of which only the winner was entered: who took it, or that nobody did (R3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Leaf, ResultLeaf
from companion.views import headings, reveals
from companion.views.lineup import Area, Lineup, line_up
from companion.views.naming import reason_sentences
from companion.views.scenes.pool import Pool, notes_of_pool, pool_after
from companion.views.scenes.scene import Scene
from companion.views.scenes.tally import MOST_NAMED, Strip, strip_of
from companion.views.score_words import score_word
from companion.views.scoreboard import ScoreRow

_SPREAD = 900  # until all begin to come up, in milliseconds, as all times here
_NEXT = 160  # from player to player, at most
_CARRY = 500
_STILL = 400  # before the light
_TOLD = 250
_COUNTED = 700
_READ = 1600

_LARGE = 10  # the width from which a guest is large enough to have a name that is in the strip too
_BESIDE = Area(width=38, height=34, largest=14, smallest=4)
_ALL = Area(width=104, height=34, largest=17, smallest=4)
_BESIDE_PILE = Area(width=84, height=34, largest=17, smallest=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taker:
    """Who took the round; `rounds` is how many it counts with those of the pool, `word` their name."""

    seat: Seat
    name: str
    rounds: int
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenScene(Scene):
    """A round that was taken: `low` and `high` stand beside whoever took it. A tied one: all are in `low`.

    From player to player it takes `gap`; `lit` is when the light is on, `counted` when the strip changes.
    """

    kind: ClassVar[str] = "taken"

    kicker: str
    heading: str
    low: Lineup
    middle: Taker | None
    high: Lineup
    pool: Pool | None
    strip: Strip
    gap: int
    lit: int
    counted: int
    corrected: bool = False


def taken_scenes(room: Room, game: GameState) -> Iterator[TakenScene]:
    """Yield the scene of the last round, where a game kept by results says only who took it."""
    leaf = reveals.latest_leaf(game)
    if leaf is None or not game.record.rules.keeps_results or isinstance(leaf, ResultLeaf):
        return
    taker, pool = _taker(game, room, leaf), pool_after(game)
    others = [seat for seat in game.record.players if seat not in leaf.winners]
    half = (len(others) + 1) // 2
    beside = partial(_lined_up, room, are_named=len(game.record.players) <= MOST_NAMED)
    gap = min(_NEXT, _SPREAD // max(1, len(game.record.players) - 1))
    lit = gap * (len(game.record.players) - 1) + _CARRY + _STILL
    yield TakenScene(
        key=f"taken-{game.number}-{len(game.record.reveals)}",
        told=lit + _TOLD,
        length=lit + _TOLD + _COUNTED + _READ,
        kicker=headings.join_parts(translate(game.record.rules.known_as), headings.latest_parts(game)[-1][0]),
        heading=_heading(room, game, leaf),
        low=beside(others[:half], _BESIDE) if taker else beside(others, _BESIDE_PILE if pool else _ALL),
        middle=taker,
        high=beside(others[half:] if taker else (), _BESIDE),
        pool=pool,
        strip=strip_of(
            room,
            game,
            len(headings.latest_parts(game)) - 1,
            lit=leaf.winners,
            notes=notes_of_pool(game, leaf),
        ),
        gap=gap,
        lit=lit,
        counted=lit + _TOLD + _COUNTED,
        corrected=bool(reveals.corrected_seats(game)),
    )


def _heading(room: Room, game: GameState, leaf: Leaf) -> str:
    if not leaf.finished:
        return translate("No result")
    return reason_sentences(room, [game.record.rules.round_headline(leaf)])[0]


def _taker(game: GameState, room: Room, leaf: Leaf) -> Taker | None:
    if not leaf.winners:
        return None
    seat, rules = leaf.winners[0], game.record.rules
    rounds = rules.gain(leaf, seat)
    label = rules.standings(game.score.root)[-1].label
    return Taker(seat=seat, name=room.name(seat), rounds=rounds, word=score_word(label, rounds))


def _lined_up(room: Room, seats: Sequence[Seat], area: Area, *, are_named: bool) -> Lineup:
    """Line up guests; where they are named elsewhere too, without names that would make them small."""
    rows = tuple(ScoreRow(room.name(seat), None, central=False, seat=seat) for seat in seats)
    found = line_up(rows, area)
    if found.size >= _LARGE or not are_named:
        return found
    return line_up(tuple(replace(row, name="") for row in rows), area)
