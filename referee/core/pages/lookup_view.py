"""What the look-up finds, as HTML: the same on the server and on a phone without a network.

For a query the entries that it may mean, best first, each with its gist; without one what is asked most, and below it
the kinds. Pure string building; every text is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from referee.core.forms.form import OPTION, Form
from referee.core.forms.ruling_form import court_asked
from referee.core.lookup.finding import COMMONEST, Entry, entries_found, entries_in, entry_gist, entry_title

if TYPE_CHECKING:
    from referee.core.games.at_table import AtTable
    from referee.core.penalties.court import Court
    from referee.core.text.library import Library

CATEGORIES = ("tiles", "calls", "win", "riichi", "end", "conduct")
"""The kinds in the order in which they are shown."""
MOST_HITS = 10
"""How many hits are shown."""
LONGEST_GIST = 160
"""How many letters of a gist are shown."""


def look_up_found(form: Form, library: Library, lang: str) -> str:
    """Return what a form looks up under its ruleset. Fields: ``ruleset``, ``option-OPTION`` and ``query``."""
    return looked_up(form.one("query"), court_asked(form, library, lang), "/rulings")


def look_up_at_table(form: Form, table: AtTable) -> str:
    """Return the same under the rules of a table; nothing while its book is not here."""
    court = table.court
    return "" if court is None else looked_up(form.one("query"), court, table.address + "/rulings")


def looked_up(query: str, court: Court, folder: str) -> str:
    """Return what is found by a query, or what is offered without one; entries lie in a ``folder`` of addresses."""
    words = court.speaker.words
    if not query.strip(" "):
        return categories_shown(court, folder) + offered(court, folder)
    found = entries_found(query, court)[:MOST_HITS]
    if found:
        return f'<ul class="hits">{hits_shown(found, court, folder)}</ul>'
    nothing = f'<p class="empty" id="no-hit" role="status">{escape(words["rulings.no_hit"])}</p>'
    return nothing + categories_shown(court, folder) + offered(court, folder)


def offered(court: Court, folder: str) -> str:
    """Return what is asked most, and the way to every kind."""
    words = court.speaker.words
    known = {entry.id: entry for entry in entries_in(court)}
    common = tuple([known[name] for name in COMMONEST])
    ways = "".join([f'<a class="act" href="#{kind}">{escape(words["category." + kind])}</a>' for kind in CATEGORIES])
    return (
        f'<div class="offered"><h2>{escape(words["rulings.commonest"])}</h2>'
        f'<ul class="hits">{hits_shown(common, court, folder)}</ul>'
        f"<h2>{escape(words['rulings.categories'])}</h2>"
        f'<nav class="kinds" aria-label="{escape(words["rulings.categories"])}">{ways}</nav></div>'
    )


def categories_shown(court: Court, folder: str) -> str:
    """Return every entry under its kind; a kind is shown when its address is followed."""
    entries = entries_in(court)
    return "".join([category_shown(kind, entries, court, folder) for kind in CATEGORIES])


def category_shown(kind: str, entries: tuple[Entry, ...], court: Court, folder: str) -> str:
    """Return one kind with its entries."""
    words = court.speaker.words
    links = "".join([hit_shown(each, "", court, folder) for each in entries if each.category == kind])
    return (
        f'<section class="kind" id="{kind}"><h2>{escape(words["category." + kind])} '
        f'<a href="#screen">{escape(words["rulings.all"])}</a></h2><ul class="hits">{links}</ul></section>'
    )


def hits_shown(entries: tuple[Entry, ...], court: Court, folder: str) -> str:
    """Return entries with their gists."""
    return "".join([hit_shown(entry, entry_gist(entry, court), court, folder) for entry in entries])


def hit_shown(entry: Entry, gist: str, court: Court, folder: str) -> str:
    """Return one entry with its gist."""
    more = f' <span class="gist">{escape(shortened(gist))}</span>' if gist else ""
    title = escape(entry_title(entry, court))
    address = escape(f"{folder}/{entry.id}{rules_named(court)}" if folder == "/rulings" else f"{folder}/{entry.id}")
    return f'<li><a class="act act--hit" href="{address}">{title}{more}</a></li>'


def rules_named(court: Court) -> str:
    """Return how an address names the rules."""
    options = "".join([f"&{OPTION}{chosen}" for chosen in court.variant.split(",") if chosen])
    return f"?ruleset={court.book.id}{options}"


def shortened(gist: str) -> str:
    """Return a gist that is not too long."""
    return gist if len(gist) <= LONGEST_GIST else gist[: LONGEST_GIST - 1] + "…"
