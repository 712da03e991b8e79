"""Second Best, a game that only the tests register: it differs from the others in all that a game may choose.

Everybody presses one of a few number tiles, and may press the same again in every round. The second highest
number that only one player pressed scores, and gains its own value; in the end the second highest total
wins. Nothing in here is known to the rest of the program but through the contract.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, PluralTemplate, Text, translate
from companion.rules.games.contract import Game
from companion.rules.games.numbers import parse_integer
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Ranking, Standing
from companion.rules.games.pictures import Lesson, Panel, Preset
from companion.rules.games.runs import GameRun, Record
from companion.rules.plays import AllowedPlay, Pad, Play, PlayedSince, PlayerId, Position, Reveal
from companion.rules.results import Branch, Leaf, Problem, Reason, ScoredPart

_TILES: Mapping[str, tuple[int, ...]] = {
    "six tiles": (-7, 5, 13, 24, 35, 41),
    "eight tiles": (0, 11, 22, 33, 44, 55, 66, 1077),
}

_LESSON = Lesson(
    N_("Press a tile."),
    (
        Panel(N_("Same tile?|Both out."), N_("Two tiles"), "lamp off; card 80 88 25 says=5"),
        Panel(N_("Second best|scores."), N_("A lit tile"), "lamp; floor; card 80 88 25"),
        Panel(
            N_("Second best|wins."),
            N_("A podium"),
            "lamp; step 80 88 30 20 says=2 middle; guest 2 80 68 30 eyes=open",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Tiles(AllowedPlay):
    """The tiles of a pad, the same for everybody in every round."""

    tiles: tuple[int, ...]
    pad: ClassVar[Pad] = "keys"
    sent_sentence: ClassVar[str] = N_("Your tile is pressed")
    is_shared: ClassVar[bool] = True

    def read(self, text: str) -> Play:
        if not text.strip():
            raise Refused("Press a tile")
        return self.check(parse_integer(text))

    def check(self, play: object) -> Play:
        if type(play) is not int or play not in self.tiles:
            raise Refused("{tile} is not one of the tiles", tile=str(play))
        return play

    def choices(self) -> Sequence[Play]:
        return self.tiles

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate("Press a tile")

    def keys(self, played_since: PlayedSince) -> Sequence[tuple[Play, bool]]:  # noqa: ARG002
        return [(tile, True) for tile in self.tiles]


class _SecondBestRun(GameRun):
    """A game while it is played."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.parts: tuple[Leaf, ...] = ()
        self.points = dict.fromkeys(self.players, 0)
        if not SecondBest.min_players <= len(self.players) <= SecondBest.max_players:
            self.problems.append(Problem(Refused("Second Best is for 3 to 12 players")))

    def allowed(self, player: PlayerId) -> Tiles:  # noqa: ARG002
        return Tiles(_TILES[self.rules.tiles])

    def position(self, number: int) -> tuple[Position, ...]:
        return (Position("round", number, self.rules.rounds),)

    def _tile(self, player: PlayerId, play: object) -> int:
        tile = self.allowed(player).check(play)
        assert isinstance(tile, int)
        return tile

    def play_round(self, number: int, reveal: Reveal) -> None:
        plays = self.accept(number, reveal, self._tile)
        times = Counter(plays.values())
        singles = sorted(tile for tile in plays.values() if times[tile] == 1)
        best = singles[-2:-1]
        winners = tuple(player for player in self.players if plays.get(player) in best)
        for player in winners:
            self.points[player] += plays[player]
        leaf = Leaf(
            kind="round", winners=winners, finished=True, reasons=tuple(_reasons(plays, winners)), plays=plays
        )
        self.parts = (*self.parts, leaf)
        self.is_over = reveal.last or len(self.parts) == self.rules.rounds

    def result(self) -> Branch:
        won = _second(tuple(self.points.values())) if self.is_over else ()
        winners = tuple(player for player, points in self.points.items() if points in won)
        template = PluralTemplate(
            "{shown} has the second highest total.", "{shown} have the second highest total."
        )
        numbers = {"numbers": tuple(self.points[player] for player in winners)}
        return Branch(
            kind="game",
            winners=winners,
            finished=self.is_over,
            reasons=(Reason("T3", template, winners, numbers),) if self.is_over else (),
            scores=dict(self.points),
            parts=self.parts,
        )


