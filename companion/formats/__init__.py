"""Files: records and evenings as JSON, text reports, CSV out and in."""
