"""The hands and the game of Mediocrity, however the cards are entered: who gets points, and who wins."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.i18n.messages import N_, Count, PluralTemplate
from companion.rules.games.contract import Record
from companion.rules.games.tricks import TrickGameRun
from companion.rules.results import Branch, PlayerId, Reason, ScoredPart


class MediocrityRun(TrickGameRun):
    """The state of every game while it is played: the hands over, and their points."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.hands: list[ScoredPart] = []
        self.points = Counter(dict.fromkeys(self.players, 0))

    def end_hand(self, hand: ScoredPart) -> None:
        """Add a hand that is over, and its points (M6)."""
        self.hands.append(hand)
        self.points.update(hand.winners)

    def end_round(self, *, last: bool) -> None:
        """Find out whether the game is over: by the host, or by the target (M7)."""
        self.is_over = last or max(self.points.values()) >= self.rules.target

    def open_hands(self) -> tuple[Branch, ...]:
        """Return the hand that is being played, if any of it was entered."""
        return ()

    def result(self) -> Branch:
        """Return the result of the game (M8)."""
        points, target = dict(self.points), self.rules.target
        return Branch(
            kind="game",
            winners=_most_below(points, target) if self.is_over else (),
            finished=self.is_over,
            reasons=tuple(_game_reasons(points, target)) if self.is_over else (),
            scores=points,
            parts=(*self.hands, *self.open_hands()),
        )


def fewest(left: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Return who gets a point once a player has no cards: the fewest cards of those who have any (M6)."""
    if 0 not in left.values():
        return ()
    fewest = min(filter(None, left.values()), default=None)
    return tuple(player for player, cards in left.items() if cards == fewest)


def hand_reasons(left: Mapping[PlayerId, int]) -> Iterator[Reason]:
    """Yield why a hand ended, and who gets the point (M6)."""
    out, winners = tuple(player for player, cards in left.items() if not cards), fewest(left)
    if not out:
        yield Reason("M6", "The host ended the game in the middle of this hand: it gives no points.")
        return
    ends = PluralTemplate(
        "{players} has no cards left: the hand ends.", "{players} have no cards left: the hand ends."
    )
    yield Reason("M6", ends, out)
    if winners:
        template = PluralTemplate(
            "Of those who still have cards, {shown} has the fewest: 1 point.",
            "Of those who still have cards, {shown} have the fewest: 1 point each.",
        )
        yield Reason("M6", template, winners, {"numbers": tuple(left[player] for player in winners)})
    else:
        yield Reason("M6", "Nobody has cards left: nobody gets a point.")


def hand_headline(hand: ScoredPart) -> Reason:
    """Say who has the fewest cards, but not none, and gets the point (M6)."""
    if not hand.winners:
        return Reason("M6", N_("Nobody gets the point") if 0 in hand.scores.values() else N_("No points"))
    left = {"left": Count(hand.scores[hand.winners[0]], "{n} card left", "{n} cards left")}
    template = PluralTemplate("{left}: {players}’s point", "{left}: a point each for {players}")
    return Reason("M6", template, hand.winners, left)


def hand_word(hand: ScoredPart, player: PlayerId) -> str:
    """Return what a hand is for a player, in a few words to be translated (M6)."""
    if player in hand.winners:
        return N_("fewest, not none")
    if not hand.scores[player]:
        return N_("none left: too good")
    return N_("too many left") if hand.winners else ""


def _most_below(points: Mapping[PlayerId, int], target: int) -> tuple[PlayerId, ...]:
    """Return the winners: the most points among those below the target (M8).

    There is always one: a player who ran out of cards in the last hand was below the target and got no
    point.
    """
    most = max(each for each in points.values() if each < target)
    return tuple(player for player, each in points.items() if each == most)


def _game_reasons(points: Mapping[PlayerId, int], target: int) -> Iterator[Reason]:
    reached = tuple(player for player, each in points.items() if each >= target)
    if reached:
        yield Reason("M7", "{players} reached {target}: the game ends.", reached, {"target": target})
    else:
        yield Reason("M7", "The host ended the game before anybody reached {target}.", (), {"target": target})
    winners = _most_below(points, target)
    template = PluralTemplate(
        "Of those below {target}, {shown} has the most points and wins.",
        "Of those below {target}, {shown} have the most points and share the win.",
    )
    values = {"numbers": tuple(points[player] for player in winners), "target": target}
    yield Reason("M8", template, winners, values)
