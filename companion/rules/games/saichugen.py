"""Saichugen: tricks of three cards, where at every level the middle one wins (S1 to S7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate, Text, format_value
from companion.rules.cards import RANKS, SUITS, Card, card_sign, format_card
from companion.rules.games.contract import Game, GameRun, Record, ScoredRecord
from companion.rules.games.deck import CardsInPlay, Deck, deal_hands
from companion.rules.games.options import option
from companion.rules.games.outcomes import OpenCards, Outcome, Standing, WinningRule
from companion.rules.games.pictures import (
    FLOOR,
    CardFigure,
    Emblem,
    FloorFigure,
    GuestFigure,
    LampFigure,
    Lesson,
    Panel,
    StageFigure,
    StepFigure,
    TextFigure,
)
from companion.rules.games.tricks import TrickGameRun
from companion.rules.median import middle
from companion.rules.results import (
    Branch,
    Deal,
    Kind,
    Leaf,
    NextRound,
    Node,
    PlayerId,
    Position,
    Problem,
    Reason,
    Reveal,
    Score,
    Shuffle,
)
from companion.rules.text_table import align_columns, play_cells, score_row

HAND = 17
"""How many cards each player is dealt (S1)."""

_DECK = Deck(needs_suits=True)

_OPEN = Panel(
    N_("The middle card|stays open."),
    N_("Two cards lie face down, the 8 between them is open and in the light"),
    (
        LampFigure(spread=50),
        FloorFigure(),
        CardFigure(34, FLOOR, 25),
        CardFigure(126, FLOOR, 25),
        CardFigure(80, FLOOR, 32, "8"),
    ),
)
_SUM_FIGURES: tuple[StageFigure, ...] = (
    LampFigure(spread=50),
    FloorFigure(),
    *(CardFigure(x, 70, 13, rank) for x, rank in ((18, "5"), (32, ""), (46, ""))),
    *(CardFigure(x, 70, 13, rank) for x, rank in ((66, ""), (80, "9"), (94, ""))),
    *(CardFigure(x, 70, 13, rank) for x, rank in ((114, ""), (128, ""), (142, "J"))),
    TextFigure(32, 86, "5", 13, "dim"),
    TextFigure(80, 86, "9", 16, "ink"),
    TextFigure(128, 86, "11", 13, "dim"),
)
_SEEN_SUMS = N_("Three rows of cards with the sums 5, 9 and 11; the 9 is in the light")
_THREE_TRICKS = Panel(N_("Three tricks. The|middle sum is kept."), _SEEN_SUMS, _SUM_FIGURES)
_SUMS = Panel(N_("Add them up. The|middle sum is kept."), _SEEN_SUMS, _SUM_FIGURES)
_TOTAL = Panel(
    N_("The middle total|wins the game."),
    N_("Three steps of a podium; the highest is the middle one, which gets 2 and the others lose 1"),
    (
        LampFigure(spread=50),
        FloorFigure(),
        StepFigure(30, FLOOR, 34, 12, "−1", 10),
        StepFigure(130, FLOOR, 34, 12, "−1", 10),
        StepFigure(80, FLOOR, 36, 24, "+2", 15, is_middle=True),
        GuestFigure(2, 30, 76, 22),
        GuestFigure(7, 130, 76, 22),
        GuestFigure(1, 80, 64, 30, "open", lit=True),
    ),
)
_EMBLEM = Emblem(
    (
        LampFigure(50, 18, 32, 44, 84),
        FloorFigure(84),
        StepFigure(18, 84, 26, 8),
        StepFigure(82, 84, 26, 34),
        StepFigure(50, 84, 28, 20, is_middle=True),
        GuestFigure(2, 18, 76, 20),
        GuestFigure(7, 82, 50, 20),
        GuestFigure(1, 50, 64, 24, "open", lit=True),
    )
)


@dataclass(frozen=True)
class Saichugen(Game):
    """Saichugen with its options (S4, S6, S7); raises `Refused` for options that the rules do not allow."""

    name: ClassVar[str] = "saichugen"
    title: ClassVar[str] = N_("Saichugen")
    min_players: ClassVar[int] = 3
    max_players: ClassVar[int] = 3
    source: ClassVar[str] = N_(
        "Saichugen (最中限, most mediocre) comes from Japan; these are the rules of its explanation "
        "in English."
    )
    how_to: ClassVar[tuple[str, ...]] = (
        N_(
            "Everybody holds 17 cards, ace low to king high. Of one rank, spades beat hearts, "
            "diamonds and clubs."
        ),
        N_("Everybody lays one card in secret; all are shown at once. The middle card wins and stays open."),
        N_(
            "After three tricks the open cards are added up. The middle sum is kept; the others keep nothing."
        ),
        N_(
            "After five rounds the middle total wins the game: 2 points, and 1 point less for each "
            "of the others."
        ),
        N_("Two winners get 1 point each and the other loses 2; three winners get nothing."),
    )
    record_keys: ClassVar[frozenset[str]] = frozenset({"deals"})

    emblem: ClassVar[Emblem] = _EMBLEM
    in_short: ClassVar[str] = N_("cards, exactly 3")

    rounds: int = option(5, N_("Rounds"), N_("In a game."))
    tricks: int = option(3, N_("Tricks"), N_("In a round; rounds times tricks is at most 17."))
    games: int = option(1, N_("Games"), N_("Their points add up."))

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise Refused("rounds must be 1 or more, not {n}", n=self.rounds)
        if self.tricks < 1:
            raise Refused("tricks must be 1 or more, not {n}", n=self.tricks)
        if self.games < 1:
            raise Refused("games must be 1 or more, not {n}", n=self.games)
        if self.games > 999:
            raise Refused("a match has at most 999 games, not {n}", n=self.games)
        if self.rounds * self.tricks > HAND:
            raise Refused(
                "{rounds} rounds of {tricks} tricks need {need} cards: a hand has 17",
                rounds=self.rounds,
                tricks=self.tricks,
                need=self.rounds * self.tricks,
            )

    @property
    def lesson(self) -> Lesson:
        """See S3, S5 and S6."""
        sums = _THREE_TRICKS if self.tricks == 3 else _SUMS
        return Lesson(N_("Three players, 17 cards each. A is 1, K is 13."), (_OPEN, sums, _TOTAL))

    def begin(self, record: Record) -> GameRun:
        """See `Game`; the cost is linear in the number of tricks."""
        return _SaichugenRun(record).start()

    @property
    def can_deal(self) -> bool:
        """See S1."""
        return True

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the hands of the next game of a match, unless they were dealt already (S1)."""
        record = scored.record
        games_over = len(record.reveals) // (self.rounds * self.tricks)
        if not len(record.deals) <= games_over < self.games:
            return None
        return deal_hands(_DECK.cards(), record.players, HAND, shuffle)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """The middle card stays open, the others are turned down (S3)."""
        if player in leaf.winners:
            return Outcome("won", "stays open", word=N_("stays open"), verdict=N_("It stays open"))
        return Outcome("turned down", "turned down", word=N_("turned down"), verdict=N_("Turned down"))

    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        card = {"card": card_sign(leaf.plays[player])}
        if player in leaf.winners:
            return Reason("S3", "Your {card} is in the middle: it stays open", (), card)
        return Reason("S3", "Your {card} is not in the middle: it is turned down", (), card)

    def round_headline(self, leaf: Leaf) -> Reason:
        """Name the middle card (S3); the screen shows its suit."""
        cards = (leaf.plays[player] for player in leaf.winners)
        ranks = tuple(card.rank for card in cards if isinstance(card, Card))
        return Reason("S3", "{players}’s {card} stays open", leaf.winners, {"card": ranks})

    def part_headline(self, part: Branch) -> Reason:
        """Say who keeps the middle sum of a round (S5), or wins a game (S6)."""
        if not isinstance(part, SaichugenRound):
            return super().part_headline(part)
        template = PluralTemplate("{players} keeps {sum}", "{players} keep {sum} each")
        return Reason("S5", template, part.winners, {"sum": part.scores[part.winners[0]]})

    def part_word(self, part: Branch, player: PlayerId) -> str:
        """The middle sum of a round is kept, the others are lost (S5)."""
        if not isinstance(part, SaichugenRound):
            return super().part_word(part, player)
        return N_("kept") if player in part.winners else N_("lost")

    def tally_label(self, level: Branch) -> Text:
        """The middle total wins a game (S6)."""
        if not isinstance(level, SaichugenGame):
            return super().tally_label(level)
        rounds = {"rounds": Count(len(level.parts), "{n} round", "{n} rounds"), "of": self.rounds}
        return Text(N_("After {rounds} of {of}. The middle total wins."), rounds)

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return what is kept of a round (S5), or the points of a game (S7)."""
        if isinstance(part, SaichugenRound):
            return part.kept[player]
        return part.points[player] if isinstance(part, SaichugenGame) else 0

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        """The points of a match, and the totals of its current game (S6, S7)."""
        match = Standing(N_("points"), root.scores)
        game = self.inner_level(root)
        if game is root or (root.finished and self.games > 1):
            return (match,)
        total = Standing(N_("total"), game.scores, (sorted(game.scores.values())[1],))
        return (match, total) if root.finished or self.games > 1 else (total,)

    def inner_level(self, root: Branch) -> Branch:
        """Return the current game, or the last one."""
        last = root.parts[-1] if root.parts else root
        return last if isinstance(last, SaichugenGame) else root

    def score_label(self, kind: Kind) -> str:
        return {"round": N_("sum"), "game": N_("total"), "match": N_("game points")}.get(kind, N_("points"))

    def chart_label(self, level: Branch) -> str:
        return N_("Totals") if isinstance(level, SaichugenGame) else N_("Points")

    def winning_rule(self, level: Branch) -> WinningRule:
        """The middle total wins a game, the most points a match (S6, S7)."""
        if not isinstance(level, SaichugenGame):
            return super().winning_rule(level)
        return WinningRule(Text(N_("the middle")), lambda scores: (sorted(scores)[len(scores) // 2],))

    @property
    def middle_wins(self) -> bool:
        """True for a single game; over several games the most points win (S7)."""
        return self.games == 1

    @property
    def names_outer_level(self) -> bool:
        return self.games > 1

    def open_cards(self, latest: Sequence[Node]) -> tuple[OpenCards, ...]:
        """Return the open cards of the current round (S4)."""
        part = next((each for each in latest if isinstance(each, SaichugenRound)), None)
        return tuple(_open_cards_of(part, player) for player in part.scores) if part else ()

    def table(self, record: Record, score: Score) -> Iterator[str]:
        """Write a row a trick, with the sums of each round and the totals of each game."""
        games = [each for each in score.root.parts if isinstance(each, SaichugenGame)]
        rows = [
            row for number, game in enumerate(games, 1) for row in _game_rows(game, number, record.players)
        ]
        yield from align_columns(rows or [["", *record.players]])
        yield "* wins the trick and stays open"
        for game in games:
            yield from (reason.sentence() for reason in game.reasons)


def strength(card: Card) -> tuple[int, int]:
    """Order the cards by rank, ace low, then by suit (S2): no two cards are equal."""
    return RANKS.index(card.rank), SUITS.index(card.suit)


def middle_players(values: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Return the players with the middle of three values: one, two or all of them (S5, S6)."""
    central = middle(sorted(values.values()))
    return tuple(player for player, value in values.items() if value in central)


