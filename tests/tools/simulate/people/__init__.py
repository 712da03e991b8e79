"""Who takes part in a simulated party: browsers as the scripts of companion behave in them."""
