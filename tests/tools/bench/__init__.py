"""How fast screens follow, and what that costs: `python -m tests.tools.bench` (Linux, some minutes)."""
