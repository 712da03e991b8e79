"""The ends of a game and its parts: winners, every standing that was tried, and the reasons."""

from collections.abc import Collection, Iterator, Mapping

from companion.i18n.messages import N_, PluralTemplate, as_sentence, capitalize_first, translate
from companion.room.commands.access import round_id
from companion.room.events import Seats
from companion.room.game_changes import end_now
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.plays import Kind
from companion.rules.results import Branch, Scores, decisive_level
from companion.rules.standing import PeeledResult, deciding_scores, judge
from companion.screens.headings import game_heading, latest_name, latest_parts, part_name, reveal_key
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import (
    MOST_NAMED,
    name_or_count,
    player_names,
    reason_sentences,
    score_word,
    some_names,
)
from companion.screens.podium import Podium, podium
from companion.values import frozen


@frozen
class StandingColumn:
    """The players who share a score in a standing; `central`: it is a winning score.

    In a crowd, `seats` and `names` are the first few of the `players`, and the last name counts the others.
    """

    points: int
    unit: str
    names: tuple[str, ...]
    central: bool
    seats: Seats
    players: int


@frozen
class StandingStep:
    """One standing that was tried: the whole game first, then each peel (G5, G6)."""

    heading: str
    columns: tuple[StandingColumn, ...]
    sentence: str
    decides: bool


@frozen(kw_only=True)
class EndedPart:
    """A hand, round or game within a game that ended: the standings that were tried, and further remarks."""

    headline: str
    steps: tuple[StandingStep, ...]
    remarks: tuple[str, ...]


@frozen(kw_only=True)
class GameEnding(EndedPart):
    """The end of a game, with its winners."""

    winners: tuple[str, ...]
    podium: Podium
    key: str
    """What tells the end of a game from all others of a room."""
    mediocre: bool
    """Whether the middle score wins; False in games that the highest score wins."""
    tied: bool
    """Whether a tie stands, so that its players share the win (G7)."""
    title: str
    """What its game calls the only winner; empty where that is how average it is."""

    @property
    def ribbon(self) -> str:
        """What the only winner is, in two words."""
        average = translate("Perfectly average") if self.mediocre else translate("Mostly average")
        return self.title or average

    @property
    def counted(self) -> str:
        """The name of the parts that decided it: `Rounds 2–4`; empty where all of them did."""
        return self.steps[-1].heading if len(self.steps) > 1 and self.steps[-1].decides else ""


def game_ending(room: Room, game: GameState) -> GameEnding:
    """Build the end of a game; it has several steps only where G5 and G6 decide."""
    root = game.root
    level = decisive_level(root)
    winners, scores = player_names(room, root.winners), deciding_scores(level)
    ranking = game.rules.ranking(level)
    middle_wins = ranking.is_middle
    headline = translate("Nobody wins")
    if winners:
        one, several = _EVENING_WON if game.is_final else _GAME_WON
        headline = translate(one if len(winners) == 1 else several, who=name_or_count(winners))
    return GameEnding(
        key=reveal_key(game, "final"),
        headline=headline,
        winners=winners,
        steps=_steps(room, game.rules, "", root),
        remarks=_remarks(room, root),
        podium=podium(room, scores, root.winners, middle_wins=middle_wins, beaten=frozenset(beaten(root))),
        mediocre=middle_wins,
        tied=isinstance(root, PeeledResult) and root.decided_by == "shared",
        title=translate(ranking.winner) if ranking.winner else "",
    )


_GAME_WON = N_("{who} wins"), N_("{who} share the win")
_EVENING_WON = N_("{who} wins the evening"), N_("{who} share the evening")


def beaten(root: Branch) -> Seats:
    """Return the players who were tied, and who have lost the showdown (G16)."""
    if not root.showdown or not root.finished:
        return ()
    return tuple(seat for seat in root.showdown[0].contenders if seat not in root.winners)


def score_name(game: GameState) -> str:
    """Return what the scores of the decisive level count, to be translated: `points`, `games`."""
    rules, root, level = game.rules, game.root, decisive_level(game.root)
    return rules.standings(root)[0].label if level is root else rules.ranking(level).counts


def ended_parts(room: Room, game: GameState) -> tuple[EndedPart, ...]:
    """Build the parts of the game that ended with the last reveal, innermost first; none that is hidden."""
    return tuple(
        ended_part(room, game.rules, where, node)
        for where, node in reversed(latest_parts(game))
        if isinstance(node, Branch) and node.finished and not hides_level(room, game, node)
    )


