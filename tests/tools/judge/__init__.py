"""Judges one tree of the program by another: both play the same evenings, and must say the same."""
