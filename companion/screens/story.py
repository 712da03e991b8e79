"""The story of the TV: what it plays after a reveal, in which order, how long, and when it announces what.

Pages carry the times, and scripts have none of their own; what is on a scene is in `scenes/`,
how long its parts take in `scenes/times.py`, and `static/scenes/` moves it.

A new reveal takes the running story to its end, whose last scene then stands for `STANDS`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from companion.i18n.languages import current_language
from companion.room.game_state import GameState, PlayedRound
from companion.room.state import Milestone, Room
from companion.rules.insights import awards
from companion.rules.results import Leaf, ResultLeaf, ShowdownRound, StandingRound, open_levels
from companion.rules.standing import PeeledResult
from companion.screens import headings, reveals
from companion.screens.evening import EveningView, evening_view
from companion.screens.hidden_scores import hides_scores
from companion.screens.questions import leaf_of_round
from companion.screens.scenes import (
    SceneView,
    board,
    cards,
    ends,
    numbers,
    positions,
    stairs,
    standing,
    times,
    titles,
    truth,
)
from companion.screens.scenes.axis import AxisLayout
from companion.screens.scenes.positions import Numbers, RevealLayout
from companion.screens.scenes.times import Times, paced
from companion.screens.snapshots import room_at
from companion.values import frozen

Announces = Literal["round", "truth", "part", "winner", "evening", "nothing"]
"""What a scene makes known: the outcome of a round, the truth of its question, the winner of a part, of the
game, or of the evening; or nothing that was not told before."""

STANDS = timedelta(milliseconds=1500)
"""For how long the TV shows the end of a story that a new reveal has taken there."""

_LONGEST = timedelta(minutes=2)  # no story takes longer
_SLACK = timedelta(seconds=10)  # for which stories that come too soon may put off others
_MOST_KNOWN = 500  # milestones whose scenes are known, and rooms whose stories are


@frozen
class Scene:
    """A picture that is shown for some seconds, while it is explained how it came about.

    `templates/tv/scenes/KIND.html` draws the end with what `content` returns in the current language, and a
    script plays how it came about. `key` is unique in a room.
    """

    kind: str
    key: str
    announces: Announces
    times: Mapping[str, Sequence[int]]
    content: Callable[[], SceneView] = field(compare=False)

    @property
    def announced(self) -> int:
        """When it shows its result, in ms after its start."""
        return self.times["announced"][0]

    @property
    def length(self) -> int:
        """When it is over."""
        return self.times["length"][0]


def _scene(  # noqa: PLR0913
    game: GameState,
    kind: str,
    announces: Announces,
    times: Times,
    make: Callable[..., SceneView],
    *of: object,
    which: int = 0,
) -> Scene:
    """Return a scene whose content is made of these values when it is read.

    `which` tells it from others of its kind that the same reveal brings.
    """
    key = headings.reveal_key(game, f"{kind}-{which}" if which else kind)
    return Scene(kind, key, announces, paced(kind, times), partial(make, *of))


# What is played, in this order


def scenes_of(room: Room) -> tuple[Scene, ...]:
    """Return the scenes of the last reveal, or of the start of a game; none in a room without a game.

    Those of the room that was asked for last are known: phones ask when they are announced, then the TV.
    """
    language, game = current_language(), room.current_game
    latest = _latest_of.get(language)
    if latest is None or latest[0] is not room:
        latest = _latest_of[language] = room, _scenes_of(room, game) if game else ()
    return latest[1]


_latest_of: dict[str, tuple[Room, tuple[Scene, ...]]] = {}


def _scenes_of(room: Room, game: GameState) -> tuple[Scene, ...]:
    leaf = reveals.latest_leaf(game)
    result = (*(_round(room, game, leaf) if leaf else ()), *_truth(room, game))
    shown = (*_title(room, game), *result)
    if game.practice:
        return shown
    parts = tuple(_parts(room, game))
    then = (*_peels(room, game), *_tie_titles(room, game), *_ends(room, game))
    if not then:
        return (*shown, *parts, *_board(room, game))
    return (*_title(room, game), *map(_until_read, (*result, *parts)), *then)


def _board(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield how a night stands between two questions."""
    leaf = reveals.latest_leaf(game)
    if game.rules.question_aims and leaf and not hides_scores(room, game):
        yield _scene(game, "board", "nothing", times.BOARD, board.board_scene, room, game, leaf)


