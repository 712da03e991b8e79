"""The server: connections, open streams, and the bridge to the pages."""
