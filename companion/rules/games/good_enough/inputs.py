"""What may be presented: numbers of a range (G1, G9), or cards of one stack (G13)."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Protocol, Self, cast

from companion.i18n.errors import Refused
from companion.i18n.messages import Text, translate
from companion.rules.games.deck import FACE_DOWN, checked_keys
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.numbers import NumberRange, abbreviate, abbreviate_integer, parse_integer
from companion.rules.results import AllowedPlay, Deal, Play, PlayedSince, PlayerId, Problem


class InputRule(Protocol):
    """What lets plays in: `wants` is what every player may present now."""

    @property
    def wants(self) -> Mapping[PlayerId, AllowedPlay]:
        """Say what every player may present in the next round."""

    def admit(
        self, number: int, plays: Mapping[PlayerId, Play]
    ) -> tuple[Mapping[PlayerId, int], Sequence[Problem]]:
        """Return the plays of a round that are allowed, and a problem for every one that is not."""

    def begin(self, game: int) -> None:
        """Get ready for another game, `game` of them being over."""

    def copied(self) -> Self:
        """Return another door where the same has been let in: what passes there leaves this one alone."""


class RangeInput:
    """Numbers from `low` to `high`, the same for everybody in every round."""

    def __init__(self, rules: GoodEnoughOptions, players: Sequence[PlayerId]) -> None:
        self._allowed = NumberRange(rules.low, rules.high)
        self._players = frozenset(players)
        self.wants: Mapping[PlayerId, AllowedPlay] = dict.fromkeys(players, self._allowed)

    def admit(
        self, number: int, plays: Mapping[PlayerId, Play]
    ) -> tuple[Mapping[PlayerId, int], Sequence[Problem]]:
        """See `Door`. Nearly all rounds are fine, so one look comes before a call for each play."""
        low, high, players = self._allowed.low, self._allowed.high, self._players
        for player, play in plays.items():
            if type(play) is not int or not low <= play <= high or player not in players:
                return _sifted(number, plays, self.wants)
        return cast("Mapping[PlayerId, int]", plays), ()

    def begin(self, game: int) -> None:
        """See `Door`: the range does not change."""

    def copied(self) -> Self:
        """See `Door`: nothing that passes changes anything."""
        return self


@dataclass(frozen=True, slots=True)
class NumberedCards(AllowedPlay):
    """The cards one player may present: of a stack labelled 1 to `most`, those not yet presented.

    `gone` says in which round each presented card was; `hand` is what the player was dealt, None
    where the cards were dealt without the app.
    """

    most: int
    gone: Mapping[int, int]
    hand: frozenset[Play] | None = None

    def choices(self) -> tuple[int, ...]:
        """List the cards that `check` takes, lowest first: what is left of the hand, or of the stack."""
        known = range(1, self.most + 1) if self.hand is None else self.hand
        return tuple(sorted(card for card in known if type(card) is int and card not in self.gone))

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        """See `AllowedPlay`."""
        return translate("Lay a card from 1 to {most}", most=self.most)

    def keys(self, played_since: PlayedSince) -> Sequence[tuple[Play, bool]]:  # noqa: ARG002
        """List the dealt hand; empty where the app did not deal: then numbers are typed."""
        return [] if self.hand is None else checked_keys(self, self.hand)

    @property
    def sent_sentence(self) -> str:
        """Cards that the app did not deal are typed as numbers."""
        return super(NumberedCards, self).sent_sentence if self.hand is None else FACE_DOWN

    @property
    def hand_size(self) -> int | None:
        """See `AllowedPlay`."""
        return None if self.hand is None else len(self.choices())

    @property
    def is_shared(self) -> bool:
        """Whether the app does not know who holds what."""
        return self.hand is None

    def read(self, text: str) -> int:
        """Turn typed text into a card; raises `Refused` as `check` does, and for an empty text."""
        if not text.strip():
            raise Refused("Enter the number of a card, from 1 to {most}", most=self.most)
        return self.check(parse_integer(text))

    def check(self, play: object) -> int:
        """Return the card's label if the player may present it; raise `Refused` if not."""
        if type(play) is not int:
            raise Refused("{text} is not a whole number", text=abbreviate(str(play)))
        if not 1 <= play <= self.most:
            raise Refused(
                "there is no card {n}: they are labelled 1 to {most}",
                n=abbreviate_integer(play),
                most=self.most,
            )
        if play in self.gone:
            raise Refused("card {n} was laid in round {round} already", n=play, round=self.gone[play])
        if self.hand is not None and play not in self.hand:
            raise Refused("card {n} is not in the hand", n=play)
        return play


