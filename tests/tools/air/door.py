"""How soon a phone far away is in: `python -m tests.tools.air.door`, two minutes (Linux).

Opens the page to join in Chromium over 400 kbit/s, at several distances, with the connection open: when
something is painted, when a name can be typed, and, after the tap on Join, when the seat is there. Each takes
one round trip and 300 ms at most.
"""

import argparse
import multiprocessing
import sys
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.support.chromium import FLAGS, chromium_path
from tests.support.guest import Guest
from tests.support.service import serving
from tests.tools.air.__main__ import SKIPPED
from tests.tools.air.link import Conditions
from tests.tools.air.network import SERVER, Network, NoNetwork

RATE = 0.4  # Mb/s
DISTANCES = (40.0, 400.0, 2000.0)  # ms there and back
ALLOWED = 300.0  # ms beside one round trip
PHONE = {"width": 390, "height": 664}
PATIENCE = 60_000  # ms

FIRST_TIMES = """
const seen = {};
window.first = new Promise((done) => {
  const look = () => {
    const field = document.querySelector("input[name=name]");
    if (field && field.offsetWidth) seen.field = seen.field || performance.now();
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (paint && seen.field) done([paint.startTime, seen.field]);
    else setTimeout(look, 5);
  };
  look();
});
"""
SEATED = """() => {
  const seat = document.querySelector("[data-seat]");
  return seat && performance.getEntriesByName("first-contentful-paint").length && performance.now();
}"""


def main() -> int:
    """Print a row for each distance; the status is 1 where something takes longer than it may."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.air.door", description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="how often each is measured; 3")
    chosen = parser.parse_args()
    statuses = []
    for distance in DISTANCES:  # each in a process of its own, which stays in the network that it has entered
        process = multiprocessing.get_context("fork").Process(target=_at, args=(distance, chosen.times))
        process.start()
        process.join()
        statuses.append(process.exitcode or 0)
    return max(statuses)


def _at(distance: float, times: int) -> None:
    try:
        network = Network(Conditions(RATE, distance, loss=0.0))
    except NoNetwork as reason:
        print(f"Skipped: {reason}")
        sys.exit(SKIPPED)
    with serving(host=SERVER) as service:
        host = Guest(f"http://{service.at[0]}:{service.at[1]}")
        host.start_room()
        with network.phones(), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
            measured = [_visit(browser, f"{host.base}/{host.code}") for _ in range(times)]
            browser.close()
    paint, field, seat = (median(each) for each in zip(*measured, strict=True))
    print(
        f"{distance:5.0f} ms away: painted {paint:5.0f}, name {field:5.0f}, seat {seat:5.0f} ms", flush=True
    )
    sys.exit(int(max(paint, field, seat) > distance + ALLOWED))


def _visit(browser: Browser, address: str) -> tuple[float, float, float]:
    """Return the ms until something is painted, until a name can be typed, and from the tap to the seat."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address.rsplit('/', 1)[0]}/static/icon.svg")  # opens the connection
    page.add_init_script(FIRST_TIMES)
    page.goto(address, wait_until="load", timeout=PATIENCE)
    paint, field = page.evaluate("() => window.first")
    page.wait_for_load_state("networkidle")
    page.get_by_label("Your name").fill("Ann")
    with page.expect_navigation(wait_until="commit"):
        page.get_by_role("button", name="Join").click(no_wait_after=True)
    seat = page.wait_for_function(SEATED).json_value()
    context.close()
    return float(paint), float(field), float(seat)


if __name__ == "__main__":
    sys.exit(main())
