"""The rules: pure functions, free of the web and of any database, that return their reasons."""
