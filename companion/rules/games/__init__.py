"""The catalogue of games and of their presets, and the functions that score a record of any of them.

This is the only place that lists the games. What differs between them is behind
`companion.rules.games.contract`. Nothing here imports the web or the database.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.i18n.errors import Refused
from companion.rules.evening import EveningFinish
from companion.rules.games import options
from companion.rules.games.contract import Game
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.good_enough.grand_final import GrandFinal
from companion.rules.games.last_standing import LastStanding
from companion.rules.games.lowest_alone import LowestAlone
from companion.rules.games.median_game.game import MedianGame
from companion.rules.games.mediocrity import Mediocrity
from companion.rules.games.middle_bid import MiddleBid
from companion.rules.games.pictures import Options, Preset
from companion.rules.games.question_night import QuestionNight
from companion.rules.games.runs import Record
from companion.rules.games.runs import score_record as score_record
from companion.rules.games.saichugen.game import Saichugen
from companion.rules.plays import PlayerId, Players, Reveal
from companion.rules.results import Score
from companion.values import frozen

_ALL: tuple[type[Game], ...] = (
    GoodEnough,
    Mediocrity,
    MedianGame,
    Saichugen,
    LowestAlone,
    MiddleBid,
    QuestionNight,
    LastStanding,
)
GAMES = {game.name: game for game in _ALL}
"""All games by their names, in the order in which the start page offers them."""

RECORDED_AS: Mapping[str, tuple[str, Options]] = {
    QuestionNight.name: (GoodEnough.name, {"scoring": "truth"}),
}
"""The games that a record has under the name of another one, with options that say so."""

SHEET_GAME = GoodEnough.name
"""The game of a CSV sheet of names and numbers."""

QUESTION_GAME = QuestionNight.name
"""The game in which the app asks."""

DEMO: tuple[str, Options] = (GoodEnough.name, {"rounds": 5})
"""The game of the demo, with its options."""


def final_record(evening: EveningFinish, players: Players, reveals: tuple[Reveal, ...] = ()) -> Record:
    """Return the record of the grand final that decides an evening (H4)."""
    return Record(GrandFinal.name, GrandFinal(finish=evening), players, reveals)


def evening_of(rules: Game) -> EveningFinish | None:
    """Return the evening that a grand final decides; None for every other game."""
    return rules.finish if isinstance(rules, GrandFinal) else None


def rename_players(rules: Game, names: Mapping[PlayerId, PlayerId]) -> Game:
    """Return rules with the players in them renamed, such as from seats to names."""
    if isinstance(rules, GrandFinal):
        return replace(rules, finish=rules.finish.rename_players(names))
    return options.rename_option_players(rules, names)


def with_evening(final: Record, **changes: Any) -> Record:
    """Return the record of a grand final with changes to its `EveningFinish`, such as others' steps (H5)."""
    assert isinstance(final.rules, GrandFinal)  # noqa: S101 - no other game decides an evening
    finish = replace(final.rules.finish, **changes)
    return replace(final, rules=replace(final.rules, finish=finish))


def find_game(name: object) -> type[Game]:
    """Return the game of the name that records and forms use; raises `Refused` if there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise Refused("{name} is not a game that companion knows", name=str(name))
    return GAMES[name]


def find_recorded_game(name: object, chosen: Options) -> tuple[type[Game], Options]:
    """Return the game that a record means, and which of its options are its own; raises `Refused`."""
    for own_name, (recorded, fixed) in RECORDED_AS.items():
        if name == own_name:
            raise Refused("{name} is not a game that companion knows", name=str(name))
        if name == recorded and fixed.items() <= chosen.items():
            return GAMES[own_name], {key: value for key, value in chosen.items() if key not in fixed}
    return find_game(name), chosen


@frozen
class GameChoice:
    """A game, or one of its presets, as a page offers it."""

    game: type[Game]
    preset: Preset | None = None

    @property
    def key(self) -> str:
        """The value of the form's field: `NAME`, or `NAME.PRESET`."""
        return f"{self.game.name}.{self.preset.name}" if self.preset else self.game.name

    @property
    def title(self) -> str:
        """The title, to be translated."""
        return self.preset.title if self.preset else self.game.title

    @property
    def options(self) -> Options:
        """The options of the preset, as in a record."""
        return self.preset.options if self.preset else {}


def choice_of(rules: Game) -> GameChoice:
    """Return the choice that is played with these rules."""
    return GameChoice(type(rules), rules.preset)


def is_offered_first(game: type[Game], players: int) -> bool:
    """Return whether a game is made for so many players."""
    return 0 < game.crowd <= players


def suited_games(players: int) -> list[type[Game]]:
    """List the games, first those that are made for so many players, last those that so many cannot play."""

    def order(game: type[Game]) -> int:
        fits = game.min_players <= players <= game.max_players
        return -1 if is_offered_first(game, players) else int(not fits)

    return sorted(GAMES.values(), key=order)


def all_choices(players: int | None = None) -> tuple[GameChoice, ...]:
    """List the games, each before its presets; if it is known for how many players, as they suit these."""
    offered = GAMES.values() if players is None else suited_games(players)
    return tuple(GameChoice(game, preset) for game in offered for preset in (None, *game.presets))


def find_choice(key: str | None) -> GameChoice | None:
    """Return the choice with a key; None if there is none."""
    return next((choice for choice in all_choices() if choice.key == key), None)


def score(record: Record) -> Score:
    """Return the score of a record. Plays that break a rule become `problems` and do not count."""
    return score_record(record).score


def check_record(record: Record) -> Record:
    """Return the record if it has no problems; raises `Refused` with the first one otherwise."""
    for problem in score(record).problems[:1]:
        raise Refused("{problem}", problem=problem)
    return record
