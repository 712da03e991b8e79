"""Lowest alone: the lowest number that nobody else has gets a point, and three points win (L1 to L3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.games.number_game import (
    HIGHEST,
    LOWEST,
    PointsRace,
    absent_reasons,
    alone_in_order,
    equal_numbers,
    same_number_reasons,
)
from companion.rules.games.options import option
from companion.rules.games.pictures import Lesson, Panel
from companion.rules.plays import Numbers, PlayerId, Players
from companion.rules.results import Leaf, NumberRound, Reason, Reasons, Sentences, shown
from companion.values import frozen

_SAME = Panel(
    N_("Same number?|Both out."),
    N_("Two guests with the same number stand on their heads; the lamp is off"),
    """
    lamp off; floor; guest 0 46 87 30 says=0% turn=172; guest 1 80 87 30 says=0% turn=188
    guest 6 124 88 30 says=12%
    """,
)
_UP = """
lamp x=78; floor; guest 0 17 87 23 says=0% turn=172; guest 1 17 61 23 says=0% turn=188
guest 4 46 87 23 says=1% turn=172; guest 3 46 61 23 says=1% turn=188
guest 2 78 88 33 eyes=open says=2% lit; guest 6 112 88 25 says=7%; guest 7 143 88 25 says=27%
"""
_DOWN = """
lamp x=82; floor; guest 0 143 87 23 says=100% turn=172; guest 1 143 61 23 says=100% turn=188
guest 4 114 87 23 says=99% turn=172; guest 3 114 61 23 says=99% turn=188
guest 2 82 88 33 eyes=open says=98% lit; guest 6 48 88 25 says=90%; guest 7 17 88 25 says=70%
"""


@frozen
class EdgeWords:
    """What is said of the number that scores: the lowest that nobody else has, or the highest (L2)."""

    aim: str
    lead: str
    scores: Panel
    question: str
    gets: str
    headline: str
    reason: str
    others: PluralTemplate
    for_you: str
    not_for_you: str
    winner: str


_PICK = N_("Everybody picks a number in secret; all are shown at once.")
_OUT = N_("Two or more who picked the same number are out in that round.")
_WINS = N_("Whoever first has the points to win wins at once.")

_WORDS = {
    "lowest": EdgeWords(
        aim=N_("Lowest number that nobody else picks"),
        lead=N_("Pick a low number. So does everybody."),
        scores=Panel(
            N_("The lowest alone|gets a point."),
            N_("Of the guests with a number of their own, the one with the lowest stands in the light"),
            _UP,
        ),
        question=N_("Who is the lowest alone?"),
        gets=N_("Whoever has the lowest number of those left gets a point. If none is left, nobody does."),
        headline=N_("{players} is lowest, and alone"),
        reason=N_("{number} is the lowest number that only one has: 1 point for {players}."),
        others=PluralTemplate("{shown} is higher: no point.", "{shown} are higher: no point."),
        for_you=N_("{number} is the lowest that nobody else has: 1 point for you"),
        not_for_you=N_("{number} is not the lowest that nobody else has: no point"),
        winner=N_("Lowest, alone"),
    ),
    "highest": EdgeWords(
        aim=N_("Highest number that nobody else picks"),
        lead=N_("Pick a high number. So does everybody."),
        scores=Panel(
            N_("The highest alone|gets a point."),
            N_("Of the guests with a number of their own, the one with the highest stands in the light"),
            _DOWN,
        ),
        question=N_("Who is the highest alone?"),
        gets=N_("Whoever has the highest number of those left gets a point. If none is left, nobody does."),
        headline=N_("{players} is highest, and alone"),
        reason=N_("{number} is the highest number that only one has: 1 point for {players}."),
        others=PluralTemplate("{shown} is lower: no point.", "{shown} are lower: no point."),
        for_you=N_("{number} is the highest that nobody else has: 1 point for you"),
        not_for_you=N_("{number} is not the highest that nobody else has: no point"),
        winner=N_("Highest, alone"),
    ),
}


@dataclass(frozen=True)
class LowestAlone(PointsRace):
    """The game with its options."""

    name = "lowest-alone"
    title = N_("Lowest alone")
    min_players = 3
    max_players = 60
    source = N_("Known as LUPI, for lowest unique positive integer; the words and the look are ours.")
    emblem = """
    lamp x=50 y=18 width=32 spread=40 ground=84; floor y=84; guest 0 17 83 22 says=1 turn=172
    guest 1 17 58 22 says=1 turn=188; guest 7 83 84 24 says=9; guest 2 50 84 30 eyes=open says=2 lit
    """
    in_short = N_("numbers, 3 to 60")
    has_middle = False
    same_number_rule = "L2"
    verdict = N_("Alone!")

    low: int = option(1, *LOWEST, is_signed=True)
    high: int = option(20, *HIGHEST, is_signed=True, offered=(10, 20, 50, 100))
    points_target: int = option(
        3, N_("Points to win"), N_("Whoever has them first wins at once."), offered=(2, 3, 5)
    )
    pick: str = option(
        "lowest",
        N_("Which number scores"),
        N_("Of those that only one player has."),
        choice_labels={"lowest": N_("The lowest"), "highest": N_("The highest")},
        offered=("lowest", "highest"),
    )

    @property
    def words(self) -> EdgeWords:
        """What is said of the number that scores."""
        return _WORDS[self.pick]

    @property
    def aim(self) -> str:
        return self.words.aim

    @property
    def winner(self) -> str:
        return self.words.winner

    @property
    def lesson(self) -> Lesson:
        everybody, alone = N_("Everybody's number"), N_("The first one alone scores")
        captions = (everybody, N_("Same number: out"), self.words.question, alone)
        panels = (_SAME, self.words.scores, self.race_panel)
        return Lesson(self.words.lead, panels, captions).on(*self.number_line)

    @property
    def how_to(self) -> Sentences:
        return _PICK, _OUT, self.words.gets, _WINS

    @property
    def searched_from(self) -> int:
        return self.low if self.pick == "lowest" else self.high

    def scorers(self, plays: Numbers) -> Players:
        """Return who has the lowest number that only one player has, or the highest (L2)."""
        alone = alone_in_order(plays)
        return alone[:1] if self.pick == "lowest" else alone[-1:]

    def round_headline(self, leaf: Leaf) -> Reason:
        template = self.words.headline if leaf.winners else N_("Nobody is alone")
        return Reason("L2", template, leaf.winners)

    def player_reason(self, leaf: NumberRound, player: PlayerId) -> Reason:
        template = self.words.for_you if player in leaf.winners else self.words.not_for_you
        return Reason("L2", template, (), {"number": leaf.plays[player]})

    def round_reasons(self, plays: Numbers, winners: Players, players: Players) -> Reasons:
        """See L1 and L2."""
        yield from same_number_reasons(plays, "L2")
        if winners:
            yield Reason("L2", self.words.reason, winners, {"number": plays[winners[0]]})
        else:
            yield Reason("L2", "No number is left, so nobody scores.")
        same = equal_numbers(plays)
        if others := {p: n for p, n in plays.items() if n not in same and p not in winners}:
            yield shown("L2", self.words.others, others, "visible")
        yield from absent_reasons(plays, players, rule="L1")
