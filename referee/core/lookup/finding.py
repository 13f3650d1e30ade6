"""Offences and procedures found by a query, the best first, each with its gist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.lookup.gists import offence_gist, procedure_gist
from referee.core.lookup.procedures import procedures_in
from referee.core.penalties.words import PENALTIES, kinds_of
from referee.core.text.fold import fold
from referee.core.text.search import LONGEST_QUERY, ranked

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.offences import Offence
    from referee.core.rules.procedures import Procedure

COMMONEST = (
    "call_priority",
    "exposed_tiles",
    "wrong_tile_count",
    "mistaken_win",
    "empty_call",
    "false_set",
    "noten_riichi",
    "wrong_payment",
    "chombo_steps",
)
"""What a referee is asked most, shown before anything is typed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """An offence or a procedure."""

    offence: Offence | None
    procedure: Procedure | None

    @property
    def id(self) -> str:
        """Return the id, which no other offence or procedure has."""
        return self.offence.id if self.offence else self.procedure.id if self.procedure else ""

    @property
    def category(self) -> str:
        """Return the kind under which it is listed."""
        return self.offence.category if self.offence else self.procedure.category if self.procedure else ""


def entries_in(court: Court) -> tuple[Entry, ...]:
    """Return every offence and every procedure."""
    offences = [Entry(offence=offence, procedure=None) for offence in court.offences()]
    return (*offences, *[Entry(offence=None, procedure=procedure) for procedure in procedures_in(court)])


def entries_found(query: str, court: Court) -> tuple[Entry, ...]:
    """Return what a query may mean, best first; everything for an empty one.

    Behind what its words fit stand the offences that can lead to a penalty of that name.
    """
    every = entries_in(court)
    if not fold(query[:LONGEST_QUERY]):
        return every
    known = {entry.id: entry for entry in every}
    names = [name for _, name in ranked(query, court.library.lexicon, (court.library.index, court.book.index))]
    names += [name for name in by_penalty(query, court) if name not in names]
    return tuple([known[name] for name in names if name in known])


def by_penalty(query: str, court: Court) -> list[str]:
    """Return the offences that can lead to the penalty that a query names."""
    wanted = joined(fold(query[:LONGEST_QUERY]))
    kinds = [kind for kind, words in penalty_words(court).items() if wanted in [joined(word) for word in words]]
    if not kinds:
        return []
    return [each.id for each in court.offences() if any(kind in kinds for kind in kinds_of(each, court))]


def joined(words: str) -> str:
    """Return words without the spaces between them."""
    return words.replace(" ", "")


def penalty_words(court: Court) -> dict[str, tuple[str, ...]]:
    """Return the folded names of each penalty in every language."""
    sentences = court.library.sentences
    return {
        kind: tuple(fold(word) for lang in sentences for word in sentences[lang][f"search.{kind}"].split(";"))
        for kind in PENALTIES
    }


def entry_title(entry: Entry, court: Court) -> str:
    """Return what an entry is called."""
    if entry.offence is not None:
        return court.speaker.text(entry.offence.titles)
    return entry.procedure.title if entry.procedure else ""


def entry_gist(entry: Entry, court: Court) -> str:
    """Return the answer in a few words."""
    if entry.offence is not None:
        return offence_gist(entry.offence, court)
    return procedure_gist(entry.procedure, court) if entry.procedure else ""
