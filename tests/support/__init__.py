"""Shared by tests: drivers of rooms and servers, models, and sample games."""