def _until_read(scene: Scene) -> Scene:
    """Return a scene with a result so that it stands until it is read, as what decides follows."""
    length = max(scene.length, scene.announced + times.READ)
    return replace(scene, times={**scene.times, "length": [length]})


def _title(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title card of a game that has just begun; a room that has just played it knows it."""
    if game.is_final:
        if not game.rounds and game.next_round:
            when = times.final_title_times(len(game.next_round.contenders))
            yield _scene(game, "final_title", "round", when, stairs.final_title_scene, room, game)
        return
    known = [(each_game.rules, each_game.practice) for each_game in room.games[:-1][-1:]]
    is_known = (game.rules, game.practice) in known
    if not game.rounds and game.next_round and not is_known:
        yield _scene(game, "title", "round", times.TITLE, titles.title_scene, room, game)


def _round(room: Room, game: GameState, leaf: Leaf) -> Iterator[Scene]:
    rules = game.rules
    if rules.question_aims:
        counting = [played for played in game.rounds if not played.void]
        yield _question(room, game, leaf, counting[len(game.reveals) - 1])
    elif rules.number_line:
        yield _number_round(room, game, leaf, positions.numbers_in(rules, leaf, rules.number_line))
    elif not rules.keeps_results:
        low, middle, high = map(len, cards.laid_cards(room, game))
        when = times.card_times(low + middle + high, max(low, high), read=1300, counted=450)
        yield _scene(game, "trick", "round", when, cards.trick_scene, room, game, leaf)
    elif not isinstance(leaf, ResultLeaf):
        when = times.round_winner_times(len(game.players))
        yield _scene(game, "part", "round", when, cards.round_winner_scene, room, game, leaf)


def _number_round(room: Room, game: GameState, leaf: Leaf, shown: Numbers) -> Scene:
    rules = game.rules
    target, targets = rules.mean_target(leaf), reveals.targets(rules, leaf)
    if isinstance(leaf, StandingRound):
        half = standing.standing_layout(rules, leaf, shown.line)
        when = times.standing_times(sum(guest.role == "left" for guest in half.guests))
        return _scene(game, "half", "round", when, standing.standing_scene, room, game, leaf, half)
    if isinstance(leaf, ShowdownRound):
        layout = AxisLayout(shown, targets, target, tied=leaf.contenders)
        when = times.showdown_times(layout)
        return _scene(game, "showdown", "round", when, numbers.showdown_scene, room, game, leaf, layout)
    if target or rules.searched_from is not None:
        layout = AxisLayout(shown, targets, target, searched_from=rules.searched_from)
        when = times.mean_times(layout, is_listed=rules.takes_lists)
        return _scene(game, "mean", "round", when, numbers.mean_scene, room, game, leaf, layout, target)
    ranks, is_explained = RevealLayout(shown), numbers.is_explained(game)
    when = times.reveal_times(ranks, is_explained=is_explained, is_listed=rules.takes_lists)
    return _scene(game, "reveal", "round", when, numbers.reveal_scene, room, game, leaf, ranks)


def _question(room: Room, game: GameState, leaf: Leaf, played: PlayedRound, *, told: int = 0) -> Scene:
    """Return the end of a question; `told`: how many truths were told by hand, if that brings it."""
    layout = truth.question_layout(game, leaf, played)
    when = times.question_times(has_truth=layout.truth is not None)
    of = room, game, leaf, played, layout
    return _scene(game, "truth", "truth" if told else "round", when, truth.truth_scene, *of, which=told)


def _truth(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the truth that was told last, if that was after the last reveal."""
    if game.fresh_truths:
        number, told = game.truths[-1], len(game.truths)
        leaf, played = leaf_of_round(game, number), game.revealed(number)
        if played.reveal.truth is not None and leaf:
            yield _question(room, game, leaf, played, told=told)


def _parts(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the parts that ended; one of which only the result was entered is the whole reveal."""
    for depth, where, part in cards.ended_parts(room, game):
        low, middle, high = map(len, cards.groups_of(part))
        when = times.card_times(len(part.scores), max(low, high) if middle else 0, read=1800, counted=700)
        announces: Announces = "round" if isinstance(part, ResultLeaf) else "part"
        of = room, game, where, part, depth
        yield _scene(game, "part", announces, when, cards.part_scene, *of, which=depth)


def _peels(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the peels of each level that ended with the last reveal, or that none decides; innermost first.

    Where a showdown follows, its title says that the tie stands.
    """
    root = game.root
    levels = [*(part for _, part in reversed(headings.latest_parts(game))), root]
    for depth, level in enumerate(() if hides_scores(room, game) else levels):
        if not isinstance(level, PeeledResult) or not level.peels or level.showdown or level.tied:
            continue
        if level.decided_by == "peel":
            shown = times.shown_layers(len(level.peels))
            when = times.tie_times(len(shown))
            yield _scene(game, "tie", "part", when, titles.tie_scene, room, level, shown, which=depth)
        else:
            when = times.TIE_TITLE
            yield _scene(game, "tie_title", "part", when, titles.still_tied_scene, room, level, which=depth)


def _tie_titles(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title of each level that goes on because of a tie (G12), and that of a showdown (G16)."""
    if game.next_round is None:
        return
    rules, root = game.rules, game.root
    for depth, level in enumerate(open_levels(root)):
        has_ended_part = not level.finished and level.parts and level.parts[-1].finished
        title = rules.tie_title(level) if has_ended_part else None
        if title and not title.players:
            of = room, game, level, title
            yield _scene(game, "tie_title", "part", times.TIE_TITLE, titles.tie_title_scene, *of, which=depth)
    title = rules.tie_title(root)
    if title and title.players and not game.is_final:
        when = times.showdown_title_times(len(title.players))
        yield _scene(game, "showdown_title", "part", when, titles.showdown_title_scene, room, game, title)


def _ends(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the end of a game: who wins it, the photo, how the evening stands, and the awards."""
    if game.is_thrown_away:
        yield _scene(game, "thrown_away", "winner", times.THROWN_AWAY, titles.thrown_away_scene, game)
        return
    evening = evening_view(room)
    if game.next_round is not None:
        return
    if game.is_final:
        yield from _evening_end(room, game, evening)
        return
    if game.reveals:
        when = times.podium_times(len(game.root.winners))
        yield _scene(game, "final", "winner", when, ends.final_scene, room, game)
    if game.root.winners:
        yield _scene(game, "photo", "nothing", times.PHOTO, ends.photo_scene, room, game)
    if evening:
        when = times.so_far_times(max(evening.walked.values()))
        yield _scene(game, "so_far", "nothing", when, stairs.so_far_scene, evening)
    for turn, award in enumerate(awards(game.rules, [game.score]), 1):
        yield _scene(game, "mention", "nothing", times.MENTION, ends.mention_scene, room, award, which=turn)


def _evening_end(room: Room, game: GameState, evening: EveningView | None) -> Iterator[Scene]:
    """Yield who has won the evening, and its photo (H4); nothing if the games that counted are gone."""
    if evening:
        of, when = (room, game, evening), times.evening_times(evening.least)
        yield _scene(game, "evening", "evening", when, stairs.evening_scene, *of)
        yield _scene(game, "evening_photo", "nothing", times.PHOTO, stairs.evening_photo_scene, *of)


# When it is played, and when all else may tell what it has announced


@frozen
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
        moment, begins = self.milestone.at, 0.0
        for scene in self.scenes:
            if scene.announces in what:
                at = self.start + timedelta(milliseconds=begins + scene.announced)
                moment = max(self.start, min(at, self.next)) if self.next else at
            begins += scene.length
        return moment

    @property
    def over(self) -> datetime:
        """When all has been played."""
        return self.start + timedelta(milliseconds=sum(scene.length for scene in self.scenes))

    @property
    def winner(self) -> datetime:
        """When the winner of the game, or of the evening, is announced."""
        return self.announced("round", "part", "winner", "evening")

    @property
    def all(self) -> datetime:
        """When all is announced."""
        return self.announced("round", "truth", "part", "winner", "evening")


def story(room: Room, now: datetime) -> Story | None:
    """Return what a TV plays that has seen all of a room; None if the last reveal was long ago."""
    stories = _stories(room, now)
    return stories[-1] if stories else None


def room_as_announced(room: Room, now: datetime) -> Room:
    """Return the room as announced by then, without a reveal or an end that is not told in full."""
    pending = next((each_story.milestone for each_story in _stories(room, now) if each_story.all > now), None)
    if pending is None:
        return room
    before = [milestone for milestone in room.milestones if milestone < pending]
    if before:
        return room_at(room, before[-1])
    is_truth = pending.truths > 0
    rounds, truths = (pending.rounds, pending.truths - 1) if is_truth else (max(0, pending.rounds - 1), 0)
    over = pending.over and is_truth
    return room_at(room, Milestone(pending.game, rounds, over, pending.at, truths=truths))


_latest_stories: dict[str, tuple[Milestone, int, Sequence[Story]]] = {}
"""The stories of each room, with its last milestone and change, for which they hold.

All screens ask for them at a reveal, and a TV at each number: where reveals follow in seconds, a tenth of
the TV's time went there.
"""


def _stories(room: Room, now: datetime) -> Sequence[Story]:
    """Return the stories of the latest milestones, unless the last one is long ago."""
    if not room.milestones or now > room.milestones[-1].at + _LONGEST:
        return ()
    milestone, changed, stories = _latest_stories.get(room.code, (None, 0, ()))
    if milestone is not room.milestones[-1] or changed != _last_change(room):
        stories = _find_stories(room)
        if len(_latest_stories) >= _MOST_KNOWN:
            _latest_stories.clear()
        _latest_stories[room.code] = room.milestones[-1], _last_change(room), stories
    return stories


def _find_stories(room: Room) -> Sequence[Story]:
    """Return the stories of the latest milestones; each takes one that still runs to its end."""
    stories: list[Story] = []
    running: int | None = None
    for milestone, scenes in reversed([*_latest(room)]):
        keys = stories[-1].keys if stories else frozenset[str]()
        fresh = tuple(scene for scene in scenes if scene.key not in keys)
        start = milestone.at
        if fresh and running is not None:
            stories[running] = replace(stories[running], next=milestone.at)
            start = max(start, stories[running].all + STANDS)
        running = len(stories) if fresh else running
        stories.append(Story(milestone, fresh, start, keys.union(scene.key for scene in scenes)))
    return stories


def _latest(room: Room) -> Iterator[tuple[Milestone, Sequence[Scene]]]:
    """Yield milestones with their scenes, newest first, up to one that was over before the next one came."""
    later = datetime.min.replace(tzinfo=room.milestones[-1].at.tzinfo)
    for milestone in reversed(room.milestones):
        scenes = _scenes_at(room, milestone)
        yield milestone, scenes
        if milestone.at + timedelta(milliseconds=sum(scene.length for scene in scenes)) + _SLACK < later:
            return
        later = milestone.at


_known: dict[tuple[int, int], tuple[Milestone, Sequence[Scene]]] = {}
"""The scenes of milestones: each is one object in all versions of a room, until screens report a change."""


def _scenes_at(room: Room, milestone: Milestone) -> Sequence[Scene]:
    """Return the scenes of a milestone without what is on them; each reveal asks for earlier ones again."""
    identity = id(milestone), _last_change(room)
    known = _known.get(identity)
    if known is None:
        scenes = scenes_of(room_at(room, milestone))
        known = milestone, [replace(scene, content=SceneView) for scene in scenes]
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[identity] = known
    return known[1]


def _last_change(room: Room) -> int:
    return room.change_log[0].entry.number if room.change_log else 0
