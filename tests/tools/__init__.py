"""Programs to run by hand: `python -m tests.tools.name`."""
