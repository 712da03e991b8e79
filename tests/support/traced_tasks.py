"""How long the tasks of a page take, as Chromium traces them: the time of its thread, whatever else runs."""

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

TRACED = ["disabled-by-default-devtools.timeline", "blink.user_timing"]
REFERENCE = "a fixed sum"
_REFERENCE_TASK = (
    "() => { let sum = 0; for (let n = 0; n < 3e6; n += 1) sum += Math.sqrt(n) % 7; return sum; }"
)


def begin_step(page: Page, name: str = "") -> None:
    """Mark that a step of this name begins; the last one ends the step before it."""
    page.evaluate("(name) => { performance.mark(`step ${name}`); }", name)


def take_reference(page: Page) -> None:
    """Let the page work out the fixed sum, which takes 25 ms on a computer that is not busy."""
    begin_step(page, REFERENCE)
    page.evaluate(_REFERENCE_TASK)
    page.wait_for_timeout(100)


def longest_tasks(trace: bytes) -> dict[str, float]:
    """Return the ms that the longest task of each step took."""
    return dict(_by_step(json.loads(trace)["traceEvents"]))


def _by_step(events: Iterable[dict[str, Any]]) -> Iterator[tuple[str, float]]:
    events = list(events)
    marks = [each for each in events if each["name"].startswith("step")]
    for mark, following in pairwise(sorted(marks, key=lambda each: float(each["ts"]))):
        tasks = (
            each.get("tdur", 0)
            for each in events
            if (each["pid"], each["tid"], each["name"]) == (mark["pid"], mark["tid"], "RunTask")
            and mark["ts"] <= each["ts"] < following["ts"]
        )
        yield mark["name"].removeprefix("step "), max(tasks, default=0) / 1000
