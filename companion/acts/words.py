"""The two words that every act is said with: whose place, and whose browser."""

Seat = str
"""A player's place in a room: "1", "2", ... in the order of joining. Never the name, which may change."""

Device = str
"""The fingerprint of the secret that one browser holds; see `companion.web.device`. Empty: nobody's."""
