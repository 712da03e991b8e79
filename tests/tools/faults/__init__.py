"""Evenings that go wrong: a real server, phones that keep sending, and something that happens to them."""
