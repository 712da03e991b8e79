"""Compares what screens and downloads show with `companion score`, and that with the tests' own scorers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.support import naive_cards, naive_evening, naive_numbers, naive_results
from tests.tools.evenings import downloads, results_page, scoring
from tests.tools.evenings.evening import Moment, Played
from tests.tools.evenings.tally import Tally

_MOST_NAMED = 3  # in a headline; more winners are a number there
Standing = tuple[dict[str, int], frozenset[str]]
Pair = tuple[str, object, object]
"""What is compared, what is expected, mostly by `companion score`, and what was found."""


def compare(evenings: Sequence[Played], tally: Tally) -> None:
    """Compare all that was seen of some evenings, and count it."""
    moments = [(played.seed, each) for played in evenings for each in played.moments]
    for (seed, moment), roots in zip(moments, _results(tally, moments), strict=True):
        if roots is not None:
            _note(tally, seed, of_screens(moment, roots))
    ends = zip(evenings, _results(tally, [(each.seed, each) for each in evenings]), strict=True)
    scored = [(played, roots) for played, roots in ends if roots is not None]
    reports = scoring.reports_of([played.exported for played, _ in scored])
    for (played, roots), report in zip(scored, reports, strict=True):
        _count_endings(tally, roots)
        _note(tally, played.seed, of_end(played, roots, report))


def _results(tally: Tally, exports: Sequence[tuple[int, Moment | Played]]) -> Iterator[list[Any] | None]:
    """Yield the results of what was exported, with its seeds; None, and a difference, for what is refused."""
    for (seed, _), found in zip(
        exports, scoring.results_of([each.exported for _, each in exports]), strict=True
    ):
        if isinstance(found, str):
            tally.differences.append(f"seed {seed}, `companion score` refuses what was exported: {found}")
        yield None if isinstance(found, str) else found


def _note(tally: Tally, seed: int, pairs: Iterator[Pair]) -> None:
    for what, expected, found in pairs:
        tally.counts[f"compared: {what.partition(':')[0]}"] += 1
        if expected != found:
            tally.differences.append(f"seed {seed}, {what}: {found}, expected: {expected}")


def _count_endings(tally: Tally, roots: Sequence[Any]) -> None:
    for root in roots:
        ending = root.get("decided_by") or "by points"
        tally.counts[f"endings: {ending if root['finished'] else 'not finished'}"] += 1


# The screens after a game


def of_screens(moment: Moment, roots: Sequence[Any]) -> Iterator[Pair]:
    """Compare the host's screen, a phone and the TV with the last game, and with the evening."""
    root, record, seen = roots[-1], json.loads(moment.exported)["games"][-1], moment.seen
    boards = [*points_of(root)]
    for what, shown in (("the host's screen", seen.host), ("a phone", seen.phone), ("the TV", seen.tv)):
        if shown or what == "the host's screen":
            yield f"points on {what}: {record['game']}", *_nearest(boards, shown)
    if seen.wins is not None and seen.owner in record["players"]:
        yield f"whether a phone's owner wins: {seen.owner}", seen.owner in root["winners"], seen.wins
    if seen.tv_winners is not None:
        yield "winners on the TV", frozenset(root["winners"]), seen.tv_winners
    if seen.tv_mediocre is not None:
        standing = _evening(json.loads(moment.exported), roots)
        yield "the evening on the TV", standing and standing[1], seen.tv_mediocre


def _nearest(boards: Sequence[Mapping[str, int]], shown: Mapping[str, int]) -> tuple[object, object]:
    """Return a level whose points are shown, or else the innermost; players who are not shown have 0."""
    full = {name: shown.get(name, 0) for name in boards[0]}
    return (full if full in boards else boards[-1]), full


def points_of(root: Any) -> Iterator[Mapping[str, int]]:
    """Yield the points that a screen may show: those of the whole, or those of its last part."""
    yield root["scores"]
    if root.get("parts") and "scores" in root["parts"][-1]:
        yield from points_of(root["parts"][-1])


# The end of an evening


