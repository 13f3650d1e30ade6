"""A rulebook in sentences, and two of them compared."""
