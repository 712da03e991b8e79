"""The strip: what the players have on one level of a game, now and before the last reveal."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Branch, Leaf, Node, Scores
from companion.screens import snapshots
from companion.screens.cards import CardFace, card_face
from companion.screens.headings import latest_parts
from companion.screens.hidden_scores import hides_level
from companion.screens.naming import is_crowd
from companion.values import frozen

_MOST_PIPS = 6  # the highest score that is shown as pips


_MOST_OF_CROWD = 6


_MOST_TRICKS = 5  # in a round; above that, the cards that were turned down are left out


OpenRow = tuple[CardFace | None, ...]
"""The cards of a player in a round of tricks, None where a card was turned down."""


@frozen
class StripRow:
    """What a player has now, and had before (`was`); None where scores are hidden.

    `note` is a word for what became of the player, `open` are the cards of a round of tricks.
    """

    seat: Seat
    name: str
    score: int | None
    was: int | None
    lit: bool
    note: str
    open: OpenRow


@frozen
class Strip:
    """What the players have, with what that is as a `label`; in a crowd only some who are lit.

    `pips`: the score that is too high, if the scores are shown as pips; else 0.
    """

    rows: tuple[StripRow, ...]
    label: str
    pips: int
    has_cards: bool


def latest_levels(game: GameState) -> tuple[Branch, ...]:
    """Return the whole game, and the last part of every level of it down to the one above the last reveal."""
    parts = (part for _, part in latest_parts(game))
    return (game.root, *(part for part in parts if isinstance(part, Branch)))


def strip_of(  # noqa: PLR0913
    room: Room,
    game: GameState,
    lit: Collection[Seat],
    *,
    depth: int = -1,
    notes: Mapping[Seat, str] = MappingProxyType({}),
    opened: Mapping[Seat, OpenRow] = MappingProxyType({}),
) -> Strip:
    """Return the strip of the level at `depth` of `latest_levels`; in a crowd with only some of `lit`."""
    level, rules = latest_levels(game)[depth], game.rules
    before, is_hidden = _scores_before(game, depth), hides_level(room, game, level)
    shown = tuple(level.scores)
    if is_crowd(room):
        shown = tuple(seat for seat in shown if seat in lit)[:_MOST_OF_CROWD]
    ranking = rules.ranking(level)
    return Strip(
        rows=tuple(
            StripRow(
                seat=seat,
                name=room.name(seat),
                score=None if is_hidden else level.scores[seat],
                was=None if is_hidden else before.get(seat, 0),
                lit=seat in lit,
                note=notes.get(seat, ""),
                open=opened.get(seat, ()),
            )
            for seat in shown
        ),
        label="" if is_hidden else str(ranking.note or translate(ranking.counts)),
        pips=ranking.too_many if ranking.too_many <= _MOST_PIPS and not is_hidden else 0,
        has_cards=bool(opened),
    )


def _scores_before(game: GameState, depth: int) -> Scores:
    """Return the scores of a level before the last reveal; of a new one, those with which it begins.

    That is nothing, for 0, or the sizes of the hands where they are the scores.
    """
    levels, earlier = latest_levels(game), snapshots.game_before_last(game).score
    node: Node | None = earlier.root
    for above in levels[:depth]:
        at = len(above.parts) - 1
        node = node.parts[at] if isinstance(node, Branch) and at < len(node.parts) else None
    if node is not None:
        return node.scores if isinstance(node, Branch) else {}
    has_hands = levels[depth].kind == "hand"
    allowed = earlier.next_round.allowed if earlier.next_round and has_hands else {}
    return {seat: allowed_play.hand_size or 0 for seat, allowed_play in allowed.items()}


def open_rows(game: GameState) -> Mapping[Seat, OpenRow]:
    """Return the cards of the round of tricks that is or was last played; empty in other games."""
    levels = latest_levels(game)
    tricks = [leaf for leaf in levels[-1].parts if isinstance(leaf, Leaf)]
    rows = {
        open_cards.player: [
            card_face(trick.plays[open_cards.player]) if open_cards.player in trick.winners else None
            for trick in tricks
        ]
        for open_cards in game.rules.open_cards(levels)
    }
    is_short = len(tricks) <= _MOST_TRICKS
    return {player: tuple(row if is_short else filter(None, row)) for player, row in rows.items()}
