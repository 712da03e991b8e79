"""The pages: one blueprint for each screen."""
