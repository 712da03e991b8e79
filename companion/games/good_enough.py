"""It's Good Enough: everybody shows a number at once, and the middle one gets a point (G1 to G8)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games import options
from companion.games.numbers import Numbers
from companion.games.options import option
from companion.median import middle
from companion.score import (
    Ask,
    Because,
    Branch,
    DecidedBy,
    Leaf,
    Place,
    Play,
    Player,
    Problem,
    Record,
    Refused,
    Reveal,
    Score,
)
from companion.standing import Peel, Verdict, judge, peels

NAME = "good-enough"
TITLE = "It's Good Enough"
FEWEST, MOST = 3, 2000
RULES = (
    "Everybody picks a number in secret; all are shown at once.",
    "Two or more who picked the same number are disqualified for that round.",
    "Of the numbers left, the middle one gets a point; if two are in the middle, both do.",
    "After the last round, whoever has the middle number of points wins. Not the most. The middle.",
    "A tie is broken by ignoring the first and last round, then the next two, and so on inwards.",
)
RECORDS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Options:
    """The options (G1, G2, G9); making some that the rules do not allow raises `Refused`."""

    low: int = option(0, "Lowest number", "May be negative.")
    high: int = option(100, "Highest number", "Must be above the lowest.")
    rounds: int = option(5, "Rounds", "At least 3; an odd number leaves fewer ties.")

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise Refused(
                "the lowest number, {low}, must be below the highest, {high}",
                low=self.low,
                high=self.high,
            )
        if not 3 <= self.rounds <= 9999:
            raise Refused("a game has 3 to 9999 rounds, not {rounds}", rounds=self.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Leaf):
    """A round's result. `middle`: the middle numbers, those that score."""

    disqualified: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Branch):
    """A game's result: how it was decided, and the peels that were tried (G6)."""

    decided_by: DecidedBy | None
    peels: tuple[Peel, ...] = ()


def read_options(raw: Mapping[str, Any]) -> Options:
    """Read the options of a record; raises `Refused`."""
    return options.read(Options, raw)


def score(record: Record) -> Score:
    """Score all reveals of a record (G1 to G8), in time that grows as the number of plays."""
    rules: Options = record.options  # type: ignore[assignment]
    reveals, problems = _sift(record, rules)
    rounds = tuple(_round(reveal.plays, record.players) for reveal in reveals)
    finished = len(rounds) == rules.rounds or any(reveal.last for reveal in reveals)
    return Score(_game(rounds, record.players, finished), _ask(record, rules, rounds, finished), problems)


def _ask(record: Record, rules: Options, rounds: Sequence[Round], finished: bool) -> Ask | None:
    if finished:
        return None
    number = len(rounds) + 1
    allowed = Numbers(rules.low, rules.high)
    place = (Place("round", number, rules.rounds),)
    return Ask(number, place, dict.fromkeys(record.players, allowed), all_must=False)


def _sift(record: Record, rules: Options) -> tuple[list[Reveal], tuple[Problem, ...]]:
    """Part the reveals that count from the facts that break a rule."""
    counting: list[Reveal] = []
    problems: list[Problem] = []
    if len(record.players) < FEWEST:
        problems.append(Problem(Refused("{title} needs 3 or more players", title=TITLE)))
    allowed, players = Numbers(rules.low, rules.high), frozenset(record.players)
    for number, reveal in enumerate(record.reveals, 1):
        if len(counting) == rules.rounds or (counting and counting[-1].last):
            problems.append(Problem(Refused("the game is over: no round can follow"), number))
            break
        plays = {}
        for player, play in reveal.plays.items():
            try:
                plays[player] = _checked(player, play, players, allowed)
            except Refused as refused:
                problems.append(Problem(refused, number, player))
        counting.append(Reveal(plays, last=reveal.last))
    return counting, tuple(problems)


def _checked(player: Player, play: Play, players: frozenset[Player], allowed: Numbers) -> int:
    if player not in players:
        raise Refused("no such player in this game")
    return allowed.check(play)


def _round(plays: Mapping[Player, Play], players: Sequence[Player]) -> Round:
    """Score one round (G3, G4)."""
    by_number = _by_number(plays, players)
    left = [number for number, showed in by_number.items() if len(showed) == 1]
    central = middle(left)
    scoring = {by_number[number][0] for number in central}
    absent = tuple(p for p in players if p not in plays)
    return Round(
        kind="round",
        winners=tuple(p for p in players if p in scoring),
        finished=True,
        because=tuple(_round_reasons(by_number, left, central, absent)),
        plays={p: plays[p] for p in players if p in plays},
        disqualified=tuple(p for p in players if p in plays and len(by_number[plays[p]]) > 1),
    )


