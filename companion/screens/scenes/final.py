"""The end of a game, and from the second one on of the evening (H1): podiums whose middle is the highest."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.i18n.lettering import ems
from companion.i18n.messages import translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens.endings import GameEnding, game_ending, score_name
from companion.screens.evening import evening_view
from companion.screens.naming import MOST_NAMED, name_or_count, reason_sentences, score_word
from companion.screens.podium import Podium
from companion.screens.scenes.scene import Scene, Telling

HeadingSize = Literal["huge", "large", "medium", "small", "tiny"]

_TOLD = 2100  # ms: the winner has landed, and the name appears
_LENGTH = 6000
_CHEERED = 8000  # ms before the evening's award follows
_SEVERAL = 2
_MOST_LISTED = 30  # names of winners; more are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class _PodiumScene(Scene):
    kicker: str
    heading: str
    ribbon: str
    """What is written on the ribbon of a single winner."""
    podium: Podium
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalScene(_PodiumScene):
    """The podium of a game, and why it stands like this. `size` is that of the heading."""

    kind: ClassVar[str] = "final"
    telling: ClassVar[Telling] = "winner"
    size: HeadingSize
    figure: str
    """What the numbers on the steps count."""
    winners: tuple[str, ...]
    """The names of all winners where the heading does not have them, or how many they are."""


def final_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the end of a game that is over."""
    if game.next_round is not None or game.is_thrown_away or not game.record.reveals:
        return
    ending = game_ending(room, game)
    heading, kicker = _heading(ending)
    ribbon = translate("Perfectly average") if ending.mediocre else translate("Mostly average")
    winners = ending.winners if len(ending.winners) <= _MOST_LISTED else (ending.headline,)
    is_named = heading == ending.headline and len(ending.winners) <= MOST_NAMED
    yield FinalScene(
        key=ending.key,
        told=_TOLD,
        length=_LENGTH if evening_view(room) is None else _CHEERED,
        kicker=kicker or translate(game.record.rules.known_as),
        heading=heading,
        size=heading_size(heading),
        ribbon=ribbon if len(ending.winners) == 1 else "",
        podium=ending.podium,
        figure=score_word(score_name(game), 1 if ending.podium.middle.score == 1 else 2),
        why=_why(room, game, ending),
        winners=() if is_named else winners,
    )


def _why(room: Room, game: GameState, ending: GameEnding) -> tuple[str, ...]:
    """Return the whole reason; where several have won, few names: the screen has them, and that they tied."""
    if len(ending.winners) < _SEVERAL:
        return ending.why
    reasons = game.score.root.reasons
    elsewhere = ("G5", "G6", "G7") if ending.tied else ("G5", "G6")  # the peels, and that the tie stands
    told = [each for place, each in enumerate(reasons) if not place or each.rule not in elsewhere]
    return reason_sentences(room, told, _SEVERAL)


def _heading(ending: GameEnding) -> tuple[str, str]:
    """Return the heading, and what the winners are; that is empty where the middle has not won."""
    kicker = ""
    if ending.tied:
        kicker = translate("The tie stands")
    elif ending.mediocre and ending.winners:
        is_one = len(ending.winners) == 1
        kicker = translate("The most mediocre player") if is_one else translate("The most mediocre players")
    if not ending.mediocre or len(ending.winners) < _SEVERAL:
        return ending.headline, kicker
    if len(ending.winners) == _SEVERAL:
        return translate("Perfectly adequate, both of them"), kicker
    return translate("Perfectly adequate, all of them"), kicker


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningScene(_PodiumScene):
    """The podium of the evening; `latest` says who won the game that has just ended."""

    kind: ClassVar[str] = "evening"
    telling: ClassVar[Telling] = "evening"
    names: str
    headline: str
    latest: str


def evening_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the award of the evening, where there is one and no game is played."""
    found = None if game.next_round or game.is_thrown_away else evening_view(room)
    if found is None:
        return
    ending, is_alone = found.final, len(found.final.winners) == 1
    yield EveningScene(
        key=ending.key,
        told=_TOLD,
        length=_LENGTH,
        kicker=found.after,
        heading=translate("Most mediocre of the evening")
        if is_alone
        else translate("Equally mediocre this evening"),
        ribbon=name_or_count(ending.winners, 1) if is_alone else "",
        podium=ending.podium,
        why=ending.why,
        names=name_or_count(ending.winners),
        headline=ending.headline,
        latest=translate("The last game: {outcome}", outcome=game_ending(room, game).headline),
    )


# How large a heading beside the podium can be written, so that its words are not broken

_WIDTH, _HEIGHT = 42.0, 33.0  # rem: the left third of the frame, where headings stand
_LINE, _SPACE = 0.9, 0.3  # of the size
_SIZES: Mapping[HeadingSize, float] = {"huge": 15.0, "large": 12.0, "medium": 9.0, "small": 6.8, "tiny": 5.2}
"""Words of the style sheet, and the size in rem."""
_TIGHT = 0.9  # of the usual width: the letters of large headings stand closer


def heading_size(text: str) -> HeadingSize:
    """Return the largest of the sizes at which a heading fits; the smallest where none does."""
    fitting = (word for word, size in _SIZES.items() if _fits(text, _WIDTH / size, _HEIGHT / size / _LINE))
    return next(fitting, "tiny")


def _fits(text: str, width: float, lines: float) -> bool:
    """Return whether a text fits into a box, which is measured in units of the size.

    In words of wide letters, as in Japanese, lines may end anywhere.
    """
    used, left = 1, width
    for word in re.findall(r"[^\s-]+-?", text):
        wide = _TIGHT * ems(word)
        if wide > width and not all(unicodedata.east_asian_width(each) in {"F", "W"} for each in word):
            return False
        if wide > left:
            used, left = used + max(1, -int(-wide // width)), width
        left -= wide % width + _SPACE
    return used <= lines
