"""Sentences about the insights of `companion.rules.insights`, for the people in a room."""
