"""The rounds, games and match of Saichugen, however the cards are entered: which sums and totals win."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate, format_value
from companion.rules.cards import RANKS, SUITS, Card, format_card
from companion.rules.games.deck import CardsInPlay, Deck
from companion.rules.games.tricks import EnteredCount, TrickGameRun
from companion.rules.plays import Bounds, Cards, PlayerId, Players, Position, Positions, Reveal
from companion.rules.results import Branch, Leaf, Node, Problem, Reason, Reasons, ResultLeaf, Scores, shown
from companion.rules.standing import MOST_POINTS, middle, with_most
from companion.values import frozen


def middle_players(values: Scores) -> Players:
    """Return the players with the middle of three values: one, two or all of them (S5, S6)."""
    central = middle(sorted(values.values()))
    return tuple(player for player, value in values.items() if value in central)


@frozen(kw_only=True)
class SaichugenRound(Branch):
    """A round of tricks: the sums that decide it are its scores; `kept` is what counts of them (S5)."""

    kept: Scores


@frozen(kw_only=True)
class EnteredRound(ResultLeaf):
    """A round of which only the sums were entered (R2); `kept` is what counts of them (S5)."""

    kept: Scores


AnyRound = SaichugenRound | EnteredRound
"""A round, however its cards were entered."""


@frozen(kw_only=True)
class SaichugenGame(Branch):
    """A game's result: the totals that decide it are its scores; `points` count for the match (S7)."""

    points: Scores


class SaichugenRun(TrickGameRun):
    """The state while it is played: the games over, the rounds of the open one, and its open tricks."""

    def set_up(self) -> None:
        self.games: list[SaichugenGame] = []
        self.rounds: list[AnyRound] = []
        self.tricks: list[Leaf] = []
        if len(self.deals) > self.rules.games:
            values = {"n": len(self.deals), "games": Count(self.rules.games, "{n} game", "{n} games")}
            refused = Refused("{n} deals are recorded, but the match has only {games}", **values)
            self.problems.append(Problem(refused))
        self.checked_deals = [self.checked_deal(n, DECK, HAND) for n in range(1, len(self.deals) + 1)]
        self._take_up_cards()

    def _take_up_cards(self) -> None:
        """Take up the cards of the next game, with the hands if a valid deal is recorded (S1)."""
        deals = self.checked_deals[len(self.games) :]
        self.cards = CardsInPlay(DECK, deals[0] if deals else None)

    @property
    def entered(self) -> EnteredCount:
        """The sum of the open cards in the tricks of a round (R2, S4)."""
        tricks, most = self.rules.tricks, self.rules.tricks * len(RANKS)
        return EnteredCount(
            high=most,
            question=N_("the sum?"),
            refusal=N_("{n} cannot be the sum of {cards}: that is 0 to {most}"),
            values={"cards": Count(tricks, "{n} open card", "{n} open cards"), "most": most},
            pad="digits",
            together=most,
        )

    def play_round(self, number: int, reveal: Reveal) -> None:
        plays, is_complete = self.plays(number, reveal)
        if self.rules.keeps_results:
            sums = {player: plays.get(player, 0) for player in self.players}
            self.rounds.append(EnteredRound(**_round(sums, finished=is_complete), plays=plays))
        else:
            self.tricks.append(score_trick(plays))
            if not reveal.last and len(self.tricks) < self.rules.tricks:
                return
            self.rounds.append(self._open_round(finished=True))
            self.tricks = []
        if reveal.last or len(self.rounds) == self.rules.rounds:
            self.games.append(_game(self.rounds, self.players, finished=True))
            self.rounds = []
            self._take_up_cards()
        self.is_over = reveal.last or len(self.games) == self.rules.games

    def _open_round(self, *, finished: bool) -> SaichugenRound:
        """Add up the open cards (S4)."""
        cards = {player: open_cards(self.tricks, player) for player in self.players}
        sums = {player: sum(RANKS.index(card.rank) + 1 for card in own) for player, own in cards.items()}
        found = _round(sums, finished=finished)
        found["reasons"] = (*_sums(cards, sums), *found["reasons"])
        return SaichugenRound(**found, parts=tuple(self.tricks))

    def result(self) -> Branch:
        """Return the result of the match: the most points win (S7), or who wins its only game (S6)."""
        rounds = [*self.rounds, self._open_round(finished=False)] if self.tricks else self.rounds
        games = [*self.games, *([_game(rounds, self.players, finished=False)] if rounds else [])]
        scores = {player: sum(game.points[player] for game in games) for player in self.players}
        most, is_single = with_most(scores) if self.is_over else {}, self.rules.games == 1
        reasons = games[0].reasons[:1] if is_single and games else (shown("S7", MOST_POINTS, most),)
        return Branch(
            kind="match",
            winners=tuple(most),
            finished=self.is_over,
            reasons=reasons if self.is_over else (),
            scores=scores,
            parts=tuple(games),
            is_named=not is_single,
        )

    def position(self, number: int) -> Positions:  # noqa: ARG002
        """Return where the next round stands: the game is named only where there are several."""
        game = Position("game", len(self.games) + 1, self.rules.games)
        round_position = Position("round", len(self.rounds) + 1, self.rules.rounds)
        trick = Position("trick", len(self.tricks) + 1, self.rules.tricks)
        positions = (game, round_position, trick)[self.rules.games == 1 :]
        return positions[:-1] if self.rules.keeps_results else positions


