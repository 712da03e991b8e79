"""What is shown of cards, of entered parts (R1 to R3), and the scores below; for `tv/scenes/`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.i18n.lettering import ems
from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.names import first_character
from companion.room.state import Room
from companion.rules.results import Branch, Leaf, Node, ResultLeaf, ScoredPart
from companion.screens import reveals, snapshots
from companion.screens.cards import CardFace, card_face
from companion.screens.headings import latest_parts
from companion.screens.hidden_scores import hides_level
from companion.screens.lineup import MOST_DRAWN, MOST_NAMED
from companion.screens.naming import is_crowd, reason_sentences, score_word
from companion.screens.scenes.numbers import Content, round_kicker
from companion.screens.struck import struck_last

_MOST_PIPS = 6  # the highest score that is shown as pips
_MOST_OF_CROWD = 6
_MOST_TRICKS = 5  # in a round; above that, the cards that were turned down are left out

_IN_LIGHT = ("scored", "won", "discarded")
_MOST_IN_ROW, _MOST_ON_SIDE = 12, 20  # cards
_LONGEST = 30  # letters (ems) of a heading that names all winners; otherwise the others are counted

OpenRow = tuple[CardFace | None, ...]
"""The cards of a player in a round of tricks, None where a card was turned down."""


# The strip: what the players have on one level of a game, now and before the last reveal


def latest_levels(game: GameState) -> tuple[Branch, ...]:
    """Return the whole game, and the last part of every level of it down to the one above the last reveal."""
    parts = (part for _, part in latest_parts(game))
    return (game.score.root, *(part for part in parts if isinstance(part, Branch)))


def _strip(  # noqa: PLR0913
    room: Room,
    game: GameState,
    lit: Collection[Seat],
    *,
    depth: int = -1,
    notes: Mapping[Seat, str] = MappingProxyType({}),
    opened: Mapping[Seat, OpenRow] = MappingProxyType({}),
) -> Content:
    """Return the strip of the level at `depth` of `latest_levels`; in a crowd with only some of `lit`.

    `pips`: the score that is too high, if the scores are shown as pips; else 0.
    """
    level, rules = latest_levels(game)[depth], game.record.rules
    before, is_hidden = _scores_before(game, depth), hides_level(room, game, level)
    shown = tuple(level.scores)
    if is_crowd(room):
        shown = tuple(seat for seat in shown if seat in lit)[:_MOST_OF_CROWD]
    ranking = rules.ranking(level)
    return {
        "rows": [
            {
                "seat": seat,
                "name": room.name(seat),
                "score": None if is_hidden else level.scores[seat],
                "was": None if is_hidden else before.get(seat, 0),
                "lit": seat in lit,
                "note": notes.get(seat, ""),
                "open": opened.get(seat, ()),
            }
            for seat in shown
        ],
        "label": "" if is_hidden else str(ranking.note or translate(ranking.counts)),
        "pips": ranking.too_many if ranking.too_many <= _MOST_PIPS and not is_hidden else 0,
        "has_cards": bool(opened),
    }


def _scores_before(game: GameState, depth: int) -> Mapping[Seat, int]:
    """Return the scores of a level before the last reveal; of a new one, those with which it begins.

    That is nothing, for 0, or the sizes of the hands where they are the scores.
    """
    levels, earlier = latest_levels(game), snapshots.game_before_last(game).score
    found: Node | None = earlier.root
    for above in levels[:depth]:
        at = len(above.parts) - 1
        found = found.parts[at] if isinstance(found, Branch) and at < len(found.parts) else None
    if found is not None:
        return found.scores if isinstance(found, Branch) else {}
    has_hands = levels[depth].kind == "hand"
    allowed = earlier.next_round.allowed if earlier.next_round and has_hands else {}
    return {seat: each.hand_size or 0 for seat, each in allowed.items()}


def _open_rows(game: GameState) -> Mapping[Seat, OpenRow]:
    """Return the cards of the round of tricks that is or was last played; empty in other games."""
    levels = latest_levels(game)
    tricks = [each for each in levels[-1].parts if isinstance(each, Leaf)]
    rows = {
        each.player: [
            card_face(trick.plays[each.player]) if each.player in trick.winners else None for trick in tricks
        ]
        for each in game.record.rules.open_cards(levels)
    }
    is_short = len(tricks) <= _MOST_TRICKS
    return {player: tuple(row if is_short else filter(None, row)) for player, row in rows.items()}


def _pool(game: GameState) -> Content | None:
    """Return how many cards of tied rounds lie there, and how many rounds the next one counts."""
    rounds = game.score.root.pool
    if not rounds:
        return None
    return {"cards": reveals.cards_in_pool(game), "next": rounds + 1 if game.next_round else 0}


def _notes(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    """Return a word for each player who was absent, whose card is struck, or who took rounds from a pool."""
    absent = {seat: translate("absent") for seat in reveals.absentees(game, leaf)}
    struck = {each.player: translate("struck") for each in struck_last(game)}
    return {**absent, **struck, **_notes_of_pool(game, leaf)}


def _notes_of_pool(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    pool = snapshots.game_before_last(game).score.root.pool
    if not pool:
        return {}
    return dict.fromkeys(leaf.winners, format_count(pool, "{n} from the pool", "{n} from the pool"))


# A round of cards: they come up in order, the outer ones tip away, the middle is lit


Cards = tuple[Content, ...]
"""Cards, each with its player; in a crowd, equal cards with all their players.

