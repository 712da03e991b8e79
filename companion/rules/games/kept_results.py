"""Score kept by results: a score-keeper enters how a hand or round ended, and not its cards (R1 to R6)."""

from dataclasses import dataclass, field
from typing import Any

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, translate
from companion.rules.games.deck import checked_keys
from companion.rules.games.numbers import NumberRange, abbreviate_integer
from companion.rules.games.options import option
from companion.rules.results import Bounds, Keys, Pad, PlayedSince, Values

NOTHING_DEALT = Refused("deals: where only results are entered, no cards are dealt")


def keep_option(results: str, **coarser: str) -> Any:
    """Declare the option `keep` of a game; `results` says what is entered instead of every card.

    `coarser` are further choices, with what is entered there (R6).
    """
    return option(
        "cards",
        N_("What is entered"),
        N_("With real cards on the table, results are faster."),
        choices=("cards", "results", *coarser),
        choice_labels={"cards": N_("Every card"), "results": results, **coarser},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredCount(NumberRange):
    """A whole number that is entered for every player; `asks` is for what, to be translated.

    `refusal` is the sentence about a number out of range, `{n}`, with further `values`.
    """

    low: int = 0
    asks: str
    refusal: str
    values: Values = field(default_factory=dict)
    pad: Pad = "keys"
    together: int | None = None

    def out_of_range(self, number: int) -> Refused:
        """Return why a number out of the range is refused."""
        return Refused(self.refusal, n=abbreviate_integer(number), **self.values)

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate(self.asks)

    def keys(self, played_since: PlayedSince) -> Keys:  # noqa: ARG002
        """List all numbers; nothing where they are typed."""
        return () if self.typed_range else checked_keys(self, self.choices())

    @property
    def typed_range(self) -> Bounds | None:
        return (self.low, self.high) if self.pad == "digits" else None