def of_end(played: Played, roots: Sequence[Any], report: str) -> Iterator[Pair]:
    """Compare the page of results, the downloads and the report with the results, and these with others."""
    evening = json.loads(played.exported)
    for record, root in zip(evening["games"], roots, strict=True):
        yield from of_second_scorer(record, root)
    yield from _of_records(played, evening["games"])
    yield from _of_results_page(played, roots)
    yield from _of_sheets(played, evening["games"], roots)
    yield from _of_evening(played, _evening(evening, roots), report)


def of_second_scorer(record: Any, root: Any) -> Iterator[Pair]:
    """Compare what a second scorer says of a record: points, winners, whether it is over.

    Nothing where a play in the middle was struck, or the host ended a game of cards between two results.
    """
    rounds = [each for each in record["rounds"] if each.get("plays") or "struck" not in each]
    if any("struck" in each for each in rounds) or not rounds:
        return
    if record["game"] == "good-enough":
        second: Any = naive_numbers.result_of({**record, "rounds": rounds})[0]
    elif record.get("options", {}).get("keep") == "results":
        second = naive_results.result_of({**record, "rounds": rounds})
    else:
        second = naive_cards.result_of({**record, "rounds": rounds})
    for name in ("scores", "winners", "finished") if second else ():
        yield f"a second scorer: {record['game']}, {name}", root[name], second[name]


def _evening(evening: Any, roots: Sequence[Any]) -> Standing | None:
    """Return the games won and the most mediocre players; None where no game is over."""
    winners = [root["winners"] for root in roots if root["finished"]]
    if not winners:
        return None
    won, mediocre = naive_evening.standing_of(evening["players"], winners)
    return won, frozenset(mediocre)


def _of_records(played: Played, games: Sequence[Any]) -> Iterator[Pair]:
    alone = [json.loads(each) for each in played.records]
    yield "records downloaded alone", games, [each for each in alone if each["rounds"]]


def _of_results_page(played: Played, roots: Sequence[Any]) -> Iterator[Pair]:
    reported = zip(results_page.reported_games(played.results), played.records, strict=True)
    games = [game for game, record in reported if json.loads(record)["rounds"]]
    for game, root in zip(games, roots, strict=True):
        parts = [each for each in innermost(root) if each["parts"]]
        many = len(parts)  # after these comes the table of a showdown
        yield "totals on the results", [each["scores"] for each in parts], game.totals[:many]
        won = [frozenset(each["winners"] if each["finished"] else ()) for each in parts]
        yield "winners in the tables", won, game.winners[:many]
        if game.standing:
            yield "the standing on the results", *_nearest([*points_of(root)], game.standing)
            if len(root["winners"]) <= _MOST_NAMED:
                players = game.headline & root["scores"].keys()
                yield "winners in the headline", frozenset(root["winners"]), players


def innermost(node: Any) -> Iterator[Any]:
    """Yield the parts of a result that are made of rounds or tricks."""
    if any("parts" in part for part in node["parts"]):
        for part in node["parts"]:
            yield from innermost(part)
    else:
        yield node


def _of_sheets(played: Played, games: Sequence[Any], roots: Sequence[Any]) -> Iterator[Pair]:
    scores, rounds = downloads.rows_of(played.scores), downloads.rows_of(played.rounds)
    for number, (record, root) in enumerate(zip(games, roots, strict=True), 1):
        rows = [each for each in scores if each["game"] == str(number) and each["part"].startswith("whole ")]
        found = {each["player"]: int(each["score"]) for each in rows}
        yield "points in the spreadsheet", root["scores"], found
        won = [each["player"] for each in rows if each["winner"] == "yes"]
        yield "winners in the spreadsheet", root["winners"] if root["finished"] else [], won
        yield "plays in the spreadsheet", [*downloads.shown_in(record)], downloads.played_in(rounds, number)


def _of_evening(played: Played, expected: Standing | None, report: str) -> Iterator[Pair]:
    rows = [each for each in downloads.rows_of(played.scores) if each["title"] == "Evening"]
    in_sheet = (
        {each["player"]: int(each["score"]) for each in rows},
        frozenset(each["player"] for each in rows if each["winner"] == "yes"),
    )
    yield "the evening in the report", expected, downloads.evening_in_report(report)
    yield "the evening in the spreadsheet", expected, in_sheet if rows else None
    on_page = results_page.evening_on_results(played.results)
    if on_page or not expected:
        yield "the evening on the results", expected, on_page
