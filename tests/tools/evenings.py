"""Play random evenings over HTTP and score each game three times: `python -m tests.tools.evenings`.

What screens and downloads show, what `companion score` says of the exported evening, and what the tests' own
scorers say must be the same. Prints what was played and compared, and each difference with the seed of its
evening. Exits with 1 if there is any. Ctrl-C ends it after the last whole evening.
"""

import argparse
import csv
import io
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support import naive_cards, naive_evening, naive_numbers, naive_results
from tests.support.clients import SCRATCH
from tests.support.evening import Evening
from tests.support.http_browsers import FREE, HttpBrowsers
from tests.support.party import PHASE, first
from tests.support.server import Server

Points = dict[str, int]
Pair = tuple[str, object, object]
"""What is compared, what is expected, mostly by `companion score`, and what was found."""
_NAME = r'<bdi class="[^"]*"[^>]*>(.*?)</bdi>'


@dataclass(frozen=True)
class Moment:
    """The evening as it was exported when a game was over, and the screens then; no phone's page is empty."""

    exported: str
    host: str
    phone: str
    tv: str


@dataclass
class Played:
    """What is compared of an evening: the moments after its games, and its end."""

    moments: list[Moment] = field(default_factory=list)
    exported: str = ""
    scores: str = ""


@dataclass
class Tally:
    """Counts of what happened, and a line for each difference."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def note(self, seed: int, pairs: Iterator[Pair]) -> None:
        """Count pairs, and keep those that differ."""
        for what, expected, found in pairs:
            self.counts[f"compared: {what.partition(':')[0]}"] += 1
            if expected != found:
                self.differences.append(f"seed {seed}, {what}: {found}, expected: {expected}")

    def table(self) -> str:
        """Return a line for everything that was counted, and the differences."""
        lines = [f"{number:>7}  {name}" for name, number in sorted(self.counts.items()) if number]
        return "\n".join([*lines, f"{len(self.differences):>7}  differences", *self.differences])


# Evenings on one server


def play_evenings(number: int, seed: int) -> Tally:
    """Play so many evenings, of the seeds from `seed` on, and compare them; fewer where Ctrl-C ends it."""
    tally = Tally()
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder, suppress(KeyboardInterrupt):
        server = Server(Path(folder), environ=FREE)
        try:
            server.start()
            for each in range(seed, seed + number):
                _play_and_compare(server.url, each, tally)
        finally:
            server.stop()
    return tally


def _play_and_compare(url: str, seed: int, tally: Tally) -> None:
    try:
        played = play_evening(url, seed, tally.counts)
    except AssertionError as failed:  # the server refused what nobody may refuse
        tally.differences.append(f"seed {seed}, the server: {failed}")
    else:
        compare(seed, played, tally)


def play_evening(url: str, seed: int, counts: Counter[str]) -> Played:
    """Play the evening of a seed."""
    played = Played()
    with closing(HttpBrowsers(url)) as browsers:
        evening = Evening(browsers, seed)
        for step in evening.steps():
            if step == "over" and (moment := _moment(evening)):
                played.moments.append(moment)
        party = evening.party
        played.exported, played.scores = (party.page("host", path) for path in ("evening.json", "scores.csv"))
    counts.update(party.counts)
    counts["evenings"] += 1
    return played


def _moment(evening: Evening) -> Moment | None:
    """Return the screens and the export; None where the host's screen shows no game of those exported."""
    party = evening.party
    languages, party.languages = party.languages, {}  # what is read is read in English
    host, exported = party.page("host", "host"), party.page("host", "evening.json")
    is_scored = first(PHASE, host) in ("over", "tie") and "It never happened" not in host
    phones = [*party.phones.values()]
    phone = party.get(random.Random(evening.seed).choice(phones)).text if phones else ""
    tv, party.languages = party.page("host", "tv"), languages
    if not is_scored or not json.loads(exported)["games"]:
        return None
    return Moment(exported, *(page.replace("&#39;", "'").replace("&amp;", "&") for page in (host, phone, tv)))


# What is the same


def compare(seed: int, played: Played, tally: Tally) -> None:
    """Compare all that was seen of an evening, and count it."""
    exports = [*(moment.exported for moment in played.moments), played.exported]
    scored = _scored(exports)
    if isinstance(scored, str):
        tally.differences.append(f"seed {seed}, `companion score` refuses what was exported: {scored}")
        return
    for moment, roots in zip(played.moments, scored, strict=False):
        tally.note(seed, of_screens(moment, roots))
    tally.note(seed, of_end(played, scored[-1]))


