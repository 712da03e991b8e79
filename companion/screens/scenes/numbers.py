"""What is shown of a round of numbers: guests, words beside them, all scores; for `tv/scenes/`."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.i18n.lettering import ems
from companion.i18n.messages import (
    N_,
    PluralTemplate,
    capitalize_first,
    format_count,
    format_value,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import MeanTarget
from companion.rules.results import Leaf, ShowdownRound
from companion.screens import endings, headings, reveals
from companion.screens.dry_lines import DryLine, dry_line
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import name_or_count, player_names, reason_sentences
from companion.screens.podium import StandingGuest, standing_guests
from companion.screens.scenes import SceneView
from companion.screens.scenes.axis import AxisLayout, beyond
from companion.screens.scenes.positions import (
    MIDDLE,
    WIDE,
    Groups,
    RevealLayout,
    listed_numbers,
    position_on_line,
    short,
)
from companion.screens.scoreboard import innermost_points
from companion.values import frozen

_MOST_SEATS, _MOST_GROUPS = 60, 8  # players at the desk; with more, it counts those with the same score
_MOST_IN_ROWS, _NAMED = (10, 40), 14  # players at the desk in 1 and 2 rows; with room for their names
_UNTOLD = "\N{NO-BREAK SPACE}"  # a hidden score before the reveal
_ALONE_EMS, _UNDER_EMS, _HALF = 20.0, 3.9, 55.0  # of names; the last in rem, beside the dot
_BESIDE_SIZES = ((4.25, "large"), (3.5, "medium"), (3.1, "small"))
_MOST_COLUMNS = 5  # of a standing beside the light
_MOST_NAMED, _MOST_EMS = 3, 30.0  # names in a note or a heading, and their width
_END_LABEL = 16.0  # how far words reach from the edge where an end of an axis has its number
_MOST_NUMBERED = 20  # the span of an axis with all its numbers
_MOST_WITH_NAMES = 6  # who were tied, at the desk of a showdown


def is_explained(game: GameState) -> bool:
    """Return whether this is the first reveal of an evening, which is explained while it is played."""
    return game.number == 1 and len(game.rounds) == 1 and bool(game.rules.lesson.captions)


@frozen
class RoundWords:
    """What is written of a round of numbers.

    `told` is the name of the round with what was aimed at, or what else stands above the `verdict` in its
    place; else empty. `dry` is a line with names beside the round. `sayings` are there before: each with
    the moments at which it comes and goes. `standing` is that of a part that ended. Of a question, the kicker
    is what was asked, in the `language` of its deck, and the verdict may go `on` in a second line.
    """

    kicker: str
    verdict: str
    sayings: Sequence[tuple[str, str, str]]
    notes: Sequence[str]
    standing: Sequence[endings.StandingColumn] = ()
    told: str = ""
    dry: DryLine | None = None
    language: str = ""
    on: str = ""


@frozen
class DeskSeat:
    """A player at the desk.

    `before` is the score before the reveal, where that changed it. Where scores are hidden, what the reveal
    has brought stands in place of the score, which is empty else.
    """

    seat: Seat
    name: str
    score: str
    before: str
    absent: bool
    awaited: bool


@frozen
class Desk:
    """All players in the order of joining; of a crowd the highest scores, and how many have each."""

    seats: Sequence[DeskSeat]
    groups: Sequence[tuple[str, str]] = ()

    @property
    def rows(self) -> int:
        """In how many rows they stand."""
        return 1 + bisect_left(_MOST_IN_ROWS, len(self.seats))

    @property
    def is_named(self) -> bool:
        """Whether there is room for names."""
        return len(self.seats) <= _NAMED

    @property
    def is_wide(self) -> bool:
        """Whether a score is long."""
        return any(len(desk_seat.score) > (3 if self.rows == 1 else 2) for desk_seat in self.seats)


@frozen
class RevealScene(SceneView):
    """A round whose order decides; `names` are those in the light, `gains` their points with a sign."""

    words: RoundWords
    desk: Desk
    gains: Mapping[Seat, str]
    layout: RevealLayout
    names: Sequence[str]
    excluded: str

    @property
    def name_size(self) -> str:
        """How large the names are."""
        return name_size(self.names)

    @property
    def is_astride(self) -> bool:
        """Whether two names stand on both sides of a dot."""
        return len(self.names) == 2 and self.name_size != "apiece"


@frozen(kw_only=True)
class AxisWords:
    """What is written at an axis: `marks` at what decides, and the mean (`flag`) where its multiple does.

    Two marks are together in `signs`, if there is no room for each at its place. `flag_at` is where the words
    at the mean begin, or end if they are `before` it. The ends have no numbers (`low`, `high`), and those
    `below` and `above` are not named, where other words are.
    """

    marks: Sequence[str]
    signs: Sequence[tuple[float, Sequence[str]]]
    flag: str = ""
    flag_at: float = 0.0
    is_before: bool = False
    factor: str = ""
    low: str
    high: str
    below: str
    above: str


@frozen
class RailedScene(SceneView):
    """A round in which the closest score: the lamp runs along a rail."""

    words: RoundWords
    layout: AxisLayout
    axis: AxisWords


@frozen
class MeanScene(RailedScene):
    """A round that the mean decides, or its multiple; or the first from an end, on a line of `columns`."""

    desk: Desk
    gains: Mapping[Seat, str]
    names: Sequence[str]
    columns: Sequence[tuple[str, float, str]]


@frozen
class ShowdownScene(RailedScene):
    """A round of a showdown: the `tied` on the line, with who stays, and the `others` below it.

    `falls`: the lowest and the highest place between which the lamp looks for the middle.
    """

    falls: tuple[float, float]
    width: float
    others: Sequence[tuple[Seat, str, float, float, bool]]
    tied: Sequence[tuple[StandingGuest, str]]
    size: str


def reveal_scene(room: Room, game: GameState, leaf: Leaf, layout: RevealLayout) -> RevealScene:
    """Return what is shown of a round whose order decides."""
    phases = {0: "", **({1: "bounce"} if layout.numbers.out else {})}
    phases |= {2: "shuffle", 3: "dark"} if layout.pairs else {}
    words = _words(room, game, leaf, layout, phases)
    lit = [room.name(guest.seat) for guest in layout.guests if guest.role == "lit"]
    if words.notes and (layout.rails or layout.levels > 1):
        words = replace(words, dry=None)  # there is room for one of both only
    if (words.notes or words.dry) and layout.rails:
        layout = RevealLayout(layout.numbers, has_notes=True)
    excluded = disqualified_words(layout.numbers.groups())
    return RevealScene(words, desk_with(room, game, leaf), gains_of(game, leaf), layout, lit, excluded)


def mean_scene(
    room: Room, game: GameState, leaf: Leaf, layout: AxisLayout, target: MeanTarget | None
) -> MeanScene:
    """Return what is shown of a round that the mean decides, or its multiple; or the first from an end."""
    phases = {0: "", **({1: "bounce"} if layout.numbers.out else {}), 2: "slide", 3: "open"}
    words = _words(room, game, leaf, layout, phases)
    excluded = disqualified_words(layout.numbers.groups())
    words = replace(words, notes=(*filter(None, [excluded]), *words.notes))
    winners = [room.name(seat) for seat in layout.shown if seat in leaf.winners]
    picked = [short(layout.numbers.plays[seat]) for seat in leaf.winners]
    marks = picked if target is None else [_name_of(target)]
    if target and layout.is_multiple:
        marks = [format_value(target.number)]
        words = replace(words, told=_told(words.kicker, target, layout, marks))
    if words.dry:  # there is no room beside it; the axis says what was aimed at
        words = replace(words, told=words.dry.in_one, dry=None)
    columns = () if target else _columns(layout)
    axis = axis_words(layout, marks, target if layout.is_multiple else None)
    names = () if target else winners
    return MeanScene(words, layout, axis, desk_with(room, game, leaf), gains_of(game, leaf), names, columns)


def showdown_scene(room: Room, game: GameState, leaf: ShowdownRound, layout: AxisLayout) -> ShowdownScene:
    """Return what is shown of a round of a showdown: the tied on the line, the others, and who stays."""
    marks = tuple(
        short(int(number)) if number.denominator == 1 else format_value(number)
        for number in game.rules.middle_numbers(leaf)
    )
    kicker, target = capitalize_first(headings.latest_name(game)), game.rules.mean_target(leaf)
    falls = [guest.x for guest in layout.guests] or [layout.at]
    first = game.root.showdown[0].contenders
    guests = standing_guests(room, first)
    stays = dict.fromkeys(first, "gone-before") | dict.fromkeys(leaf.contenders, "gone")
    stays |= dict.fromkeys(leaf.left, "stays")
    sizes = ((_MOST_WITH_NAMES, "few"), (2 * _MOST_WITH_NAMES, "some"), (len(guests), "crowd"))
    out = {
        number: seats for number, seats in layout.numbers.groups().items() if {*seats} & {*leaf.contenders}
    }
    absent = [seat for seat in leaf.contenders if seat not in leaf.plays]
    width, others = layout.others(leaf.contenders)
    return ShowdownScene(
        words=RoundWords(
            kicker=kicker,
            verdict=verdict_of(room, game, leaf),
            sayings=[(translate("Who is closest?"), "", "announced")],
            notes=(
                *filter(None, [disqualified_words(out)]),
                *missed_sentences(room, game, layout.numbers.plays, absent),
            ),
            told=_told(kicker, target, layout, marks),
        ),
        layout=layout,
        axis=axis_words(layout, marks, target if layout.is_multiple else None, names_all=True),
        falls=(max(16.0, min(falls)), min(112.0, max(falls))),
        width=width,
        others=others,
        tied=[(guest, stays[guest.seat]) for guest in guests],
        size=next(size for most, size in sizes if len(guests) <= most),
    )


def axis_words(
    layout: AxisLayout, marks: Sequence[str], target: MeanTarget | None, *, names_all: bool = False
) -> AxisWords:
    """Return what is written at an axis; `names_all`: also who is off it where other words are."""
    half = 2.0 + sum(map(ems, marks)) * 1.5 + 2 * len(marks)
    mark_at = min(max(layout.at, half), WIDE - half)
    signs = [(mark_at, marks)]
    if layout.apart > half + 2:
        signs = [(layout.at - layout.apart / 2, marks[:1]), (layout.at + layout.apart / 2, marks[1:])]
        half = (half + layout.apart) / 2
    is_before = layout.mean_at < layout.at
    side = -1 if is_before else 1
    flag = _name_of(target) if target else ""
    flag_at = side * max(side * layout.mean_at + 1.4, side * mark_at + half + 1) if flag else mark_at
    reaches = [flag_at, flag_at + side * 2.6 * ems(flag)] if flag else [mark_at]
    ends = [mark_at - half, mark_at + half, *reaches] if marks else [MIDDLE]
    has_low, has_high = min(ends) > _END_LABEL, max(ends) < WIDE - _END_LABEL
    below, above = beyond(layout.numbers.plays.values(), layout.numbers.line)
    low, high = layout.ends
    return AxisWords(
        marks=marks,
        signs=signs,
        flag=flag,
        flag_at=flag_at,
        is_before=is_before,
        factor=translate("× {factor}", factor=format_value(target.factor)) if target else "",
        low=low if has_low and not below else "",
        high=high if has_high and not above else "",
        below=below if has_low or names_all else "",
        above=above if has_high or names_all else "",
    )


def _columns(layout: AxisLayout) -> Sequence[tuple[str, float, str]]:
    """Return all numbers of a short axis, each with its place and what became of those who picked it."""
    low, high = layout.numbers.line
    if high - low > _MOST_NUMBERED:
        return ()
    out, plays = layout.numbers.groups(), layout.numbers.plays
    fates = dict.fromkeys(plays.values(), "picked") | dict.fromkeys(out, "out")
    fates |= dict.fromkeys((plays[seat] for seat in layout.numbers.scoring), "lit")
    positions = {number: position_on_line(number, (low, high)) for number in range(low, high + 1)}
    return [(short(number), x, fates.get(number, "")) for number, x in positions.items()]


def _words(
    room: Room, game: GameState, leaf: Leaf, shown: RevealLayout | AxisLayout, phases: Mapping[int, str]
) -> RoundWords:
    """Return what is written of a round.

    `phases`: in the first reveal of an evening, which caption is there from which moment on.
    """
    rules = game.rules
    ended = endings.ended_parts(room, game) if game.next_round else ()
    columns = ended[0].steps[0].columns if ended else ()
    sayings = [(translate("The numbers are in"), "", "announced")]
    if is_explained(game):
        moments = [*phases.values(), "announced"]
        captions = [translate(rules.lesson.captions[phase]) for phase in phases]
        sayings = [*zip(captions, moments[:-1], moments[1:], strict=True)]
    return RoundWords(
        kicker=round_kicker(game),
        verdict=verdict_of(room, game, leaf),
        sayings=sayings,
        notes=(*(part.headline for part in ended), *_notes(room, game, leaf, shown)),
        standing=columns if len(columns) <= _MOST_COLUMNS else (),
        dry=None if ended else dry_line(room, game),
    )


def verdict_of(room: Room, game: GameState, leaf: Leaf) -> str:
    """Return who scores or stays, in a few words."""
    return reason_sentences(room, [game.rules.round_headline(leaf)], _MOST_NAMED)[0]


def gains_of(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    """Return the points of the seats that score, with a sign."""
    return {seat: reveals.signed(game.rules.gain(leaf, seat)) for seat in leaf.winners}


def round_kicker(game: GameState) -> str:
    """Return the name of the game and of its last round."""
    return headings.join_parts(translate(game.rules.known_as), headings.latest_name(game))


def desk_with(room: Room, game: GameState, leaf: Leaf | None) -> Desk:
    """Return all players, or the scores of a crowd; with what a round has brought, if it is to be seen."""
    scores, players, is_hidden = innermost_points(game), game.players, hides_scores(room, game)
    if len(players) > _MOST_SEATS:
        counts = sorted(Counter(() if is_hidden else scores.values()).items(), reverse=True)[:_MOST_GROUPS]
        groups = [
            (format_value(number), format_count(n, "{n} player", "{n} players")) for number, n in counts
        ]
        return Desk((), groups)
    seats: list[DeskSeat] = []
    for seat in players:
        score = scores.get(seat, 0)
        gain = game.rules.gain(leaf, seat) if leaf and seat in leaf.plays else 0
        now, before = format_value(score), format_value(score - gain) if gain else ""
        if is_hidden:
            now, before = (reveals.signed(gain), _UNTOLD) if gain else ("", "")
        absent, awaited = leaf is not None and seat not in leaf.plays, game.waits_for(seat)
        seats.append(DeskSeat(seat, room.name(seat), now, before, absent, awaited))
    return Desk(seats)


def disqualified_words(groups: Groups) -> str:
    """Return who is out in a few words: `50, 50: out`; empty if nobody is."""
    if numbers := listed_numbers(groups):
        return translate("{numbers}: out", numbers=numbers)
    count = sum(map(len, groups.values()))
    return format_count(count, "{n} had company: out", "{n} had company: out") if count else ""


def name_size(names: Sequence[str]) -> str:
    """Return how large the names of those in the light are; `apiece`: each of two stands under its guest.

    Two that are too long for that stand beside each other, with a dot between them.
    """
    widest = max(map(ems, names), default=0.0)
    if len(names) == 1:
        return "large" if widest > _ALONE_EMS else "huge"
    if widest <= _UNDER_EMS:
        return "apiece"
    return next((size for least, size in _BESIDE_SIZES if widest * least <= _HALF), "tiny")


def _notes(room: Room, game: GameState, leaf: Leaf, shown: RevealLayout | AxisLayout) -> Iterator[str]:
    """Yield what else there is to know: corrections, who is absent, who is not shown."""
    players, numbers = game.players, shown.numbers
    absent = reveals.absentees(game, leaf)
    yield from missed_sentences(room, game, players, [seat for seat in players if seat in absent])
    counting = [number for seat, number in numbers.plays.items() if seat not in numbers.out]
    if len(set(counting)) < len(counting):  # nobody is out for it (G19)
        yield translate("Equal numbers: ranked by turns")
    yield from unshown_sentences(len(counting) - sum(seat not in numbers.out for seat in shown.shown))


def unshown_sentences(hidden: int) -> Iterator[str]:
    """Yield how many numbers are not shown, if any."""
    if hidden > 0:
        yield format_count(hidden, "{n} more number is not shown", "{n} more numbers are not shown")


def missed_sentences(
    room: Room, game: GameState, seats: Iterable[Seat], absent: Sequence[Seat]
) -> Iterator[str]:
    """Yield who of the seats was corrected, and who presented nothing."""
    corrected = reveals.corrected_seats(game)
    for template, who in (
        (N_("Corrected: {players}"), [seat for seat in seats if seat in corrected]),
        (N_("No number: {players}"), absent),
    ):
        if who:
            yield translate(template, players=name_or_count(player_names(room, who), _MOST_NAMED))


# What only a round that aims at something, or one of a showdown, says


def _name_of(target: MeanTarget) -> str:
    """Return what the numbers are measured from, with its number."""
    template = N_("middle {mean}") if target.is_middle else N_("average {mean}")
    return translate(template, mean=target.mean)


def _told(where: str, target: MeanTarget | None, layout: AxisLayout, marks: Sequence[str]) -> str:
    """Return the name of a round with what was aimed at: `...: the middle is 40`, `...: 0.8 × 42.5 = 34`."""
    if not marks:
        return translate("{round}: no number is left", round=where)
    if target and layout.is_multiple:
        values = {"factor": target.factor, "mean": target.mean, "target": target.number}
        formula = translate("{factor} × {mean} = {target}", **values)
        return translate("{label}: {value}", label=where, value=formula)
    if target:
        return translate("{round}: the average is {mean}", round=where, mean=target.mean)
    template = PluralTemplate("{round}: the middle is {middle}", "{round}: the middle is between {middle}")
    return template.translate_for(len(marks), round=where, middle=marks)
