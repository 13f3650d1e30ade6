"""Ruleset files: read, checked and resolved, with all problems at once."""

from referee.rulebook.document import Document
from referee.rulebook.problems import Problem, RulebookError
from referee.rulebook.shelf import (
    Book,
    Report,
    Shelf,
    Variant,
    books_in,
    check,
    policies_of,
    policy_hash,
    policy_in,
    policy_of,
    policy_text,
    policy_with,
    ruleset_of,
    shelf_in,
)

__all__ = [
    "Book",
    "Document",
    "Problem",
    "Report",
    "RulebookError",
    "Shelf",
    "Variant",
    "books_in",
    "check",
    "policies_of",
    "policy_hash",
    "policy_in",
    "policy_of",
    "policy_text",
    "policy_with",
    "ruleset_of",
    "shelf_in",
]