class StackInput:
    """Cards of one stack, each there once in a game and given out anew for the next (G13)."""

    def __init__(self, rules: GoodEnoughOptions, players: Sequence[PlayerId], deals: Sequence[Deal]) -> None:
        self._most = rules.cards or 0
        self._players = players
        self._deals = deals
        self.begin(0)

    def begin(self, game: int) -> None:
        """See `Door`: all cards are there again, and the hands are those of the next deal."""
        gone: dict[int, int] = {}
        hands = self._deals[game].hands if game < len(self._deals) else None
        self._take_up(
            {
                player: NumberedCards(
                    self._most, gone, None if hands is None else frozenset(hands.get(player, ()))
                )
                for player in self._players
            },
            gone,
        )

    def _take_up(self, wants: Mapping[PlayerId, NumberedCards], gone: dict[int, int]) -> None:
        """Hold the cards of every player, all of which know what is gone."""
        self._gone = gone
        self.wants: Mapping[PlayerId, NumberedCards] = wants

    def copied(self) -> Self:
        """See `Door`."""
        other, gone = copy(self), self._gone.copy()
        other._take_up({player: replace(label, gone=gone) for player, label in self.wants.items()}, gone)
        return other

    def admit(
        self, number: int, plays: Mapping[PlayerId, Play]
    ) -> tuple[Mapping[PlayerId, int], Sequence[Problem]]:
        """See `Door`. Of two players who present the same card, the first in the record has it."""
        admitted: dict[PlayerId, int] = {}
        problems: list[Problem] = []
        for player, play in plays.items():
            fine, wrong = _sifted(number, {player: play}, self.wants)
            self._gone.update(dict.fromkeys(fine.values(), number))
            admitted.update(fine)
            problems.extend(wrong)
        return admitted, problems


def _sifted(
    number: int, plays: Mapping[PlayerId, Play], wants: Mapping[PlayerId, AllowedPlay]
) -> tuple[dict[PlayerId, int], list[Problem]]:
    """Part the plays that are allowed from those that are problems."""
    fine: dict[PlayerId, int] = {}
    problems: list[Problem] = []
    for player, play in plays.items():
        try:
            if player not in wants:
                raise Refused("no such player in this game")
            fine[player] = cast(int, wants[player].check(play))
        except Refused as refused:
            problems.append(Problem(refused, number, player))
    return fine, problems


def start_problems(
    rules: GoodEnoughOptions, players: Sequence[PlayerId], deals: Sequence[Deal]
) -> Iterable[Problem]:
    """Yield what keeps these players from playing, before anybody has presented anything."""
    if len(players) < rules.min_players:
        yield Problem(Refused("{title} needs 3 or more players", title=Text(rules.title)))
    yield from _stack_problems(rules, players, deals)


def _stack_problems(
    rules: GoodEnoughOptions, players: Sequence[PlayerId], deals: Sequence[Deal]
) -> Iterable[Problem]:
    """Yield what is wrong with the stack and the deals before anybody has presented a card (G13)."""
    if rules.entry != "cards":
        if deals:
            yield Problem(Refused("cards can be dealt only where cards are laid"))
        return
    each, stack = cards_each(rules, len(players)), rules.cards or 0
    needed = max(each, 2) * len(players)
    if stack < needed:
        yield Problem(
            Refused(
                "{players} players need {each} cards each, {needed} in all, and the stack has {stack}",
                players=len(players),
                each=max(each, 2),
                needed=needed,
                stack=stack,
            )
        )
    for number, deal in enumerate(deals, 1):
        yield from _deal_problems(number, deal, rules, players)


def cards_each(rules: GoodEnoughOptions, players: int) -> int:
    """Count the cards each player is given: one more than there are rounds (G13), or all there are (G11)."""
    if rules.points_target is None:
        return rules.rounds + 1
    return (rules.cards or 0) // max(players, 1)


def _deal_problems(
    number: int, deal: Deal, rules: GoodEnoughOptions, players: Sequence[PlayerId]
) -> Iterable[Problem]:
    seen: set[Play] = set()
    known, each = frozenset(players), cards_each(rules, len(players))
    for player, hand in (*deal.hands.items(), ("", deal.stock)):
        who = player or Text("the stock")
        if player and player not in known:
            yield _dealt_wrong(number, who, Refused("no such player in this game"))
        if player and rules.points_target is None and len(hand) != each:
            yield _dealt_wrong(number, who, Refused("{has} cards, not {each}", has=len(hand), each=each))
        for card in hand:
            if type(card) is not int or not 1 <= card <= (rules.cards or 0):
                yield _dealt_wrong(
                    number, who, Refused("there is no card {card}", card=abbreviate(str(card)))
                )
            elif card in seen:
                yield _dealt_wrong(number, who, Refused("card {card} was dealt already", card=card))
            else:
                seen.add(card)


def _dealt_wrong(number: int, who: str | Text, why: Refused) -> Problem:
    return Problem(Refused("deal {deal}, {who}: {why}", deal=number, who=who, why=why))
