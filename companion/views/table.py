"""The table of the next game: cards dealt on the phones, or real ones, kept in full or by results."""

from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, translate
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.options import KEEP, changed_options, option_fields

TableKey = Literal["dealt", "cards", "results"]

_LABELS: dict[TableKey, str] = {
    "dealt": N_("Dealt on the phones"),
    "cards": N_("A real deck, every card is entered"),
    "results": N_("A real deck, only results: one tap a player"),
}


@dataclass(frozen=True, slots=True)
class TableChoice:
    """One way, as a form names it and in words."""

    key: TableKey
    label: str
    is_chosen: bool


def table_choices(room: Room, rules: Game, asked: str = "") -> tuple[TableChoice, ...]:
    """List the ways in which a game can be on the table; none where there is nothing to choose.

    `asked` is what a form said. Else it is as in the last game; the app deals only where everybody can see a
    hand, and wherever there are bots.
    """
    keys = _keys(rules)
    chosen = asked if asked in keys else _usual(room, rules, keys)
    found = tuple(TableChoice(key, translate(_LABELS[key]), key == chosen) for key in keys)
    return found if len(found) > 1 else ()


def _keys(rules: Game) -> tuple[TableKey, ...]:
    keep = any(each.name == KEEP for each in option_fields(type(rules)))
    in_full = {name: value for name, value in changed_options(rules).items() if name != KEEP}
    can_deal = type(rules).read_options(in_full).can_deal
    offered: dict[TableKey, bool] = {"dealt": can_deal, "cards": True, "results": keep}
    return tuple(key for key, is_offered in offered.items() if is_offered)


def _usual(room: Room, rules: Game, keys: tuple[TableKey, ...]) -> TableKey:
    if rules.keeps_results:
        return "results"
    was_dealt = room.current_game is not None and room.current_game.dealt
    wants_deal = (was_dealt and not any(player.has_no_phone for player in room.present)) or any(
        player.bot for player in room.present
    )
    return "dealt" if wants_deal and "dealt" in keys else "cards"
