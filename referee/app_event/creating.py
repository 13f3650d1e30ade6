"""The page on which an event is made: its name is enough."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, page_of, problem_sentences
from referee.app.form import OPTION, Form
from referee.app.pages import option_offered, rulesets_offered
from referee.app.settings import rules_as_fields, rules_at, with_rules
from referee.app.tables import order_of
from referee.app_event.round import timing_text
from referee.desk import Refused, find, table_view
from referee.desk_event.creating import NewEvent, create
from referee.desk_event.opened import tournament_now
from referee.records import dataclass
from referee.texts.reader import is_digits
from referee.texts.words import chosen_options
from referee.tournament.events import Form as EventForm
from referee.tournament.events import Mode, PublicNames, Release
from referee.tournament.standings import TieBreak

if TYPE_CHECKING:
    from enum import StrEnum

    from referee.app.asked import Asked
    from referee.app.pages import Choice, OptionField
    from referee.desk_event.opened import EventDesk
    from referee.texts.words import Book, Option

_LONGEST_FIGURE = 4
_LONGEST_DAY = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class NewEventPage:
    """The form for a new event under one ruleset, whose own values stand beside the event's; 0 is no limit.

    ``timing`` is what follows from the book's in words.
    Without ``is_chosen`` no ruleset is known yet: it is asked for, and none is taken for granted.
    ``ties`` are the five tie-breaks, each with its place in the list of the book, 0 where it has none.
    """

    form: Form
    command: str
    rulesets: tuple[Choice, ...]
    is_chosen: bool
    options: tuple[OptionField, ...]
    book_minutes: int
    book_hands: int
    timing: str
    ties: tuple[tuple[str, int], ...]
    staff_check: bool
    refusals: tuple[str, ...]


def new(asked: Asked, event_desk: EventDesk, held: tuple[str, ...] = ()) -> Answer:
    """Show the form for a new event, under the rules played last here; ``held`` are events this device has links of."""
    played = replace(asked.device, rules=_rules_played(asked, event_desk, held))
    form = with_rules(replace(asked, device=played))
    book = None if asked.form.one("ruleset") else asked.library.book(form.one("ruleset"))
    return shown(asked, event_desk, form if book is None else _without_kinds(form, book))


def _rules_played(asked: Asked, event_desk: EventDesk, held: tuple[str, ...]) -> dict[str, str]:
    """Return the fields that name the rules of this device's latest table or event, none before the first.

    Rules that were only looked up do not count: what a question is answered by is not what an event is played by.
    """
    found = [*_rules_of_latest_table(asked, event_desk), *_rules_of_latest_event(asked, event_desk, held)]
    return max(found, key=lambda each: each[0])[1] if found else {}


def _rules_of_latest_table(asked: Asked, event_desk: EventDesk) -> list[tuple[str, dict[str, str]]]:
    """Return when the table began that this device used last, and its rules; nothing where there is none any more."""
    game = find(event_desk.desk, asked.device.latest or "")
    row = None if game is None else event_desk.desk.store.game_row(game)
    return [] if row is None else [(row.created, rules_at(table_view(event_desk.desk, row.id)))]


def _rules_of_latest_event(
    asked: Asked, event_desk: EventDesk, held: tuple[str, ...]
) -> list[tuple[str, dict[str, str]]]:
    """Return when the latest of these events was made, and its rules; nothing where none is there any more."""
    found = [(row.created, row.id) for each in held if (row := event_desk.store.tournament_row(each)) is not None]
    if not found:
        return []
    created, event = max(found)
    settings = tournament_now(event_desk, event).settings
    book = asked.library.book(settings.book)
    return [] if book is None else [(created, rules_as_fields(book, dict(settings.options)))]


def _without_kinds(form: Form, book: Book) -> Form:
    """Return a form with the rules used last, but not for which kind of play: that goes with the kind of event."""
    kinds = {OPTION + each.id for each in book.options if {choice.id for choice in each.choices} & set(EventForm)}
    return Form(pairs=tuple(pair for pair in form.pairs if pair[0] not in kinds))


def shown(asked: Asked, event_desk: EventDesk, form: Form, refusals: tuple[str, ...] = ()) -> Answer:
    """Draw the form for a new event."""
    book = asked.library.book(form.one("ruleset"))
    time = None if book is None else next(iter(book.variants.values())).time
    policy = None if book is None else event_desk.policies().get(book.id)
    ties = () if policy is None else policy.standings.ties
    page = NewEventPage(
        form=form,
        command=asked.command,
        rulesets=rulesets_offered(asked, book),
        is_chosen=book is not None,
        options=() if book is None else _option_fields(asked, form, book),
        book_minutes=0 if time is None else time.minutes,
        book_hands=0 if time is None or not time.minutes else time.running,
        timing="" if time is None else timing_text(asked, time, time.minutes),
        ties=tuple((str(tie), ties.index(tie) + 1 if tie in ties else 0) for tie in TieBreak),
        staff_check=policy is not None and policy.tournament.staff_check,
        refusals=refusals,
    )
    return page_of("events/new.html", UNPROCESSABLE if refusals else OK, page=page)


def _option_fields(asked: Asked, form: Form, book: Book) -> tuple[OptionField, ...]:
    """Return the options of a book, those chosen that go with the kind of event until others are wanted."""
    chosen = _options_of(form, book)
    return tuple(option_offered(asked, option, chosen[option.id], option.id) for option in book.options)


def _options_of(form: Form, book: Book) -> dict[str, str]:
    """Return a choice for every option; once the ``kind`` of event is another one, what went with the last goes."""
    sent, kind, before = form.options(), _kind_of(form.one("kind")), _kind_of(form.one("kind-before", form.one("kind")))
    wanted = {
        option.id: sent[option.id]
        for option in book.options
        if option.id in sent and (kind == before or sent[option.id] != _fitting(option, before))
    }
    return chosen_options(book, {option.id: _fitting(option, kind) for option in book.options} | wanted)


def _fitting(option: Option, kind: EventForm) -> str:
    """Return the choice that is named like the kind of event, else the book's own default."""
    choices = [choice.id for choice in option.choices]
    return kind if kind in choices else choices[0]


