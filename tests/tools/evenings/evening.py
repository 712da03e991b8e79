"""One evening: some games with all that can happen in them, and what screens and downloads show of it."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field

from tests.tools.evenings import games, mishaps, results_page, screens
from tests.tools.evenings.entering import AT, enter_all
from tests.tools.evenings.party import Party, first

_MOST_TURNS = 150
_ENOUGH = 60
"""After so many turns the host ends a game."""
_HAS_POINTS = ("over", "tie")


@dataclass(frozen=True)
class Moment:
    """The evening as it was exported when a game was over, and the screens then."""

    exported: str
    seen: screens.Seen


@dataclass
class Played:
    """What is compared of an evening: the moments after its games, and its end."""

    seed: int
    moments: list[Moment] = field(default_factory=list)
    exported: str = ""
    results: str = ""
    scores: str = ""
    rounds: str = ""
    records: list[str] = field(default_factory=list)
    """The record of each game, as it can be downloaded alone."""


def play_evening(url: str, seed: int, counts: Counter[str]) -> Played:
    """Play the evening of a seed."""
    rng, played = random.Random(seed), Played(seed)
    party = Party(url, rng, counts)
    for _ in range(rng.randint(1, 4)):
        _play_game(party)
        if moment := _moment(party):
            played.moments.append(moment)
    if rng.random() < 0.3:
        mishaps.correct_anything(party, 3)
    _end(party, played)
    counts["evenings"] += 1
    return played


def _play_game(party: Party) -> None:
    options = games.draw(party.rng, len(party.names), phones=not party.seats_without_phone)
    party.begin(options)
    if party.act("begin", **options).status != 200:
        party.counts["games that these players or options cannot play"] += 1
        return
    party.counts[f"games: {games.kind(options)}"] += 1
    party.counts[f"games entered: {party.way}"] += 1
    for turn in range(_MOST_TURNS):
        page = party.host.page("/host").text
        phase = first(r'data-phase="(\w+)"', page)
        if phase == "tie" and party.rng.random() < 0.6:
            _play_on(party, page)
        elif phase in ("over", "tie", "lobby"):
            return
        else:
            _turn(party, page, is_long=turn > _ENOUGH)
    party.counts["games that did not end"] += 1


def _play_on(party: Party, page: str) -> None:
    """Play on after a tie, or begin a showdown."""
    can = first(r'id="live"[^>]*data-can="([^"]*)"', page).split()
    action = party.rng.choice([each for each in can if each in ("on", "showdown")] or ["on"])
    party.counts[f"after a tie: {action}"] += 1
    party.act(action, at=first(AT, page))


def _turn(party: Party, page: str, *, is_long: bool) -> None:
    """Let all enter what they are asked for, and the host go on; or something else happen."""
    can = first(r'id="live"[^>]*data-can="([^"]*)"', page).split()
    at = first(AT, page)
    if is_long or party.rng.random() < 0.01:
        how = party.rng.choice(("count", "count", "throw"))
        party.act("end", at=at, how=how)
        party.counts[f"games that the host ended: {how}"] += 1
        return
    if "." in at and party.rng.random() < 0.2:
        mishaps.happen(party, page, at)
        return
    enter_all(party, page, at)
    for action in ("next", "close"):
        if action in can:
            party.act(action, at=at)


# What is shown


def _moment(party: Party) -> Moment | None:
    """Return the screens and the export; None where the host's screen shows no game of those exported."""
    host = party.host.page("/host").text
    exported = party.host.page("/evening.json").text
    has_points = first(r'data-phase="(\w+)"', host) in _HAS_POINTS and "It never happened" not in host
    if not has_points or not json.loads(exported)["games"]:
        return None
    phone = party.rng.choice([*party.phones.values()]).page().text if party.phones else ""
    return Moment(exported, screens.seen(host, phone, party.host.page("/tv").text))


def _end(party: Party, played: Played) -> None:
    """Fetch what there is at the end."""
    played.exported = party.host.page("/evening.json").text
    played.results = party.new_phone().page("/result").text
    played.scores = party.host.page("/scores.csv").text
    played.rounds = party.host.page("/rounds.csv").text
    for game in results_page.reported_games(played.results):
        played.records.append(party.host.page(f"/game-{game.number}.json").text)
