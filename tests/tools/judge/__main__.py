"""Play the same evenings on this program and on another one, and compare all that people perceive of them:
`python -m tests.tools.judge --other /path/to/its/tree --evenings 30 --seed 0`.

Compared are screens, what streams bring, records, CSV and `companion score --json`. The first difference of
an evening ends it, and is printed with its seed and step. What may differ stands in `allowed.toml`. With
`--bugs` it plays against this program with one planted bug after another, each of which must be found.
Exits with 1 if anything differs, or a bug is not found.
"""

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import translate
from companion.rules import games
from tests.support.evening import Evening
from tests.support.party import Party, first
from tests.tools.judge.sides import Differs, Sides, two_servers
from tests.tools.judge.texts import Allowed, allowed_differences
from tests.tools.planted import planted, read_faults

HERE = Path(__file__).parents[3]
BUGS = Path(__file__).with_name("bugs.toml")
_GAMES = "companion/rules/games/**/*.py"
_SCORED_AT_A_TIME = 25
_HEARD = 0.35
"""How often somebody looks and the streams are heard, after something was sent."""
_PAUSES = (0.3, 0.3, 1, 1, 4, 20)
_TILL_BOTS_HAVE_ACTED = 45
"""Bots may take longer in one program than in the other: then all that they do is done in one step."""
_LABELLED = ("void", "count", "correct", "merge", "reopen")
"""Only the next page of the host says on its button of undo that this was done."""
_HOST_PAGES = ("people", "people/1", "people/2", "rounds", "rounds/1/1", "room", "games", "sheet", "phones")
_LAST_PAGES = ("result", "watch", "host/people", "host/rounds", "host/room", "host/games", "tv")
_FILES = ("evening.json", "rounds.csv", "scores.csv")


class Judged:
    """One evening on two servers: between what people do, time passes and somebody looks at a screen."""

    def __init__(self, sides: Sides, seed: int, without: Collection[str]) -> None:
        self._sides = sides
        self._looks = random.Random(f"{seed} looks")
        sides.begin(seed)
        self.evening = Evening(sides, seed, self._after, without)
        self.exported = ""

    def play(self) -> None:
        """Play to the end; raises `Differs`."""
        for step in self.evening.steps():
            if step == "lobby":
                self._follow()
            elif step == "over":
                self._look_at_all()
        self._end()

    @property
    def _party(self) -> Party:
        return self.evening.party

    def _follow(self) -> None:
        """Open the streams of the TV, a watcher and the phones."""
        party = self._party
        screens = {"tv": "tv", "watcher": "watch"} | dict.fromkeys(party.phones.values(), "phone")
        if self._looks.random() < 0.2:
            del screens["tv"]  # then nothing waits for it
        for who, kind in screens.items():
            language = party.languages.get(who, "en")
            self._sides.follow(who, f"/{party.code}/stream?screen={kind}", language)

    def _after(self, what: str) -> None:
        """Let some time pass, have somebody look, and hear what the streams brought."""
        self._wait(self._looks.choice(_PAUSES))
        party = self._party
        if not party.code:
            return
        if what in _LABELLED:
            self._look("host")
        if self._looks.random() < _HEARD:
            self._hear()
        if self._looks.random() < 0.1:
            party.get("host", f"host/{self._looks.choice(_HOST_PAGES)}")

    def _wait(self, seconds: float) -> None:
        has_bots = any(name.startswith("a bot") for name in self._party.names)
        self._sides.wait(_TILL_BOTS_HAVE_ACTED if has_bots else seconds)

    def _hear(self) -> None:
        """Have somebody look until nothing happens any more, and hear what the streams brought."""
        version, before = self._look_at_one(), -1
        while version != before:
            before = version
            self._wait(1.1)
            version = self._look_at_one()
        self._sides.hear(version)

    def _look_at_one(self) -> int:
        page = self._look(self._looks.choice(("tv", "host", "watcher", *self._party.phones)))
        return int(first(r'id="live"[^>]*data-v="(\d+)"', page) or 0)

    def _look(self, who: str) -> str:
        path = {"tv": "tv", "host": "host", "watcher": "watch"}.get(who, "")
        return self._party.get(self._party.phones.get(who, who), path).text

    def _look_at_all(self) -> None:
        for who in ("host", "tv", "watcher", *self._party.phones.values()):
            self._look(who)
        for path in ("result", *_FILES):
            self._party.get(self._looks.choice(("host", "watcher")), path)

    def _end(self) -> None:
        """Look at everything that is there at the end, when the TV has told all of it."""
        party = self._party
        self._sides.wait(600)
        self._look_at_all()
        pages = [party.get("host", path).text for path in _LAST_PAGES]
        replays = re.findall(rf'href="/{party.code}/(result/\d+/\d+)"', pages[0])
        numbers = dict.fromkeys(re.findall(r'id="game-(\d+)"', pages[0]))
        records = [f"game-{number}.json" for number in numbers]
        for path in (*dict.fromkeys(replays), *records, *_FILES, "result/poster.svg", "another"):
            party.get(self._looks.choice(("host", "tv")), path)
        for path in ("/", "/evenings", "/all-time"):
            party.get("host", path)
        self.exported = party.get("host", "evening.json").text


