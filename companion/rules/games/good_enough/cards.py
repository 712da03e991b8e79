"""Numbered cards of one stack, which players present instead of any number (G13)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, Text, translate
from companion.rules.games.deck import FACE_DOWN, CardIsGone, Laid, checked_keys
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.numbers import NumberRange, abbreviate
from companion.rules.results import Bounds, Deal, Keys, Play, PlayedSince, Players, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedCards(NumberRange):
    """The cards one player may present: those of a stack labelled 1 to `high` that were not presented yet.

    `played_in` maps every presented card to where it lies. `hand` is the dealt hand, None where the cards
    were dealt without the app.
    """

    low: int = 1
    played_in: Mapping[int, Laid]
    hand: frozenset[Play] | None = None

    def choices(self) -> tuple[int, ...]:
        """List the cards that `check` takes, lowest first: what is left of the hand, or of the stack."""
        known = range(1, self.high + 1) if self.hand is None else self.hand
        return tuple(sorted(card for card in known if type(card) is int and card not in self.played_in))

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate("Lay a card from 1 to {most}", most=self.high)

    def keys(self, played_since: PlayedSince) -> Keys:  # noqa: ARG002
        """List the dealt hand; empty where the app did not deal, so that numbers are typed."""
        return [] if self.hand is None else checked_keys(self, self.hand)

    @property
    def typed_range(self) -> Bounds | None:
        return (1, self.high) if self.hand is None else None

    @property
    def sent_sentence(self) -> str:
        """See `AllowedPlay`; cards that the app did not deal are sent as numbers."""
        return super(NumberedCards, self).sent_sentence if self.hand is None else FACE_DOWN

    @property
    def hand_size(self) -> int | None:
        return None if self.hand is None else len(self.choices())

    @property
    def is_shared(self) -> bool:
        """True where the app does not know the hands."""
        return self.hand is None

    def nothing_typed(self) -> Refused:
        return Refused("Enter the number of a card, from 1 to {most}", most=self.high)

    def out_of_range(self, number: int) -> Refused:
        template = N_("there is no card {n}: they are labelled 1 to {most}")
        return Refused(template, n=abbreviate(number), most=self.high)

    def check(self, play: object) -> int:
        """Return the card's label if the player may present it; raise `Refused` if not."""
        card = NumberRange.check(self, play)
        if card in self.played_in:
            raise CardIsGone(N_("card {n} was laid in {where} already"), (self.played_in[card],), n=card)
        if self.hand is not None and card not in self.hand:
            raise Refused("card {n} is not in the hand", n=card)
        return card


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
