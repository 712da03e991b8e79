"""The room: an append-only log of events, and the state derived from it.

Stored events never change: the state is derived from the log alone. A round, for example, is revealed
because every player it waits for has submitted, or because the host closed it; no event says so. A correction
or an undo is one more event.
"""
