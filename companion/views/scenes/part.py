"""The scene of a part that ended with the last reveal, such as a hand, or a round of tricks.

Where the game is kept by results, such a part is all that was entered (R1, R2).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.i18n.lettering import ems
from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.names import first_character
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import Branch, ResultLeaf, ScoredPart
from companion.views import headings, reveals
from companion.views.hidden_scores import hides_level
from companion.views.naming import reason_sentences
from companion.views.scenes.scene import Scene, Telling
from companion.views.scenes.tally import OpenRow, Strip, latest_levels, open_rows, strip_of

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
    initial: str
    score: int | None
    word: str
    hand: int | None
    open: OpenRow
    gain: int
    at: int
    tips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PartScene(Scene):
    """A part that ended: who has less than its winners, the winners, and who has more.

    Where nobody wins all are in `low`, and the light is off. `lit` is when it is on, `counted` when the strip
    changes. `corrected`: something else was entered before.
    """

    kind: ClassVar[str] = "part"
    telling: ClassVar[Telling] = "part"

    kicker: str
    heading: str
    low: tuple[PartResult, ...]
    middle: tuple[PartResult, ...]
    high: tuple[PartResult, ...]
    strip: Strip
    lit: int
    counted: int
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
        if isinstance(part, ResultLeaf):
            yield _part_scene(room, game, part, where, depth, EnteredScene)
        elif (
            isinstance(part, Branch)
            and part.finished
            and depth >= outermost
            and not hides_level(room, game, part)
        ):
            yield _part_scene(room, game, part, where, depth, PartScene)


def _part_scene(  # noqa: PLR0913, PLR0917
    room: Room, game: GameState, part: ScoredPart, where: str, depth: int, kind: type[PartScene]
) -> PartScene:
    low, middle, high = _groups(part)
    up = _gap(part) * max(0, len(part.scores) - 1) + _CARRY + _PAUSE
    pairs = max(len(low), len(high)) if middle else 0
    tick = min(_TICK, _TICKS // max(1, pairs))
    lit = up + tick * pairs + _STILL
    results = {each.seat: each for each in _results(room, game, part)}
    return kind(
        key=f"part-{game.number}-{len(game.record.reveals)}-{depth}",
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
        yield PartResult(
            seat=seat,
            name=room.name(seat),
            initial=first_character(room.name(seat)),
            score=score,
            word=_word(rules, part, seat),
            hand=score if rules.counts_cards(part.kind) else None,
            open=opened.get(seat, ()),
            gain=rules.gain(part, seat) if part.finished else 0,
            at=place * _gap(part),
        )


def _word(rules: Game, part: ScoredPart, seat: Seat) -> str:
    if isinstance(part, Branch):
        return translate(rules.part_word(part, seat))
    return translate(rules.outcome(part, seat).word) if part.finished else ""
