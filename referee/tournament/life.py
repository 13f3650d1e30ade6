"""The event itself: its settings, its links, and what freezes when the first round begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.texts.codec import Unreadable
from referee.tournament.codec import as_settings, plain_settings
from referee.tournament.entry import why_closed
from referee.tournament.events import Form, LinkIssued, LinkRevoked, Role, SettingsChanged
from referee.tournament.refusals import EventCode, all_refusals, refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.rules.table import NotDone
    from referee.tournament.events import TournamentOpened
    from referee.tournament.tournament import Tournament

_FROZEN = ("form", "ruleset", "book", "options", "policy", "ties")
"""The settings that stay as they are from the first round on."""
_MOST_ROUNDS = 20
MOST_TABLES = 250
_MOST_MINUTES = 600
_MOST_DAYS = 7
_MOST_LINKS = 1000


def wrong_sizes(settings: TournamentOpened) -> NotDone | None:
    """Return what is too large in the settings of an event, or None."""
    rounds = _MOST_ROUNDS if settings.form == Form.TOURNAMENT else 400
    sizes = (
        ("rounds", settings.rounds, rounds),
        ("tables", settings.tables, MOST_TABLES),
        ("minutes", settings.minutes or 1, _MOST_MINUTES),
        ("days", len(settings.days), _MOST_DAYS),
    )
    return all_refusals(
        refusal(EventCode.TOO_LARGE, field, count=count, most=most) if not 0 <= count <= most else None
        for field, count, most in sizes
    )


def decide_settings(tournament: Tournament, wanted: Mapping[str, object]) -> tuple[SettingsChanged, ...] | NotDone:
    """Change settings, told as they stand in JSON; those that are the same already are left out."""
    before = plain_settings(tournament.settings)
    changed = {field: value for field, value in wanted.items() if before[field] != value}
    frozen = [field for field in changed if field in _FROZEN and tournament.is_started]
    try:
        after = as_settings(before | changed)
    except Unreadable:
        return refusal(EventCode.NOT_ALLOWED, ", ".join(changed))
    refused = all_refusals(
        (
            why_closed(tournament),
            *[refusal(EventCode.RULES_FROZEN, field) for field in frozen],
            wrong_sizes(after),
        )
    )
    return refused or tuple(SettingsChanged(field=field, value=value) for field, value in changed.items())


def too_many_links(tournament: Tournament, count: int = 1) -> NotDone | None:
    """Return why no more links are made, or None."""
    known = len(tournament.links) + count
    return refusal(EventCode.TOO_LARGE, "links", count=known, most=_MOST_LINKS) if known > _MOST_LINKS else None


def decide_link(tournament: Tournament, link: str, role: Role, table_no: int | None = None) -> LinkIssued | NotDone:
    """Make a link for a role; a table's is for one table."""
    if (role == Role.TABLE) != (table_no is not None):
        return refusal(EventCode.UNKNOWN_NUMBER, "table", number=table_no or 0)
    return too_many_links(tournament) or LinkIssued(link=link, role=role, table_no=table_no)


def decide_revoking(tournament: Tournament, links: tuple[str, ...]) -> tuple[LinkRevoked, ...] | NotDone:
    """Let links lead nowhere; the last link of an organiser stays."""
    known = {each.issued.link: each for each in tournament.links if not each.revoked}
    unknown = [link for link in links if link not in known]
    left = [each for link, each in known.items() if each.issued.role == Role.ORGANISER and link not in links]
    takes_organiser = any(known[link].issued.role == Role.ORGANISER for link in links if link in known)
    refused = all_refusals(
        (
            refusal(EventCode.LINK_REVOKED, "link") if unknown else None,
            refusal(EventCode.LAST_ORGANISER_LINK, "link") if takes_organiser and not left else None,
        )
    )
    return refused or tuple(LinkRevoked(link=link) for link in links)