def ended_part(room: Room, rules: Game, where: str, node: Branch) -> EndedPart:
    """Build the end of one part of a game; `where` is its name as a sentence writes it."""
    winners, heading = player_names(room, node.winners), capitalize_first(where)
    headline = translate("{part}: nobody wins", part=heading)
    if winners:
        template = PluralTemplate("{part}: {who} wins", "{part}: {who} win")
        headline = template.translate_for(len(winners), part=heading, who=name_or_count(winners))
    return EndedPart(
        headline=headline, steps=_steps(room, rules, heading, node), remarks=_remarks(room, node)
    )


def _remarks(room: Room, node: Branch) -> tuple[str, ...]:
    """Render the reasons that no step shows."""
    in_steps = ("G5", "G6") if isinstance(node, PeeledResult) else ()
    return reason_sentences(
        room, (reason for reason in node.reasons if reason.rule not in in_steps), MOST_NAMED
    )


def _steps(room: Room, rules: Game, heading: str, node: Branch) -> tuple[StandingStep, ...]:
    ranking = rules.ranking(node)
    if isinstance(node, PeeledResult) and node.parts:
        return tuple(standing_steps(room, node, node.parts[0].kind, len(node.parts), ranking.label))
    central = {node.scores[seat] for seat in node.winners}
    columns = tuple(_columns(room, node.scores, central, ranking.counts))
    return (StandingStep(heading, columns, "", bool(node.winners)),)


def standing_steps(
    room: Room, peeled: PeeledResult, kind: Kind, parts: int, counts: str = "points"
) -> Iterator[StandingStep]:
    """Yield the standing over all parts, of what `counts` says, then every peel that was tried (G5, G6)."""
    standings = [(1, parts, peeled.scores), *((peel.first, peel.last, peel.scores) for peel in peeled.peels)]
    reasons = (reason for reason in peeled.reasons if reason.rule in ("G5", "G6"))
    for (first, last, scores), sentence in zip(standings, reason_sentences(room, reasons), strict=True):
        heading = capitalize_first(part_name(kind, first))
        if first != last:
            heading = translate(_RANGE_LABELS[kind], first=first, last=last)
        verdict = judge(scores)
        columns = tuple(_columns(room, scores, verdict.middle, counts))
        yield StandingStep(heading, columns, sentence, bool(verdict.winners))


_RANGE_LABELS: Mapping[Kind, str] = {
    "round": N_("Rounds {first}–{last}"),
    "game": N_("Games {first}–{last}"),
    "match": N_("Matches {first}–{last}"),
}


def _columns(room: Room, scores: Scores, central: Collection[int], counts: str) -> Iterator[StandingColumn]:
    """Yield the players who share a score in a standing; `central` are the winning scores."""
    for points in sorted(set(scores.values())):
        seats = tuple(seat for seat in scores if scores[seat] == points)
        names = some_names(room, seats)
        yield StandingColumn(
            points,
            score_word(counts, points),
            names,
            central=points in central,
            seats=seats if len(names) == len(seats) else seats[: len(names) - 1],
            players=len(seats),
        )


@frozen
class EndGameView:
    """What would follow from ending an open game.

    `dropped` says what of the open round is lost; it is empty where nobody has submitted. `outcome` says who
    would win; it is empty as long as the TV has not announced the last round. `can_throw`: whether it can be
    thrown away, unlike a grand final.
    """

    round_id: str
    heading: str
    dropped: str
    outcome: str
    can_throw: bool


def end_game_view(room: Room, game: GameState, *, is_announced: bool) -> EndGameView:
    """Return what would follow from ending a game with a revealed round; `is_announced`: on the TV too."""
    dropped = N_("{round} is open: what was sent for it does not count.")
    is_open = game.has_any or game.lists_left
    return EndGameView(
        round_id(game),
        translate("End it after {round}?", round=latest_name(game)),
        translate(dropped, round=game_heading(game)) if is_open else "",
        _who_would_win(room, game) if is_announced else "",
        can_throw=not game.is_final,
    )


def _who_would_win(room: Room, game: GameState) -> str:
    """Return who would win, and with which scores where the middle ones do; neither if scores are hidden."""
    if hides_scores(room, game):
        return translate("The scores are hidden: who wins is told when the game has ended.")
    ended = end_now(game)
    ending, winners = game_ending(room, ended), ended.score.root.winners
    if not winners:
        return translate("By the rules nobody wins either.")
    outcome = ending.headline
    if len(winners) == len(ended.record.players):
        outcome = translate("all {n} share the win", n=len(winners))
    if ending.counted or not ending.mediocre:
        return as_sentence(outcome)
    scores = deciding_scores(decisive_level(ended.score.root))
    middle = tuple(sorted({scores[seat] for seat in winners}))
    one, several = N_("{scores} is in the middle: {outcome}."), N_("{scores} are in the middle: {outcome}.")
    return translate(one if len(middle) == 1 else several, scores=middle, outcome=outcome)