def _round(sums: Scores, *, finished: bool) -> dict[str, Any]:
    """Return what a round with these sums is, however they were entered: which are kept (S5)."""
    winners = middle_players(sums) if finished else ()
    return {
        "kind": "round",
        "winners": winners,
        "finished": finished,
        "reasons": tuple(kept_reasons(sums, winners)) if finished else (),
        "scores": sums,
        "kept": {player: each_sum if player in winners else 0 for player, each_sum in sums.items()},
    }


def kept_reasons(sums: Scores, winners: Players) -> Reasons:
    """Yield whose sum is kept, and whose is lost (S5)."""
    keeps = PluralTemplate(
        "The middle of {sums} is {middle}: {players} keeps it.",
        "The middle of {sums} is {middle}: {players} keep it.",
    )
    yield Reason("S5", keeps, winners, {"sums": tuple(sorted(sums.values())), "middle": sums[winners[0]]})
    lost = {player: points for player, points in sums.items() if player not in winners}
    if lost:
        loses = PluralTemplate(
            "{shown} loses the score of this round.", "{shown} lose the score of this round."
        )
        yield shown("S5", loses, lost)


def _game(rounds: Sequence[AnyRound], players: Players, *, finished: bool) -> SaichugenGame:
    """Add up what was kept (S6), and find the points of the game, which add up to 0 (S7)."""
    totals = {player: sum(played.kept[player] for played in rounds) for player in players}
    winners = middle_players(totals) if finished else ()
    won, lost = {0: (0, 0), 1: (2, -1), 2: (1, -2), 3: (0, 0)}[len(winners)]
    shared = {player: won if player in winners else lost for player in players}
    return SaichugenGame(
        kind="game",
        winners=winners,
        finished=finished,
        reasons=tuple(_game_reasons(totals, winners, shared)) if finished else (),
        scores=totals,
        parts=tuple(rounds),
        points=shared,
    )


def _game_reasons(totals: Scores, winners: Players, shared: Scores) -> Reasons:
    template = PluralTemplate(
        "The middle of the totals {totals} is {middle}: {players} wins the game.",
        "The middle of the totals {totals} is {middle}: {players} win the game.",
    )
    values = {"totals": tuple(sorted(totals.values())), "middle": totals[winners[0]]}
    yield Reason("S6", template, winners, values)
    signed = {player: f"{'+' if n > 0 else ''}{format_value(n)}" for player, n in shared.items()}
    yield shown("S7", N_("Points: {shown}."), signed)


HAND = 17
"""How many cards each player is dealt (S1)."""

DECK = Deck(needs_suits=True)


def strength(card: Card) -> Bounds:
    """Order the cards by rank, ace low, then by suit (S2): no two cards are equal."""
    return RANKS.index(card.rank), SUITS.index(card.suit)


def score_trick(plays: Cards) -> Leaf:
    """Find the middle card of a trick (S3); it is unfinished unless every player laid a card."""
    complete = len(plays) == 3
    ordered = tuple(sorted(plays, key=lambda player: strength(plays[player])))
    return Leaf(
        kind="trick",
        winners=middle(ordered) if complete else (),
        finished=complete,
        reasons=tuple(_trick_reasons(plays, ordered)) if complete else (),
        plays=plays,
    )


def _trick_reasons(plays: Cards, ordered: Players) -> Reasons:
    low, mid, high = (format_card(plays[player]) for player in ordered)
    for below, above in pairwise(ordered):
        if plays[below].rank == plays[above].rank:
            cards = {"below": format_card(plays[below]), "above": format_card(plays[above])}
            yield Reason("S2", "{above} is above {below} by its suit.", (above, below), cards)
    wins = N_("{card} is between {low} and {high}: {players} wins the trick, and the card stays open.")
    yield Reason("S3", wins, (ordered[1],), {"card": mid, "low": low, "high": high})


def open_cards(tricks: Sequence[Node], player: PlayerId) -> list[Card]:
    """List the cards with which a player won tricks."""
    plays = [trick.plays[player] for trick in tricks if isinstance(trick, Leaf) and player in trick.winners]
    return [card for card in plays if isinstance(card, Card)]


def _sums(cards: Mapping[PlayerId, Sequence[Card]], sums: Scores) -> Reasons:
    for player, own in cards.items():
        values = {"cards": tuple(map(format_card, own)), "sum": sums[player]}
        if own:
            yield Reason("S4", "{players} has {cards} open: {sum}.", (player,), values)
        else:
            yield Reason("S4", "{players} has no open card: 0.", (player,), values)
