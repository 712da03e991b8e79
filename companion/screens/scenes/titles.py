"""What is between rounds: the titles of a game and a tie, and a showdown; for `tv/scenes/`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby

from companion.i18n.messages import PluralTemplate, format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import TieTitle
from companion.rules.plays import Kind
from companion.rules.results import Branch, Scores
from companion.rules.standing import PeeledResult, judge
from companion.screens import scoreboard
from companion.screens.endings import standing_steps
from companion.screens.hidden_scores import hides_level
from companion.screens.lessons import LessonView, lesson_view
from companion.screens.lineup import Area, Lineup, line_up
from companion.screens.naming import name_or_count, player_names
from companion.screens.podium import StandingGuest, Step, standing_guests, step
from companion.screens.scenes import SceneView
from companion.values import frozen

_MOST_ON_STEP = 4  # guests; more are counted
_MOST_FALLEN = 8
_CONTENDERS = Area(width=116, height=25.5, largest=17)
_LARGE = (14, 10, 8)  # guests are so large before names are shown whole


@frozen
class TitleScene(SceneView):
    """The title card of a game, and how it is played in three pictures."""

    kicker: str
    lesson: LessonView


def title_scene(room: Room, game: GameState) -> TitleScene:
    """Return the title card of a game."""
    coming = translate("Next game") if len(room.evening_games) > 1 else translate("Tonight's first game")
    kicker = translate("Practice round") if game.practice else coming
    return TitleScene(kicker, lesson_view(game.rules))


@frozen
class UnlitTitle(SceneView):
    """A title in the half-dark."""

    kicker: str
    heading: str
    lead: str


@frozen
class TieTitleScene(UnlitTitle):
    """The title of a tie: a step for those below, one for each middle score, one for those above."""

    steps: Sequence[tuple[str, Step]]


def tie_title_scene(room: Room, game: GameState, level: Branch, title: TieTitle) -> TieTitleScene:
    """Return the title of a level that goes on because of a tie (G12)."""
    heading, lead = translate(title.heading), str(title.lead)
    if hides_level(room, game, level):
        return TieTitleScene(translate("A tie"), heading, lead, ())
    middle = judge(level.scores).middle
    kicker = translate("The middle is empty") if len(middle) > 1 else translate("The middle is crowded")
    return TieTitleScene(kicker, heading, lead, _steps(room, level.scores))


def still_tied_scene(room: Room, level: Branch) -> TieTitleScene:
    """Return the title of a tie that stands, whatever was peeled."""
    heading, lead = translate("A tie."), translate("Nobody is alone in the middle.")
    if getattr(level, "peels", ()):
        heading = translate("Still tied.")
        lead = translate("Whatever we forget, nobody is alone in the middle.")
    return TieTitleScene(translate("The tie stands"), heading, lead, _steps(room, level.scores))


def _steps(room: Room, scores: Scores) -> Sequence[tuple[str, Step]]:
    middle = judge(scores).middle
    groups: list[tuple[str, list[Seat]]] = [
        ("low", [seat for seat, points in scores.items() if points < min(middle)]),
        *(("tied", [seat for seat in scores if scores[seat] == central]) for central in sorted(middle)),
        ("high", [seat for seat, points in scores.items() if points > max(middle)]),
    ]
    return [(role, step(room, scores, seats, most=_MOST_ON_STEP)) for role, seats in groups]


@frozen
class ShowdownTitleScene(SceneView):
    """The title of a showdown (G16): who is tied leaves the standing (`tie`); names may be cut."""

    kicker: str
    tie: TieTitleScene
    title: str
    rule: str
    guests: Lineup


def showdown_title_scene(room: Room, game: GameState, title: TieTitle) -> ShowdownTitleScene:
    """Return the title of a showdown with the tied alone, who are large guests if there is any way."""
    kicker = translate(game.rules.known_as)
    scores = {game.root.scores[seat] for seat in title.players}
    if len(scores) == 1:
        each = format_count(scores.pop(), "{n} point each", "{n} points each")
        kicker = translate("{label}: {value}", label=kicker, value=each)
    stay = (seat for seat in title.players if seat not in game.away)
    rows = scoreboard.without_points(scoreboard.rows_of_seats(room, stay))
    tried = (line_up(rows, replace(_CONTENDERS, smallest=smallest)) for smallest in _LARGE)
    return ShowdownTitleScene(
        kicker=kicker,
        tie=still_tied_scene(room, game.root),
        title=translate(title.heading),
        rule=str(title.lead),
        guests=next((lineup for lineup in tried if lineup.named), None) or line_up(rows, _CONTENDERS),
    )


@frozen
class ThrownAwayScene(UnlitTitle):
    """The end of a game that was thrown away: nobody has won, and all have fallen over."""

    fallen: Sequence[Seat]


def thrown_away_scene(game: GameState) -> ThrownAwayScene:
    """Return the end of a game that was thrown away."""
    kicker, heading = translate(game.rules.known_as), translate("Nobody won")
    return ThrownAwayScene(kicker, heading, translate("It never happened."), game.players[:_MOST_FALLEN])


# A tie that is peeled (G6): rounds are columns, points are stars, and the dark takes the outer rounds

_MOST_ROWS = 10  # with more players the last row counts the others
_MOST_COLUMNS = 120  # parts that have a column; with more there is only the standing
_MOST_BOXES = 7
_LABELLED: Mapping[int, int] = {20: 1, 60: 5, _MOST_COLUMNS: 10}
"""With at most so many columns, every how manyth has its number written."""
_FORGET: Mapping[Kind, PluralTemplate] = {
    "round": PluralTemplate(
        "Tie! Let's forget the first round and the last.",
        "Tie! Let's forget the first {peels} rounds and the last {peels}.",
    ),
    "game": PluralTemplate(
        "Tie! Let's forget the first game and the last.",
        "Tie! Let's forget the first {peels} games and the last {peels}.",
    ),
    "match": PluralTemplate(
        "Tie! Let's forget the first match and the last.",
        "Tie! Let's forget the first {peels} matches and the last {peels}.",
    ),
}


@frozen
class TieRow:
    """A player: the parts with a star, and sums that are equal from one layer to another."""

    guest: StandingGuest
    stars: Sequence[int]
    sums: Sequence[tuple[int, int, int]]


@frozen
class Box:
    """Players with the same points, or with the least or the most of a long standing."""

    step: Step
    central: bool


@frozen
class Layer:
    """A standing, with how many parts count in it."""

    heading: str
    parts: int
    decides: bool
    boxes: Sequence[Box]


@frozen
class TieScene(SceneView):
    """A tie that a peel decides.

    `columns`: the parts (0: not shown), of which some are `labelled`; `gone`: the standing without each of
    them (0: none); `more`: the players who have no row.
    """

    forgets: str
    decided: str
    columns: int
    labelled: Sequence[int]
    gone: Mapping[int, int]
    more: int
    rows: Sequence[TieRow]
    layers: Sequence[Layer]

    @property
    def lines(self) -> int:
        """How many rows there are, with the one that counts the others."""
        return len(self.rows) + bool(self.more)

    @property
    def stars(self) -> Sequence[Sequence[tuple[int, int]]]:
        """The stars that go with each layer, by row and column; with the first those that stay."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.layers]
        for row, tie_row in enumerate(self.rows):
            for column in tie_row.stars:
                found[self.gone[column]].append((row, column))
        return found

    @property
    def fallen_stars(self) -> Sequence[tuple[int, int]]:
        """All stars that go with one of the layers."""
        return sorted(chain.from_iterable(self.stars[1:]))