@dataclass(frozen=True)
class SecondBest(Game):
    """The game with its options."""

    name: ClassVar[str] = "second-best"
    title: ClassVar[str] = N_("Second Best")
    run = _SecondBestRun
    min_players: ClassVar[int] = 3
    max_players: ClassVar[int] = 12
    source: ClassVar[str] = N_("A game for tests.")
    emblem: ClassVar[str] = "lamp x=50 y=18; card 50 84 30 says=41"
    in_short: ClassVar[str] = N_("tiles, 3 to 12")
    aim: ClassVar[str] = N_("Be the second highest")
    how_to: ClassVar[tuple[str, ...]] = (
        N_("Everybody presses a tile; the second highest number scores, and gains its own value."),
        N_("Two or more who pressed the same tile are disqualified for that round."),
        N_("After the last round, the second highest total wins."),
    )
    lesson: ClassVar[Lesson] = _LESSON
    takes_newcomers: ClassVar[bool] = True
    has_independent_rounds: ClassVar[bool] = True
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("long", N_("Second Best of eight"), {"tiles": "eight tiles", "rounds": 8}, "8", 3, "ours"),
    )

    rounds: int = option(4, N_("Rounds"), N_("How often tiles are pressed."))
    tiles: str = option(
        "six tiles",
        N_("Tiles"),
        N_("How many tiles there are."),
        choices=(N_("six tiles"), N_("eight tiles")),
    )
    reveal: str = option(
        "in a row",
        N_("Reveal"),
        N_("How the TV shows the tiles."),
        choices=(N_("in a row"), N_("on a line")),
    )

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 99:
            raise Refused("the rounds are 1 to 99, not {rounds}", rounds=self.rounds)

    @property
    def number_line(self) -> tuple[int, int] | None:
        pad = _TILES[self.tiles]
        return (pad[0], pad[-1]) if self.reveal == "on a line" else None

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        tile = leaf.plays[player]
        values = {"tile": tile}
        if player in leaf.winners:
            assert isinstance(tile, int)
            reason = Reason("T1", "Your {tile} is the second highest: you gain {tile}", (), values)
            return Outcome("scored", "scored", reason, tile, N_("second"), N_("Second!"))
        if Counter(leaf.plays.values())[tile] > 1:
            reason = Reason("T2", "Your {tile} was pressed twice: disqualified", (), values)
            return Outcome("disqualified", "disqualified", reason, 0, N_("twice"))
        return Outcome(
            "outside", "no points", Reason("T1", "Your {tile} is not the second highest", (), values), 0
        )

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        return (Standing(N_("value"), root.scores, _second(tuple(root.scores.values()))),)

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        label = N_("value")
        return Ranking(
            label, label, N_("Value"), None, Text(N_("the second highest")), _second, is_middle=True
        )


def _second(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the second highest of the distinct scores, or the only one."""
    return tuple(sorted(set(scores))[-2:][:1])


def _reasons(plays: Mapping[PlayerId, int], winners: Sequence[PlayerId]) -> Iterator[Reason]:
    for tile, times in Counter(plays.values()).items():
        if times > 1:
            twice = tuple(player for player in plays if plays[player] == tile)
            yield Reason(
                "T2", "{players} pressed {tile}: disqualified.", twice, {"tile": tile}, "disqualifying"
            )
    for player in winners:
        says = N_("{players} pressed the second highest tile and gains {tile}.")
        yield Reason("T1", says, (player,), {"tile": plays[player]})
    if not winners:
        yield Reason("T1", "There is no second highest tile: nobody gains anything.")
