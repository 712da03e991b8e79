"""What the page of results tells: the totals and winners of each game, and the standing of the evening."""

import re
from dataclasses import dataclass, field

from tests.support.page_forms import page_text
from tests.tools.evenings.party import first
from tests.tools.evenings.screens import NUMBER, Points, number


@dataclass
class ReportedGame:
    """A game on the page of results: totals of each innermost part, and whom it and the headline name."""

    number: int
    totals: list[Points] = field(default_factory=list)
    winners: list[frozenset[str]] = field(default_factory=list)
    standing: Points = field(default_factory=dict)
    headline: frozenset[str] = frozenset()


def reported_games(page: str) -> list[ReportedGame]:
    """Return what the page of results has of each game."""
    return list(map(_reported, re.findall(r'<article class="played"(.*?)</article>', page, re.DOTALL)))


def _reported(article: str) -> ReportedGame:
    game = ReportedGame(int(first(r'id="game-(\d+)"', article)))
    for table in re.findall(r'<table class="sheet">.*?</table>', article, re.DOTALL):
        rows = re.findall(
            rf'<bdi>([^<]*)</bdi>(?:(?!</tr>).)*<td class="total( winner)?">(?:{NUMBER}|–)', table, re.DOTALL
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
        points = number(first(rf'<strong class="number">{NUMBER}', column))
        for name in re.findall(r"<bdi>(.*?)</bdi>", first(r'(?s)<span class="names">(.*?)</span>', column)):
            found[name] = points
    return found
