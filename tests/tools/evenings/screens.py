"""What screens show when a game is over: points and winners, by the names of players."""

import re
from dataclasses import dataclass

from tests.tools.evenings.party import first

Points = dict[str, int]
_NAME = r'<bdi class="[^"]*"[^>]*>(.*?)</bdi>'
NUMBER = r"([-−]?\d+)"


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


def seen(host: str, phone: str, tv: str) -> Seen:
    """Read what three screens show; without a phone its page is empty."""
    kind = first(r'data-kind="(\w+)" data-key="final', phone)
    return Seen(
        points_on_board(host),
        points_on_board(phone),
        first(r'data-who="([^"]*)"', phone),
        kind in ("won", "shared") if kind else None,
        points_on_tv(tv),
        winners_on_tv(tv, "final"),
        winners_on_tv(tv, "evening"),
    )


def points_on_board(page: str) -> Points:
    """Return the points of the rows or tiles of a scoreboard."""
    rows = re.findall(r'<li class="(?:row|tile)\b(.*?)</li>', page, re.DOTALL)
    pairs = ((first(_NAME, row), first(rf'class="points[^>]*>(?:<b>)?{NUMBER}', row)) for row in rows)
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