def _scored(exports: Sequence[str]) -> list[list[Any]] | str:
    """Return the results of the games of each export; or why one is refused."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.json") for number in range(len(exports))]
        for path, exported in zip(paths, exports, strict=True):
            path.write_text(exported, encoding="utf-8")
        command = [sys.executable, "-m", "companion", "score", "--json", *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip()
    lines = map(json.loads, done.stdout.splitlines())
    return [[next(lines) for _ in json.loads(exported)["games"]] for exported in exports]


def of_screens(moment: Moment, roots: Sequence[Any]) -> Iterator[Pair]:
    """Compare the host's screen, a phone and the TV with the last game, and with the evening."""
    root, record = roots[-1], json.loads(moment.exported)["games"][-1]
    boards = [*_points_of(root)]
    shown = {"the host's screen": points_on_board(moment.host), "a phone": points_on_board(moment.phone)}
    for what, points in (shown | {"the TV": points_on_tv(moment.tv)}).items():
        if points or what == "the host's screen":
            full = {name: points.get(name, 0) for name in record["players"]}
            yield f"points on {what}: {record['game']}", full if full in boards else boards[-1], full
    owner = first(r'data-who="([^"]*)"', moment.phone)
    kind = first(r'data-kind="(\w+)" data-key="final', moment.phone)
    if kind and owner in record["players"]:
        yield f"whether a phone's owner wins: {owner}", owner in root["winners"], kind in ("won", "shared")
    if (on_podium := winners_on_tv(moment.tv, "final")) is not None:
        yield "winners on the TV", frozenset(root["winners"]), on_podium
    if (mediocre := winners_on_tv(moment.tv, "evening")) is not None:
        standing = _evening(json.loads(moment.exported), roots)
        yield "the evening on the TV", standing and standing[1], mediocre


def _points_of(root: Any) -> Iterator[Mapping[str, int]]:
    """Yield the points that a screen may show: those of the whole, or those of its last part."""
    yield root["scores"]
    if root.get("parts") and "scores" in root["parts"][-1]:
        yield from _points_of(root["parts"][-1])


def of_end(played: Played, roots: Sequence[Any]) -> Iterator[Pair]:
    """Compare the results with those of a second scorer, and the spreadsheet with them."""
    evening, rows = json.loads(played.exported), rows_of(played.scores)
    for number, (record, root) in enumerate(zip(evening["games"], roots, strict=True), 1):
        yield from of_second_scorer(record, root)
        whole = [each for each in rows if each["game"] == str(number) and each["part"].startswith("whole ")]
        won = [each["player"] for each in whole if each["winner"] == "yes"]
        yield "points in the spreadsheet", root["scores"], _points_in(whole)
        yield "winners in the spreadsheet", root["winners"] if root["finished"] else [], won
    whole = [each for each in rows if each["title"] == "Evening"]
    mediocre = frozenset(each["player"] for each in whole if each["winner"] == "yes")
    found = (_points_in(whole), mediocre) if whole else None
    yield "the evening in the spreadsheet", _evening(evening, roots), found


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


def _evening(evening: Any, roots: Sequence[Any]) -> tuple[Points, frozenset[str]] | None:
    """Return the games won and the most mediocre players; None where no game is over."""
    winners = [root["winners"] for root in roots if root["finished"]]
    if not winners:
        return None
    won, mediocre = naive_evening.standing_of(evening["players"], winners)
    return won, frozenset(mediocre)


# What screens and spreadsheets tell


def points_on_board(page: str) -> Points:
    """Return the points of the rows or tiles of a scoreboard."""
    rows = re.findall(r'<li class="(?:row|tile)\b(.*?)</li>', page, re.DOTALL)
    pairs = ((first(_NAME, row), first(r'class="points[^>]*>(?:<b>)?([-−]?\d+)', row)) for row in rows)
    return {name: int(points.replace("−", "-")) for name, points in pairs if points}


def points_on_tv(page: str) -> Points:
    """Return the points on the desk or in the strip of the last scene that has any."""
    for scene in reversed(page.split("data-scene=")[1:]):
        desk = re.findall(r'<li data-seat=.*?<i class="now">(.*?)</i>.*?<bdi[^>]*>(.*?)</bdi>', scene)
        strip = re.findall(r'<li [^>]*data-score="(-?\d+)".*?<bdi[^>]*>(.*?)</bdi>', scene, re.DOTALL)
        if desk or strip:
            return {name: int(points.replace("−", "-")) for points, name in desk or strip}
    return {}


def winners_on_tv(page: str, kind: str) -> frozenset[str] | None:
    """Return who stands on the middle of the podium in a scene; None where there is no such scene."""
    for scene in page.split("data-scene=")[1:]:
        if scene.startswith(f'"{kind}"'):
            middle = first(r'(?s)<div class="on-light">(.*?)</div>', scene)
            return frozenset(re.findall(r'<span class="unseen">(.*?)</span>', middle))
    return None


def rows_of(sheet: str) -> list[dict[str, str]]:
    """Return the lines of a CSV file."""
    return list(csv.DictReader(io.StringIO(sheet.removeprefix("\ufeff"))))


def _points_in(rows: Sequence[Mapping[str, str]]) -> Points:
    return {each["player"]: int(each["score"]) for each in rows}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.evenings", description=__doc__)
    parser.add_argument("--evenings", type=int, default=20, help="how many evenings (20)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first one (0)")
    asked = parser.parse_args()
    # A shell has what it starts in the background ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    tally = play_evenings(asked.evenings, asked.seed)
    print(tally.table())
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
