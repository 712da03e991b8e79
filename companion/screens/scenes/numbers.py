"""What is shown of a round of numbers: the guests, the words beside them, and all scores.

`templates/tv/scenes/reveal.html`, `mean.html` and `showdown.html` read what these functions return.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.i18n.messages import (
    N_,
    PluralTemplate,
    capitalize_first,
    format_count,
    format_decimal,
    format_message,
    format_value,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import MeanTarget
from companion.rules.results import Leaf, ShowdownRound
from companion.screens import endings, headings, reveals
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import name_or_count, player_names, reason_sentences
from companion.screens.podium import standing_guests
from companion.screens.scenes.places import Cast, Contest, Placed, short
from companion.screens.scoreboard import innermost_points

Content = Mapping[str, object]
"""What a template reads."""

_MOST_SEATS, _MOST_GROUPS = 60, 8  # players at the desk; with more, it counts those with the same score
_ONE_ROW, _TWO_ROWS, _NAMED = 10, 40, 14  # players at the desk; the last: with room for their names
_UNTOLD = "\N{NO-BREAK SPACE}"  # a hidden score before the reveal
_MOST_OUT_NAMED = 2  # disqualified numbers in words; more are counted
_MOST_COLUMNS = 5  # of a standing beside the light
_MOST_NAMED = 3  # names in a note or a heading
_MOST_WITH_NAMES = 6  # who were tied, at the desk of a showdown


def is_explained(game: GameState) -> bool:
    """Return whether this is the first reveal of an evening, which is explained while it is played."""
    return game.number == 1 and len(game.rounds) == 1 and bool(game.record.rules.lesson.captions)


def reveal_content(room: Room, game: GameState, leaf: Leaf, cast: Cast) -> Content:
    """Return what is shown of a round whose order decides."""
    phases = {0: "", **({1: "bounce"} if cast.numbers.out else {})}
    phases |= {2: "shuffle", 3: "dark"} if cast.pairs else {}
    return {**_round(room, game, leaf, cast, phases), "cast": cast}


def mean_content(
    room: Room, game: GameState, leaf: Leaf, contest: Contest, target: MeanTarget | None
) -> Content:
    """Return what is shown of a round that the mean decides, or its multiple; or the first from an end."""
    phases = {0: "", **({1: "bounce"} if contest.numbers.out else {}), 2: "slide", 3: "open"}
    shown = {**_round(room, game, leaf, contest, phases), "contest": contest}
    if target is None:
        return {**shown, "marks": [short(contest.numbers.plays[seat]) for seat in leaf.winners]}
    if not contest.is_multiple:
        return {**shown, "marks": [translate("mean {mean}", mean=target.mean)]}
    then = translate("{round}: {told}", round=shown["kicker"], told=_mean_formula(target))
    return {**shown, "marks": [format_decimal(target.number)], "flag": _mean(target), "then": then}


def showdown_content(room: Room, game: GameState, leaf: ShowdownRound, contest: Contest) -> Content:
    """Return what is shown of a round of a showdown: the tied on the line, the others, and who stays."""
    marks = tuple(
        short(int(each)) if each.denominator == 1 else format_decimal(each)
        for each in game.record.rules.middle_numbers(leaf)
    )
    kicker, target = capitalize_first(headings.latest_name(game)), game.record.rules.mean_target(leaf)
    falls = contest.trues or [contest.at]
    guests = standing_guests(room, game.score.root.showdown[0].tied)
    sizes = ((_MOST_WITH_NAMES, "few"), (2 * _MOST_WITH_NAMES, "some"), (len(guests), "crowd"))
    words = disqualified_words(contest.numbers.plays, contest.numbers.out.intersection(leaf.tied))
    absent = [seat for seat in leaf.tied if seat not in leaf.plays]
    return {
        **_words(kicker, _verdict(room, leaf), contest),
        "notes": (*([words] if words else ()), *_missed(room, game, contest.numbers.plays, absent)),
        "sayings": [(translate("Who is closest?"), "", "announced")],
        "contest": contest,
        "falls": (max(16.0, min(falls)), min(112.0, max(falls))),
        "marks": marks,
        "flag": _mean(target) if target and contest.is_multiple else "",
        "then": _then(kicker, target, contest, marks),
        "others": tuple(contest.others(leaf.tied)),
        "tied": [(guest, _state(leaf, guest.seat)) for guest in guests],
        "size": next(size for most, size in sizes if len(guests) <= most),
    }


def _words(kicker: str, verdict: str, shown: Placed) -> Content:
    """Return what all rounds have: how many the light falls on is also a class of the style sheet."""
    low, high = shown.numbers.line
    return {
        "kicker": kicker,
        "verdict": verdict,
        "low": short(low),
        "high": short(high),
        "actors": shown.actors,
        "scoring": shown.scoring,
        "lit": ("none", "one", "two", "more")[min(shown.scoring, 3)],
        "gains": {},
        "names": {},
    }


def _round(room: Room, game: GameState, leaf: Leaf, shown: Placed, phases: Mapping[int, str]) -> Content:
    """Return what is shown of a round.

    `gains` are the points of the seats that score, with a sign, and `names` theirs where the desk has no room
    for names. `phases`: in the first reveal of an evening, which caption is there from which moment on.
    """
    rules, places, numbers = game.record.rules, _places(room, game, leaf), shown.numbers
    kicker = headings.join_parts(translate(rules.known_as), headings.latest_name(game))
    verdict = reason_sentences(room, [rules.round_headline(leaf)])[0]
    ended = endings.ended_parts(room, game) if game.next_round else ()
    columns = ended[0].steps[0].columns if ended else ()
    is_named = len(places) <= _NAMED
    sayings = [(translate("The numbers are in"), "", "announced")]
    if is_explained(game):
        moments = [*phases.values(), "announced"]
        captions = [translate(rules.lesson.captions[phase]) for phase in phases]
        sayings = [*zip(captions, moments[:-1], moments[1:], strict=True)]
    return {
        **_words(kicker, verdict, shown),
        "sayings": sayings,
        "gains": {seat: reveals.signed(rules.gain(leaf, seat)) for seat in leaf.winners},
        "names": {} if places and is_named else {seat: room.name(seat) for seat in leaf.winners},
        "excluded": disqualified_words(numbers.plays, numbers.out),
        "notes": (*(part.headline for part in ended), *_notes(room, game, leaf, shown)),
        "standing": columns if len(columns) <= _MOST_COLUMNS else (),
        "places": places,
        "rows": 1 if len(places) <= _ONE_ROW else 2 if len(places) <= _TWO_ROWS else 3,
        "is_named": is_named,
        "groups": tuple(_groups(room, game)),
    }


def _is_counted(game: GameState) -> bool:
    return len(game.record.players) > _MOST_SEATS


def _places(room: Room, game: GameState, leaf: Leaf) -> Sequence[Content]:
    """Return all players in the order of joining; none in a crowd.

    `before` is the score before the reveal, where that changed it. Where scores are hidden, what the reveal
    has brought stands in place of the score, which is empty else.
    """
    scores, is_hidden = innermost_points(game), hides_scores(room, game)
    places = []
    for seat in () if _is_counted(game) else game.record.players:
        score, gain = scores.get(seat, 0), game.record.rules.gain(leaf, seat) if seat in leaf.plays else 0
        now, before = format_value(score), format_value(score - gain) if gain else ""
        if is_hidden:
            now, before = (reveals.signed(gain), _UNTOLD) if gain else ("", "")
        places.append(
            {
                "seat": seat,
                "name": room.name(seat),
                "score": now,
                "before": before,
                "absent": seat not in leaf.plays,
                "awaited": game.waits_for(seat),
            }
        )
    return places


def _groups(room: Room, game: GameState) -> Iterator[tuple[str, str]]:
    """Yield the highest scores of a crowd, each with how many players have it."""
    if _is_counted(game) and not hides_scores(room, game):
        counts = Counter(innermost_points(game).values())
        for points, count in sorted(counts.items(), reverse=True)[:_MOST_GROUPS]:
            yield format_value(points), format_count(count, "{n} player", "{n} players")


def disqualified_words(plays: Mapping[Seat, int], out: Iterable[Seat]) -> str:
    """Return who is out in a few words: `50 twice: both out`; empty if nobody is."""
    times_of = Counter(plays[seat] for seat in out)
    if not times_of:
        return ""
    numbers, count = tuple(map(short, sorted(times_of))), sum(times_of.values())
    if len(numbers) > _MOST_OUT_NAMED:
        return format_count(count, "Same number, out: {n}", "Same number, out: {n}")
    if count == len(numbers):  # out for another reason than equal numbers
        return translate("{numbers}: out", numbers=numbers)
    if len(numbers) > 1:
        return translate("{numbers} more than once: all out", numbers=numbers)
    if count == 2:
        return translate("{number} twice: both out", number=numbers[0])
    return translate("{number}, {times} times: all out", number=numbers[0], times=count)


def _notes(room: Room, game: GameState, leaf: Leaf, shown: Placed) -> Iterator[str]:
    """Yield what else there is to know: corrections, who is absent, who is not shown."""
    players, numbers = game.record.players, shown.numbers
    absent = reveals.absentees(game, leaf)
    yield from _missed(room, game, players, [seat for seat in players if seat in absent])
    counting = [number for seat, number in numbers.plays.items() if seat not in numbers.out]
    if len(set(counting)) < len(counting):  # nobody is out for it (G19)
        yield translate("Equal numbers: ranked by turns")
    hidden = len(counting) - len(shown.shown)
    if hidden > 0:
        yield format_count(hidden, "{n} more number is not shown", "{n} more numbers are not shown")


def _missed(room: Room, game: GameState, seats: Iterable[Seat], absent: Sequence[Seat]) -> Iterator[str]:
    """Yield who of the seats was corrected, and who presented nothing."""
    corrected = reveals.corrected_seats(game)
    for template, who in (
        (N_("Corrected: {players}"), [seat for seat in seats if seat in corrected]),
        (N_("No number: {players}"), absent),
    ):
        if who:
            yield translate(template, players=name_or_count(player_names(room, who), _MOST_NAMED))


# What only a round that aims at something, or one of a showdown, says


def _mean_formula(target: MeanTarget) -> str:
    """Return how the target follows from the mean: `0.8 × 42.5 = 34`."""
    values = {"factor": target.factor, "mean": target.mean, "target": target.number}
    return translate("{factor} × {mean} = {target}", **{k: format_decimal(v) for k, v in values.items()})


def _mean(target: MeanTarget) -> str:
    """Return what is written at the mean."""
    return translate("mean {mean}", mean=format_decimal(target.mean))


def _then(where: str, target: MeanTarget | None, contest: Contest, marks: Sequence[str]) -> str:
    """Return the name of the round with what was aimed at: `..., round 1: the middle is 40`."""
    if not marks:
        return translate("{round}: no number is left", round=where)
    if target and contest.is_multiple:
        return translate("{round}: {told}", round=where, told=_mean_formula(target))
    if target:
        return translate("{round}: the mean is {mean}", round=where, mean=target.mean)
    template = PluralTemplate("{round}: the middle is {middle}", "{round}: the middle is between {middle}")
    return format_message(template.translate_for(len(marks)), {"round": where, "middle": marks})


def _verdict(room: Room, leaf: ShowdownRound) -> str:
    """Return who stays, in a few words."""
    if not leaf.winners:
        return translate("Nobody counts: all stay")
    if len(leaf.left) == 1:
        return translate("{who} is closest", who=name_or_count(player_names(room, leaf.left)))
    if len(leaf.left) == len(leaf.tied):
        both = translate("Equally close: both stay")
        return both if len(leaf.left) == 2 else translate("Equally close: all stay")
    return translate("{who} stay", who=name_or_count(player_names(room, leaf.left), _MOST_NAMED))


def _state(leaf: ShowdownRound, seat: Seat) -> str:
    """Return what the round means for a player who was tied at first."""
    return "stays" if seat in leaf.left else "gone" if seat in leaf.tied else "gone-before"
