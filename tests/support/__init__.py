"""What tests share: drivers, fixtures and sample games."""
