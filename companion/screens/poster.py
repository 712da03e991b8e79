"""The poster of an evening: its podium, charts and awards, as a page, a picture and a text."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.i18n.messages import format_count, format_list, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights.awards import Award, awards
from companion.rules.insights.drift import RoundMiddle, drift
from companion.rules.insights.picks import picks
from companion.screens.charts.drift_chart import DriftChart, drift_chart
from companion.screens.charts.picks_chart import PicksChart, picks_chart
from companion.screens.charts.score_chart import ScoreChart, score_chart
from companion.screens.endings import GameEnding, game_ending, score_name
from companion.screens.evening import evening_view
from companion.screens.naming import name_or_count, player_names
from companion.screens.podium import Podium
from companion.screens.score_words import score_word

_MOST_NAMED = 3  # as winners of one of several games


@dataclass(frozen=True, slots=True)
class PosterAward:
    """An award: who has it, what it is called, and the names with the reason."""

    seats: tuple[Seat, ...]
    title: str
    names: str
    reason: str


@dataclass(frozen=True, slots=True)
class Poster:
    """The poster of the evening, or of its only finished game. `since` is when the room was opened.

    `words` are what is written on the three steps of the podium, from left to right. There are no
    charts of numbers in card games, and where numbers were picked from different ranges.
    """

    code: str
    since: datetime | None
    title: str
    headline: str
    podium: Podium
    words: tuple[str, str, str]
    drift_chart: DriftChart | None
    picks_chart: PicksChart | None
    scores: ScoreChart | None
    """How the scores grew in a single game."""
    games: tuple[tuple[str, str], ...]
    """The title and the winners of each game of an evening; none of a single game."""
    awards: tuple[PosterAward, ...]
    closing: str


def poster(room: Room) -> Poster | None:
    """Build the poster of the evening; None before a game is finished."""
    finished = room.finished_games
    if not finished:
        return None
    evening, last = evening_view(room), finished[-1]
    ending = evening.final if evening else game_ending(room, last)
    alike = [game for game in finished if game.record.rules.number_line is not None]
    if len({game.record.rules.number_line for game in alike}) != 1:  # else they cannot be added up
        alike = []
    line = (alike[0].record.rules.number_line if alike else None) or (0, 0)
    figure = "games" if evening else score_name(last)
    same_rules = len({game.record.rules for game in alike}) == 1
    given = awards(alike[0].record.rules, [game.score for game in alike]) if same_rules else ()
    return Poster(
        code=room.code,
        since=room.opened_at,
        title=translate("Grand Prix of the Middle") if evening else _title(last),
        headline=_headline(ending),
        podium=ending.podium,
        words=_words(ending.podium, score_word(figure, 1 if ending.podium.middle.score == 1 else 2)),
        drift_chart=drift_chart(tuple(_middles(alike)), line),
        picks_chart=picks_chart(_picked(alike), line),
        scores=None if evening else score_chart(room, last, whole=len(last.score.root.parts) > 1),
        games=tuple(
            (_title(game), name_or_count(player_names(room, game.score.root.winners), _MOST_NAMED))
            for game in finished
            if evening
        ),
        awards=tuple(_award(room, each) for each in given),
        closing=translate("The middle wins.") if ending.mediocre else "",
    )


def poster_text(shown: Poster, day: str, address: str) -> str:
    """Return the poster as a few lines of plain text, with the date and the address of the results."""
    where = translate("Room {code}", code=shown.code)
    heads = (each for each in (shown.title, day, where) if each)
    given = (
        translate("{award}: {names}, {reason}", award=each.title, names=each.names, reason=each.reason)
        for each in shown.awards
    )
    sections = ([" · ".join(heads), shown.headline], _steps(shown), given, [address])
    return "\n\n".join(filter(None, map("\n".join, sections)))


def _steps(shown: Poster) -> Iterator[str]:
    """Yield who stands on each step of the podium, the lowest first."""
    for step, word in zip(shown.podium.steps, shown.words, strict=True):
        names = [guest.name for guest in step.guests]
        if step.more:
            names.append(format_count(step.more, "{n} more", "{n} more"))
        if names:
            yield translate("{score} {word}: {names}", score=step.label, word=word, names=tuple(names))


def _middles(alike: Sequence[GameState]) -> Iterator[RoundMiddle]:
    """Yield the rounds with a middle, in the order played, numbered through all these games."""
    before = 0
    for game in alike:
        leaves = tuple(game.score.leaves())
        yield from (replace(each, number=before + each.number) for each in drift(game.record.rules, leaves))
        before += len(leaves)


def _picked(alike: Sequence[GameState]) -> Mapping[int, int]:
    """Return how often each number was picked in these games, lowest first."""
    found: Counter[int] = Counter()
    for game in alike:
        found.update(picks(game.record.rules, tuple(game.score.leaves())))
    return {number: found[number] for number in sorted(found)}


def _title(game: GameState) -> str:
    rules = game.record.rules
    return translate(rules.preset.title if rules.preset else rules.title)


def _headline(ending: GameEnding) -> str:
    """Return the sentence of the poster: what the only winner is, or who shares the win."""
    if len(ending.winners) != 1:
        return ending.headline
    if ending.mediocre:
        return translate("{who} is perfectly average", who=ending.winners[0])
    return translate("{who} is mostly average", who=ending.winners[0])


def _words(podium: Podium, figure: str) -> tuple[str, str, str]:
    """Return what the steps say under their scores."""
    if podium.steps[0].side == "second":
        return translate("second"), figure, translate("the rest")
    low, _, high = podium.steps
    return (
        translate("too few, or farther away") if low.has_beaten else translate("too few"),
        figure,
        translate("too many, or farther away") if high.has_beaten else translate("too many"),
    )


def _award(room: Room, award: Award) -> PosterAward:
    return PosterAward(
        seats=award.players,
        title=translate(award.title),
        names=format_list(player_names(room, award.players)),
        reason=str(award.explains),
    )
