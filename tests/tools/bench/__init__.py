"""Latency and cost of updating screens: `python -m tests.tools.bench` (Linux, some minutes)."""