def judge(trees: Sequence[Path], seeds: Sequence[int], most: int = 1_000_000) -> Iterator[str]:
    """Play the evenings of some seeds on two trees; yield the differences, and stop after so many."""
    counts: Counter[str] = Counter()
    without = games_of_one(trees)
    allowed = [*allowed_differences(), *(offer for name in without for offer in offers(name))]
    with two_servers(trees, allowed) as sides, tempfile.TemporaryDirectory() as folder:
        exports: list[Path] = []
        for place, seed in enumerate(seeds):
            judged = Judged(sides, seed, without)
            try:
                judged.play()
                exports.append(Path(folder, f"{seed}.json"))
                exports[-1].write_text(judged.exported, encoding="utf-8")
                if place == len(seeds) - 1 or len(exports) == _SCORED_AT_A_TIME:
                    _compare_scores(sides, exports)
                    exports.clear()
            except (Differs, AssertionError) as found:
                yield str(found) or f"seed {seed}: {found!r}"
                counts["differences"] += 1
                if counts["differences"] == most:
                    return
            counts.update(judged.evening.party.counts)
    if most > 1:
        print("\n".join(f"{number:>7}  {name}" for name, number in sorted(counts.items())))
        print(f"{sides.screens:>7}  screens compared")


def games_of_one(trees: Sequence[Path]) -> Sequence[str]:
    """Return the names of the games that not all of the trees have; none of the evenings plays them."""
    sources = ["".join(each.read_text("utf-8") for each in tree.glob(_GAMES)) for tree in trees]
    return [name for name in games.GAMES if not all(f'name = "{name}"' in source for source in sources)]


def offers(name: str) -> Iterator[Allowed]:
    """Yield where pages offer a game that only one of the trees has."""
    game = games.GAMES[name]
    for language in LANGUAGES:
        with use_language(language):
            title, in_short = re.escape(translate(game.title)), re.escape(translate(game.in_short))
        emblem = "".join(rf"{sign}\n" for sign in re.findall(r"says=(\w+)", game.emblem))
        field = rf"(?:\[name: game\]\n\[value: {name}\]\n)?"
        offered = rf"(?m)^(?:{field}{emblem})?{title}$\n?(?:{in_short}$)?"
        yield Allowed("", f"Only one of the trees has {name}.", offered)


def _compare_scores(sides: Sides, exports: Sequence[Path]) -> None:
    one, other = (side.score(exports) for side in sides.sides)
    if one != other:
        raise Differs(f"`companion score --json` of the evenings {[export.stem for export in exports]}")


def find_bugs(evenings: int, word: str) -> bool:
    """Plant the bugs with a word in their names; print in which evening each is found; tell if all were."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in ("companion", "templates", "static"):
            shutil.copytree(HERE / name, tree / name)
        for bug in [fault for fault in read_faults(BUGS) if word in fault.name]:
            begun = time.monotonic()
            with planted(bug, tree):
                found = next(judge((HERE, tree), range(evenings), most=1), "")
            missed += not found
            where = found.partition("\n")[0] or "NOT FOUND"
            print(f"{bug.name}: {where} ({time.monotonic() - begun:.0f} s)", flush=True)
    return not missed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.judge", description=__doc__)
    parser.add_argument("--other", type=Path, help="the tree of the other program")
    parser.add_argument("--this", type=Path, default=HERE, help="the tree of this one, if it is elsewhere")
    parser.add_argument("--bugs", action="store_true", help="look for the planted bugs instead")
    parser.add_argument("--only", default="", metavar="WORD", help="only the bugs with this in their names")
    parser.add_argument("--evenings", type=int, default=30, help="how many evenings (30)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first one (0)")
    parser.add_argument("--most", type=int, default=20, help="after how many differences to stop (20)")
    asked = parser.parse_args()
    if asked.bugs:
        return 0 if find_bugs(asked.evenings, asked.only) else 1
    if asked.other is None:
        parser.error("--other is needed")
    found = 0
    trees = (asked.this.resolve(), asked.other.resolve())
    if missing := [str(tree) for tree in trees if not (tree / "companion").is_dir()]:
        parser.error(f"no companion in {', '.join(missing)}")
    for each in judge(trees, range(asked.seed, asked.seed + asked.evenings), asked.most):
        found += 1
        print(each, flush=True)
    print(f"{found:>7}  differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
