"""Last one standing: the half nearer to the middle stays in each round, until one is left (E1 to E6)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.games.knockout import KnockoutWords, player_words, stay_reasons
from companion.rules.games.number_game import (
    HIGHEST,
    LOWEST,
    LazyReasons,
    NumberGame,
    NumberGameRun,
    absent_reasons,
    in_order,
)
from companion.rules.games.options import option
from companion.rules.games.outcomes import MeanTarget, Ranking, WouldScore
from companion.rules.games.pictures import Lesson, Panel
from companion.rules.games.runs import Record
from companion.rules.plays import NextRound, Numbers, PlayerId, Players, Reveal
from companion.rules.results import (
    DecidedResult,
    Leaf,
    NumberRound,
    Reason,
    Reasons,
    ScoredPart,
    Sentences,
    StandingRound,
    count_parts,
)
from companion.rules.standing import middle, middle_of, write_exactly

_MOST_IDLE = 3
"""How many rounds in a row may sit nobody down (E5)."""

_STAND = Panel(
    N_("Everybody stands.|Everybody picks."),
    N_("Five guests stand in a row, each with a number; the lamp is off"),
    """
    lamp off; floor; guest 1 20 88 24 says=8%; guest 6 50 88 24 says=31%; guest 3 80 88 24 says=45%
    guest 4 110 88 24 says=58%; guest 0 140 88 24 says=92%
    """,
)
_STAY = Panel(
    N_("The nearer half|stays standing."),
    N_("Three guests stand in the light of the lamp; the two farthest from the middle are outside it"),
    """
    lamp spread=84; floor; guest 1 14 88 21 says=8% turn=-14; guest 0 146 88 21 says=92% turn=14
    guest 6 52 88 25 says=31% lit; guest 3 80 88 25 eyes=open says=45% lit; guest 4 108 88 25 says=58% lit
    """,
)
_LEFT = Panel(
    N_("Who sits may spoil it.|The last one wins."),
    N_("One guest stands in the light; four others sit low beside it and look on"),
    """
    lamp; floor; guest 1 18 100 22 eyes=right; guest 6 44 100 22 eyes=right
    guest 4 116 100 22 eyes=left; guest 0 142 100 22 eyes=left; guest 3 80 88 34 eyes=open lit
    """,
)

_PICK = N_("Everybody picks a number in secret, who stands and who sits. Equal numbers are fine.")
_HALF = N_("Of those who stand, the half nearer to the middle of all numbers stays.")
_SITS = N_("The others sit down. They cannot win any more, but their numbers still move the middle.")
_EQUAL = N_("Of those who are equally far from it, the lamp takes some: each in turn.")
_WINS = N_("Whoever is the last one standing wins.")

_WORDS = KnockoutWords(
    rule="E3",
    stay=PluralTemplate("{shown} is nearest and stays standing.", "{shown} are nearer and stay standing."),
    leave=PluralTemplate("{shown} is farther off and sits down.", "{shown} are farther off and sit down."),
    without=PluralTemplate(
        "{players} sent no number and sits down.", "{players} sent no number and sit down."
    ),
    all_stay=N_("Nobody who stands sent a number, so {players} stay standing."),
    cannot_win=PluralTemplate("{shown} sits, and counts.", "{shown} sit, and count."),
    you_stay=N_("{number} is near enough: you stand"),
    you_leave=N_("{number} is too far off: you sit down"),
    you_are_left=N_("{number} is nearest: you are the last one standing"),
    you_cannot_win=N_("Without your number the middle was {without}. With it: {with_it}."),
    verdict=N_("You stand."),
    last_verdict=N_("You stand."),
    result="sits down",
    out_verdict=N_("You sit."),
    stays=N_("Your number is near enough: you stand"),
    leaves=N_("Your number is too far off: you sit down"),
    moves="",
    absent_stays=N_("{sentence}, but nobody who stands did: you stand"),
    absent_leaves=N_("{sentence}: you sit down"),
    heading=N_("You stand."),
    spoiler_heading=N_("You sit. Spoil it."),
    stake=N_("Of you {n} who stand, {half} stay: be near the middle"),
    spoil=N_("You cannot win any more, but your number moves the middle"),
    gone=N_("All who stood have left"),
    narration=N_("Half of those who stand will sit down. Who sits can still move the middle."),
)
_MOVED_NOTHING = N_("It moved nothing.")


class _LastStandingRun(NumberGameRun):
    rules: LastStanding

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.check_players()
        self.rounds: list[StandingRound] = []
        self.scores = dict.fromkeys(self.players, 0)
        self.first = tuple(player for player in self.players if player not in record.late)
        self.standing, self.idle = self.first, 0

    def play_round(self, number: int, reveal: Reveal) -> None:
        plays = in_order(self.accept_numbers(number, reveal), self.players)
        turn = number % len(self.first)
        stood = frozenset(self.standing)
        contenders = tuple(player for player in (*self.first[turn:], *self.first[:turn]) if player in stood)
        staying = frozenset(who_stays(plays, contenders))
        self.standing = tuple(player for player in self.standing if player in staying)
        self.idle = 0 if len(self.standing) < len(contenders) else self.idle + 1
        for player in self.standing:
            self.scores[player] += 1
        self.rounds.append(
            StandingRound(
                kind="round",
                winners=self.standing,
                finished=True,
                reasons=LazyReasons(_round_reasons, plays, contenders, self.standing, self.players),
                plays=plays,
                contenders=contenders,
                standing=self.standing,
                middle=write_exactly(middle_of(plays.values())),
                number=number,
            )
        )
        self.is_over = reveal.last or len(self.standing) == 1 or self.idle == _MOST_IDLE

    def next_round(self, number: int) -> NextRound:
        """See `GameRun`; where everybody stands, it is a round like any other."""
        contenders = self.standing if len(self.standing) < len(self.players) else ()
        return replace(super().next_round(number), contenders=contenders)

    def result(self) -> DecidedResult:
        winners = self.standing if self.is_over else ()
        is_idle = self.idle == _MOST_IDLE
        return DecidedResult(
            kind="game",
            winners=winners,
            finished=self.is_over,
            reasons=tuple(_end_reasons(winners, len(self.rounds), is_idle=is_idle)) if winners else (),
            scores=dict(self.scores),
            parts=tuple(self.rounds),
            decided_by=None if not winners else "shared" if len(winners) > 1 else "standing",
        )


def who_stays(plays: Numbers, contenders: Players) -> Players:
    """Return the half of those who stand that stays, nearest first; all, if none presented a number (E3).

    Of equal distances those come first who come first among the `contenders`.
    """
    distances = _distances(plays)
    able = sorted(filter(distances.__contains__, contenders), key=distances.__getitem__)
    return tuple(able[: (len(contenders) + 1) // 2]) or contenders


def _distances(plays: Numbers) -> Numbers:
    """Return how far each number is from the middle of all, in halves."""
    central = middle(sorted(plays.values()))
    doubled = sum(central) * 2 // len(central) if central else 0
    return {player: abs(2 * number - doubled) for player, number in plays.items()}


def _taken(plays: Numbers, contenders: Players, standing: Players) -> Players:
    """Return who stays though others are as near who do not: whom the lamp took."""
    distances, staying = _distances(plays), frozenset(standing)
    left = {distances[player] for player in contenders if player in plays and player not in staying}
    return tuple(player for player in standing if player in plays and distances[player] in left)


def _round_reasons(plays: Numbers, contenders: Players, standing: Players, players: Players) -> Reasons:
    """Yield where the middle is, who stays and who sits down, and whose numbers count besides (E2 to E4)."""
    if (centre := middle_of(plays.values())) is None:
        yield Reason("E2", "Nobody sent a number.")
    else:
        yield Reason("E2", "The middle of all numbers is {centre}.", (), {"centre": centre})
    if taken := _taken(plays, contenders, standing):
        yield Reason("E3", "Equal. The lamp took {players}.", taken, kind="beside", counts_many=True)
    stood, nobody = frozenset(contenders), not any(player in plays for player in contenders)
    in_turn = tuple(player for player in players if player in stood)
    yield from stay_reasons(_WORDS, plays, plays, in_turn, () if nobody else standing)
    seated = tuple(player for player in players if player not in stood)
    yield from absent_reasons(plays, seated, N_("{players} sent no number."), "E4")


def _end_reasons(winners: Players, rounds: int, *, is_idle: bool) -> Reasons:
    """Yield why the game that is over has these winners (E5)."""
    values = {"rounds": count_parts("round", rounds)}
    if len(winners) == 1:
        yield Reason("E5", "After {rounds} only {players} stands, and wins.", winners, values)
    elif is_idle:
        template = N_("Nobody who stands sent a number any more, so {players} share the win.")
        yield Reason("E5", template, winners, counts_many=True)
    else:
        template = N_("The host ended the game, so {players}, who still stand, share the win.")
        yield Reason("E5", template, winners, counts_many=True)


@dataclass(frozen=True)
class LastStanding(NumberGame):
    """The game with its options."""

    name = "last-standing"
    title = N_("Last one standing")
    min_players = 3
    max_players = 2000
    source = N_("Ours. That the average survives is an old hope.")
    emblem = """
    lamp x=50 y=18 width=32 spread=44 ground=84; floor y=84; guest 1 14 96 22 eyes=right
    guest 6 86 96 22 eyes=left; guest 8 31 96 22 eyes=right; guest 4 69 96 22 eyes=left
    guest 3 50 84 32 eyes=open lit
    """
    in_short = N_("numbers, 3 or more")
    record_keys = frozenset({"late"})
    run = _LastStandingRun
    crowd = 12
    knockout = _WORDS
    points_target = None

    low: int = option(0, *LOWEST, is_signed=True)
    high: int = option(100, *HIGHEST, is_signed=True, offered=(50, 100, 1000))

    @property
    def aim(self) -> str:
        return N_("Be near the middle")

    @property
    def lesson(self) -> Lesson:
        lead = N_("Pick a number near the middle of all numbers.")
        return Lesson(lead, (_STAND, _STAY, _LEFT)).on(*self.number_line)

    @property
    def how_to(self) -> Sentences:
        return _PICK, _HALF, _EQUAL, _SITS, _WINS

    def mean_target(self, leaf: Leaf) -> MeanTarget | None:
        """See `Game`: the middle of all numbers (E2)."""
        assert isinstance(leaf, StandingRound)  # noqa: S101 - every leaf of this game is one
        return MeanTarget(Fraction(leaf.middle), is_middle=True) if leaf.middle else None

    def middle_numbers(self, leaf: Leaf) -> tuple[Fraction, ...]:
        target = self.mean_target(leaf)
        return (target.number,) if target else ()

    def scores_with(self, leaf: Leaf) -> WouldScore:
        assert isinstance(leaf, StandingRound)  # noqa: S101 - every leaf of this game is one
        plays, contenders = leaf.plays, leaf.contenders
        return lambda player, number: player in who_stays({**plays, player: number}, contenders)

    def round_headline(self, leaf: Leaf) -> Reason:
        stands = PluralTemplate("{players} stands alone", "{players} stay standing")
        return Reason("E3", stands, leaf.winners, counts_many=True)

    def player_reason(self, leaf: NumberRound, player: PlayerId) -> Reason:
        """See `NumberGame`; who sits is told what the own number did to the middle (E4)."""
        assert isinstance(leaf, StandingRound)  # noqa: S101 - every leaf of this game is one
        number, template = leaf.plays[player], player_words(_WORDS, leaf, player)
        values: dict[str, Any] = {"number": number}
        if template is _WORDS.you_cannot_win:
            others = sorted(leaf.plays.values())
            del others[bisect_left(others, number)]
            without, with_it = middle_of(others), self.middle_numbers(leaf)[0]
            template = _MOVED_NOTHING if without in (None, with_it) else template
            values |= {"without": without, "with_it": with_it}
        return Reason("E4", template, (), values)

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        """See `Game`: the rounds that each has survived standing."""
        rounds = N_("rounds")
        return Ranking(rounds, rounds, N_("Rounds survived"), winner=N_("Last one standing"))
