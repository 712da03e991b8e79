"""The live part of a page as text to compare, whether it was fetched or put together from a stream."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import unescape

_TAG = re.compile(r"</?section\b")
_OUTCOME = re.compile(r'<section class="outcome.*?</section>', re.DOTALL)
_OUTCOMES = re.compile(r'<div id="outcomes" hidden>.*?</section></div>', re.DOTALL)
_ENDINGS = re.compile(r'<div id="endings" hidden>(.*?</section>)</div>(?=<div class="after">)', re.DOTALL)
_ENDING = re.compile(r'<section class="ending(?! thrown).*?</section>', re.DOTALL)
_SEATS = re.compile(r' data-seats="([^"]*)"')
_ROW = re.compile(r'<li class="row.*?</li>', re.DOTALL)
_LIVE = re.compile(r'<div id="live"[^>]*>')
_LEFT = re.compile(r'data-left="\d+">\d+<')
_COUNTING = re.compile(r'(<span data-counting="([^"]*)">)[^<]*')
_MISSING = re.compile(r'<section class="missing" id="missing">.*?</section>', re.DOTALL)
_THINKING = re.compile(r'<span class="state thinking">[^<]*<')
_PUT_DOWN = re.compile(r'<strong class="number">([^<]*)</strong>')
_SUITS = str.maketrans("♣♦♥♠", "CDHS")
_POINTS = re.compile(r'class="name">([^<]*)<.*class="points">([^<]*)<')
_SCENES = re.compile(r'<template id="scenes".*?</template>', re.DOTALL)
_PEOPLE = re.compile(r' data-stays="[^"]*"')


def squeezed(html: str) -> str:
    """Return HTML without the white space that no screen shows."""
    return " ".join(html.split()).replace("> ", ">").replace(" <", "<")


def attribute(html: str, name: str) -> str:
    """Return the first attribute of that name; empty without one."""
    found = re.search(rf'\bdata-{name}="([^"]*)"', html)
    return found[1] if found else ""


def live_part(page: str) -> str:
    """Return the live part of a page, or of its fragment; empty if it has none."""
    start = page.find('<div id="live"')
    if start < 0:
        return ""
    depth, end = 0, start
    for tag in re.finditer(r"<(/?)div\b", page[start:]):
        depth += -1 if tag[1] else 1
        if not depth:
            end = start + tag.end()
            break
    return page[start : page.find(">", end) + 1]


def own_part(html: str) -> str:
    """Return a player's own part, squeezed; empty if there is none."""
    start = html.find('<section id="own"')
    if start < 0:
        return ""
    depth = 0
    for tag in _TAG.finditer(html, start):
        depth += 1 if tag[0] == "<section" else -1
        if not depth:
            return squeezed(html[start : tag.end() + 1])
    return ""


@dataclass(frozen=True)
class PhoneScreen:
    """What a phone shows: its version, what all phones share, and what is only here."""

    version: int
    shared: str
    own: str
    outcome: str = ""
    ending: str = ""
    rows: tuple[str, ...] = field(default=())
    """The scoreboard; the other rows of `shared` are left out of it."""
    missing: int = 0

    def with_own(self, own: str, seat: str) -> "PhoneScreen":
        """Return the screen with another own part; who has sent something is in."""
        changed = replace(self, own=own)
        return changed.with_progress(self.version, None, [seat]) if is_sent(own) else changed

    def with_progress(self, version: int, submitted: str | None, seats: list[str]) -> "PhoneScreen":
        """Return the screen after players have submitted, as live.js changes it."""
        shared = self.shared
        if submitted is not None:
            shared = _COUNTING.sub(lambda found: found[1] + found[2].replace("{}", submitted), shared)
        word = attribute(shared, "in")
        rows = tuple(_marked_in(row, word) if attribute(row, "seat") in seats else row for row in self.rows)
        return replace(self, version=version, shared=shared, rows=rows, missing=_count_missing(rows))


def put_down(own: str) -> list[str]:
    """Return what an own part shows as put down, in order: cards and numbers as they are posted."""
    found = _PUT_DOWN.search(own)
    return sorted(found[1].translate(_SUITS).split(", ")) if found else []


def is_asked(own: str) -> bool:
    """Tell whether an own part asks about another phone of the player."""
    return 'class="caution takeover"' in own


def is_sent(own: str) -> bool:
    return 'data-phase="sent"' in own


def _marked_in(row: str, word: str) -> str:
    return _THINKING.sub(f'<span class="state in">{word}<', row)


def _count_missing(rows: tuple[str, ...]) -> int:
    return sum('"state thinking"' in row for row in rows)


@dataclass(frozen=True)
class _Parts:
    """A live part of phones: what all show, and what is for some seats."""

    screen: PhoneScreen
    outcomes: tuple[str, ...]
    endings: tuple[str, ...]


def phone_screen(html: str, seat: str, own: str = "") -> PhoneScreen:
    """Return what a phone shows: of a fetched live part, or of a shared one put together with `own`."""
    parts = _parts(html)
    shown = [each for each in parts.outcomes if _is_of(each, seat)]
    last = parts.endings[-1] if parts.endings else ""
    ending = next((each for each in parts.endings if _is_named(each, seat)), last)
    return replace(
        parts.screen,
        own=own or parts.screen.own,
        outcome=_SEATS.sub("", shown[0]) if shown else "",
        ending=_SEATS.sub("", ending),
    )


@lru_cache(maxsize=8)  # all phones are sent the same bytes at the same time
def _parts(html: str) -> _Parts:
    text = squeezed(html)
    common = own_part(text)
    boxed = _ENDINGS.search(text)
    you = attribute(text, "you")
    rows = tuple(_unmarked(row, you) for row in _ROW.findall(text))
    shared = text.replace(common, "") if common else text
    shared = _OUTCOME.sub("", _OUTCOMES.sub("", shared))
    shared = _ENDINGS.sub("", shared) if boxed else shared
    shared = _MISSING.sub("", _ROW.sub("", _ENDING.sub("", shared)))
    version = int(attribute(text, "v") or 0)
    return _Parts(
        PhoneScreen(version, _plain(shared), common, rows=rows, missing=_count_missing(rows)),
        tuple(_OUTCOME.findall(text)),
        tuple(_ENDING.findall(boxed[1] if boxed else text)),
    )


def scores_of(screen: PhoneScreen) -> dict[str, int]:
    """Return the points on a scoreboard by the names of the players."""
    found = (_POINTS.search(row) for row in screen.rows)
    return {unescape(each[1]): int(each[2].replace("\u2212", "-")) for each in found if each}


def _unmarked(row: str, you: str) -> str:
    """Return a row of the scoreboard without the mark of the player's own, which says `you`."""
    return row.replace(f'<span class="tag">{you}</span>', "", 1).replace(' you"', '"', 1)


def _plain(shared: str) -> str:
    """Leave out the attributes that are the page's own, and the seconds that are left."""
    news = attribute(shared, "news")
    return _LEFT.sub("<", _LIVE.sub(news, shared, count=1))


def _is_of(html: str, seat: str) -> bool:
    return "data-seats" not in html or _is_named(html, seat)


def _is_named(html: str, seat: str) -> bool:
    found = _SEATS.search(html)
    ranges = [each.partition("-") for each in (found[1] if found else "").split()]
    return bool(seat) and any(int(first) <= int(seat) <= int(last or first) for first, _, last in ranges)


def tv_screen(html: str) -> str:
    """Return what a TV shows at rest: scenes that it plays first are no state."""
    return _PEOPLE.sub("", _plain(_SCENES.sub("", squeezed(html))))
