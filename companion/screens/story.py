"""The story of the TV: what it plays after a reveal, in which order, how long, and when it announces what.

All of it is decided here. Pages carry the times, and scripts have none of their own; what is on a scene is in
`scenes/`, and `static/scenes/` moves it. To play everything of a kind more slowly, change its `PACE`.

A new reveal takes the running story to its end, whose last scene then stands for `STANDS`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from companion.room.game_state import GameState
from companion.room.state import Milestone, Room
from companion.rules.results import Branch, Leaf, ResultLeaf, ShowdownRound
from companion.rules.standing import PeeledResult
from companion.screens import headings, reveals
from companion.screens.evening import evening_view
from companion.screens.hidden_scores import hides_scores
from companion.screens.podium import MOST_GUESTS
from companion.screens.scenes import cards, numbers, places, titles
from companion.screens.scenes.places import Cast, Contest
from companion.screens.snapshots import room_at

Announces = Literal["round", "truth", "part", "winner", "evening"]
"""What a scene makes known: the outcome of a round, the truth of its question, the winner of a part, of the
game, or of the evening."""

Times = Mapping[str, float | Sequence[float]]
"""When each part of a scene begins in ms after its start, by name; or when, for how long, and how much later
the next one of several does. `announced` is when it shows its result, and `length` when it is over."""

PACE: Mapping[str, float] = {}
"""How slowly scenes are played, by kind: `{"reveal": 2.0}` doubles all times of reveals."""

STANDS = timedelta(milliseconds=1500)
"""For how long the TV shows the end of a story that a new reveal has taken there."""

_LONGEST = timedelta(minutes=2)  # no story takes longer
_SLACK = timedelta(seconds=10)  # for which stories that come too soon may put off others
_MOST_KNOWN = 500  # milestones whose scenes are known
_COMMON: Times = {"fade": 120, "blink": 60}  # for which something appears or goes


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture that is shown for some seconds, while it is explained how it came about.

    `templates/tv/scenes/KIND.html` draws the end with what `content` returns in the current language, and a
    script plays how it came about. `key` is unique in a room.
    """

    kind: str
    key: str
    announces: Announces
    times: Mapping[str, Sequence[int]]
    content: Callable[[], numbers.Content] = field(compare=False)

    @property
    def announced(self) -> int:
        """When it shows its result, in ms after its start."""
        return self.times["announced"][0]

    @property
    def length(self) -> int:
        """When it is over."""
        return self.times["length"][0]


def _scene(  # noqa: PLR0913, PLR0917
    kind: str,
    key: str,
    announces: Announces,
    times: Times,
    content: Callable[[], numbers.Content],
    pace: float = 1.0,
) -> Scene:
    """Return a scene that is played so many times as slowly as its times say."""
    by = pace * PACE.get(kind, 1.0)
    lists = {name: [at] if isinstance(at, float | int) else at for name, at in {**_COMMON, **times}.items()}
    paced = {name: [round(at * by) for at in each] for name, each in lists.items()}
    return Scene(kind, key, announces, paced, content)


# What is played, in this order


def scenes_of(room: Room) -> tuple[Scene, ...]:
    """Return the scenes of the last reveal, or of the start of a game; none in a room without a game."""
    game = room.current_game
    if game is None:
        return ()
    leaf = reveals.latest_leaf(game)
    return (
        *_title(room, game),
        *(_round(room, game, leaf) if leaf else ()),
        *_truth(game),
        *_parts(room, game),
        *_peels(room, game),
        *_halts(room, game),
        *_ends(room, game),
    )


