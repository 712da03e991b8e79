"""Live updates: open streams, and how several processes tell each other what changed."""
