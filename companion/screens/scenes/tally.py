"""The strip of a scene: what the players have on one level of a game, now and before the last reveal."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.i18n.messages import format_count
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.names import first_character
from companion.room.state import Room
from companion.rules.results import Branch, Leaf, Node, Score
from companion.screens import snapshots
from companion.screens.cards import CardFace, card_face
from companion.screens.headings import latest_parts
from companion.screens.hidden_scores import hides_level
from companion.screens.naming import is_crowd
from companion.screens.scenes.scene import Scene

MOST_PIPS = 6
"""The highest score that is shown as pips."""

MOST_NAMED = 12
"""The most players whose names are in the strip; of more it has the initials."""

_MOST_OF_CROWD = 6
_MOST_TRICKS = 5  # in a round; above that, the cards that were turned down are left out

OpenRow = tuple[CardFace | None, ...]
"""The cards of a player in a round of tricks, None where a card was turned down."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of one player, and what it was before the last reveal; None where scores are hidden.

    `lit`: the reveal was good for this player. `note` is a word beside the score.
    """

    seat: Seat
    name: str
    initial: str
    score: int | None
    was: int | None
    lit: bool
    note: str = ""
    open: OpenRow = ()


@dataclass(frozen=True, slots=True)
class Strip:
    """The scores of the players, and what they count.

    `pips`: the score that is too high, if the scores are shown as pips; else 0. `has_cards`: whether the
    cards of a round of tricks are shown with the scores.
    """

    rows: tuple[Tally, ...]
    label: str
    pips: int
    has_cards: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardScene(Scene):
    """A round or a part of a card game; `lit` is when the light is on, `counted` when the strip changes."""

    kicker: str
    heading: str
    strip: Strip
    lit: int
    counted: int


def latest_levels(game: GameState) -> tuple[Branch, ...]:
    """Return the whole game, and the last part of every level of it down to the one above the last reveal."""
    parts = (part for _, part in latest_parts(game))
    return (game.score.root, *(part for part in parts if isinstance(part, Branch)))


def strip_of(  # noqa: PLR0913
    room: Room,
    game: GameState,
    depth: int,
    lit: Collection[Seat],
    *,
    notes: Mapping[Seat, str] = MappingProxyType({}),
    opened: Mapping[Seat, OpenRow] = MappingProxyType({}),
) -> Strip:
    """Build the strip of the level at `depth` of `latest_levels`; in a crowd with only some of `lit`."""
    level, rules = latest_levels(game)[depth], game.record.rules
    before, is_hidden = _scores_before(game, depth), hides_level(room, game, level)
    shown = tuple(level.scores)
    if is_crowd(room):
        shown = tuple(seat for seat in shown if seat in lit)[:_MOST_OF_CROWD]
    rows = tuple(
        Tally(
            seat=seat,
            name=room.name(seat),
            initial=first_character(room.name(seat)),
            score=None if is_hidden else level.scores[seat],
            was=None if is_hidden else before.get(seat, 0),
            lit=seat in lit,
            note=notes.get(seat, ""),
            open=opened.get(seat, ()),
        )
        for seat in shown
    )
    too_many = rules.too_many(level) or 0
    label = "" if is_hidden else str(rules.tally_label(level))
    pips = too_many if too_many <= MOST_PIPS and not is_hidden else 0
    return Strip(rows, label, pips, has_cards=bool(opened))


def _scores_before(game: GameState, depth: int) -> Mapping[Seat, int]:
    """Return the scores of a level before the last reveal; of a new one, those with which it begins."""
    earlier = snapshots.game_before_last(game).score
    found: Node = earlier.root
    for above in latest_levels(game)[:depth]:
        at = len(above.parts) - 1
        if not isinstance(found, Branch) or at >= len(found.parts):
            return _first_scores(game, depth, earlier)
        found = found.parts[at]
    return found.scores if isinstance(found, Branch) else {}


def _first_scores(game: GameState, depth: int, earlier: Score) -> Mapping[Seat, int]:
    """Return the sizes of the hands where they are the scores of a level; else nothing, for 0."""
    counts_cards = game.record.rules.counts_cards(latest_levels(game)[depth].kind)
    allowed = earlier.next_round.allowed if earlier.next_round and counts_cards else {}
    return {seat: each.hand_size or 0 for seat, each in allowed.items()}


def open_rows(game: GameState) -> Mapping[Seat, OpenRow]:
    """Return the cards of the round of tricks that is or was last played; empty in other games."""
    levels = latest_levels(game)
    players = [each.player for each in game.record.rules.open_cards(levels)]
    tricks = [each for each in levels[-1].parts if isinstance(each, Leaf)]
    rows = {
        player: tuple(
            (card_face(trick.plays[player]) if player in trick.winners else None) for trick in tricks
        )
        for player in players
    }
    if len(tricks) <= _MOST_TRICKS:
        return rows
    return {player: tuple(filter(None, row)) for player, row in rows.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The cards of tied rounds, and how many rounds the next one counts with them; 0 after the last round."""

    cards: int
    next: int


def pool_after(game: GameState) -> Pool | None:
    """Return what lies in the pool now: of each tied round a card of every player."""
    rounds = game.record.rules.pool(game.score.root)
    cards = (rounds or 0) * len(game.record.players)
    return Pool(cards=cards, next=rounds + 1 if game.next_round else 0) if rounds else None


def notes_of_pool(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    """Return a word for each player who took rounds from the pool with the last one."""
    pool = game.record.rules.pool(snapshots.game_before_last(game).score.root)
    if not pool:
        return {}
    return dict.fromkeys(leaf.winners, format_count(pool, "{n} from the pool", "{n} from the pool"))
