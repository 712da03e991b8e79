"""The commands besides the server, one module each; `add` gives a command to the parser."""
