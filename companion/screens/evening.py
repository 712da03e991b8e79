"""The evening as screens show it: stairs, on which one stands as far from the middle as games took one."""

from collections.abc import Iterator, Sequence

from companion.i18n.lettering import ems
from companion.i18n.messages import PluralTemplate, format_count, number_in_words, translate
from companion.room.events import Seat, Seats
from companion.room.state import Room, standing_of
from companion.rules.evening import FEWEST_GAMES, EveningStanding, count_steps
from companion.rules.results import Scores
from companion.screens.bets import best_watcher_sentence
from companion.screens.endings import game_ending
from companion.screens.naming import MOST_NAMED, name_or_count, player_names, reason_sentences
from companion.screens.podium import StandingGuest, standing_guests
from companion.values import frozen


@frozen
class Stair:
    """A step of the stairs, and who stands there; steps without anybody are there too."""

    steps: int
    guests: tuple[StandingGuest, ...]


@frozen
class EveningRow:
    """A player of the evening: steps in each game that counts, their sum, and games won."""

    seat: Seat
    name: str
    by_game: tuple[int, ...]
    steps: int
    won: int
    leads: bool


@frozen
class EveningView:
    """The evening after two games or more; `title` is what it is called.

    `winners` are the names of who has won it, once it is finished and decided (H4): before that `headline`
    says who is closest to the middle so far (H3). `seats` are theirs, and `why` has the reasons.
    """

    title: str
    after: str
    headline: str
    seats: Seats
    names: tuple[str, ...]
    is_over: bool
    stairs: tuple[Stair, ...]
    rows: tuple[EveningRow, ...]
    why: tuple[str, ...]
    watcher: str
    """Who of those who watch has bet best; empty where nobody has."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won the evening; nobody as long as it goes on."""
        return self.names if self.is_over else ()

    @property
    def least(self) -> int:
        """The fewest steps."""
        return min(row.steps for row in self.rows)

    @property
    def least_steps(self) -> str:
        """The fewest steps, in words."""
        return str(count_steps(self.least))

    @property
    def games(self) -> int:
        """How many games count."""
        return len(self.rows[0].by_game)

    @property
    def walked(self) -> Scores:
        """How many steps the last of them has taken everybody down."""
        return {row.seat: row.by_game[-1] for row in self.rows}


def evening_view(room: Room) -> EveningView | None:
    """Return the standing of the evening; None before two games count."""
    counting = room.finished_games
    if len(counting) < FEWEST_GAMES:
        return None
    standing, root = standing_of(counting), room.final.root if room.final else None
    is_over = root is not None and root.finished
    seats = root.winners if root and is_over else standing.fewest
    names = player_names(room, seats)
    return EveningView(
        title=evening_title(room),
        after=format_count(len(counting), "After {n} game", "After {n} games"),
        headline=_headline(room, names, standing),
        seats=seats,
        names=names,
        is_over=is_over,
        stairs=tuple(_stairs(room, standing)),
        rows=tuple(_rows(room, standing)),
        why=reason_sentences(room, root.reasons) if root else (),
        watcher=best_watcher_sentence(room),
    )


def evening_title(room: Room) -> str:
    """Return what an evening of several games is called: after the middle, if any of them has one."""
    has_middle = any(game.rules.has_middle for game in room.finished_games)
    return translate("Grand Prix of the Middle") if has_middle else translate("The evening")


_STANDS = PluralTemplate("{who} stands in the middle", "{who} stand in the middle")
_IS_AWAY = PluralTemplate("{who} is {steps} away", "{who} are {steps} away")


def _headline(room: Room, names: tuple[str, ...], standing: EveningStanding) -> str:
    if room.final and room.final.next_round is None:
        return game_ending(room, room.final).headline
    least = min(standing.steps.values())
    template = _IS_AWAY if least else _STANDS
    return template.translate_for(len(names), who=who_leads(names), steps=steps_in_words(least))


def who_leads(names: Sequence[str]) -> str:
    """Join names for a heading beside the stairs; where they are too many or too long, return their count."""
    return name_or_count(names, MOST_NAMED if sum(map(ems, names)) < _MOST_EMS else 1)


_MOST_EMS = 24  # of the names in a heading


def steps_in_words(number: int) -> str:
    """Count steps as one says it: `one step`, `four steps`."""
    return _STEPS.translate_for(number, n=number_in_words(number))


_STEPS = PluralTemplate("{n} step", "{n} steps")


def _stairs(room: Room, standing: EveningStanding) -> Iterator[Stair]:
    for steps in range(max(standing.steps.values()) + 1):
        seats = [seat for seat, walked in standing.steps.items() if walked == steps]
        yield Stair(steps, tuple(standing_guests(room, seats)))


def _rows(room: Room, standing: EveningStanding) -> Iterator[EveningRow]:
    """Yield the players, closest to the middle first."""
    for seat in sorted(standing.steps, key=lambda seat: standing.steps[seat]):
        yield EveningRow(
            seat=seat,
            name=room.name(seat),
            by_game=tuple(steps[seat] for steps in standing.by_game),
            steps=standing.steps[seat],
            won=standing.won[seat],
            leads=seat in standing.fewest,
        )
