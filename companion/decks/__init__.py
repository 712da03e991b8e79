"""The questions that an app asks: decks in files, and lines that a host has written (Q1, Q5)."""
