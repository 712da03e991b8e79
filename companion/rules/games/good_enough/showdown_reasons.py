"""Why players stay in a showdown or leave it, why one begins and how it ends (G16)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import NumberShowdown, Places, closest_of, find_places
from companion.rules.games.good_enough.round_reasons import aim_values, picked_too, same_number_reasons
from companion.rules.games.outcomes import Halt
from companion.rules.median import middle
from companion.rules.results import MOST_NAMED, Branch, PlayerId, Reason, count_parts

# Of the whole game


def root_reasons(
    tie: Sequence[Reason], rounds: Sequence[NumberShowdown], tied: tuple[PlayerId, ...], ended: bool
) -> Iterator[Reason]:
    """Yield why the game was tied, that a showdown decides it, and how that ended.

    `tie` are the reasons of the tied level, of which G7, that the tie stands, is left out.
    """
    yield from (reason for reason in tie if reason.rule != "G7")
    yield Reason("G16", "So there is a showdown: whoever is closest stays, until one is left.")
    played: dict[str, object] = {"rounds": count_parts("round", len(rounds)), "count": len(tied)}
    if len(tied) == 1:
        yield Reason("G16", "After {rounds} of the showdown only {players} is left.", tied, played)
    elif ended:
        template = _ENDED_MANY if len(tied) > MOST_NAMED else _ENDED
        yield Reason("G16", template, tied, played)
    elif rounds:
        template = N_("After {rounds} of the showdown {players} are still tied.")
        yield Reason("G16", template, tied, played, counts_many=True)


_ENDED = N_("The host ended the showdown, so {players}, who are still tied, share the win.")
_ENDED_MANY = N_("The host ended the showdown, so the {count} players who are still tied share the win.")


def showdown_halt(level: Branch, rules: GoodEnoughOptions) -> Halt | None:
    """Return the title of a showdown that begins after a level; None where none does."""
    if not level.tied or level.showdown:
        return None
    lead = _LEADS[_aim_of(rules)]
    return Halt(N_("Showdown"), Text(lead, {"count": len(level.tied)}), level.tied)


def _aim_of(rules: GoodEnoughOptions) -> str:
    """Return what the numbers of a round aim at: `middle`, `mean` or `target`."""
    if rules.scoring == "median":
        return "middle"
    return "mean" if rules.multiple == 1 else "target"


_LEADS: Mapping[str, str] = {
    "middle": N_("All pick a number. Of these {count}, whoever is closest to the middle stays."),
    "mean": N_("All pick a number. Of these {count}, whoever is closest to the mean stays."),
    "target": N_("All pick a number. Of these {count}, whoever is closest to the target stays."),
}


# Of one round


def showdown_round_reasons(
    plays: Mapping[PlayerId, int],
    players: Sequence[PlayerId],
    tied: tuple[PlayerId, ...],
    rules: GoodEnoughOptions,
    number: int,
) -> Iterator[Reason]:
    """Yield what the numbers aim at, who is closest and stays, and who leaves."""
    places, _ = find_places(plays, rules, number)
    stay = closest_of(tied, places, rules)
    yield from same_number_reasons(plays, places, rules)
    yield _aim(plays, places, rules)
    if stay:
        yield _shown(_STAY, stay, plays)
        gone = [player for player in tied if player not in stay]
        if away := tuple(player for player in gone if player in places.at):
            yield _shown(_LEAVE, away, plays)
        if without := tuple(player for player in gone if player not in places.at):
            yield Reason("G16", _WITHOUT, without)
    else:
        yield Reason("G16", "None of {players} has a number that counts, so all of them stay.", tied)
    if others := tuple(player for player in places.at if player not in tied):
        yield _shown(_OTHERS, others, plays, "visible")
    absent = tuple(player for player in players if player not in plays and player not in tied)
    if absent:
        yield Reason("G8", "{players} showed no number.", absent)


def _aim(plays: Mapping[PlayerId, int], places: Places, rules: GoodEnoughOptions) -> Reason:
    """Return what the numbers of a round aim at."""
    if not places.at:
        return Reason("G4" if rules.scoring == "median" else "G10", "No number is left.")
    if rules.scoring == "median":
        central = tuple(plays[player] for player in middle(tuple(places.at)))
        return Reason("G4", _MIDDLE[len(central) - 1], (), {"middle": central})
    values = aim_values(places, rules)
    if rules.multiple == 1:
        return Reason("G10", "The mean is {mean}.", (), values)
    return Reason("G17", "The mean is {mean}, and {factor} times that is {target}.", (), values)


_MIDDLE = (N_("The middle is {middle}."), N_("{middle} are in the middle."))


def _shown(
    template: PluralTemplate,
    players: tuple[PlayerId, ...],
    plays: Mapping[PlayerId, int],
    kind: Literal["", "visible"] = "",
) -> Reason:
    return Reason("G16", template, players, {"numbers": tuple(plays[player] for player in players)}, kind)


_STAY = PluralTemplate("{shown} is closest and stays.", "{shown} are equally close and stay.")
_LEAVE = PluralTemplate("{shown} is farther off and leaves.", "{shown} are farther off and leave.")
_WITHOUT = PluralTemplate(
    "{players} has no number that counts and leaves.", "{players} have no number that counts and leave."
)
_OTHERS = PluralTemplate(
    "{shown} counts for this, but cannot win.", "{shown} count for this, but cannot win."
)


# In short


def showdown_headline(leaf: NumberShowdown) -> Reason:
    """Return who stays after a round, as a heading."""
    if not leaf.winners:
        return Reason("G16", "Nobody is closest: all stay")
    if len(leaf.left) == 1:
        return Reason("G16", "{players} is closest", leaf.left)
    return Reason("G16", "{players} stay", leaf.left)


def showdown_player_reason(leaf: NumberShowdown, player: PlayerId, rules: GoodEnoughOptions) -> Reason:
    """Return what became of a player's number in a round, as a sentence to that player."""
    values = {"number": leaf.plays[player]}
    if player not in leaf.tied:
        return picked_too(leaf, player) if player in leaf.disqualified else Reason("G16", _HELPS, (), values)
    if player in leaf.disqualified:
        same = picked_too(leaf, player).players
        return Reason("G3", _STAYS_OUT if player in leaf.left else _LEAVES_OUT, same, values)
    if len(leaf.left) == 1 and player in leaf.left:
        return Reason("G16", "{number} is closest: you are the one who is left", (), values)
    aim = _aim_of(rules)
    return Reason("G16", (_STAYS if player in leaf.left else _LEAVES)[aim], (), values)


_HELPS = N_("{number} counts for the others: you cannot win this")
_STAYS_OUT = N_("{players} picked {number} too, but nobody still tied did better: you stay")
_LEAVES_OUT = N_("{players} picked {number} too: you leave the showdown")
_STAYS: Mapping[str, str] = {
    "middle": N_("{number} is close enough to the middle: you stay"),
    "mean": N_("{number} is close enough to the mean: you stay"),
    "target": N_("{number} is close enough to the target: you stay"),
}
_LEAVES: Mapping[str, str] = {
    "middle": N_("{number} is farther from the middle: you leave the showdown"),
    "mean": N_("{number} is farther from the mean: you leave the showdown"),
    "target": N_("{number} is farther from the target: you leave the showdown"),
}
