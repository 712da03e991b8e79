"""The stack of numbered cards that players present instead of any number, and its deals (G13)."""

from collections.abc import Iterable, Sequence

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.numbers import abbreviate
from companion.rules.plays import Deal, Play, Players
from companion.rules.results import Problem


def start_problems(rules: GoodEnoughOptions, players: Players, deals: Sequence[Deal]) -> Iterable[Problem]:
    """Yield the problems before the first round: too few players, a bad stack or bad deals (G13)."""
    if len(players) < rules.min_players:
        yield Problem(Refused("{title} needs 3 or more players", title=Text(rules.title)))
    if rules.entry != "cards":
        if deals:
            yield Problem(Refused("cards can be dealt only where cards are laid"))
        return
    each, stack = cards_each(rules, len(players)), rules.cards or 0
    needed = max(each, 2) * len(players)
    if stack < needed:
        template = N_("{players} players need {each} cards each, {needed} in all, and the stack has {stack}")
        values = {"players": len(players), "each": max(each, 2), "needed": needed, "stack": stack}
        yield Problem(Refused(template, **values))
    for number, deal in enumerate(deals, 1):
        for who, why in _deal_faults(deal, rules, players):
            yield Problem(Refused("deal {deal}, {who}: {why}", deal=number, who=who, why=why))


def cards_each(rules: GoodEnoughOptions, players: int) -> int:
    """Return how many cards each player gets: one more than there are rounds (G13), or all (G11)."""
    if rules.points_target is None:
        return rules.rounds + 1
    return (rules.cards or 0) // max(players, 1)


def _deal_faults(
    deal: Deal, rules: GoodEnoughOptions, players: Players
) -> Iterable[tuple[str | Text, Refused]]:
    stack, each = range(1, (rules.cards or 0) + 1), cards_each(rules, len(players))
    left: set[Play] = {*stack}
    found: list[tuple[str | Text, Sequence[Play]]] = [*deal.hands.items(), (Text("the stock"), deal.stock)]
    for player, hand in deal.hands.items():
        if player not in players:
            yield player, Refused("no such player in this game")
        if rules.points_target is None and len(hand) != each:
            yield (
                player,
                Refused("{got} instead of {size}", got=Count(len(hand), "{n} card", "{n} cards"), size=each),
            )
    for who, cards in found:
        for card in cards:
            if type(card) is not int or card not in stack:
                yield who, Refused("there is no card {card}", card=abbreviate(str(card)))
            elif card not in left:
                yield who, Refused("card {card} was dealt already", card=card)
            left.discard(card)
