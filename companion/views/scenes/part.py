"""The scene of a part that ended with the last reveal, such as a hand, or a round of tricks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.names import first_character
from companion.room.state import Room
from companion.rules.results import Branch
from companion.views import headings
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PartResult:
    """What one player has at the end of a part, and what that is, in a few words.

    `hand`: how many cards are left, where that is the score; else None. `open`: the cards of a round of
    tricks. `gain`: what the part brings on the level above. `at`: when the player comes up; `tips`: when the
    player tips away, or rises.
    """

    seat: Seat
    name: str
    initial: str
    score: int
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
    changes.
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


def part_scenes(room: Room, game: GameState) -> Iterator[PartScene]:
    """Yield a scene for each part that ended with the last reveal, innermost first, in games of cards.

    The whole game has a scene of its own; so it has where it is the only part of a level that is not named.
    """
    if not game.record.reveals or game.record.rules.number_line is not None:
        return
    named = headings.latest_parts(game)
    outermost = 1 if game.record.rules.names_outer_level else 2
    for depth in range(len(named), 0, -1):
        where, part = named[depth - 1]
        if (
            isinstance(part, Branch)
            and part.finished
            and depth >= outermost
            and not hides_level(room, game, part)
        ):
            yield _part_scene(room, game, where, depth)


def _part_scene(room: Room, game: GameState, where: str, depth: int) -> PartScene:
    rules, part = game.record.rules, latest_levels(game)[depth]
    low, middle, high = _groups(part)
    up = _gap(part) * (len(part.scores) - 1) + _CARRY + _PAUSE
    pairs = max(len(low), len(high)) if middle else 0
    tick = min(_TICK, _TICKS // max(1, pairs))
    lit = up + tick * pairs + _STILL
    results = {each.seat: each for each in _results(room, game, depth)}
    return PartScene(
        key=f"part-{game.number}-{len(game.record.reveals)}-{depth}",
        told=lit + _TOLD,
        length=lit + _TOLD + _COUNTED + _READ,
        kicker=translate("{game}, {part} is over", game=translate(rules.known_as), part=where),
        heading=reason_sentences(room, [rules.part_headline(part)])[0],
        low=tuple(replace(results[seat], tips=up + tick * n) for n, seat in enumerate(low)),
        middle=tuple(replace(results[seat], tips=lit) for seat in middle),
        high=tuple(replace(results[seat], tips=up + tick * n) for n, seat in enumerate(reversed(high)))[::-1],
        strip=strip_of(room, game, depth - 1, lit=part.winners),
        lit=lit,
        counted=lit + _TOLD + _COUNTED,
    )


def _gap(part: Branch) -> int:
    return min(_NEXT, _COLUMNS // max(1, len(part.scores) - 1))


def _groups(part: Branch) -> tuple[Sequence[Seat], Sequence[Seat], Sequence[Seat]]:
    """Return the players with less than the winners, the winners, and those with more, each in order."""
    ordered = sorted(part.scores, key=part.scores.__getitem__)
    if not part.winners:
        return ordered, (), ()
    least = min(part.scores[seat] for seat in part.winners)
    others = [seat for seat in ordered if seat not in part.winners]
    low = [seat for seat in others if part.scores[seat] < least]
    return low, part.winners, others[len(low) :]


def _results(room: Room, game: GameState, depth: int) -> Iterator[PartResult]:
    rules, part = game.record.rules, latest_levels(game)[depth]
    opened = open_rows(game) if depth == len(latest_levels(game)) - 1 else {}
    for place, seat in enumerate(sorted(part.scores, key=part.scores.__getitem__)):
        yield PartResult(
            seat=seat,
            name=room.name(seat),
            initial=first_character(room.name(seat)),
            score=part.scores[seat],
            word=translate(rules.part_word(part, seat)),
            hand=part.scores[seat] if rules.counts_cards(part.kind) else None,
            open=opened.get(seat, ()),
            gain=rules.gain(part, seat),
            at=place * _gap(part),
        )
