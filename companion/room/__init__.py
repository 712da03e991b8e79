"""The room: an append-only log of events, and the state that follows from it.

Nothing stored is ever changed or taken back: the state is worked out from the log alone. A round, for one,
is revealed because everybody who is waited for has submitted or the host closed it; no event says so.
What the host corrects or undoes is one more event.
"""
