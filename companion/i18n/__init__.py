"""Languages: the texts of the screens, and the catalogues that translate them."""