def game_points(players: Sequence[PlayerId], winners: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """Return each player's points for a game; they add up to 0 (S7)."""
    won, lost = {0: (0, 0), 1: (2, -1), 2: (1, -2), 3: (0, 0)}[len(winners)]
    return {player: won if player in winners else lost for player in players}


@dataclass(frozen=True, slots=True, kw_only=True)
class SaichugenRound(Branch):
    """A round's result: the sums that decide it are its scores; `kept` is what counts of them (S5)."""

    kept: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaichugenGame(Branch):
    """A game's result: the totals that decide it are its scores; `points` count for the match (S7)."""

    points: Mapping[PlayerId, int]


class _SaichugenRun(TrickGameRun):
    """The state while it is played: the games over, and the rounds and tricks of the open game and round."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.games: list[SaichugenGame] = []
        self.rounds: list[SaichugenRound] = []
        self.tricks: list[Leaf] = []

    def set_up(self) -> None:
        if len(self.deals) > self.rules.games:
            values = {"n": len(self.deals), "games": Count(self.rules.games, "{n} game", "{n} games")}
            refused = Refused("{n} deals are recorded, but the match has only {games}", **values)
            self.problems.append(Problem(refused))
        self.valid_deals = [self.checked_deal(n, _DECK, HAND) for n in range(1, len(self.deals) + 1)]
        self.cards = self._next_cards()

    def _next_cards(self) -> CardsInPlay:
        """Return the cards of the next game, with the hands if a valid deal is recorded (S1)."""
        played = len(self.games)
        return CardsInPlay(_DECK, self.valid_deals[played] if played < len(self.valid_deals) else None)

    def play_round(self, number: int, reveal: Reveal) -> None:
        plays = self.accept_cards(number, reveal, self.cards.lay)
        self.tricks.append(score_trick(plays))
        if reveal.last or len(self.tricks) == self.rules.tricks:
            self.rounds.append(_round(self.tricks, self.players, finished=True))
            self.tricks = []
        if reveal.last or len(self.rounds) == self.rules.rounds:
            self.games.append(_game(self.rounds, self.players, finished=True))
            self.rounds = []
            self.cards = self._next_cards()
        self.is_over = reveal.last or len(self.games) == self.rules.games

    def result(self) -> Branch:
        """Return the result of the match (S7)."""
        rounds = [_round(self.tricks, self.players, finished=False)] if self.tricks else []
        rounds = [*self.rounds, *rounds]
        game = [_game(rounds, self.players, finished=False)] if rounds else []
        return _match([*self.games, *game], self.players, finished=self.is_over)

    def next_round(self, number: int) -> NextRound:
        levels = (
            Position("game", len(self.games) + 1, self.rules.games),
            Position("round", len(self.rounds) + 1, self.rules.rounds),
            Position("trick", len(self.tricks) + 1, self.rules.tricks),
        )
        position = levels if self.rules.games > 1 else levels[1:]
        allowed = {player: self.cards.allowed(player) for player in self.players}
        return NextRound(number, position, allowed, everyone_must_play=True)


def score_trick(plays: Mapping[PlayerId, Card]) -> Leaf:
    """Find the middle card of a trick (S3); it is unfinished unless every player laid a card."""
    complete = len(plays) == Saichugen.min_players
    ordered = sorted(plays, key=lambda player: strength(plays[player]))
    return Leaf(
        kind="trick",
        winners=middle(ordered) if complete else (),
        finished=complete,
        reasons=tuple(_trick_reasons(plays, ordered)) if complete else (),
        plays=plays,
    )


def _trick_reasons(plays: Mapping[PlayerId, Card], ordered: Sequence[PlayerId]) -> Iterator[Reason]:
    low, mid, high = (format_card(plays[player]) for player in ordered)
    for below, above in pairwise(ordered):
        if plays[below].rank == plays[above].rank:
            cards = {"below": format_card(plays[below]), "above": format_card(plays[above])}
            yield Reason("S2", "{above} is above {below} by its suit.", (above, below), cards)
    yield Reason(
        "S3",
        "{card} is between {low} and {high}: {players} wins the trick, and the card stays open.",
        (ordered[1],),
        {"card": mid, "low": low, "high": high},
    )


def _open_cards(tricks: Sequence[Leaf], player: PlayerId) -> list[Card]:
    """List the cards with which a player won tricks."""
    plays = [trick.plays[player] for trick in tricks if player in trick.winners]
    return [card for card in plays if isinstance(card, Card)]


def _round(tricks: Sequence[Leaf], players: Sequence[PlayerId], *, finished: bool) -> SaichugenRound:
    """Add up the open cards, and find which sums are kept (S4, S5)."""
    cards = {player: _open_cards(tricks, player) for player in players}
    sums = {player: sum(RANKS.index(card.rank) + 1 for card in cards[player]) for player in players}
    winners = middle_players(sums) if finished else ()
    return SaichugenRound(
        kind="round",
        winners=winners,
        finished=finished,
        reasons=(*_sums(cards, sums), *(_kept(sums, winners) if finished else ())),
        scores=sums,
        parts=tuple(tricks),
        kept={player: sums[player] if player in winners else 0 for player in players},
    )


def _sums(cards: Mapping[PlayerId, Sequence[Card]], sums: Mapping[PlayerId, int]) -> Iterator[Reason]:
    for player, own in cards.items():
        values = {"cards": tuple(map(format_card, own)), "sum": sums[player]}
        if own:
            yield Reason("S4", "{players} has {cards} open: {sum}.", (player,), values)
        else:
            yield Reason("S4", "{players} has no open card: 0.", (player,), values)


def _kept(sums: Mapping[PlayerId, int], winners: tuple[PlayerId, ...]) -> Iterator[Reason]:
    keeps = PluralTemplate(
        "The middle of {sums} is {middle}: {players} keeps it.",
        "The middle of {sums} is {middle}: {players} keep it.",
    )
    yield Reason("S5", keeps, winners, {"sums": tuple(sorted(sums.values())), "middle": sums[winners[0]]})
    lost = tuple(player for player in sums if player not in winners)
    if lost:
        numbers = {"numbers": tuple(sums[player] for player in lost)}
        loses = PluralTemplate(
            "{shown} loses the score of this round.", "{shown} lose the score of this round."
        )
        yield Reason("S5", loses, lost, numbers)


def _game(rounds: Sequence[SaichugenRound], players: Sequence[PlayerId], *, finished: bool) -> SaichugenGame:
    """Add up what was kept, and find the points of the game (S6, S7)."""
    totals = {player: sum(each.kept[player] for each in rounds) for player in players}
    winners = middle_players(totals) if finished else ()
    shared = game_points(players, winners)
    return SaichugenGame(
        kind="game",
        winners=winners,
        finished=finished,
        reasons=tuple(_game_reasons(totals, winners, shared)) if finished else (),
        scores=totals,
        parts=tuple(rounds),
        points=shared,
    )


def _game_reasons(
    totals: Mapping[PlayerId, int], winners: tuple[PlayerId, ...], shared: Mapping[PlayerId, int]
) -> Iterator[Reason]:
    template = PluralTemplate(
        "The middle of the totals {totals} is {middle}: {players} wins the game.",
        "The middle of the totals {totals} is {middle}: {players} win the game.",
    )
    values = {"totals": tuple(sorted(totals.values())), "middle": totals[winners[0]]}
    yield Reason("S6", template, winners, values)
    numbers = {"numbers": tuple(f"{'+' if n > 0 else ''}{format_value(n)}" for n in shared.values())}
    yield Reason("S7", "Points: {shown}.", tuple(shared), numbers)


def _match(games: Sequence[SaichugenGame], players: Sequence[PlayerId], *, finished: bool) -> Branch:
    """Add up the points of the games; the most win (S7)."""
    scores = {player: sum(game.points[player] for game in games) for player in players}
    most = max(scores.values(), default=0)
    winners = tuple(player for player in players if finished and scores[player] == most)
    template = PluralTemplate(
        "{shown} has the most points and wins.", "{shown} have the most points and share the win."
    )
    reason = Reason("S7", template, winners, {"numbers": (most,) * len(winners)})
    return Branch(
        kind="match",
        winners=winners,
        finished=finished,
        reasons=(reason,) if finished else (),
        scores=scores,
        parts=tuple(games),
    )


def _open_cards_of(part: SaichugenRound, player: PlayerId) -> OpenCards:
    return OpenCards(
        player=player,
        cards=tuple(_open_cards([each for each in part.parts if isinstance(each, Leaf)], player)),
        sum=part.scores[player],
        is_middle=player in middle_players(part.scores),
        kept=part.kept[player] if part.finished else None,
    )


def _game_rows(game: SaichugenGame, number: int, players: Sequence[PlayerId]) -> Iterator[list[str]]:
    for count, part in enumerate(game.parts, 1):
        if isinstance(part, SaichugenRound):
            yield [f"game {number}, round {count}", *players]
            tricks = (trick for trick in part.parts if isinstance(trick, Leaf))
            yield from ([f"trick {n}", *play_cells(trick, players)] for n, trick in enumerate(tricks, 1))
            yield score_row("sum", part.scores, players)
            yield score_row("kept", part.kept, players)
    yield score_row(f"game {number}, total", game.scores, players)
    yield score_row(f"game {number}, points", game.points, players)
