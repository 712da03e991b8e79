"""Rounds that only some can still win, while the numbers of all move the middle (G16, H4, E4).

A game says in its own words who stays; who that is, its rules say.
"""

from collections.abc import Collection
from dataclasses import replace

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.games.outcomes import Outcome
from companion.rules.plays import Numbers, PlayerId, Players
from companion.rules.results import KnockoutRound, Reason, Reasons
from companion.values import frozen


@frozen(kw_only=True)
class KnockoutWords:
    """What a game says of such rounds; to be translated.

    Of a round, with names and numbers: of who stays, who leaves, who leaves without a number that counts, and
    who `cannot_win`; `all_stay` where no number counts. To a player, with the own `{number}`: who stays, who
    leaves, who is the last one left, and who could not win. `result` is what a CSV file says of who leaves.

    Phones say `verdict`, `last_verdict` or `out_verdict` in a few words to who stays, to the last one left,
    and to who leaves; `stays`, `leaves` or `moves` to a crowd (`moves` is empty where the sentence to each
    fits many); and `absent_stays` or `absent_leaves` after the `{sentence}` that no number was sent. In the
    next round they ask with a `heading`, or a `spoiler_heading`, if there is any, and say in `stake` and
    `spoil` what a number can do. The TV says with `gone` that all who could win have left, and with
    `narration` what such a round is.
    """

    rule: str
    stay: PluralTemplate
    leave: PluralTemplate
    without: PluralTemplate
    all_stay: str | PluralTemplate
    cannot_win: PluralTemplate
    you_stay: str
    you_leave: str
    you_are_left: str
    you_cannot_win: str
    verdict: str
    last_verdict: str
    result: str
    out_verdict: str
    stays: str
    leaves: str
    moves: str
    absent_stays: str
    absent_leaves: str
    heading: str
    spoiler_heading: str
    stake: str
    spoil: str
    gone: str
    narration: str


SHOWDOWN = KnockoutWords(
    rule="G16",
    stay=PluralTemplate("{shown} is closest and stays.", "{shown} are equally close and stay."),
    leave=PluralTemplate("{shown} is farther off and leaves.", "{shown} are farther off and leave."),
    without=PluralTemplate(
        "{players} has no number that counts and leaves.", "{players} have no number that counts and leave."
    ),
    all_stay=N_("None of {players} has a number that counts, so all of them stay."),
    cannot_win=PluralTemplate(
        "{shown} counts for this, but cannot win.", "{shown} count for this, but cannot win."
    ),
    you_stay=N_("{number} is close enough: you stay"),
    you_leave=N_("{number} is too far off: you leave the showdown"),
    you_are_left=N_("{number} is closest: you are the one who is left"),
    you_cannot_win=N_("{number} moves the middle, but cannot win"),
    verdict=N_("You stay"),
    last_verdict=N_("Closest!"),
    result="leaves",
    out_verdict=N_("You are out"),
    stays=N_("You are still in the showdown"),
    leaves=N_("Others were closer. You can still spoil it"),
    moves=N_("Your number moves the middle, but cannot win"),
    absent_stays=N_("{sentence}, but nobody still tied did better: you stay"),
    absent_leaves=N_("{sentence}: you leave the showdown"),
    heading="",
    spoiler_heading="",
    stake=N_("{aim}. Only the closest of you {n} stays"),
    spoil=N_("You can still spoil it: your number moves the middle"),
    gone=N_("All who were tied have left"),
    narration=N_("A tie, so there is a showdown: of the tied, whoever is closest stays."),
)
FINAL = replace(
    SHOWDOWN,
    you_leave=N_("{number} is too far off: you leave the grand final"),
    stays=N_("You are still in the grand final"),
    absent_leaves=N_("{sentence}: you leave the grand final"),
    heading=N_("Grand final"),
    stake=N_("{who}. Closest to the middle wins the evening"),
    spoil=N_("You cannot win. Your number moves the middle"),
)
"""The words of a showdown, and of a grand final."""


def stay_reasons(
    words: KnockoutWords, plays: Numbers, counting: Collection[PlayerId], contenders: Players, stay: Players
) -> Reasons:
    """Yield who of the contenders stays, and who leaves; and whose numbers count besides."""
    without, staying, able = words.without if stay else words.all_stay, frozenset(stay), frozenset(contenders)
    found: dict[str | PluralTemplate, list[PlayerId]] = {
        words.stay: [],
        words.leave: [],
        without: [],
        words.cannot_win: [],
    }
    for player in dict.fromkeys((*contenders, *counting)):
        fate = words.stay if player in staying else words.leave if player in counting else without
        found[fate if player in able else words.cannot_win].append(player)
    for template, players in found.items():
        if players:
            numbers = {"numbers": tuple(map(plays.get, players))}
            is_visible = template is words.cannot_win
            yield Reason(words.rule, template, tuple(players), numbers, "visible" if is_visible else "")


def player_words(words: KnockoutWords, leaf: KnockoutRound, player: PlayerId) -> str:
    """Return the sentence to a player whose number counts."""
    if player not in leaf.contenders:
        return words.you_cannot_win
    if player not in leaf.left:
        return words.you_leave
    return words.you_are_left if len(leaf.left) == 1 else words.you_stay


def knockout_outcome(
    words: KnockoutWords, leaf: KnockoutRound, player: PlayerId, outcome: Outcome
) -> Outcome:
    """Return an outcome with whether its player stays, leaves, or could not win."""
    if player in leaf.winners:
        verdict = words.last_verdict if len(leaf.left) == 1 else words.verdict
        return replace(outcome, result="stays", verdict=verdict)
    if outcome.fate == "outside":
        return replace(outcome, result=words.result if player in leaf.contenders else "cannot win")
    return outcome
