"""Cards with numbers: those of one stack (G13), and those that every player has once, to bid with (B1)."""

from collections.abc import Collection, Mapping
from fractions import Fraction

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text, translate
from companion.rules.games.deck import FACE_DOWN, CardIsGone, Laid, checked_keys
from companion.rules.games.numbers import NumberRange, abbreviate
from companion.rules.plays import Bounds, Keys, Pad, Play, PlayedSince
from companion.values import frozen


@frozen(kw_only=True)
class NumberedCards(NumberRange):
    """The cards one player may present: those of a stack labelled 1 to `high` that were not presented yet.

    `played_in` maps every presented card to where it lies. `hand` is the dealt hand, None where the cards
    were dealt without the app.
    """

    low: int = 1
    played_in: Mapping[int, Laid]
    hand: Collection[Play] | None = None
    gone: str = N_("card {n} was laid in {where} already")
    """What refuses a card that was presented."""

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
        if self.hand is not None:
            return FACE_DOWN
        return super(NumberedCards, self).sent_sentence  # noqa: UP008 - slots make another class

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
            raise CardIsGone(self.gone, (self.played_in[card],), n=card)
        if self.hand is not None and card not in self.hand:
            raise Refused("card {n} is not in the hand", n=card)
        return card


@frozen(kw_only=True)
class BidCards(NumberedCards):
    """The cards from 1 to `high` that one player has not used up, and the prize that lies open (B1, B2).

    `prize` is None before it is drawn; `pool` is what lies in the pool beside it.
    """

    gone: str = N_("the {n} was used up in {where}")
    prize: int | None
    pool: int

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        prize = Text("Bid for the {prize}", {"prize": self.prize})
        if not self.pool:
            return str(prize)
        return translate("{bid}, and {pool} from the pool", bid=prize, pool=self.pool)

    @property
    def pad(self) -> Pad:
        return "keys"

    @property
    def hand_size(self) -> None:
        """Nothing: all have as many."""

    @property
    def worth(self) -> Fraction:
        """The prize with the pool, as a part of the highest prize; 1 at most."""
        return min(Fraction(1), Fraction((self.prize or 0) + self.pool, self.high))
