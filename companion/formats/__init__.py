"""File formats: records and evenings as JSON, text reports, CSV export and CSV sheets."""
