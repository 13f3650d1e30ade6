"""Two rulebooks compared as a whole: values, rulings, and what each says in words only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.telling.compare import Difference, differences_of
from referee.core.telling.explain import Sentence
from referee.core.telling.offence_tables import RulingDifference, ruled_differently

if TYPE_CHECKING:
    from referee.core.penalties.court import Court


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """What differs between two rulebooks; ``words`` are clauses without a value, which cannot be compared."""

    values: tuple[Difference, ...]
    rulings: tuple[RulingDifference, ...]
    words: tuple[tuple[Sentence, ...], tuple[Sentence, ...]]


def compared(one: Court, other: Court) -> Comparison:
    """Return what differs between two rulebooks under their options, in the language of the first court."""
    mine, yours = in_words_only(one), in_words_only(other)
    shared = [line.clauses for line in mine if line in yours]
    return Comparison(
        values=differences_of(one.rules, other.rules, one.speaker),
        rulings=ruled_differently(one, other),
        words=(
            tuple(line for line in mine if line.clauses not in shared),
            tuple(line for line in yours if line.clauses not in shared),
        ),
    )


def in_words_only(court: Court) -> tuple[Sentence, ...]:
    """Return the clauses that decide no value and no offence, whatever the options."""
    book = court.book
    deciding = [text.cite.clause for text in book.clauses if text.values]
    ruling = [each.cite.clause for each in book.penalties.rulings]
    return tuple(
        Sentence(rule="", text=court.speaker.text(text.texts), cites=(text.cite,))
        for text in book.clauses_under(court.variant)
        if text.cite.clause not in deciding and text.cite.clause not in ruling
    )
