"""Median game kept by results: who took each round is entered (R3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, translate
from companion.rules.games.kept_results import EnteredCount, accept_results, needless_deals
from companion.rules.games.median_game.rounds import MedianGameRound, MedianGameRun, cards_taken
from companion.rules.games.numbers import abbreviate_integer
from companion.rules.games.outcomes import Outcome
from companion.rules.results import NextRound, Pad, Play, PlayerId, Problem, Reason, Reveal


@dataclass(frozen=True, slots=True)
class TookIt(EnteredCount):
    """Whether a player took a round: 1, or 0."""

    def out_of_range(self, number: int) -> Refused:
        """See `EnteredCount`."""
        wrong = abbreviate_integer(number)
        return Refused("{n} is neither 1, for who took the round, nor 0", n=wrong)

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate("Who took it?")

    @property
    def pad(self) -> Pad:
        return "one"


TOOK_IT = TookIt(1)
"""What is entered for every player."""


def check_taken(plays: Mapping[PlayerId, Play]) -> None:
    """Raise `Refused` if more than one player took the round (R3, D4)."""
    count = sum(play == 1 for play in plays.values())
    if count > 1:
        raise Refused("only one player can take a round, not {n}", n=count)


class MedianGameByResults(MedianGameRun):
    """The state while it is played; nothing is known of the cards."""

    def set_up(self) -> None:
        super().set_up()
        self.problems.extend(needless_deals(self))

    def play_round(self, number: int, reveal: Reveal) -> None:
        if reveal.call is not None:
            needless = Refused("where only results are entered, nobody calls high or low")
            self.problems.append(Problem(needless, number))
        plays = accept_results(self, number, reveal, TOOK_IT)
        complete = len(plays) == len(self.players)
        winner = next((player for player, play in plays.items() if play), None) if complete else None
        reasons = _round_reasons(winner, self.pool) if complete else ()
        self.add_round(plays, winner, reasons=tuple(reasons), complete=complete)
        self.end_round(last=reveal.last)

    def next_round(self, number: int) -> NextRound:
        return NextRound(
            number,
            self.position(number),
            dict.fromkeys(self.players, TOOK_IT),
            everyone_must_play=True,
            leader=self.leader,
            is_result=True,
        )


def _round_reasons(winner: PlayerId | None, pool: int) -> Iterator[Reason]:
    if winner is None:
        yield Reason("D4", "The round is tied.")
    yield cards_taken(winner, pool)


def taken_headline(played: MedianGameRound) -> Reason:
    """Say who took a round, and how many rounds with it, or that it is tied (D6)."""
    if not played.winners:
        return Reason("D6", "Tied: into the pool")
    return Reason("D6", "{players} takes {rounds}", played.winners, _rounds(played))


def taken_outcome(played: MedianGameRound, player: PlayerId) -> Outcome:
    """Return what a round was for a player (D6)."""
    if player in played.winners:
        return Outcome("won", "won", played.takes, N_("takes it"), N_("All yours"))
    if played.winners:
        return Outcome("outside", "lost", 0, verdict=N_("Not yours"))
    return Outcome("outside", "tied", 0, verdict=N_("Into the pool"))


def player_taken_reason(played: MedianGameRound, player: PlayerId) -> Reason:
    """Return the same as a sentence to the player."""
    if player in played.winners:
        return Reason("D6", "You take {rounds}", (), _rounds(played))
    if played.winners:
        return Reason("D6", "{players} takes the round", played.winners)
    return Reason("D6", "The round is tied: its cards go to the pool")


def _rounds(played: MedianGameRound) -> Mapping[str, object]:
    return {"rounds": Count(played.takes, "{n} round", "{n} rounds")}
