"""The entries of an event's log as JSON text and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.rules.placement import Parts
from referee.texts.codec import Codec, Form, json_text, trusted_value
from referee.tournament.events import (
    ClockPaused,
    ClockResumed,
    Drawn,
    DrawPublished,
    Entrant,
    FinalsEntered,
    LinkIssued,
    LinkRevoked,
    Manned,
    NumberFinal,
    PenaltyGiven,
    PenaltyWithdrawn,
    PeopleEntered,
    PersonErased,
    Published,
    ResultAccepted,
    ResultEntered,
    ResultTakenBack,
    RoundClosed,
    RoundStarted,
    Seated,
    SettingsChanged,
    StatusSet,
    TimeAdded,
    TournamentClosed,
    TournamentEvent,
    TournamentEventKind,
    TournamentOpened,
    TournamentReopened,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

EVENTS: dict[TournamentEventKind, type[TournamentEvent]] = {
    TournamentEventKind.TOURNAMENT_OPENED: TournamentOpened,
    TournamentEventKind.SETTINGS_CHANGED: SettingsChanged,
    TournamentEventKind.LINK_ISSUED: LinkIssued,
    TournamentEventKind.LINK_REVOKED: LinkRevoked,
    TournamentEventKind.PEOPLE_ENTERED: PeopleEntered,
    TournamentEventKind.PERSON_ERASED: PersonErased,
    TournamentEventKind.STATUS_SET: StatusSet,
    TournamentEventKind.MANNED: Manned,
    TournamentEventKind.DRAWN: Drawn,
    TournamentEventKind.DRAW_PUBLISHED: DrawPublished,
    TournamentEventKind.SEATED: Seated,
    TournamentEventKind.ROUND_STARTED: RoundStarted,
    TournamentEventKind.ROUND_CLOSED: RoundClosed,
    TournamentEventKind.CLOCK_PAUSED: ClockPaused,
    TournamentEventKind.CLOCK_RESUMED: ClockResumed,
    TournamentEventKind.TIME_ADDED: TimeAdded,
    TournamentEventKind.RESULT_ENTERED: ResultEntered,
    TournamentEventKind.FINALS_ENTERED: FinalsEntered,
    TournamentEventKind.RESULT_ACCEPTED: ResultAccepted,
    TournamentEventKind.RESULT_TAKEN_BACK: ResultTakenBack,
    TournamentEventKind.PENALTY_GIVEN: PenaltyGiven,
    TournamentEventKind.PENALTY_WITHDRAWN: PenaltyWithdrawn,
    TournamentEventKind.PUBLISHED: Published,
    TournamentEventKind.TOURNAMENT_CLOSED: TournamentClosed,
    TournamentEventKind.TOURNAMENT_REOPENED: TournamentReopened,
}
"""The entries by the names under which they are stored."""


def event_kind(event: TournamentEvent) -> TournamentEventKind:
    """Return the name under which an entry is stored."""
    return next(kind for kind in EVENTS if EVENTS[kind] is type(event))


def event_text(event: TournamentEvent) -> str:
    """Return the JSON text of an entry."""
    return json_text(_LOG.plain(event))


def event_of(kind: TournamentEventKind, text: str) -> TournamentEvent:
    """Return the entry of this kind that the text holds; raise ``Unreadable`` where it holds something else."""
    event: TournamentEvent = _LOG.value_of(EVENTS[kind], trusted_value(text))
    return event


def as_settings(plain: dict[str, Any]) -> TournamentOpened:
    """Return settings of which some fields are plain values; raise ``Unreadable`` where one is not allowed."""
    settings: TournamentOpened = _LOG.value_of(TournamentOpened, plain)
    return settings


def plain_settings(settings: TournamentOpened) -> dict[str, Any]:
    """Return settings as they stand in JSON."""
    plain: dict[str, Any] = _LOG.plain(settings)
    return plain


def _options_object(options: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(options)


def _options_of(plain: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return options with their choices in the order of the options' names."""
    return tuple(sorted(plain.items()))


def _rows_of(kind: type, names: tuple[str, ...]) -> Form:
    """Return how dataclasses are written as lists of their fields, for there are many of them."""

    def read(rows: Sequence[Sequence[object]]) -> tuple[object, ...]:
        return tuple(_LOG.value_of([kind], [dict(zip(names, row, strict=True)) for row in rows]))

    return Form(write=lambda values: [[getattr(each, name) for name in names] for each in values], read=read)


def _as_it_is(value: object) -> object:
    return value


_LOG = Codec(
    {
        (TournamentOpened, "options"): Form(write=_options_object, read=_options_of),
        (SettingsChanged, "value"): Form(write=_as_it_is, read=_as_it_is),
        (PeopleEntered, "people"): _rows_of(Entrant, ("number", "kind", "team", "keeps_table")),
        (ResultEntered, "parts"): _rows_of(Parts, ("score", "uma", "oka", "chips", "penalties")),
        (FinalsEntered, "finals"): _rows_of(NumberFinal, ("number", "final")),
    }
)
"""Writes and reads what the log holds; what there is much of stands in lists."""
