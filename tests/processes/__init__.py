"""Several servers on one PostgreSQL, with and without Redis between them."""
