"""What whoever starts companion may choose: settings, limits, addresses."""
