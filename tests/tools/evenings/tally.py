"""What was played and compared, and what differed."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of what happened, and a line for each difference."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def table(self) -> str:
        """Return a line for everything that was counted, and the differences."""
        lines = [f"{number:>7}  {name}" for name, number in sorted(self.counts.items()) if number]
        return "\n".join([*lines, f"{len(self.differences):>7}  differences", *self.differences])
