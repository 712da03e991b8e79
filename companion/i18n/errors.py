"""The error whose text is a translated sentence for the user."""

from companion.i18n.messages import N_, translate


class Refused(Exception):  # noqa: N818 - an answer to the user, not a fault
    """Input that breaks a rule. Its text is a sentence for the user who sent it.

    The sentence is translated when it is read, not when it is raised; so are its values, such as another
    refusal.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return translate(self.template, **self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(self.template)


class Unchanged(Refused):
    """Refused because it would change nothing: what was asked for stands there already."""

    def __init__(self) -> None:
        super().__init__(N_("That is what stands there already"))