def _kind_of(text: str) -> EventForm:
    return EventForm(_one_of(EventForm, text, EventForm.TOURNAMENT))


def _plan_of(asked: Asked, book: Book) -> NewEvent:
    """Return the event that a form asks for, under the book that it names."""
    form = asked.form
    return NewEvent(
        name=form.one("name"),
        ruleset=book.id,
        options=_options_of(form, book),
        form=_kind_of(form.one("kind")),
        rounds=_figure(form, "rounds") or 4,
        tables=_figure(form, "tables") or 0,
        minutes=_figure(form, "minutes"),
        hands=_figure(form, "hands"),
        mode=Mode(_one_of(Mode, form.one("mode"), Mode.ANY)),
        release=Release(_one_of(Release, form.one("release"), Release.EACH)),
        public_names=PublicNames(_one_of(PublicNames, form.one("public_names"), PublicNames.INITIAL)),
        days=days_in(form.one("days")),
        zone=form.one("zone", "UTC")[:40],
        ties=ties_in(form),
        staff_check=form.one("staff_check") == "1" if form.one("staff_check") else None,
    )


def days_in(text: str) -> tuple[str, ...]:
    """Return the days that were typed, such as 2026-11-23."""
    return tuple(day[:_LONGEST_DAY] for day in text.replace(",", " ").split())


def ties_in(form: Form) -> tuple[str, ...] | None:
    """Return the tie-breaks by the places that were chosen for them, None where the book's list was left as it is."""
    places = [(form.one(f"tie-{tie}"), str(tie)) for tie in TieBreak]
    if not any(place for place, _ in places):
        return None
    return tuple(tie for place, tie in sorted(places) if place.isdigit() and place != "0")


def _one_of(kind: type[StrEnum], text: str, preset: StrEnum) -> StrEnum:
    """Return the choice with this name, else the preset one."""
    return next((each for each in kind if each == text), preset)


def _figure(form: Form, name: str) -> int | None:
    """Return a whole number of a form, None where it was left out."""
    typed = form.one(name)
    return int(typed) if is_digits(typed) and len(typed) <= _LONGEST_FIGURE else None


def begin(asked: Asked, event_desk: EventDesk) -> Answer | tuple[str, str, Answer]:
    """Make an event; return it with its first link and the page that shows this once, or why it was not made."""
    book = asked.library.book(asked.form.one("ruleset"))
    if book is None:
        return shown(asked, event_desk, asked.form, (asked.say("event.new.which_rules"),))
    made = create(event_desk, order_of(asked), _plan_of(asked, book))
    if isinstance(made, Refused):
        return shown(asked, event_desk, asked.form, problem_sentences(asked, made.problems))
    page = page_of("events/made.html", event=made.id, token=made.token, name=asked.form.one("name"))
    return made.id, made.token, page
