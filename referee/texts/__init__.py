"""Amounts, sentences and search; what is read from a question, and what is said about a ruling."""
