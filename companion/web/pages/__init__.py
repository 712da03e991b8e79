"""The pages: one blueprint a screen."""
