"""Mutation: small changes to the code, each of which a test should notice."""
