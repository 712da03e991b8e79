"""What happens to every request: origin check, rate limits, signing, language, errors."""
