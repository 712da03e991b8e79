"""Forms with fields of a game's own: its options, and the corrections of its rounds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request

from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.options import KEEP, form_fields, option_fields, parse_form


def read_options_form(
    name: str, usual: Mapping[str, str] | None = None, *, has_players: bool = False
) -> dict[str, Any]:
    """Parse and validate the options in the form of this request, for the game of this name.

    `usual` are the texts of fields that the form does not have; its field `table` says whether only results
    are kept. `has_players`: whether it can name players, as seats. Returns the options as they stand in a
    record, with those that were chosen in place of the app. Raises `Refused` for a game that the screens do
    not offer, and for options that its rules refuse.
    """
    rules, texts = games.find_game(name), usual or {}
    fields = option_fields(rules) if has_players else form_fields(rules)
    typed = {each.name: request.form.get(each.name, texts.get(each.name, "")) for each in fields}
    if KEEP in typed and (table := request.form.get("table")):
        typed[KEEP] = "results" if table == "results" else "cards"
    found = parse_form(rules, typed)
    rules.read_options(found)
    return found


@dataclass(frozen=True, slots=True)
class TypedCorrections:
    """What a form says a player showed in a round, and a leader called, as it was typed."""

    plays: Mapping[tuple[int, str], str]
    calls: Mapping[int, str]
    takers: Mapping[int, str]
    """In rounds in which one player at most has anything: who that is."""


def read_corrections(form: Mapping[str, str]) -> TypedCorrections:
    """Return the fields such as `play-3-1`, for round 3 and seat 1, `call-3` and `taker-3`."""
    plays = {
        (int(found[1]), found[2]): text
        for name, text in form.items()
        if (found := re.fullmatch(r"play-([0-9]{1,6})-(.+)", name, re.ASCII))
    }
    return TypedCorrections(plays, _by_round("call", form), _by_round("taker", form))


def _by_round(what: str, form: Mapping[str, str]) -> dict[int, str]:
    """Return the fields such as `call-3` by the number of the round."""
    return {
        int(found[1]): text
        for name, text in form.items()
        if (found := re.fullmatch(rf"{what}-([0-9]{{1,6}})", name, re.ASCII))
    }


def swap_players(typed: TypedCorrections, form: Mapping[str, str]) -> TypedCorrections:
    """Exchange the plays of the players `one` and `other`, if the form has the round of `swap` swapped.

    Raises `Refused` unless these are two players of that round.
    """
    number = form.get("swap", "")
    if not number:
        return typed
    one, other = ((number, form.get(name, "")) for name in ("one", "other"))
    plays = {(str(place[0]), place[1]): (place, text) for place, text in typed.plays.items()}
    if one not in plays or other not in plays or one == other:
        raise Refused("Choose two players to swap")
    (here, first), (there, second) = plays[one], plays[other]
    return replace(typed, plays={**typed.plays, here: second, there: first})
