"""The settings of an event: what may still change, and what stays from the first round on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, page_of, problem_sentences, redirect_after_write
from referee.app.pages import title_of
from referee.app_event.creating import days_in, ties_in
from referee.app_event.visit import after_order, number_in, only_if, order_of, stale_text
from referee.desk import Refused
from referee.desk_event.creating import change_settings, rename_event
from referee.desk_event.opened import Done
from referee.desk_event.rights import Act, not_allowed
from referee.desk_event.rounds import reopen
from referee.records import dataclass
from referee.tournament.events import Form, Mode, PublicNames, Ranking, Release
from referee.tournament.standings import TieBreak

if TYPE_CHECKING:
    from enum import StrEnum

    from referee.app.asked import Asked
    from referee.app.form import Form as Sent
    from referee.app_event.creating import days_in, ties_in
from referee.app_event.visit import Visit

_FIGURES = ("rounds", "minutes", "tables")
_NIGHT_FIGURES = ("minutes", "tables", "least_games")
Choices = tuple[tuple[str, "type[StrEnum]"], ...]
_CHOICES: Choices = (("mode", Mode), ("release", Release), ("public_names", PublicNames))
_NIGHT_CHOICES: Choices = (("mode", Mode), ("public_names", PublicNames), ("ranking", Ranking))


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsPage:
    """The settings as they are, or as they were typed; ``ties`` are the five tie-breaks with their places."""

    command: str
    expected: int
    form: Sent
    name: str
    book: str
    figures: tuple[tuple[str, str], ...]
    choices: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]
    ties: tuple[tuple[str, int], ...]
    days: str
    zone: str
    staff_check: bool
    frozen: bool
    is_closed: bool
    saved: bool
    refusals: tuple[str, ...]


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the settings."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SETTINGS))
    return drawn(asked, visit)


def drawn(asked: Asked, visit: Visit, refusals: tuple[str, ...] = ()) -> Answer:
    """Draw the page of settings."""
    settings = visit.state.settings
    is_night = settings.form == Form.NIGHT
    chosen = _NIGHT_CHOICES if is_night else _CHOICES
    book = asked.library.book(settings.book)
    page = SettingsPage(
        command=asked.command,
        expected=visit.state.changed,
        form=asked.form,
        name=asked.form.one("name", visit.name),
        book=settings.book if book is None else title_of(asked, book),
        figures=tuple(
            (each, asked.form.one(each, str(getattr(settings, each) or "")))
            for each in (_NIGHT_FIGURES if is_night else _FIGURES)
        ),
        choices=tuple(
            (field, tuple((str(each), each == getattr(settings, field)) for each in kind)) for field, kind in chosen
        ),
        ties=tuple((str(tie), settings.ties.index(tie) + 1 if tie in settings.ties else 0) for tie in TieBreak),
        days=asked.form.one("days", ", ".join(settings.days)),
        zone=asked.form.one("zone", settings.zone),
        staff_check=settings.staff_check,
        frozen=visit.state.is_started,
        is_closed=visit.state.is_closed,
        saved=asked.query.has("saved", "1"),
        refusals=refusals,
    )
    return page_of("events/settings.html", UNPROCESSABLE if refusals else OK, visit=visit, here="settings", page=page)


def save(asked: Asked, visit: Visit) -> Answer:
    """Change what was changed, or say what may not be."""
    done = change_settings(visit.event_desk, order_of(asked, visit, expects=True), wanted(asked, visit))
    if isinstance(done, Refused):
        return drawn(asked, visit, problem_sentences(asked, done.problems))
    if not isinstance(done, Done):
        return drawn(asked, visit, (stale_text(asked, done),))
    refused = rename_event(visit.event_desk, visit.id, visit.right, asked.form.one("name", visit.name))
    if refused is not None:
        return drawn(asked, visit, problem_sentences(asked, refused.problems))
    return redirect_after_write(asked, visit.to("settings", saved=1))


def wanted(asked: Asked, visit: Visit) -> dict[str, object]:
    """Return the settings that a form asks for, as they stand in JSON."""
    form, settings = asked.form, visit.state.settings
    is_night = settings.form == Form.NIGHT
    found: dict[str, object] = {
        each: number_in(asked, each)
        for each in (_NIGHT_FIGURES if is_night else _FIGURES)
        if form.one(each) or each != "rounds"
    }
    found["minutes"] = number_in(asked, "minutes") or None
    for field, kind in _NIGHT_CHOICES if is_night else _CHOICES:
        typed = form.one(field)
        if any(typed == each for each in kind):
            found[field] = typed
    found["days"] = list(days_in(form.one("days")))
    found["zone"] = form.one("zone", settings.zone)[:40]
    found["staff_check"] = form.has("staff_check", "1")
    if not visit.state.is_started:
        found["ties"] = list(ties_in(form) or ())
    return found


def _open_again(asked: Asked, visit: Visit) -> Answer:
    """Go on with an event that was ended, for a reason."""
    return after_order(asked, visit, reopen(visit.event_desk, order_of(asked, visit)), visit.to())


PAGES = (
    ("settings", "GET", "/settings", show),
    ("settings_save", "POST", "/settings", save),
    ("reopen", "POST", "/reopen", _open_again),
)
