"""The evening: several games, in each of which one walks away from its winner by steps (H1 to H4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.i18n.messages import Count
from companion.rules.plays import PlayerId, Players
from companion.rules.results import Branch, Scores
from companion.values import frozen

MOST_STEPS = 3
"""The most steps that one game can cost (H2)."""

FEWEST_GAMES = 2
"""How many games must count before an evening has a standing (H3), and can be finished (H4)."""

FEWEST_PEOPLE = 3
"""With fewer in the room nothing can be decided by numbers: two are always both in the middle (H4)."""


def with_fewest(steps: Scores) -> Players:
    """Return who has the fewest steps."""
    least = min(steps.values(), default=0)
    return tuple([player for player, walked in steps.items() if walked == least])


@frozen
class EveningStanding:
    """The standing after the games that count: games won, and steps from the middle (H1 to H3).

    `by_game` has the steps of every player in each of these games, in the order played.
    """

    won: Scores
    steps: Scores
    by_game: tuple[Scores, ...]

    @property
    def fewest(self) -> Players:
        """Who is closest to the middle (H3)."""
        return with_fewest(self.steps)


@frozen
class EveningFinish:
    """An evening that the host has finished: the steps of everybody, and who was `here` at that moment (H4).

    `ended_at_once`: the host has ended its grand final before a number was shown, so those tied share.
    """

    steps: Scores
    here: Players
    ended_at_once: bool = False

    @property
    def least(self) -> int:
        """The fewest steps."""
        return min(self.steps.values(), default=0)

    @property
    def fewest(self) -> Players:
        """Who has the fewest steps."""
        return with_fewest(self.steps)

    @property
    def tied(self) -> Players:
        """Those with the fewest steps who were there; nobody if one alone has the fewest."""
        return (
            tuple([player for player in self.fewest if player in self.here]) if len(self.fewest) > 1 else ()
        )

    @property
    def needs_final(self) -> bool:
        """Whether a grand final decides: between two or more, with enough people for a middle."""
        return len(self.tied) > 1 and len(self.here) >= FEWEST_PEOPLE

    @property
    def winners(self) -> Players:
        """Who wins without a number: one, or all with the fewest steps; or, ended at once, all tied."""
        return self.tied if len(self.tied) == 1 or (self.tied and self.ended_at_once) else self.fewest

    def rename_players(self, names: Mapping[PlayerId, PlayerId]) -> "EveningFinish":
        """Return it with players renamed, of whom two may become one."""
        steps = {names.get(player, player): steps for player, steps in self.steps.items()}
        here = tuple(dict.fromkeys(names.get(player, player) for player in self.here))
        return replace(self, steps=steps, here=here)


def count_steps(number: int) -> Count:
    """Count steps in words: `1 step`, `4 steps`."""
    return Count(number, "{n} step", "{n} steps")


def steps_in_game(players: Players, root: Branch) -> Scores:
    """Return how many steps each player of a game that is over walks away from its winners (H2).

    A winner stays. Another walks a step for each distinct score between the own one and the nearest winner's,
    and one for that: at least 1, at most `MOST_STEPS`. Where nobody has won, everybody walks one.
    """
    order = sorted(set(root.scores.values()))
    ranks = {player: order.index(score) for player, score in root.scores.items()}
    winning = [ranks[winner] for winner in root.winners]

    def steps(player: PlayerId) -> int:
        if player in root.winners:
            return 0
        away = min((abs(ranks[player] - rank) for rank in winning), default=1)
        return min(max(away, 1), MOST_STEPS)

    return {player: steps(player) for player in players}


def evening_standing(games: Sequence[tuple[Players, Branch]]) -> EveningStanding:
    """Return the standing after the games that count, each given by its players and its result.

    Whoever was in one of them stands in it, also those who left (G8), and nobody else, in the order of first
    appearance. Who was not in a game walks as far as the farthest in it, at least one step (H2). A shared win
    counts 1 for each winner. Without a game that counts, all is empty.
    """
    everybody = dict.fromkeys(player for players, _ in games for player in players)
    walked = [steps_in_game(players, root) for players, root in games]
    by_game = tuple(_for_everybody(everybody, steps) for steps in walked)
    won = Counter(winner for _, root in games for winner in root.winners)
    return EveningStanding(
        won={player: won[player] for player in everybody},
        steps={player: sum(steps[player] for steps in by_game) for player in everybody},
        by_game=by_game,
    )


def _for_everybody(everybody: Mapping[PlayerId, None], steps: Scores) -> Scores:
    farthest = max(1, *steps.values()) if steps else 1
    return {player: steps.get(player, farthest) for player in everybody}
