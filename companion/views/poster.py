"""The poster of an evening: its podium, its story in five facts, two charts and the awards, as a page, a
picture and a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.i18n.messages import format_count, format_list, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights.awards import Award, awards, evening_awards
from companion.rules.insights.facts import Fact, FinishedGame, Story, facts
from companion.views.charts.drift_chart import DriftChart, drift_chart
from companion.views.charts.picks_chart import PicksChart, picks_chart
from companion.views.charts.score_chart import ScoreChart, score_chart
from companion.views.endings import GameEnding, game_ending, score_name
from companion.views.evening import evening_view
from companion.views.naming import player_names
from companion.views.podium import Podium
from companion.views.score_words import score_word


@dataclass(frozen=True, slots=True)
class PosterFact:
    """A figure, and the sentence that goes on from it."""

    figure: str
    sentence: str


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
    facts: tuple[PosterFact, ...]
    drift_chart: DriftChart | None
    picks_chart: PicksChart | None
    scores: ScoreChart | None
    """How the scores grew, in a single game without these two charts."""
    awards: tuple[PosterAward, ...]
    closing: str


def poster(room: Room) -> Poster | None:
    """Build the poster of the evening; None before a game is finished."""
    finished = room.finished_games
    if not finished:
        return None
    evening, last = evening_view(room), finished[-1]
    ending = evening.final if evening else game_ending(room, last)
    games = tuple(FinishedGame(game.record, game.score) for game in finished)
    story = Story(games, _winners(ending) if evening else last.score.root.winners)
    line = story.line or (0, 0)
    picks = picks_chart(story.picked, line)
    figure = "games" if evening else score_name(last)
    return Poster(
        code=room.code,
        since=room.opened_at,
        title=translate("Grand Prix of the Middle") if evening else _title(last),
        headline=_headline(ending),
        podium=ending.podium,
        words=_words(ending.podium, score_word(figure, 1 if ending.podium.middle.score == 1 else 2)),
        facts=tuple(_fact(room, each) for each in facts(story)),
        drift_chart=drift_chart(story.middles, line),
        picks_chart=picks,
        scores=None if picks or evening else _scores(room, last),
        awards=tuple(_award(room, each) for each in _awards(games)),
        closing=translate("The middle wins.") if ending.mediocre else "",
    )


def poster_text(shown: Poster, day: str, address: str) -> str:
    """Return the poster as a few lines of plain text, with the date and the address of the results."""
    where = translate("Room {code}", code=shown.code)
    heads = (each for each in (shown.title, day, where) if each)
    facts = (
        translate("{figure} {sentence}", figure=each.figure, sentence=each.sentence) for each in shown.facts
    )
    sections = ([" · ".join(heads), shown.headline], _steps(shown), facts, [address])
    return "\n\n".join(filter(None, map("\n".join, sections)))


def _steps(shown: Poster) -> Iterator[str]:
    """Yield who stands on each step of the podium, the lowest first."""
    for step, word in zip(shown.podium.steps, shown.words, strict=True):
        names = [guest.name for guest in step.guests]
        if step.more:
            names.append(format_count(step.more, "{n} more", "{n} more"))
        if names:
            yield translate("{score} {word}: {names}", score=step.label, word=word, names=tuple(names))


def _winners(ending: GameEnding) -> tuple[Seat, ...]:
    return tuple(guest.seat for guest in ending.podium.middle.guests)


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


def _scores(room: Room, game: GameState) -> ScoreChart | None:
    return score_chart(room, game, whole=len(game.score.root.parts) > 1)


def _fact(room: Room, fact: Fact) -> PosterFact:
    names = dict(zip(fact.reason.players, player_names(room, fact.reason.players), strict=True))
    return PosterFact(format_value(fact.figure), fact.reason.sentence(names.__getitem__))


def _awards(games: Sequence[FinishedGame]) -> tuple[Award, ...]:
    """Return the awards of the only game, or those for all rounds if the games have the same rules."""
    if len(games) == 1:
        return awards(games[0].rules, games[0].score)
    numbers = [game for game in games if game.rules.number_line is not None]
    if not numbers or any(game.rules != numbers[0].rules for game in numbers):
        return ()
    return evening_awards(numbers[0].rules, [leaf for game in numbers for leaf in game.leaves])


def _award(room: Room, award: Award) -> PosterAward:
    return PosterAward(
        seats=award.players,
        title=translate(award.title),
        names=format_list(player_names(room, award.players)),
        reason=str(award.explains),
    )
