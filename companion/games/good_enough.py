"""It's Good Enough: everybody shows a number at once, and the middle one gets a point (G1 to G15)."""

from dataclasses import replace

from companion.games import variations
from companion.games.deck import shared_out
from companion.games.doors import Door, Range, Stack, cards_each, stack_problems
from companion.games.nesting import Game, Length, Nest
from companion.games.rounds import Round, score_round
from companion.games.variations import Options
from companion.score import Ask, Branch, Deal, Node, Problem, Record, Refused, Score, Shuffle
from companion.words import Text, mark

__all__ = [
    "FEWEST",
    "MOST",
    "NAME",
    "RECORDS",
    "RULES",
    "SOURCE",
    "TITLE",
    "Game",
    "Options",
    "Round",
    "deal",
    "length",
    "play_on",
    "read_options",
    "score",
]

NAME = "good-enough"
TITLE = mark("It's Good Enough")
FEWEST, MOST = 3, 2000
SOURCE = mark("A party game by the author of the post “It's Good Enough -- A Party Game”.")
RULES = (
    mark("Everybody picks a number in secret; all are shown at once."),
    mark("Two or more who picked the same number are disqualified for that round."),
    mark("Of the numbers left, the middle one gets a point; if two are in the middle, both do."),
    mark("After the last round, whoever has the middle number of points wins. Not the most. The middle."),
    mark("A tie is broken by ignoring the first and last round, then the next two, and so on inwards."),
)
RECORDS: frozenset[str] = frozenset({"deals"})
"""What its records may hold besides plays: the cards, where the app dealt them (G13)."""

read_options = variations.read


def score(record: Record) -> Score:
    """Score all reveals of a record (G1 to G15), in time that grows as the number of plays.

    Only `peel+sudden-death` costs more: peeling is tried anew after every round that is added.
    """
    rules: Options = record.options  # type: ignore[assignment]
    problems = list(_record_problems(record, rules))
    nest = Nest(rules, record.players, length(rules, len(record.players)))
    door = _door(record, rules)
    for number, reveal in enumerate(record.reveals, 1):
        if nest.done:
            problems.append(Problem(Refused("the game is over: no round can follow"), number))
            break
        plays, wrong = door.admit(number, reveal.plays)
        problems.extend(wrong)
        games = nest.games
        nest.add(score_round(plays, record.players, rules.scoring))
        if reveal.last:
            nest.end()
        if nest.games > games:
            door.begin(nest.games)
    return Score(nest.root(), _ask(record, rules, nest, door), tuple(problems))


def _record_problems(record: Record, rules: Options) -> list[Problem]:
    few = [Problem(Refused("{title} needs 3 or more players", title=Text(TITLE)))]
    return [
        *(few if len(record.players) < FEWEST else ()),
        *stack_problems(rules, record.players, record.deals),
    ]


def _door(record: Record, rules: Options) -> Door:
    if rules.entry == "cards":
        return Stack(rules, record.players, record.deals)
    return Range(rules, record.players)


def length(rules: Options, players: int) -> Length:
    """Find how long each innermost game lasts (G2, G11, G13)."""
    if rules.entry == "cards":
        rounds = max(1, cards_each(rules, players) - 1)
        return Length(rounds, rules.points_target, rounds + 1)
    return Length(rules.rounds if rules.points_target is None else None, rules.points_target)


def _ask(record: Record, rules: Options, nest: Nest, door: Door) -> Ask | None:
    if nest.done:
        return None
    at_once = nest.rounds_left() if rules.entry == "lists" else 1
    number = len(record.reveals) + 1
    return Ask(number, nest.place(), door.wants, all_must=False, at_once=at_once)


def deal(record: Record, shuffle: Shuffle) -> Deal | None:
    """Deal the cards of the next innermost game, if they are not there yet (G13)."""
    rules: Options = record.options  # type: ignore[assignment]
    found = score(record)
    if rules.entry != "cards" or found.ask is None or len(record.deals) > _games_over(found.root):
        return None
    stack = range(1, (rules.cards or 0) + 1)
    return shared_out(stack, record.players, cards_each(rules, len(record.players)), shuffle)


def _games_over(node: Node) -> int:
    """Count the innermost games that are over."""
    if not isinstance(node, Branch):
        return 0
    inner = sum(map(_games_over, node.parts))
    return inner or int(node.kind == "game" and node.finished)


def play_on(record: Record) -> Record:
    """Return the record with its standing tie played on, a round or a game at a time (G12).

    Raises `Refused` where no tie stands at the end of the record, or where nothing can be added: the
    host ended the game, the cards are used up, or games that were shared before would have to go on too.
    """
    rules: Options = record.options  # type: ignore[assignment]
    going = replace(record, options=replace(rules, tie_break="peel+sudden-death"))
    if rules.plays_on or not _goes_on(score(record).root, score(going).root):
        raise Refused("there is no tie here that can be played on")
    return going


def _goes_on(before: Node, after: Node) -> bool:
    """Whether the last part at some level was finished before and no longer is, all else being the same."""
    if not isinstance(before, Game) or not isinstance(after, Game) or before.parts[:-1] != after.parts[:-1]:
        return False
    if before.finished and not after.finished:
        return True
    return bool(before.parts) and _goes_on(before.parts[-1], after.parts[-1])
