"""companion: the scoring companion for median party games."""

__version__ = "0.1.0"
