"""Saichugen kept by results: the sums of the open cards of each round are entered (R2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, translate
from companion.rules.cards import RANKS
from companion.rules.games.kept_results import EnteredCount, accept_results, needless_deals
from companion.rules.games.numbers import abbreviate_integer
from companion.rules.games.outcomes import Outcome
from companion.rules.games.saichugen.levels import (
    EnteredRound,
    SaichugenRun,
    kept_of,
    kept_reasons,
    middle_players,
)
from companion.rules.results import NextRound, Pad, Play, PlayedSince, PlayerId, Reason, Reveal


@dataclass(frozen=True, slots=True)
class OpenSum(EnteredCount):
    """The sum of a player's open cards in a round of `tricks`."""

    tricks: int

    def out_of_range(self, number: int) -> Refused:
        """See `EnteredCount`."""
        cards = Count(self.tricks, "{n} open card", "{n} open cards")
        wrong = abbreviate_integer(number)
        return Refused(
            "{n} cannot be the sum of {cards}: that is 0 to {most}", n=wrong, cards=cards, most=self.most
        )

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate("The three sums?")

    def keys(self, played_since: PlayedSince) -> tuple[()]:  # noqa: ARG002
        """See `AllowedPlay`: sums are typed."""
        return ()

    @property
    def typed_range(self) -> tuple[int, int]:
        return 0, self.most

    @property
    def pad(self) -> Pad:
        return "digits"


def open_sum(tricks: int) -> OpenSum:
    """Return what is entered for every player of a round of so many tricks (S4)."""
    return OpenSum(tricks * len(RANKS), tricks)


def check_sums(sums: Mapping[PlayerId, Play], tricks: int) -> None:
    """Raise `Refused` if the sums are too high together: each trick leaves one card open (R2, S3)."""
    together, most = sum(each for each in sums.values() if isinstance(each, int)), tricks * len(RANKS)
    if together > most:
        count = Count(tricks, "{n} trick", "{n} tricks")
        raise Refused(
            "together the sums are {sum}: in {tricks} they are {most} at most",
            sum=together,
            tricks=count,
            most=most,
        )


class SaichugenByResults(SaichugenRun):
    """The state while it is played: every round is one of S4, with its three sums."""

    def set_up(self) -> None:
        self.problems.extend(needless_deals(self))

    def play_round(self, number: int, reveal: Reveal) -> None:
        sums = accept_results(self, number, reveal, open_sum(self.rules.tricks))
        self.end_round(_round(sums, self.players), last=reveal.last)

    def next_round(self, number: int) -> NextRound:
        allowed = dict.fromkeys(self.players, open_sum(self.rules.tricks))
        return NextRound(number, self.position(), allowed, everyone_must_play=True, is_result=True)


def _round(plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...]) -> EnteredRound:
    """Find which sums are kept (S5); the round is unfinished unless every sum was entered."""
    complete = len(plays) == len(players)
    sums = {player: plays.get(player, 0) for player in players}
    winners = middle_players(sums) if complete else ()
    return EnteredRound(
        kind="round",
        winners=winners,
        finished=complete,
        reasons=tuple(kept_reasons(sums, winners)) if complete else (),
        plays=plays,
        scores=sums,
        kept=kept_of(sums, winners),
    )


def sum_outcome(part: EnteredRound, player: PlayerId) -> Outcome:
    """Return what became of a player's sum (S5)."""
    if player in part.winners:
        return Outcome("middle", "kept", part.kept[player], N_("kept"), N_("You keep it"))
    return Outcome("outside", "lost", 0, N_("lost"), N_("Lost"))


def player_sum_reason(part: EnteredRound, player: PlayerId) -> Reason:
    """Return the same as a sentence to the player."""
    values = {"sum": part.plays[player]}
    if player in part.winners:
        return Reason("S5", "Your {sum} is in the middle: you keep it", (), values)
    return Reason("S5", "Your {sum} is not in the middle: it is lost", (), values)
