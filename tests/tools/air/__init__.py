"""How quickly a hundred screens follow over poor Wi-Fi: `python -m tests.tools.air` (Linux, a minute)."""
