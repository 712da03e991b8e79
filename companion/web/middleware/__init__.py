"""Middleware: what happens to every request, before and after its page."""
