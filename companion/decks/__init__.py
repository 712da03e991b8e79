"""The questions that an app asks, of decks in files or of a host: facts have a truth, opinions two ends."""

from companion.values import frozen

OPINION_RANGE = (0, 100)
"""The numbers that answer an opinion: its low end and its high end (Q5)."""


@frozen
class Question:
    """One question, in the language of its deck.

    `id` is the same for a fact in all languages. `low` and `high` bound the answers. `truth` is None for an
    opinion, and for a fact that the host tells after the guesses. `ends` are the texts of an opinion for its
    lowest and its highest number; a fact has none. `unit` has the plural forms of the language, `|` between;
    it is empty where the number stands alone, as that of a year does.
    """

    id: str
    text: str
    low: int
    high: int
    truth: int | None = None
    ends: tuple[str, ...] = ()
    unit: str = ""

    @property
    def is_fact(self) -> bool:
        """Whether there is a right answer."""
        return not self.ends
