"""Rulebooks in sentences: one explained, two compared."""
