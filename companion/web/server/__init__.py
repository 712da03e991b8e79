"""The server: connections, open streams, and the bridge from ASGI to Flask."""
