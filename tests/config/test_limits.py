"""The limit of guesses."""

from companion.config.settings import Limits
from companion.web.middleware.clients import Client
from companion.web.middleware.token_bucket import Allowance

ANN = Client("ann", "10.0.0.1")


def guess(guesses: Allowance, client: Client, times: int, now: float = 0.0) -> int:
    """Return how many of so many guesses were allowed."""
    made = 0
    for _ in range(times):
        if not guesses.seconds_until_next(client, now):
            made += 1
            guesses.count(client, now)
    return made


def test_a_phone_may_guess_some_times_at_once_and_then_at_a_rate() -> None:
    guesses = Allowance(10, 1 / 6.0)
    assert (10, 0, 1) == tuple(guess(guesses, ANN, 50, now) for now in (0.0, 5.0, 6.0))


def test_finding_one_room_by_guessing_takes_days() -> None:
    codes, guesses, made = 643_680, Allowance(Limits().guesses, 1 / 6.0), 0
    for second in range(3600):
        made += guess(guesses, Client("", "10.0.0.1"), 10, float(second))
    assert codes / made > 24 * 4
