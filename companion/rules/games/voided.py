"""Voided plays: plays that stay visible in a record, and do not count.

A correction, an undo or a void can leave a later play impossible: the card was laid already, or is no longer
in the hand. What breaks a rule never counts (`Problem`); here it is named, and written down so that a record
can be read again. The rule, for plays that break one as for those that a record says are voided:

- The card games (M2, D3, S3): a trick with a voided card is played and keeps its place (M6, D7, S4), but it
  is incomplete: nobody wins it. So nothing is discarded (M3 to M5), taken or put into the pool, whose rounds
  stay there (D4 to D6), or left open (S3, S4). Everybody draws as after any round (D7). As nobody has won it,
  the leader stays (D3), unless the lead passes on every round (D9). The other cards of the trick lie there;
  the voided one does not, so it can be laid later.
- Without its call (D5) no round is decided: all of its cards are voided.
- In games of numbers, whoever played it is absent from that round (G8); a bidder loses the lowest card (B2).
- A round after the end of a game is none: all of its plays are voided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.i18n.errors import Refused
from companion.rules.games.runs import Record, ScoredRecord
from companion.rules.games.tricks import MissingCall
from companion.rules.plays import Play, PlayerId, Plays, Reveal
from companion.values import frozen


@frozen
class VoidedPlay:
    """A play that does not count: its round (from 1), its player, and why."""

    round: int
    player: PlayerId
    play: Play
    why: Refused


OVER = Refused("the game was over before")
UNCALLED = Refused("nobody called high or low")
WRITTEN = Refused("its record says so")


def voided_plays(scored: ScoredRecord) -> tuple[VoidedPlay, ...]:
    """List the plays of a record that do not count, by rounds; nearly always there are none."""
    reveals = scored.record.reveals
    if not scored.score.problems and not any(reveal.struck for reveal in reveals):
        return ()
    return tuple(_voided_plays(scored))


def void_impossible(scored: ScoredRecord) -> Record:
    """Return the record with every play that does not count moved to `struck`.

    It has the same score, without problems. What the rules refuse of the deals is left out. What cannot be
    voided stays a problem: players with whom the game cannot be played at all.
    """
    record, problems = scored.record, scored.score.problems
    if not problems:
        return record
    plays: dict[int, dict[PlayerId, Play]] = {}
    for voided_play in voided_plays(scored):
        plays.setdefault(voided_play.round, {})[voided_play.player] = voided_play.play
    about_deals = any(problem.round is None for problem in problems)
    needless = {problem.round for problem in problems if problem.player is None}
    reveals = tuple(
        _with_voided(reveal, plays.get(number, {}), drops_call=number in needless)
        for number, reveal in enumerate(record.reveals, 1)
    )
    in_time = len(reveals) - scored.surplus
    late = (replace(reveal, call=None, last=False) for reveal in reveals[in_time:] if reveal.struck)
    return replace(record, reveals=(*reveals[:in_time], *late), deals=() if about_deals else record.deals)


def _voided_plays(scored: ScoredRecord) -> Iterator[VoidedPlay]:
    why: dict[tuple[int | None, PlayerId | None], Refused] = {}
    for problem in scored.score.problems:
        is_uncalled = isinstance(problem.refused, MissingCall)
        play_key = (problem.round, None) if is_uncalled else (problem.round, problem.player)
        why.setdefault(play_key, UNCALLED if is_uncalled else problem.refused)
    counting: Iterator[Plays | None] = (leaf.plays for leaf in scored.score.leaves())
    for number, reveal in enumerate(scored.record.reveals, 1):
        plays = next(counting, None)
        for player, play in {**reveal.plays, **reveal.struck}.items():
            if plays is None:
                yield VoidedPlay(number, player, play, OVER)
            elif player in reveal.struck:
                yield VoidedPlay(number, player, play, WRITTEN)
            elif player not in plays:
                reason = why.get((number, player)) or why.get((number, None), WRITTEN)
                yield VoidedPlay(number, player, play, reason)


def _with_voided(reveal: Reveal, voided: Plays, *, drops_call: bool) -> Reveal:
    if not (voided or drops_call):
        return reveal
    plays = {player: play for player, play in reveal.plays.items() if player not in voided}
    return replace(reveal, plays=plays, struck=voided, call=None if drops_call else reveal.call)
