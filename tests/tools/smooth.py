"""How smoothly a weak TV plays its scenes: `python -m tests.tools.smooth`, 40 minutes on an idle computer.

Opens the TV in Chromium with a processor that is so much slower, sends the last play, and counts the frames
that are lost in the 6 s after it. What else the computer does shows: its load is to be under 1.
"""

import argparse
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.chromium import FLAGS, chromium_path
from tests.support.guest import Guest
from tests.support.last_plays import LAST_PLAYS, LastPlay
from tests.support.room_driver import device
from tests.support.seeded_server import SeededServer
from tests.tools.bench.__main__ import show

_SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
_SLOWDOWNS = (4, 6)
_LENGTH = 6.0  # seconds for which frames are counted
_FRAMES_A_SECOND = 60
_COUNT_FRAMES = """(seconds) => ({ counted: new Promise((done) => {
  const from = performance.now();
  let frames = 0;
  const draw = () => {
    frames += 1;
    if (performance.now() - from < 1000 * seconds) requestAnimationFrame(draw);
    else done(frames);
  };
  requestAnimationFrame(draw);
})})"""


class Setting(NamedTuple):
    """What is played on which TV."""

    scene: str
    players: int
    size: str
    slowed: int


def main() -> None:
    """Print the table."""
    chosen = _parser().parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        server = SeededServer(Path(folder))
        show("frames lost after the last play", [*_rows(browser, server, chosen)])
        browser.close()
        assert server.close() == ""


def _rows(browser: Browser, server: SeededServer, chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    settings = [
        Setting(scene, players, size, slowed)
        for scene in chosen.scenes
        for players, size, slowed in product(LAST_PLAYS[scene][1], chosen.sizes, _SLOWDOWNS)
    ]
    for each in settings:
        lost = median(_lost(browser, server, each) for _ in range(chosen.times))
        yield {**each._asdict(), "lost %": round(100 * lost, 1)}


def _lost(browser: Browser, server: SeededServer, setting: Setting) -> float:
    """Play the scene once; return the share of frames that are lost, 0 to 1."""
    play, _ = LAST_PLAYS[setting.scene]
    last = play(setting.players)
    code = server.put(last.driver.room)
    width, height = _SIZES[setting.size]
    with closing(browser.new_context(viewport={"width": width, "height": height})) as context:
        tv = context.new_page()
        tv.goto(f"{server.server.url}/{code}/tv")
        session = context.new_cdp_session(tv)
        session.send("Emulation.setCPUThrottlingRate", {"rate": setting.slowed})
        tv.wait_for_timeout(2_000)
        counted = _frames_after(tv, last, Guest(server.server.url, code, server.cookie(device(last.seat))))
    return max(0.0, 1 - counted / (_FRAMES_A_SECOND * _LENGTH))


def _frames_after(tv: Page, last: LastPlay, sender: Guest) -> int:
    at = sender.round_id()
    counting = tv.evaluate_handle(_COUNT_FRAMES, _LENGTH)
    sender.send(last.play, at)
    counted: int = counting.evaluate("({ counted }) => counted")
    assert tv.locator("#stage .scene, #live .scene").count(), "the last play brought no scene"
    return counted


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.smooth", description=__doc__)
    parser.add_argument("--scenes", nargs="+", default=[*LAST_PLAYS], choices=LAST_PLAYS, help="all")
    parser.add_argument("--sizes", nargs="+", default=[*_SIZES], choices=_SIZES, help="both")
    parser.add_argument("--times", type=int, default=5, help="how often each is played, for the median; 5")
    return parser


if __name__ == "__main__":
    main()
