"""Fault injection: a real server, phones that keep submitting, and a fault."""
