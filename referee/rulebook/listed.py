"""An offence as it stands in a file."""

from dataclasses import dataclass

from referee.core.rules.offences import Offence, Span

When = dict[str, tuple[Span, ...]]
"""The answers that something applies to, by question; a question left out may be answered in any way."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """An offence and the combinations of answers that cannot be."""

    offence: Offence
    impossible: tuple[When, ...]


Offences = dict[str, Listed]
"""Offences by id, in the order of their file."""