def _by_number(plays: Mapping[Player, Play], players: Sequence[Player]) -> dict[Any, list[Player]]:
    """Group the players by the number they showed, lowest number first: the one sort of a round."""
    found: dict[Any, list[Player]] = {}
    for player in players:
        if player in plays:
            found.setdefault(plays[player], []).append(player)
    return dict(sorted(found.items()))


def _round_reasons(
    by_number: Mapping[int, Sequence[Player]],
    left: Sequence[int],
    central: tuple[int, ...],
    absent: tuple[Player, ...],
) -> Iterator[Because]:
    """Give one reason for every point given or not given."""
    for number, showed in by_number.items():
        if len(showed) > 1:
            yield _same(tuple(showed), number)
    yield _middle(len(left), tuple(by_number[n][0] for n in central), central)
    if central:
        yield from _outside("below", [n for n in left if n < central[0]], by_number)
        yield from _outside("above", [n for n in left if n > central[-1]], by_number)
    if absent:
        yield Because("G8", "{players} showed no number: no point.", absent)


def _same(players: tuple[Player, ...], number: int) -> Because:
    both = "both" if len(players) == 2 else "all"
    return Because("G3", f"{{players}} {both} picked {{number}}: disqualified.", players, {"number": number})


def _middle(count: int, players: tuple[Player, ...], central: tuple[int, ...]) -> Because:
    if not central:
        says = "No number is left, so nobody scores."
    elif count == 1:
        says = "{middle} is the only number left: 1 point for {players}."
    elif count == 2:
        says = "{middle} are the only numbers left: 1 point each for {players}."
    elif len(central) == 1:
        says = "{middle} is in the middle of the {count} numbers that count: 1 point for {players}."
    else:
        says = "{middle} are in the middle of the {count} numbers that count: 1 point each for {players}."
    return Because("G4", says, players, {"count": count, "middle": central})


def _outside(
    side: str, numbers: Sequence[int], by_number: Mapping[int, Sequence[Player]]
) -> Iterator[Because]:
    if numbers:
        are = "is" if len(numbers) == 1 else "are"
        says = f"{{shown}} {are} {side} the middle: no point."
        yield Because("G4", says, tuple(by_number[n][0] for n in numbers), {"numbers": tuple(numbers)})


def _game(rounds: Sequence[Round], players: tuple[Player, ...], finished: bool) -> Game:
    """Find the standing of a game, and once it is finished its winner (G5 to G7)."""
    points = Counter(player for each in rounds for player in each.winners)
    scores = {player: points[player] for player in players}
    verdict = judge(scores)
    tried = () if verdict.winners or not finished else tuple(peels(scores, [r.winners for r in rounds]))
    winners, decided_by = _decision(verdict, tried)
    return Game(
        kind="game",
        winners=winners if finished else (),
        finished=finished,
        because=tuple(_game_reasons(verdict, tried)) if finished else (),
        scores=scores,
        parts=tuple(rounds),
        decided_by=decided_by if finished else None,
        peels=tried,
    )


def _decision(verdict: Verdict, tried: Sequence[Peel]) -> tuple[tuple[Player, ...], DecidedBy]:
    if verdict.winners:
        return verdict.winners, "median"
    if tried and tried[-1].winners:
        return tried[-1].winners, "peel"
    return verdict.contenders, "shared"


def _game_reasons(verdict: Verdict, tried: Sequence[Peel]) -> Iterator[Because]:
    yield _judged("G5", "", verdict)
    for peel in tried:
        start = f"Counting only rounds {peel.first} to {peel.last}"
        if peel.first == peel.last:
            start = f"Counting only round {peel.first}"
        yield _judged("G6", start, peel.verdict)
    if not verdict.winners and not (tried and tried[-1].winners):
        yield Because(
            "G7", "No peel decides, so the tie stands: {players} share the win.", verdict.contenders
        )


def _judged(rule: str, start: str, verdict: Verdict) -> Because:
    """Say what G5 makes of one standing."""
    values = {
        "distinct": verdict.distinct,
        "middle": verdict.middle,
    }
    if verdict.winners:
        outcome = "the middle is {middle}, and only {players} has it"
    elif len(verdict.middle) > 1:
        outcome = "{middle} are both in the middle, so {players} tie"
    else:
        outcome = "the middle is {middle}, and {players} all have it: a tie"
    points = "everybody has the same points" if len(verdict.distinct) == 1 else "the points are {distinct}"
    says = f"{start}, {points}" if start else points[0].upper() + points[1:]
    return Because(rule, f"{says}; {outcome}.", verdict.contenders, values)
