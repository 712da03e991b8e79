"""The rounds, games and match of Saichugen, however the cards are entered: which sums and totals win."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.i18n.messages import PluralTemplate, format_value
from companion.rules.games.contract import Record
from companion.rules.games.tricks import TrickGameRun
from companion.rules.median import middle
from companion.rules.results import Branch, PlayerId, Position, Reason, ResultLeaf


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
    """A round of tricks: the sums that decide it are its scores; `kept` is what counts of them (S5)."""

    kept: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredRound(ResultLeaf):
    """A round of which only the sums were entered (R2); `kept` is what counts of them (S5)."""

    kept: Mapping[PlayerId, int]


AnyRound = SaichugenRound | EnteredRound
"""A round, however its cards were entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaichugenGame(Branch):
    """A game's result: the totals that decide it are its scores; `points` count for the match (S7)."""

    points: Mapping[PlayerId, int]


class SaichugenRun(TrickGameRun):
    """The state of every match while it is played: the games over, and the rounds of the open one."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.games: list[SaichugenGame] = []
        self.rounds: list[AnyRound] = []

    def end_round(self, ended: AnyRound, *, last: bool) -> None:
        """Add a round that is over, and end its game and the match if they are over with it."""
        self.rounds.append(ended)
        if last or len(self.rounds) == self.rules.rounds:
            self.games.append(_game(self.rounds, self.players, finished=True))
            self.rounds = []
            self.end_game()
        self.is_over = last or len(self.games) == self.rules.games

    def end_game(self) -> None:
        """Prepare the next game, where anything must be."""

    def open_rounds(self) -> tuple[AnyRound, ...]:
        """Return the round that is being played, if any of it was entered."""
        return ()

    def result(self) -> Branch:
        """Return the result of the match (S7)."""
        rounds = [*self.rounds, *self.open_rounds()]
        game = [_game(rounds, self.players, finished=False)] if rounds else []
        return _match([*self.games, *game], self.players, finished=self.is_over)

    def position(self) -> tuple[Position, ...]:
        """Return where the next round stands: its game is named only where there are several."""
        game = Position("game", len(self.games) + 1, self.rules.games)
        place = Position("round", len(self.rounds) + 1, self.rules.rounds)
        return (game, place) if self.rules.games > 1 else (place,)


def kept_reasons(sums: Mapping[PlayerId, int], winners: tuple[PlayerId, ...]) -> Iterator[Reason]:
    """Yield whose sum is kept, and whose is lost (S5)."""
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


def kept_of(sums: Mapping[PlayerId, int], winners: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """Return what counts of the sums: those in the middle (S5)."""
    return {player: each if player in winners else 0 for player, each in sums.items()}


def _game(rounds: Sequence[AnyRound], players: Sequence[PlayerId], *, finished: bool) -> SaichugenGame:
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
