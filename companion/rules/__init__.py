"""The rules of the games: pure functions that return results with their reasons; no web, no database."""
