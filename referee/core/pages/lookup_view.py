"""What the look-up finds: the same on the server and on a phone without a network.

For a query the entries that it may mean, best first, each with its gist; without one what is asked most and every kind.
View values only: ``templates/_parts/found.html`` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.form import OPTION
from referee.core.lookup.finding import COMMONEST, Entry, entries_found, entries_in, entry_gist, entry_title

if TYPE_CHECKING:
    from referee.core.penalties.court import Court

CATEGORIES = ("tiles", "calls", "win", "riichi", "end", "conduct")
"""The kinds in the order in which they are shown."""
MOST_HITS = 10
"""How many hits are shown."""
LONGEST_GIST = 160
"""How many letters of a gist are shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """An entry with the address of its page; one in a long list shows no gist."""

    title: str
    address: str
    gist: str


@dataclass(frozen=True, kw_only=True, slots=True)
class KindView:
    """One kind with all its entries."""

    id: str
    title: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundView:
    """The hits of a query, or what is offered where there are none: what is asked most, and every kind."""

    hits: tuple[Hit, ...] = ()
    found_nothing: bool = False
    commonest: tuple[Hit, ...] = ()
    kinds: tuple[KindView, ...] = ()


def looked_up(query: str, court: Court, folder: str) -> FoundView:
    """Return what is found by a query, or what is offered without one; entries lie in a ``folder`` of addresses."""
    is_asked = bool(query.strip(" "))
    found = entries_found(query, court)[:MOST_HITS] if is_asked else ()
    if found:
        return FoundView(hits=hits_of(found, court, folder))
    entries = entries_in(court)
    known = {entry.id: entry for entry in entries}
    return FoundView(
        found_nothing=is_asked,
        commonest=hits_of(tuple([known[name] for name in COMMONEST]), court, folder),
        kinds=tuple([kind_view(kind, entries, court, folder) for kind in CATEGORIES]),
    )


def kind_view(kind: str, entries: tuple[Entry, ...], court: Court, folder: str) -> KindView:
    """Return one kind with its entries."""
    hits = [hit_of(each, "", court, folder) for each in entries if each.category == kind]
    return KindView(id=kind, title=court.speaker.words["category." + kind], hits=tuple(hits))


def hits_of(entries: tuple[Entry, ...], court: Court, folder: str) -> tuple[Hit, ...]:
    """Return entries with their gists."""
    return tuple([hit_of(entry, entry_gist(entry, court), court, folder) for entry in entries])


def hit_of(entry: Entry, gist: str, court: Court, folder: str) -> Hit:
    """Return one entry with its gist."""
    rules = rules_named(court) if folder == "/rulings" else ""
    return Hit(title=entry_title(entry, court), address=f"{folder}/{entry.id}{rules}", gist=shortened(gist))


def rules_named(court: Court) -> str:
    """Return how an address names the rules."""
    options = "".join([f"&{OPTION}{chosen}" for chosen in court.variant.split(",") if chosen])
    return f"?ruleset={court.book.id}{options}"


def shortened(gist: str) -> str:
    """Return a gist that is not too long."""
    return gist if len(gist) <= LONGEST_GIST else gist[: LONGEST_GIST - 1] + "…"
