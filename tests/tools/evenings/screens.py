"""What screens and downloads show: points and winners, by the names of players."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.support.page_forms import page_text
from tests.tools.evenings.party import first

Points = dict[str, int]
Row = dict[str, str]
_NAME = r'<bdi class="[^"]*"[^>]*>(.*?)</bdi>'
_NUMBER = r"([-−]?\d+)"


@dataclass(frozen=True)
class Seen:
    """What the screens show when a game is over; what a screen does not show is None or empty.

    `wins` is whether the owner of the phone is told to have won.
    """

    host: Points
    phone: Points
    owner: str
    wins: bool | None
    tv: Points
    tv_winners: frozenset[str] | None
    tv_mediocre: frozenset[str] | None


@dataclass
class ReportedGame:
    """A game on the page of results: totals of each innermost part, and whom it and the headline name."""

    number: int
    totals: list[Points] = field(default_factory=list)
    winners: list[frozenset[str]] = field(default_factory=list)
    standing: Points = field(default_factory=dict)
    headline: frozenset[str] = frozenset()


def seen(host: str, phone: str, owner: str, tv: str) -> Seen:
    """Read what three screens show; without a phone its page is empty."""
    kind = first(r'data-kind="(\w+)" data-key="final', phone)
    return Seen(
        points_on_board(host),
        points_on_board(phone),
        owner,
        kind in ("won", "shared") if kind else None,
        points_on_tv(tv),
        winners_on_tv(tv, "final"),
        winners_on_tv(tv, "evening"),
    )


def points_on_board(page: str) -> Points:
    """Return the points of the rows or tiles of a scoreboard."""
    rows = re.findall(r'<li class="(?:row|tile)\b(.*?)</li>', page, re.DOTALL)
    pairs = ((first(_NAME, row), first(rf'class="points[^>]*>(?:<b>)?{_NUMBER}', row)) for row in rows)
    return {name: number(points) for name, points in pairs if points}


def points_on_tv(page: str) -> Points:
    """Return the points on the desk or in the strip of the last scene that has any."""
    for scene in reversed(_scenes(page)):
        desk = re.findall(r'<li data-seat=.*?<i class="now">(.*?)</i>.*?<bdi[^>]*>(.*?)</bdi>', scene)
        strip = re.findall(r'<li [^>]*data-score="(-?\d+)".*?<bdi[^>]*>(.*?)</bdi>', scene, re.DOTALL)
        if desk or strip:
            return {name: number(points) for points, name in desk or strip}
    return {}


def winners_on_tv(page: str, kind: str) -> frozenset[str] | None:
    """Return who stands on the middle of the podium in a scene; None where there is no such scene."""
    for scene in _scenes(page):
        if scene.startswith(f'"{kind}"'):
            middle = first(r'(?s)<div class="on-light">(.*?)</div>', scene)
            return frozenset(re.findall(r'<span class="unseen">(.*?)</span>', middle))
    return None


def _scenes(page: str) -> list[str]:
    return page.split("data-scene=")[1:]


def number(text: str) -> int:
    """Read a number as screens write it."""
    return int(text.replace("−", "-"))


# The page of results


def reported_games(page: str) -> list[ReportedGame]:
    """Return what the page of results has of each game."""
    return list(map(_reported, re.findall(r'<article class="played"(.*?)</article>', page, re.DOTALL)))


def _reported(article: str) -> ReportedGame:
    game = ReportedGame(int(first(r'id="game-(\d+)"', article)))
    for table in re.findall(r'<table class="sheet">.*?</table>', article, re.DOTALL):
        rows = re.findall(
            rf'<bdi>([^<]*)</bdi>(?:(?!</tr>).)*<td class="total( winner)?">(?:{_NUMBER}|–)', table, re.DOTALL
        )
        if rows:
            game.totals.append({name: number(points) for name, _, points in rows if points})
            game.winners.append(frozenset(name for name, wins, _ in rows if wins))
    game.standing = _standing(article)
    game.headline = frozenset(
        re.findall(r"[A-Z]\w\w\b", page_text(first(r'(?s)class="headline[^>]*>(.*?)</p>', article)))
    )
    return game


def evening_on_results(page: str) -> tuple[Points, frozenset[str]] | None:
    """Return the games won, and the most mediocre; None where the page has no standing of the evening."""
    section = first(r'(?s)<section class="standing">(.*?)<article', page)
    if not section:
        return None
    lit = re.findall(r"<i>most mediocre</i> <b>(.*?)</b>", section, re.DOTALL)
    return _standing(section), frozenset(re.findall(r"\w+", page_text(" ".join(lit))))


def _standing(section: str) -> Points:
    """Return the columns of the first step of a standing: points, and who has them."""
    step = first(r'(?s)<ol class="columns">(.*?)</ol>', section)
    found = {}
    for column in re.findall(r'<li class="column.*?</li>', step, re.DOTALL):
        points = number(first(rf'<strong class="number">{_NUMBER}', column))
        for name in re.findall(r"<bdi>(.*?)</bdi>", first(r'(?s)<span class="names">(.*?)</span>', column)):
            found[name] = points
    return found


# Downloads and reports


def rows_of(sheet: str) -> list[Row]:
    """Return the lines of a CSV file."""
    return list(csv.DictReader(io.StringIO(sheet.removeprefix("\ufeff"))))


def played_in(rows: list[Row], game: int) -> list[dict[str, str]]:
    """Return what all showed in each round of a game, as a spreadsheet has it."""
    rounds: dict[str, dict[str, str]] = {}
    for row in rows:
        if row["game"] == str(game):
            rounds.setdefault(row["number"], {})[row["player"]] = row["showed"]
    return list(rounds.values())


def shown_in(record: Any) -> Iterator[dict[str, str]]:
    """Yield the same of an exported record."""
    suits = str.maketrans("CDHS", "♣♦♥♠")
    for each in record["rounds"]:
        plays = {**each.get("plays", {}), **each.get("struck", {})}
        yield {
            name: _written(plays.get(name, ""), suits)
            for name in record["players"]
            if name in plays or not each.get("struck") or each.get("plays")
        }


def _written(play: Any, suits: dict[int, int]) -> str:
    text = str(play)
    return text[:-1] + text[-1].translate(suits) if text[-1:] in "CDHS" and len(text) > 1 else text


def evening_in_report(report: str) -> tuple[Points, frozenset[str]] | None:
    """Return the games won, and the most mediocre, of what `companion score` prints; None without a game."""
    end = report.partition("\nThe evening\n")[2]
    if "Most mediocre: " not in end:
        return None
    won = re.findall(r"(?m)^([A-Z]\w+) .*?(\d+)$", end.partition("\n* wins")[0])
    names = first(r"Most mediocre: (.*)", end)
    return {name: int(games) for name, games in won}, frozenset(re.findall(r"[A-Z]\w+", names))
