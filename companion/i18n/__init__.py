"""Internationalization: messages, and the catalogues that translate them."""