def _title(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title card of a game that has just begun; a room that has just played it knows it."""
    is_known = any(each.record.rules == game.record.rules for each in room.games[:-1][-1:])
    if not game.rounds and game.next_round and not is_known:
        yield _scene(
            "title", f"{game.number}.title", "round", _TITLE, partial(titles.title_content, room, game)
        )


def _round(room: Room, game: GameState, leaf: Leaf) -> Iterator[Scene]:
    rules, key = game.record.rules, headings.reveal_key(game)
    if rules.number_line:
        shown = places.numbers_in(rules, leaf, rules.number_line)
        aim, targets = rules.aim(leaf), reveals.targets(rules, leaf)
        if isinstance(leaf, ShowdownRound):
            contest = Contest(shown, leaf.tied, targets, aim)
            content = partial(numbers.showdown_content, room, game, leaf, contest)
            yield _scene("showdown", key, "round", showdown_times(contest), content)
            return
        if aim:
            contest = Contest(shown, shown.plays.keys() - shown.out, targets, aim, has_corner=True)
            times = mean_times(contest)
            content = partial(numbers.mean_content, room, game, leaf, contest, aim)
        else:
            cast, is_explained = Cast(shown), numbers.is_explained(game)
            times = reveal_times(cast, scores=bool(leaf.winners), explained=is_explained)
            content = partial(numbers.reveal_content, room, game, leaf, cast)
        length = _single(times, "length")
        pace = _LISTED / length if rules.takes_lists else min(1.0, _MOST / length)
        yield _scene("aim" if aim else "reveal", key, "round", times, content, pace)
    elif not rules.keeps_results:
        low, middle, high = map(len, cards.laid_cards(room, game))
        times = card_times(low + middle + high, max(low, high), read=1300, counted=450)
        content = partial(cards.trick_content, room, game, leaf)
        yield _scene("trick", headings.reveal_key(game, "trick"), "round", times, content)
    elif not isinstance(leaf, ResultLeaf):
        times = round_winner_times(len(game.record.players))
        content = partial(cards.round_winner_content, room, game, leaf)
        yield _scene("taken", headings.reveal_key(game, "taken"), "round", times, content)


def _truth(game: GameState) -> Iterator[Scene]:
    """Yield the truth that was told last, if that was after the last reveal."""
    if game.fresh_truths:
        number = game.truths[-1]
        reveal = game.rounds[number - 1].reveal
        if reveal.truth is not None and titles.counted_leaf(game, number):
            key = f"truth-{game.number}-{len(game.truths)}"
            yield _scene("truth", key, "truth", _TRUTH, partial(titles.truth_content, game, number))


def _parts(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the parts that ended; one of which only the result was entered is the whole reveal."""
    for depth, where, part in cards.ended_parts(room, game):
        low, middle, high = map(len, cards.groups_of(part))
        pairs = max(low, high) if middle else 0
        times = card_times(len(part.scores), pairs, read=1800, counted=700)
        key = f"{headings.reveal_key(game, 'part')}-{depth}"
        content = partial(cards.part_content, room, game, where, part, depth)
        yield _scene("part", key, "round" if isinstance(part, ResultLeaf) else "part", times, content)


def _peels(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield a title and the peels of every level that ended with the last reveal by them, innermost first.

    What a showdown decides afterwards has been peeled before it.
    """
    parts = [part for _, part in reversed(headings.latest_parts(game))]
    for depth, level in enumerate([*parts, game.score.root]):
        if not isinstance(level, PeeledResult) or hides_scores(room, game):
            continue
        if level.peels and not level.showdown:
            goes_on = level is game.score.root and game.next_round is not None
            halt, tie = (f"{headings.reveal_key(game, what)}-{depth}" for what in ("halt", "tie"))
            yield _scene("halt", halt, "part", _HALT, partial(titles.peel_title_content, room, level))
            shown = shown_layers(len(level.peels))
            content = partial(titles.tie_content, room, level, shown, goes_on=goes_on)
            yield _scene("tie", tie, "part", tie_times(len(shown)), content)


def _halts(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title of each level that goes on because of a tie (G12), and that of a showdown (G16)."""
    if game.next_round is None:
        return
    rules, root = game.record.rules, game.score.root
    parts = [part for _, part in headings.latest_parts(game) if isinstance(part, Branch)]
    for depth, level in enumerate([root, *parts]):
        if not level.finished and level.parts and level.parts[-1].finished:
            halt = rules.halt(level)
            if halt and not halt.players:
                key = f"{headings.reveal_key(game, 'halt')}-{depth}"
                yield _scene(
                    "halt", key, "part", _HALT, partial(titles.tie_title_content, room, game, level, halt)
                )
    halt = rules.halt(root)
    if halt and halt.players:
        content = partial(titles.showdown_title_content, room, game, halt)
        yield _scene("duel", headings.reveal_key(game, "duel"), "part", _DUEL, content)


def _ends(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the end of a game that is over, and the award of the evening where there is one."""
    if game.is_thrown_away:
        content = partial(titles.thrown_away_content, game)
        yield _scene("nobody", headings.reveal_key(game, "nobody"), "winner", _NOBODY, content)
    elif game.next_round is None:
        evening = evening_view(room)
        if game.record.reveals:
            winners = len(game.score.root.winners)
            times = podium_times(winners, 8000 if evening else 6000)  # the evening's award follows later
            content = partial(titles.final_content, room, game)
            yield _scene("final", headings.reveal_key(game, "final"), "winner", times, content)
        if evening:
            content = partial(titles.evening_content, room, game)
            times = podium_times(len(evening.final.winners), 6000)
            yield _scene("evening", evening.final.key, "evening", times, content)


# How long each part of them takes, in ms

_MOST = 5500  # for a round of numbers
_LISTED = 1500  # the same where whole lists are revealed, one round after another (G14)
_FALL, _ALL_FALLEN, _FLY = 420, 900, 650
_EXPLAINED = 900  # more, if there is time, for what the first reveal explains

_TITLE: Times = {
    "lamp": (250, 120),
    "around": (350, 200),
    "name": (350, 520),
    "lead": (760, 260),
    "pictures": (900, 480, 300),
    "announced": 1900,
    "length": 4000,
}
_HALT: Times = {
    "name": (150, 350),
    "lead": (600, 250),
    "steps": (250, 450),
    "announced": 700,
    "length": 2600,
}
_DUEL: Times = {
    "name": (150, 350),
    "pool": (350, 450),
    "lead": (600, 250),
    "drums": (250, 650),
    "announced": 500,
    "length": 2000,
}
_NOBODY: Times = {
    "name": (700, 200),
    "lead": (1500, 200),
    "topple": (500, 300, 110),
    "announced": 900,
    "length": 4000,
}
_TRUTH: Times = {
    "fall": (0, 420, 380),
    "slide": (800, 800),
    "light": (1700, 60),
    "sign": (2300, 400),
    "bar": (2800, 400),
    "edge": 80,
    "verdict": (3200, 150),
    "announced": 3200,
    "length": 8000,
}


def podium_times(winners: int, length: int) -> Times:
    """Return the times of a podium: the side steps rise, the middle, who won lands, and the lamp goes on."""
    return {
        "sides": (200, 600),
        "middle": (900, 700),
        "winners": (1400, 750, min(90, 400 / max(1, min(winners, MOST_GUESTS)))),
        "seen": (1400, 20),
        "drum": 1850,
        "light": (1900, 300),
        "name": (2100, 200),
        "ribbon": (2300, 450),
        "why": (2800, 400),
        "announced": 2100,
        "length": length,
    }


def _single(times: Times, name: str) -> float:
    at = times[name]
    return at if isinstance(at, float | int) else at[0]


def _of_numbers(settled: float, lit: float, announced: float, point: float) -> Times:
    """Return what all rounds of numbers have: guests fall, and who is out lies when they have `settled`.

    At `lit` those who score rise; at `point` a star leaves for the score.
    """
    return {
        "fall": _FALL,
        "fallen": _ALL_FALLEN,
        "settled": settled,
        "shelf": (_ALL_FALLEN + settled) / 2,
        "edge": 80,
        "rise": (lit, 500),
        "words": lit + 200,
        "star": (lit + 350, max(point, lit + 600) - lit - 350),
        "announced": announced,
        "verdict": (announced, 150),
        "asides": (announced + 400, 200),
        "point": (point, _FLY),
        "counted": point + _FLY * 0.9,
    }


def reveal_times(cast: Cast, *, scores: bool, explained: bool = False) -> Times:
    """Return the times of a round whose order decides.

    `bounce`: equal numbers leave; `shuffle`: the others close up; `ticks`: pairs leave the light, one after
    each `each` ms; `light`: it turns gold, or out where nobody scores.
    """
    pairs, shuffle = cast.pairs, _ALL_FALLEN + (700 if cast.numbers.out else 0)
    ticks = shuffle + 650
    each = min(420, 1200 // pairs) if pairs else 0
    light = ticks + each * pairs + 200
    after = 1450 if scores else 700
    if explained:
        light += max(0, min(_EXPLAINED, _MOST - light - after))
    return {
        **_of_numbers(shuffle, light, light + 120, light + 700),
        "bounce": _ALL_FALLEN,
        "shuffle": shuffle,
        "ticks": ticks,
        "each": (each, min(200, each * 0.8)),
        "dark": (ticks + light) // 2,
        "light": light,
        "closed": ticks - 200,
        "gates": 300,
        "tip": 260,
        "digits": (100, 160),
        "beam": (light - 60, 320),
        "length": light + after,
    }


def _railed(open_: float, touch: float, hop: float) -> Times:
    """Return what all rounds have for which the lamp runs along a rail, opens, and has touched somebody."""
    return {
        "open": open_,
        "touch": touch,
        "hop": (hop, 400),
        "seek": (open_ - 60, 60),
        "go": (touch, 400),
        "tip": (touch + 60, 300),
    }


def mean_times(contest: Contest) -> Times:
    """Return the times of a round whose numbers aim at something.

    `slide`: the lamp leaves for the mean; `aim`: for the target, where that differs; `stop`: it is there;
    `open`: its light opens; `touch`: that has reached the closest.
    """
    slide = _ALL_FALLEN + (700 if contest.numbers.out else 0)
    aim = slide + (1100 if contest.is_multiple else 0)
    stop = aim + 700
    touch = stop + 400 + round(max(300, min(1000, 50 * contest.reach)))
    return {
        **_of_numbers(slide, touch + 250, touch + 650, touch + 850),
        **_railed(stop + 400, touch, touch + 250),
        "bounce": _ALL_FALLEN,
        "slide": slide,
        "mean": slide + 700,
        "aim": aim,
        "stop": stop,
        "length": touch + 850 + 750,
    }


def showdown_times(contest: Contest) -> Times:
    """Return the times of a round of a showdown.

    `bounce`: equal numbers turn over; `slide`: the lamp leaves for the lowest number of the tied, `highest`:
    for the highest, `aim`: for the middle (or it reaches the mean, and leaves it).
    """
    slide, stop = _ALL_FALLEN, _ALL_FALLEN + 1700
    touch = stop + 500 + (round(max(350, min(1400, 70 * contest.reach))) if contest.nearest else 1400)
    announced = touch + 650
    return {
        **_of_numbers(slide + 450, touch + 250, announced, announced),
        **_railed(stop + 500, touch, touch + 250),
        "bounce": (slide, 225),
        "slide": slide,
        "highest": slide + (700 if contest.is_multiple else 560),
        "aim": slide + (1100 if contest.is_multiple else 1160),
        "stop": stop,
        "go": (touch + 60, 400, 300),  # the third: for how much longer the nearest stays than the farthest
        "ticks": 280,
        "thud": touch + 600,
        "others": (200, 120, 50),
        "length": announced + 450,
    }


def card_times(  # noqa: PLR0913
    count: int, pairs: int, *, read: int, counted: int, each: int = 220, still: int = 150
) -> Times:
    """Return the times of a scene of so many cards or guests, of whom so many pairs tip away.

    They come `up` one after another; the outer ones `tip`; the middle is `lit`; the scores change.
    """
    gap = min(each, 900 // max(1, count - 1))
    up = gap * max(0, count - 1) + 750
    tick = min(350, 700 // max(1, pairs))
    lit = up + tick * pairs + still
    announced = lit + 250
    return {
        "up": (0, 500, gap),
        "tip": (up if pairs else lit, 350, tick),
        "wake": 100,
        "lit": (lit, 500),
        "lid": 200,
        "beam": 300,
        "swing": (lit - 450, 450),
        "glide": 400,
        "bump": 200,
        "fall": 350,
        "heap": (lit + 300, 350, 20),
        "pool": (lit + 700, 120),
        "star": (announced, 250),
        "announced": announced,
        "heading": (announced, 150),
        "counted": announced + counted,
        "length": announced + counted + read,
    }


def round_winner_times(players: int) -> Times:
    """Return the times of a round of which only the winner is known; the pool grows as soon as it is dark."""
    times = card_times(players, 0, read=1600, counted=700, each=160)
    announced = _single(times, "announced")
    return {**times, "heap": (announced - 150, 350, 20), "pool": (announced, 250)}


_READ, _PEEL, _REST = 1500, 3000, 1200  # the whole standing first, one peel, the last standing
_MOST_PEELED, _SOONEST = (
    15_000,
    400,
)  # for all of a tie; for one of many peels: no more than 3 changes a second
_UNHURRIED = 3  # peels that are all shown at full length


def shown_layers(peels: int) -> tuple[int, ...]:
    """Return which standings are shown: 0 is the whole one, then the peels, the last one always.

    Of very many some are passed over: their parts go together with those of the next that is shown.
    """
    most = 2 + (_MOST_PEELED - _READ - 2 * _PEEL - _REST) // _SOONEST
    if peels <= most:
        return tuple(range(peels + 1))
    return (0, *(1 + round(step * (peels - 1) / (most - 1)) for step in range(most)))


def tie_times(layers: int) -> Times:
    """Return the times of a tie in which so many standings are shown, the last one until it can be read.

    `layers` is when each one comes, and `paces` how long it takes until the next; the rest is when something
    changes after a peel has begun that is shown at `full` length. Of many, the first and last are longest.
    """
    peels = layers - 1
    others = (_MOST_PEELED - _READ - 2 * _PEEL - _REST) // max(1, peels - 2)
    between = [_PEEL if peels <= _UNHURRIED else min(_PEEL, others)] * max(0, peels - 2)
    paces = [_READ, *([_PEEL, *between, _PEEL] if peels > 1 else [_PEEL] * peels)]
    starts = [sum(paces[:at]) for at in range(layers)]
    announced = starts[-1] + 2000
    return {
        "layers": starts,
        "paces": paces,
        "full": _PEEL,
        "dark": (0, 350),
        "stars": (150, 400),
        "heading": (250, 120),
        "count": (500, 120),
        "off": 700,
        "laid": (1000, 500),
        "lit": (announced, 250),
        "announced": announced,
        "length": starts[-1] + paces[-1] + _REST,
    }


# When it is played, and when all else may tell what it has announced


@dataclass(frozen=True, slots=True)
class Story:
    """What a TV plays that a milestone has brought, from `start` on: scenes that it has not played before."""

    milestone: Milestone
    scenes: tuple[Scene, ...]
    start: datetime
    keys: frozenset[str]
    """Those of the scenes that it has played then, as far as another milestone may bring them again."""
    next: datetime | None = None
    """When another reveal takes it to its end."""

    def announced(self, *what: Announces) -> datetime:
        """Return when it has announced all of this; what no scene announces, when what is before it is."""
        found, begins = self.milestone.at, 0.0
        for scene in self.scenes:
            if scene.announces in what:
                at = self.start + timedelta(milliseconds=begins + scene.announced)
                found = max(self.start, min(at, self.next)) if self.next else at
            begins += scene.length
        return found

    @property
    def winner(self) -> datetime:
        """When the winner of the game is announced."""
        return self.announced("round", "part", "winner")

    @property
    def all(self) -> datetime:
        """When all is announced."""
        return self.announced("round", "truth", "part", "winner", "evening")


def story(room: Room, now: datetime) -> Story | None:
    """Return what a TV plays that has seen all of a room; None if the last reveal was long ago."""
    found = _stories(room, now)
    return found[-1] if found else None


def room_as_announced(room: Room, now: datetime) -> Room:
    """Return the room as far as a TV has announced it by then.

    The latest reveal is left out until all that it has brought is announced, and so is the end of a game.
    """
    pending = next((each.milestone for each in _stories(room, now) if each.all > now), None)
    if pending is None:
        return room
    before = [each for each in room.milestones if each < pending]
    if before:
        return room_at(room, before[-1])
    rounds, truths = (
        (pending.rounds, pending.truths - 1) if pending.truths else (max(0, pending.rounds - 1), 0)
    )
    over = pending.over and bool(pending.truths)
    return room_at(room, Milestone(pending.game, rounds, over, pending.at, truths=truths))


def _stories(room: Room, now: datetime) -> Sequence[Story]:
    """Return the stories of the latest milestones, unless the last one is long ago.

    They begin with one that was over before the next milestone came.
    """
    if not room.milestones or now > room.milestones[-1].at + _LONGEST:
        return ()
    came: list[tuple[Milestone, Sequence[Scene]]] = []
    for milestone in reversed(room.milestones):
        scenes = _scenes_at(room, milestone)
        is_over = milestone.at + timedelta(milliseconds=sum(each.length for each in scenes)) + _SLACK
        came.append((milestone, scenes))
        if len(came) > 1 and is_over < came[-2][0].at:
            break
    found: list[Story] = []
    running: int | None = None
    for milestone, scenes in reversed(came):
        keys = found[-1].keys if found else frozenset[str]()
        fresh = tuple(each for each in scenes if each.key not in keys)
        start = milestone.at
        if fresh and running is not None:
            found[running] = replace(found[running], next=milestone.at)
            start = max(start, found[running].all + STANDS)
        running = len(found) if fresh else running
        found.append(Story(milestone, fresh, start, keys.union(each.key for each in scenes)))
    return found


_known: dict[tuple[int, int], tuple[Milestone, Sequence[Scene]]] = {}
"""The scenes of milestones: each is one object in all versions of a room, until screens report a change."""


def _scenes_at(room: Room, milestone: Milestone) -> Sequence[Scene]:
    """Return the scenes of a milestone without what is on them; each reveal asks for earlier ones again."""
    identity = id(milestone), room.changes[-1].entry.number if room.changes else 0
    known = _known.get(identity)
    if known is None:
        scenes = scenes_of(room_at(room, milestone))
        known = milestone, [replace(each, content=dict) for each in scenes]
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[identity] = known
    return known[1]
