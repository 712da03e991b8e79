"""The grand final: one showdown between those who are tied after an evening (H4).

It is no game of the evening, and nobody can choose it: it comes of finishing the evening.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.evening import EveningFinish, count_steps
from companion.rules.games.good_enough.game import GoodEnough, GoodEnoughRun
from companion.rules.games.knockout import FINAL
from companion.rules.games.number_game import LazyReasons
from companion.rules.games.outcomes import Ranking, TieTitle
from companion.rules.games.pictures import Preset
from companion.rules.games.runs import Record
from companion.rules.plays import Players
from companion.rules.results import Branch, FinalRound, Reason, Reasons, ScoredPart, count_parts
from companion.rules.standing import PeeledResult


class _FinalRun(GoodEnoughRun):
    """The showdown while it is played; it is over before it begins where no number is needed."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        rules: GrandFinal = self.rules
        evening = rules.finish
        self.final = PeeledResult(
            kind="game",
            winners=evening.tied,
            finished=True,
            scores=evening.steps,
            parts=(),
            decided_by="shared",
        )
        self.tied = evening.tied if evening.needs_final else evening.winners
        self.is_over = not evening.needs_final or evening.ended_at_once

    def result(self) -> PeeledResult:
        """Return who has won the evening; the scores are the steps."""
        why = LazyReasons(_reasons, self.rules.finish, self.tied, len(self.showdown), self.is_over)
        return replace(super().result(), reasons=why)


@dataclass(frozen=True)
class GrandFinal(GoodEnough):
    """The grand final of an evening."""

    name = "grand-final"
    title = N_("Grand final")
    source = N_("It decides an evening of several games.")
    presets: ClassVar[tuple[Preset, ...]] = ()
    record_keys = frozenset()
    run, showdown_round, knockout = _FinalRun, FinalRound, FINAL
    finish: EveningFinish = field(default_factory=lambda: EveningFinish({}, ()))

    @property
    def answer_aim(self) -> str:
        """See `Game`: nothing is asked in a grand final."""
        return ""

    def tie_title(self, level: Branch) -> TieTitle | None:
        """See `Game`."""
        if not level.tied or level.showdown:
            return None
        return TieTitle(self.title, Text("One number decides."), level.tied)

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        """The fewest steps are closest to the middle (H3)."""
        return Ranking(
            N_("steps"),
            counts=N_("steps"),
            heading=N_("Steps"),
            wins=Text("the fewest"),
            find=lambda scores: (min(scores),),
            winner=N_("Average all evening"),
        )


def _reasons(evening: EveningFinish, left: Players, rounds: int, is_over: bool) -> Reasons:
    """Yield who has the fewest steps, and how it was decided who of them wins (H4)."""
    least = count_steps(evening.least)
    yield Reason("H3", _FEWEST, evening.fewest, {"steps": least}, counts_many=True)
    if len(evening.fewest) == 1:
        return
    if not evening.needs_final:
        if len(left) == 1:
            yield Reason("H4", "Of those only {players} was still there, and wins.", left)
        else:
            yield Reason("H4", _TOO_FEW if evening.tied else _NOBODY_LEFT)
        return
    values: dict[str, object] = {"rounds": count_parts("round", rounds)}
    if not is_over:
        yield Reason("H4", "One number decides: whoever is closest stays, until one is left.")
    elif len(left) == 1:
        yield Reason("H4", "After {rounds} of the grand final only {players} is left.", left, values)
    else:
        yield Reason("H4", "The host ended the grand final, so {players} share.", left, counts_many=True)


_NOBODY_LEFT = N_("None of them is in the room any more, so they share.")
_TOO_FEW = N_("Too few are in the room for a middle, so they share.")
_FEWEST = PluralTemplate(
    "{players} has the fewest steps: {steps}.", "{players} have the fewest steps: {steps} each."
)
