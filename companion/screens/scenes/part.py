"""The scene of a part that ended with the last reveal, such as a hand, or a round of tricks.

Where the game is kept by results, such a part is all that was entered (R1, R2).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from companion.i18n.lettering import ems
from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Branch, Leaf, ResultLeaf, ScoredPart
from companion.screens import headings, reveals
from companion.screens.hidden_scores import hides_level
from companion.screens.lineup import Area, Lineup, line_up
from companion.screens.naming import reason_sentences, score_word
from companion.screens.scenes.scene import Telling
from companion.screens.scenes.tally import (
    MOST_NAMED,
    CardScene,
    OpenRow,
    Pool,
    latest_levels,
    notes_of_pool,
    open_rows,
    pool_after,
    strip_of,
)
from companion.screens.scoreboard import ScoreRow

_COLUMNS = 900  # until all stand, in milliseconds, as all times here
_NEXT = 220  # from player to player, at most
_CARRY = 500
_PAUSE = 250
_TICKS = 700
_TICK = 350
_STILL = 150
_TOLD = 250
_COUNTED = 700
_READ = 1800
_LONGEST = 30  # letters (ems) of a heading that names all winners; otherwise the others are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class PartResult:
    """What one player has at the end of a part (None: it was not entered), and what that is, in a few words.

    `hand`: how many cards are left, where that is the score; else None. `open`: the cards of a round of
    tricks. `gain`: what the part brings on the level above. `at`: when the player comes up; `tips`: when the
    player tips away, or rises.
    """

    seat: Seat
    name: str
    score: int | None
    word: str
    hand: int | None
    open: OpenRow
    gain: int
    at: int
    tips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PartScene(CardScene):
    """A part that ended: who has less than its winners, the winners, and who has more.

    Where nobody wins all are in `low`, and the light is off. `corrected`: something else was entered before.
    """

    kind: ClassVar[str] = "part"
    telling: ClassVar[Telling] = "part"

    low: tuple[PartResult, ...]
    middle: tuple[PartResult, ...]
    high: tuple[PartResult, ...]
    corrected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredScene(PartScene):
    """A part of which only the result was entered: the scene tells the whole reveal."""

    telling: ClassVar[Telling] = "reveal"


def part_scenes(room: Room, game: GameState) -> Iterator[PartScene]:
    """Yield a scene for each part that ended with the last reveal, innermost first; none for numbers.

    The whole game has a scene of its own; so it has where it is the only part of a level that is not named.
    """
    if not game.record.reveals or game.record.rules.number_line is not None:
        return
    named = headings.latest_parts(game)
    outermost = 1 if game.record.rules.names_outer_level else 2
    for depth in range(len(named), 0, -1):
        where, part = named[depth - 1]
        if isinstance(part, ResultLeaf) or (
            isinstance(part, Branch)
            and part.finished
            and depth >= outermost
            and not hides_level(room, game, part)
        ):
            yield _part_scene(room, game, part, where, depth)


def _part_scene(room: Room, game: GameState, part: ScoredPart, where: str, depth: int) -> PartScene:
    low, middle, high = _groups(part)
    up = _gap(part) * max(0, len(part.scores) - 1) + _CARRY + _PAUSE
    pairs = max(len(low), len(high)) if middle else 0
    tick = min(_TICK, _TICKS // max(1, pairs))
    lit = up + tick * pairs + _STILL
    results = {each.seat: each for each in _results(room, game, part)}
    return (EnteredScene if isinstance(part, ResultLeaf) else PartScene)(
        key=f"{headings.reveal_key(game, 'part')}-{depth}",
        told=lit + _TOLD,
        length=lit + _TOLD + _COUNTED + _READ,
        kicker=translate("{game}, {part} is over", game=translate(game.record.rules.known_as), part=where),
        heading=_heading(room, game, part),
        low=tuple(replace(results[seat], tips=up + tick * n) for n, seat in enumerate(low)),
        middle=tuple(replace(results[seat], tips=lit) for seat in middle),
        high=tuple(replace(results[seat], tips=up + tick * n) for n, seat in enumerate(reversed(high)))[::-1],
        strip=strip_of(room, game, depth - 1, lit=part.winners),
        lit=lit,
        counted=lit + _TOLD + _COUNTED,
        corrected=isinstance(part, ResultLeaf) and bool(reveals.corrected_seats(game)),
    )


def _heading(room: Room, game: GameState, part: ScoredPart) -> str:
    rules = game.record.rules
    if not part.finished:
        return translate("No result")
    headline = rules.part_headline(part) if isinstance(part, Branch) else rules.round_headline(part)
    [whole] = reason_sentences(room, [headline])
    return whole if ems(whole) <= _LONGEST else reason_sentences(room, [headline], most=1)[0]


def _gap(part: ScoredPart) -> int:
    return min(_NEXT, _COLUMNS // max(1, len(part.scores) - 1))


def _groups(part: ScoredPart) -> tuple[Sequence[Seat], Sequence[Seat], Sequence[Seat]]:
    """Return the players with less than the winners, the winners, and those with more, each in order."""
    ordered = sorted(part.scores, key=part.scores.__getitem__)
    if not part.winners:
        return ordered, (), ()
    least = min(part.scores[seat] for seat in part.winners)
    others = [seat for seat in ordered if seat not in part.winners]
    low = [seat for seat in others if part.scores[seat] < least]
    return low, part.winners, others[len(low) :]


def _results(room: Room, game: GameState, part: ScoredPart) -> Iterator[PartResult]:
    rules = game.record.rules
    opened = open_rows(game) if part is latest_levels(game)[-1] else {}
    for place, seat in enumerate(sorted(part.scores, key=part.scores.__getitem__)):
        score = part.scores[seat] if isinstance(part, Branch) or seat in part.plays else None
        if isinstance(part, Branch):
            word = rules.part_word(part, seat)
        else:
            word = rules.outcome(part, seat).word if part.finished else ""
        yield PartResult(
            seat=seat,
            name=room.name(seat),
            score=score,
            word=translate(word),
            hand=score if rules.counts_cards(part.kind) else None,
            open=opened.get(seat, ()),
            gain=rules.gain(part, seat) if part.finished else 0,
            at=place * _gap(part),
        )


# A round of which only the winner was entered: who took it, or that nobody did (R3)

_NEXT_TO_TAKER = 160  # from player to player, at most
_BEFORE_LIGHT, _READ_TAKEN = 400, 1600

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
class TakenScene(CardScene):
    """A round that was taken: `low` and `high` stand beside whoever took it. A tied one: all are in `low`.

    From player to player it takes `gap`.
    """

    kind: ClassVar[str] = "taken"

    low: Lineup
    middle: Taker | None
    high: Lineup
    pool: Pool | None
    gap: int
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
    gap = min(_NEXT_TO_TAKER, _COLUMNS // max(1, len(game.record.players) - 1))
    lit = gap * (len(game.record.players) - 1) + _CARRY + _BEFORE_LIGHT
    yield TakenScene(
        key=headings.reveal_key(game, "taken"),
        told=lit + _TOLD,
        length=lit + _TOLD + _COUNTED + _READ_TAKEN,
        kicker=headings.join_parts(translate(game.record.rules.known_as), headings.latest_name(game)),
        heading=reason_sentences(room, [game.record.rules.round_headline(leaf)])[0]
        if leaf.finished
        else translate("No result"),
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