def tie_scene(room: Room, level: PeeledResult, shown: Sequence[int]) -> TieScene:
    """Return a tie that a peel decides; `shown` are the standings that are, of which 0 is the whole one."""
    parts, kind = len(level.parts), level.parts[0].kind
    tried = tuple(standing_steps(room, level, kind, parts))
    peeled = [(range(peel.first, peel.last + 1), peel.scores) for peel in level.peels]
    spans, scores = zip((range(1, parts + 1), level.scores), *peeled, strict=True)
    seats = _seats_in_rows(level)
    columns = parts if parts <= _MOST_COLUMNS else 0
    return TieScene(
        forgets=_FORGET[kind].translate_for(len(level.peels), peels=len(level.peels)),
        decided=translate("{who} alone is left.", who=name_or_count(player_names(room, level.winners))),
        columns=columns,
        labelled=_labelled(columns),
        gone={
            column: next((at for at, which in enumerate(shown) if column not in spans[which]), 0)
            for column in range(1, columns + 1)
        },
        more=len(level.scores) - len(seats),
        rows=[
            TieRow(
                guest,
                [number for number, part in enumerate(level.parts, 1) if guest.seat in part.winners],
                _sums([scores[which][guest.seat] for which in shown]),
            )
            for guest in standing_guests(room, seats)
        ],
        layers=[
            Layer(tried[which].heading, len(spans[which]), tried[which].decides, _boxes(room, scores[which]))
            for which in shown
        ],
    )


def _labelled(columns: int) -> Sequence[int]:
    """Return the parts whose number is written: all that have room, always the first and the last."""
    every = next((step for most, step in _LABELLED.items() if columns <= most), 1)
    between = [number for number in range(every, columns, every) if columns - number > every / 2]
    return tuple(dict.fromkeys((1, *between, columns)))


def _boxes(room: Room, scores: Scores) -> Sequence[Box]:
    """Return players with the same points; at both ends of a long standing, with points of several values."""
    verdict = judge(scores)
    groups: list[tuple[int, ...]] = [(value,) for value in verdict.distinct]
    if len(groups) > _MOST_BOXES:
        around = (_MOST_BOXES - 2 - len(verdict.middle)) // 2  # single boxes on each side of the middle
        first = verdict.distinct.index(verdict.middle[0]) - around
        last = verdict.distinct.index(verdict.middle[-1]) + around + 1
        groups = [tuple(verdict.distinct[:first]), *groups[first:last], tuple(verdict.distinct[last:])]
    seats = ([seat for seat in scores if scores[seat] in group] for group in groups)
    return [
        Box(step(room, scores, seat, most=_MOST_ON_STEP), group[0] in verdict.middle)
        for group, seat in zip(groups, seats, strict=True)
    ]


def _seats_in_rows(level: PeeledResult) -> Sequence[Seat]:
    """Return whom the picture shows: who wins, who is in the tie, then others; in the order of the seats."""
    chosen = [*dict.fromkeys((*level.winners, *judge(level.scores).contenders, *level.scores))]
    shown = chosen[: _MOST_ROWS if len(chosen) <= _MOST_ROWS else _MOST_ROWS - 1]
    return [seat for seat in level.scores if seat in shown]


def _sums(points: Iterable[int]) -> Sequence[tuple[int, int, int]]:
    """Return equal sums of consecutive layers once: the points, the first layer and the last."""
    runs = [[*run] for _, run in groupby(enumerate(points), key=lambda each: each[1])]
    return [(run[0][1], run[0][0], run[-1][0]) for run in runs]
