"""Live updates: open streams, and how several processes notify each other of changes."""
