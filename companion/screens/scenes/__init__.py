"""What the TV plays between two states of a room: the title of a game, a reveal, a tie-break, the end."""
