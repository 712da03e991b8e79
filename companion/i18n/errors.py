"""Errors whose text is a sentence for the person who caused them."""

from companion.i18n.messages import translate


class Refused(Exception):  # noqa: N818 - the house word: it is an answer, not a fault
    """New input that breaks a rule. Its text is the sentence for the person who gave it.

    The sentence is said in the language that is spoken when it is read, not when it was raised; so is
    whatever it is about, such as another refusal.
    """

    def __init__(self, says: str, **values: object) -> None:
        super().__init__(says, values)
        self.template = says
        self.values = values

    def __str__(self) -> str:
        return translate(self.template, **self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(self.template)
