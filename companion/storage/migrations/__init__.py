"""The steps that bring a database of any earlier release to today's tables."""
