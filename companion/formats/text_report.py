"""Scores and evening standings as plain text for a terminal."""

from collections.abc import Iterator, Sequence

from companion.i18n.messages import format_list, format_value, printable
from companion.rules.evening import EveningStanding
from companion.rules.games.contract import Record
from companion.rules.results import PlayerId, Position, Score
from companion.rules.text_table import level_outcome, wrap_columns


def text_report(record: Record, score: Score) -> str:
    """Return a game as text: its table, the winner and why, and the next round; no trailing spaces."""
    lines = [record.rules.title, "", *record.rules.table(record, score), "", *_verdict(score)]
    return "\n".join(printable(line.rstrip()) for line in lines)


def evening_report(standing: EveningStanding, wins: Sequence[Sequence[PlayerId]]) -> str:
    """Return the evening standing (H1) as text; `wins` are the winners of each finished game."""
    return "\n".join(printable(line.rstrip()) for line in ("The evening", "", *_evening(standing, wins)))


def _evening(standing: EveningStanding, wins: Sequence[Sequence[PlayerId]]) -> Iterator[str]:
    if not wins:
        yield "No game is finished."
        return
    rows = [["", *(f"{number} " for number in range(1, len(wins) + 1)), "won"]]
    for player, won in standing.scores.items():
        rows.append([player, *("* " if player in winners else "" for winners in wins), format_value(won)])
    yield from (*wrap_columns(rows), "* wins", "")
    yield from (reason.sentence() for reason in standing.reasons)
    yield f"Most mediocre: {format_list(standing.mediocre)}"


def _verdict(score: Score) -> Iterator[str]:
    yield from level_outcome(score.root)
    if score.next_round:
        yield f"Next: {', '.join(map(_place, score.next_round.position))}"


def _place(place: Position) -> str:
    if place.kind == "showdown":
        return f"showdown, round {place.number}"
    return f"{place.kind} {place.number} of {place.of}" if place.of else f"{place.kind} {place.number}"
