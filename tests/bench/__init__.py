"""How fast screens follow, and what that costs: `python -m tests.bench`. Needs Linux, and some minutes."""
