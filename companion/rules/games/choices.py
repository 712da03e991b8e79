"""What people can choose to play: every game, and its presets."""

from dataclasses import dataclass

from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.pictures import Options, Preset


@dataclass(frozen=True, slots=True)
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


def all_choices() -> tuple[GameChoice, ...]:
    """List the games, each before its presets."""
    return tuple(GameChoice(game, each) for game in games.GAMES.values() for each in (None, *game.presets))


def find_choice(key: str | None) -> GameChoice | None:
    """Return the choice with a key; None if there is none."""
    return next((each for each in all_choices() if each.key == key), None)
