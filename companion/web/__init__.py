"""The web: pages, middleware and the server."""
