"""Lowest alone: the lowest number that nobody else has gets a point, and three points win (L1 to L3)."""

from dataclasses import dataclass

from companion.i18n.messages import N_, Text
from companion.rules.games.lowest_alone.words import EMBLEM, WORDS, EdgeWords
from companion.rules.games.number_game import (
    HIGHEST,
    LOWEST,
    NumberRound,
    PointsGame,
    count_points,
    equal_numbers,
)
from companion.rules.games.options import option
from companion.rules.games.outcomes import Ranking
from companion.rules.games.pictures import Lesson
from companion.rules.results import Leaf, Numbers, PlayerId, Players, Reason, Reasons, ScoredPart, Sentences


@dataclass(frozen=True)
class LowestAlone(PointsGame):
    """The game with its options."""

    name = "lowest-alone"
    title = N_("Lowest alone")
    min_players = 3
    max_players = 60
    source = N_("Known as LUPI, for lowest unique positive integer; the words and the look are ours.")
    emblem = EMBLEM
    in_short = N_("numbers, 3 to 60")
    has_middle = False
    same_number_rule = "L2"
    verdict = N_("Alone!")

    low: int = option(1, *LOWEST)
    high: int = option(20, *HIGHEST)
    points_target: int = option(3, N_("Points to win"), N_("Whoever has them first wins at once."))
    pick: str = option(
        "lowest",
        N_("Which number scores"),
        N_("Of those that only one player has."),
        choices=("lowest", "highest"),
        choice_labels={"lowest": N_("The lowest"), "highest": N_("The highest")},
    )

    def __post_init__(self) -> None:
        self.check_range()
        self.check_points_target()

    @property
    def words(self) -> EdgeWords:
        """What is said of the number that scores."""
        return WORDS[self.pick]

    @property
    def lesson(self) -> Lesson:
        return self.words.lesson(self.points_target)

    @property
    def how_to(self) -> Sentences:
        return self.words.how_to

    @property
    def aim(self) -> str:
        return self.words.aim

    @property
    def searched_from(self) -> int:
        return self.low if self.pick == "lowest" else self.high

    def scorers(self, plays: Numbers) -> Players:
        """Return who has the lowest number that only one player has, or the highest (L2)."""
        same = equal_numbers(plays)
        alone = {number: player for player, number in plays.items() if number not in same}
        return (alone[(min if self.pick == "lowest" else max)(alone)],) if alone else ()

    def round_headline(self, leaf: Leaf) -> Reason:
        template = self.words.headline if leaf.winners else N_("Nobody is alone")
        return Reason("L2", template, leaf.winners, {"number": tuple(map(leaf.plays.get, leaf.winners))})

    def player_reason(self, leaf: NumberRound, player: PlayerId) -> Reason:
        template = self.words.for_you if player in leaf.winners else self.words.not_for_you
        return Reason("L2", template, (), {"number": leaf.plays[player]})

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        note = Text(N_("first to {points}"), {"points": count_points(self.points_target)})
        return Ranking(note=note, winner=self.words.winner)

    def round_reasons(self, plays: Numbers, winners: Players, players: Players) -> Reasons:
        return self.words.round_reasons(plays, winners, players)
