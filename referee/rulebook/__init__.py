"""Ruleset files: read, checked and resolved, with all problems at once."""

from referee.rulebook.document import Document
from referee.rulebook.problems import Problem, RulebookError
from referee.rulebook.shelf import Book, Report, Variant, books_in, check

__all__ = ["Book", "Document", "Problem", "Report", "RulebookError", "Variant", "books_in", "check"]
