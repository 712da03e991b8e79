"""The lower part of a poster: what happened, in words and charts."""

from collections.abc import Iterator, Sequence

from companion.i18n.lettering import ems, shorten
from companion.rules.games.pictures import GuestFigure
from companion.views.poster import Poster, PosterAward, PosterFact
from companion.web.posters.charts import drift_chart, picks_chart, picks_height, scores_chart
from companion.web.posters.guests import guest
from companion.web.posters.lettering import Letters, fitted, largest, lines, n, text

_PAPER, _RULE, _SECOND = "#f8ecd4", "#d8c49d", "#4c6265"
_TOP, _BOTTOM = 706, 1350
_CENTRE, _LEFT, _RIGHT = 540, 56, 1024
_FACTS = 836  # the upper edge of facts and charts
_CHARTS, _CHARTS_WIDTH = 570, 454
_AWARDS = 1178  # the upper edge of the awards
_ONE_LINE = 44  # the size from which the headline is better in one line than larger in two


def paper(poster: Poster) -> Iterator[str]:
    """Yield the headline, the facts, the charts, and the awards."""
    yield f'<rect y="{_TOP}" width="{2 * _CENTRE}" height="{_BOTTOM - _TOP}" fill="{_PAPER}"/>'
    yield from _headline(poster.headline)
    bottom = _AWARDS - 14 if poster.awards else 1296
    has_charts = bool(poster.drift_chart or poster.picks_chart or poster.scores)
    yield from _facts_beside(poster.facts, bottom) if has_charts else _facts_alone(poster.facts, bottom)
    if has_charts:
        yield from _charts(poster, bottom - _FACTS)
    if poster.awards:
        yield f'<path d="M{_LEFT} {_AWARDS - 8}H{_RIGHT}" stroke="{_RULE}" stroke-width="2"/>'
        yield from _awards(poster.awards)
    yield fitted(_CENTRE, 1332, poster.closing, _RIGHT - _LEFT, Letters(26))


def _headline(words: str) -> Iterator[str]:
    """Yield the sentence of the evening, in two lines where one would be small."""
    width = _RIGHT - _LEFT
    one = min(68.0, width / ems(words))
    if one >= _ONE_LINE:
        yield text(_CENTRE, 796, words, Letters(one))
        return
    size, found = largest(words, width, 46, 2)
    for at, line in enumerate(found):
        yield text(_CENTRE, 766 + at * size * 1.08, line, Letters(size))


def _facts_beside(facts: Sequence[PosterFact], bottom: int) -> Iterator[str]:
    """Yield the facts on the left of the charts."""
    for size in range(24, 11, -1):
        rows = [(fact, lines(fact.sentence, 346, size)) for fact in facts]
        heights = [max(46, len(found) * size * 1.08 + 8) for _, found in rows]
        if _FACTS + sum(heights) <= bottom:
            break
    y = float(_FACTS)
    for (fact, found), height in zip(rows, heights, strict=True):
        yield fitted(_LEFT, y + height / 2 + 16, fact.figure, 122, Letters(46, anchor="start"))
        yield from _sentence(_LEFT + 134, y + height / 2, found, size)
        y += height


def _facts_alone(facts: Sequence[PosterFact], bottom: int) -> Iterator[str]:
    """Yield the facts over the whole width, where there are no charts."""
    height = min(96.0, (bottom - _FACTS - 10) / max(1, len(facts)))
    for at, fact in enumerate(facts):
        centre = _FACTS + 10 + height * (at + 0.5)
        size, found = largest(fact.sentence, _RIGHT - _LEFT - 200, 36, 2)
        yield fitted(_LEFT, centre + 25, fact.figure, 188, Letters(70, anchor="start"))
        yield from _sentence(_LEFT + 200, centre, found, size)


def _sentence(x: float, centre: float, found: Sequence[str], size: float) -> Iterator[str]:
    for at, line in enumerate(found):
        base = centre + size * (0.34 + 1.08 * (at - (len(found) - 1) / 2))
        yield text(x, base, line, Letters(size, weight=600, anchor="start"))


def _charts(poster: Poster, height: float) -> Iterator[str]:
    """Yield how the middle moved and which numbers were picked, or how the scores grew."""
    drift, picks, scores = poster.drift_chart, poster.picks_chart, poster.scores
    below = min(height * 0.45, picks_height(picks) + 36) if drift and picks else height
    if drift:
        drawn = drift_chart(drift, _CHARTS_WIDTH, height - below - 40)
        yield from _chart(0, drift.heading, drawn)
    if picks:
        drawn = picks_chart(picks, _CHARTS_WIDTH, below - 36)
        yield from _chart(height - below, picks.heading, drawn)
    if scores:
        yield from _chart(0, scores.heading, scores_chart(scores, _CHARTS_WIDTH, height - 44))


def _chart(y: float, heading: str, drawn: str) -> Iterator[str]:
    yield fitted(_CHARTS, _FACTS + y + 20, heading, _CHARTS_WIDTH, Letters(24, weight=800, anchor="start"))
    yield f'<g transform="translate({_CHARTS} {n(_FACTS + y + 34)})">{drawn}</g>'


def _awards(awards: Sequence[PosterAward]) -> Iterator[str]:
    """Yield the awards side by side, each with the guests who have it."""
    width = (_RIGHT - _LEFT) / 3
    for place, award in enumerate(awards):
        left, several = _LEFT + place * width, len(award.seats) > 1
        for at, seat in enumerate(award.seats):
            yield guest(
                GuestFigure(int(seat), left + 40 + at * 43, _AWARDS + 106, 60 if several else 80, lit=True)
            )
        indent = 124 if several else 92
        yield from _award(award, left + indent, width - indent - 8)


def _award(award: PosterAward, x: float, room: float) -> Iterator[str]:
    """Yield the texts of an award, one below the other."""
    size, titles = largest(award.title, room, 21, 2)
    y = _AWARDS + 30.0
    for line in titles:
        yield text(x, y, line, Letters(size, anchor="start"))
        y += size * 1.15
    for line in (shorten(award.names, room / 17), *lines(award.reason, room, 20)[:2]):
        yield fitted(x, y, line, room, Letters(20, _SECOND, 600, "start"))
        y += 23
