"""Where a ruling or a procedure is from, as ``templates/_parts/ruled_alike.html`` shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Cite
    from referee.core.text.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class CiteView:
    """A clause, its source, how certain it is, and why an interpretation reads it so."""

    clause: str
    source: str
    confidence: str
    note: str


def cite_view(cite: Cite, speaker: Speaker) -> CiteView:
    """Return where something is from."""
    return CiteView(
        clause=cite.clause,
        source=speaker.text(cite.source),
        confidence=cite.confidence,
        note=speaker.text(cite.note) if cite.note else "",
    )
