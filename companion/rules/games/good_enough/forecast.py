"""The endings that a host can choose from, and what to expect of each (G6, G7, G12, G16).

Nothing here varies between two calls: what is simulated has fixed seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.i18n.messages import N_, Count, Text
from companion.rules.games.good_enough.inputs import start_problems
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.outlook import Outlook, outlook
from companion.rules.games.good_enough.random_rounds import names, people_crowd
from companion.rules.games.options import option_fields
from companion.rules.games.outcomes import Ending
from companion.rules.odds.crowd import Crowd
from companion.rules.odds.simulation import Lengths
from companion.rules.results import Leaf

_TOO_OFTEN = 0.4
"""The share of games from which on a shared win is too usual, and a showdown is recommended."""
_TOO_LONG = 10
"""The most rounds of sudden death that are recommended to anybody: half of the games need fewer."""
_SHARES = [(part, whole) for whole in (2, 3, 4, 5, 10, 20) for part in range(1, whole)]


def endings(rules: GoodEnoughOptions, players: int, seen: Sequence[Leaf], pace: float) -> tuple[Ending, ...]:
    """List the endings of a game of so many players, best first; empty if they cannot play it.

    Peeling comes first where it usually decides, otherwise a showdown follows on it: a showdown always ends,
    and soon. Sudden death is next, which may take long. The ending that the rules have now is always listed.
    """
    if any(start_problems(rules, names(players), ())):
        return ()
    return _endings(rules, players, people_crowd(rules, players, seen), round(pace))


@lru_cache(maxsize=256)
def _endings(rules: GoodEnoughOptions, players: int, crowd: Crowd, pace: int) -> tuple[Ending, ...]:
    expected = _Expected(rules, outlook(rules, players, crowd), pace)
    [field] = [each for each in option_fields(type(rules)) if each.name == "tie_break"]
    return tuple(
        Ending({field.name: tie_break}, field.choice_label(tie_break), expected.of(tie_break))
        for tie_break in _ranked(rules, expected.outlook)
    )


def _ranked(rules: GoodEnoughOptions, found: Outlook) -> list[str]:
    """List the tie-breaks, the recommended one first."""
    ranked = ["peel"]
    if rules.entry == "each-round":
        ranked.append("peel+showdown")
    elif found.after_peels and found.after_peels.half <= _TOO_LONG:
        ranked.append("peel+sudden-death")
    if found.decisions.stands >= _TOO_OFTEN:
        ranked.reverse()
    return list(dict.fromkeys([*ranked, "peel+sudden-death", rules.tie_break]))


@dataclass(frozen=True, slots=True)
class _Expected:
    """What to expect of each tie-break; `pace` is in seconds a round."""

    rules: GoodEnoughOptions
    outlook: Outlook
    pace: int

    def of(self, tie_break: str) -> Text:
        """Return the sentences about a tie-break."""
        decided = self.outlook.decisions
        tie = decided.stands if "peel" in tie_break else 1 - decided.at_once
        if self.outlook.scorers[0] > 0.95:
            return Text(N_("So many players pick the same that hardly anybody will score."))
        if "showdown" in tie_break:
            return self._showdown(tie)
        if "sudden-death" in tie_break:
            peels = "peel" in tie_break
            return self._sudden_death(tie, self.outlook.after_peels if peels else self.outlook.sudden_death)
        return Text(
            N_("One winner in {share}; otherwise those who tie share the win. It takes {minutes}."),
            {"share": _share(1 - tie), "minutes": self._minutes(0)},
        )

    def _showdown(self, tie: float) -> Text:
        found = self.outlook.showdown
        if found is None or tie < 0.025:
            return Text(
                N_("Always one winner, nearly always without a showdown. It takes {minutes}."),
                {"minutes": self._minutes(0)},
            )
        if found.half >= found.most:
            return Text(N_("Always one winner, but so many pick the same number that it can take a while."))
        return Text(
            N_("Always one winner: in {share} after a showdown of {rounds}. Then it takes {minutes}."),
            {"share": _share(tie), "rounds": _rounds(found), "minutes": self._minutes(found.mean)},
        )

    def _sudden_death(self, tie: float, found: Lengths | None) -> Text:
        if tie < 0.025:
            return Text(
                N_("One winner in the end, nearly always without another round. It takes {minutes}."),
                {"minutes": self._minutes(0)},
            )
        if self.rules.entry == "cards" and self.rules.points_target is None:
            return Text(
                N_("One more round in {share}, and then those who still tie share the win."),
                {"share": _share(tie)},
            )
        if found is None or found.half >= found.most:
            return Text(
                N_("In {share} rounds are added until one wins. With so many that can take all night."),
                {"share": _share(tie)},
            )
        about = {"share": _share(tie), "rounds": _rounds(found), "minutes": self._minutes(found.mean)}
        return Text(
            N_(
                "One winner in the end: in {share} after {rounds} more, sometimes {long}. It takes {minutes}."
            ),
            {**about, "long": found.most_of_ten},
        )

    def _minutes(self, more: float) -> Text:
        """Return how long a game with so many rounds more takes."""
        seconds = (self.outlook.rounds + more) * self.pace
        return Text(N_("about {minutes}"), {"minutes": _minutes(seconds)})


def _minutes(seconds: float) -> Count:
    return Count(max(1, round(seconds / 60)), "{n} minute", "{n} minutes")


def _share(chance: float) -> Text:
    """Write a chance as a share: `19 games of 20`."""
    if chance > 0.975:
        return Text(N_("nearly every game"))
    if chance < 0.025:
        return Text(N_("hardly any game"))
    part, whole = min(_SHARES, key=lambda share: abs(share[0] / share[1] - chance))
    return Text(N_("{games} of {whole}"), {"games": Count(part, "{n} game", "{n} games"), "whole": whole})


def _rounds(found: Lengths) -> Text:
    """Write how many rounds a tie-break usually takes."""
    return Text(N_("about {rounds}"), {"rounds": Count(max(1, found.half), "{n} round", "{n} rounds")})
