"""The links of an event: more for organisers and referees, each shown once, and those that lead nowhere any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import NEVER_KEPT, UNPROCESSABLE, Answer, page_of, problem_sentences
from referee.app_event.visit import after_order, only_if, order_of, refused
from referee.desk import Refused
from referee.desk_event.links import make_link, revoke
from referee.desk_event.rights import Act, not_allowed
from referee.records import dataclass
from referee.tournament.events import Role

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit

_ALL_TABLES = "tables"
_MADE_HERE = (Role.REFEREE, Role.ORGANISER)


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkRowView:
    """A link that works, by its id."""

    link: str
    role: str
    label: str
    is_own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class LinksPage:
    """The links of staff, how many cards of tables work, and at which tables."""

    command: str
    roles: tuple[str, ...]
    links: tuple[LinkRowView, ...]
    cards: tuple[tuple[str, int], ...]


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the links that work."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.LINKS))
    known = [each for each in visit.event_desk.store.links_of(visit.id) if not each.revoked]
    page = LinksPage(
        command=asked.command,
        roles=tuple(role.value for role in _MADE_HERE),
        links=tuple(
            LinkRowView(link=each.link, role=each.role, label=each.label, is_own=each.link == visit.right.link)
            for each in known
            if each.role != Role.TABLE
        ),
        cards=tuple((each.link, each.table_no or 0) for each in known if each.role == Role.TABLE),
    )
    return page_of("events/links.html", visit=visit, here="links", page=page)


def make(asked: Asked, visit: Visit) -> Answer:
    """Make a link and show it, only now."""
    role = next((each for each in _MADE_HERE if each == asked.form.one("role")), Role.REFEREE)
    token = make_link(visit.event_desk, order_of(asked, visit), role, asked.form.one("label"))
    if isinstance(token, Refused):
        return refused(visit, problem_sentences(asked, token.problems), visit.to("links"), UNPROCESSABLE)
    shown = page_of("events/link.html", visit=visit, here="links", role=role.value, token=token)
    return shown.with_headers(NEVER_KEPT)


def take_away(asked: Asked, visit: Visit) -> Answer:
    """Let one link lead nowhere any more, or all cards of tables."""
    wanted = asked.form.one("link")
    cards = [each.issued.link for each in visit.state.links if each.issued.role == Role.TABLE and not each.revoked]
    links = tuple(cards) if wanted == _ALL_TABLES else (wanted,)
    return after_order(asked, visit, revoke(visit.event_desk, order_of(asked, visit), links), visit.to("links"))


PAGES = (
    ("links", "GET", "/links", show),
    ("make_link", "POST", "/links", make),
    ("revoke", "POST", "/links/revoke", take_away),
)