`turn`: when it comes up, from the lowest on. `call`: what its player called.
"""


def laid_cards(room: Room, game: GameState) -> tuple[Cards, Cards, Cards]:
    """Return the cards below the middle, in it and above it; without a result, half of them on each side.

    In a tied round, the cards that tie it are in the middle. Of very many, those next to the middle are left.
    """
    cards = tuple(_in_order(room, game))
    lit = [each for each in cards if each["fate"] in _IN_LIGHT]
    central = lit or [each for each in cards if each["fate"] == "tied"]
    if not central:
        half = (len(cards) + 1) // 2
        return cards[:half][:_MOST_ON_SIDE], (), cards[half:][-_MOST_ON_SIDE:]
    first = cards.index(central[0])
    high = tuple(each for each in cards[first:] if each not in central)
    return cards[:first][-_MOST_ON_SIDE:], tuple(central), high[:_MOST_ON_SIDE]


def _in_order(room: Room, game: GameState) -> Iterator[Content]:
    """Yield the cards from the lowest to the highest: one for each player, in a crowd one for each face."""
    reveal, before = reveals.last_reveal(room, game), snapshots.game_before_last(game).score.next_round
    caller, call = before.caller if before else None, game.record.reveals[-1].call or ""
    corrected, plays = reveals.corrected_seats(game), reveal.plays if reveal else ()
    shown = [(each, each.seats) for each in plays]
    if not is_crowd(room):
        shown = [(each, (seat,)) for each, seats in shown for seat in seats]
    for turn, (each, seats) in enumerate(shown):
        name, count = room.name(seats[0]), len(seats)
        yield {
            "card": each.face,
            "turn": turn,
            "seat": seats[0],
            "name": name if count == 1 else format_count(count, "{n} player", "{n} players"),
            "initial": first_character(name),
            "fate": each.fate,
            "word": each.word,
            "corrected": not corrected.isdisjoint(seats),
            "call": call if caller in seats else "",
        }


def trick_content(room: Room, game: GameState, leaf: Leaf) -> Content:
    """Return the cards of the last reveal.

    `lit`: whether the middle stands in the light; else the round is tied, or has no result. They stand on
    both sides of the middle (`podium`), on both sides of a `trapdoor`, or in one `row`. `leans`: to which
    side the lamp leans, of two cards in the middle.
    """
    rules = game.record.rules
    low, middle, high = laid_cards(room, game)
    is_lit = any(each["fate"] in _IN_LIGHT for each in middle)
    is_crowded = len((*low, *middle, *high)) > _MOST_IN_ROW
    is_row = not is_crowded and (rules.staging == "lean" or not is_lit)
    leans = "right" if len(low) > len(high) else "left"
    scoring = [seat for seat, fate in rules.fates(leaf).items() if fate in _IN_LIGHT]
    return {
        "layout": "row" if is_row else "trapdoor" if rules.staging == "trapdoor" else "podium",
        "kicker": round_kicker(game),
        "heading": reason_sentences(room, [rules.round_headline(leaf)])[0]
        if leaf.finished
        else translate("A card is struck: nobody wins"),
        "low": low,
        "middle": middle,
        "high": high,
        "lit": is_lit,
        "leans": leans if is_row and is_lit and len(low) != len(high) else "",
        "pool": _pool(game),
        "strip": _strip(room, game, scoring, notes=_notes(game, leaf), opened=_open_rows(game)),
    }


# A part that ended, such as a hand, or a round of tricks; where only results are kept that is all there is


def ended_parts(room: Room, game: GameState) -> Iterator[tuple[int, str, ScoredPart]]:
    """Yield the depth, the name and the result of each part that ended with the last reveal, innermost first.

    The whole game has a scene of its own; so it has where it is the only part of a level that is not named.
    """
    if not game.record.reveals or game.record.rules.number_line is not None or game.score.root.entered:
        return
    named = latest_parts(game)
    outermost = 1 if game.score.root.is_named else 2
    for depth in range(len(named), 0, -1):
        where, part = named[depth - 1]
        if isinstance(part, ResultLeaf) or (
            isinstance(part, Branch)
            and part.finished
            and depth >= outermost
            and not hides_level(room, game, part)
        ):
            yield depth, where, part


def groups_of(part: ScoredPart) -> tuple[Sequence[Seat], Sequence[Seat], Sequence[Seat]]:
    """Return who has less than the winners, the winners, and who has more; all are first if none wins."""
    ordered = sorted(part.scores, key=part.scores.__getitem__)
    if not part.winners:
        return ordered, (), ()
    least = min(part.scores[seat] for seat in part.winners)
    others = [seat for seat in ordered if seat not in part.winners]
    low = [seat for seat in others if part.scores[seat] < least]
    return low, part.winners, others[len(low) :]


def part_content(room: Room, game: GameState, where: str, part: ScoredPart, depth: int) -> Content:
    """Return what is shown of a part that ended."""
    rules = game.record.rules
    opened = _open_rows(game) if part is latest_levels(game)[-1] else {}
    come = {seat: turn for turn, seat in enumerate(sorted(part.scores, key=part.scores.__getitem__))}
    low, middle, high = (
        [_result(room, game, part, seat, come[seat], opened.get(seat, ())) for seat in group]
        for group in groups_of(part)
    )
    heading = translate("No result")
    if part.finished:
        headline = rules.part_headline(part) if isinstance(part, Branch) else rules.round_headline(part)
        [heading] = reason_sentences(room, [headline])
        if ems(heading) > _LONGEST:
            [heading] = reason_sentences(room, [headline], most=1)
    return {
        "kicker": translate("{game}, {part} is over", game=translate(rules.known_as), part=where),
        "heading": heading,
        "low": low,
        "middle": middle,
        "high": high,
        "strip": _strip(room, game, part.winners, depth=depth - 1),
        "corrected": isinstance(part, ResultLeaf) and reveals.corrected_seats(game),
    }


def _result(  # noqa: PLR0913, PLR0917
    room: Room, game: GameState, part: ScoredPart, seat: Seat, turn: int, opened: OpenRow
) -> Content:
    """Return what one player has at the end of a part (None: it was not entered), and what that is.

    `hand`: how many cards are left, where that is the score. `open`: the cards of a round of tricks. `gain`:
    what the part brings on the level above.
    """
    rules = game.record.rules
    score = part.scores[seat] if isinstance(part, Branch) or seat in part.plays else None
    if isinstance(part, Branch):
        word = translate(rules.part_word(part, seat))
    else:
        word = translate(rules.outcome(part, seat).word) if part.finished else ""
    return {
        "seat": seat,
        "name": room.name(seat),
        "score": score,
        "word": word,
        "hand": score if part.kind == "hand" else None,
        "open": opened,
        "gain": rules.gain(part, seat) if part.finished else 0,
        "turn": turn,
    }


# A round of which only the winner was entered: who took it, or that nobody did (R3)


def round_winner_content(room: Room, game: GameState, leaf: Leaf) -> Content:
    """Return who took the round, with how many it counts with those of the pool; who took none is beside.

    It is drawn as a part is; `named`: whether names stand at the guests.
    """
    rules, winners = game.record.rules, leaf.winners
    others = [seat for seat in leaf.plays or game.record.players if seat not in winners]
    half = (len(others) + 1) // 2 if winners else len(others)
    label = rules.standings(game.score.root)[-1].label

    def shown(seat: Seat, turn: int, rounds: int | None = None) -> Content:
        return {
            "seat": seat,
            "name": room.name(seat),
            "score": rounds,
            "gain": rounds,
            "word": "" if rounds is None else score_word(label, rounds),
            "turn": turn,
        }

    heading = translate("No result")
    if leaf.finished:
        [heading] = reason_sentences(room, [rules.round_headline(leaf)])
    return {
        "kicker": round_kicker(game),
        "heading": heading,
        "low": [shown(seat, turn) for turn, seat in enumerate(others[:half][:MOST_DRAWN])],
        "middle": [shown(seat, half, rules.gain(leaf, seat)) for seat in winners],
        "high": [shown(seat, turn) for turn, seat in enumerate(others[half:][:MOST_NAMED], half + 1)],
        "named": len(others) <= MOST_NAMED,
        "pool": _pool(game),
        "strip": _strip(room, game, winners, notes=_notes_of_pool(game, leaf)),
        "corrected": reveals.corrected_seats(game),
    }
