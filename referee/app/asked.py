"""What somebody asks for, and on which device: its settings, its look, and the tables that it has used."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from referee.app.form import form_of_pairs
from referee.app.routes import quoted
from referee.records import dataclass
from referee.rules.table import Quoted
from referee.texts.codec import record

if TYPE_CHECKING:
    from referee.app.form import Form
    from referee.texts.codec import Record
    from referee.texts.words import Library, Speaker
    from referee.tournament.policy import Policies


Choice = TypeVar("Choice", bound=StrEnum)


class Theme(StrEnum):
    """Light or dark as the device says, or always one of them; black is dark for screens whose black costs nothing."""

    DEVICE = "device"
    LIGHT = "light"
    DARK = "dark"
    BLACK = "black"


class Contrast(StrEnum):
    """Stronger colours where the device asks for them, or always."""

    DEVICE = "device"
    MORE = "more"


class Hand(StrEnum):
    """The hand that holds the phone; what is tapped most lies on the side of its thumb."""

    RIGHT = "right"
    LEFT = "left"


PAGES = {Theme.LIGHT: "#efe9dc", Theme.DARK: "#0b0f0d", Theme.BLACK: "#000"}
"""The colour of the page in each theme, as in the style sheet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """What one device has chosen."""

    theme: Theme = Theme.DEVICE
    contrast: Contrast = Contrast.DEVICE
    hand: Hand = Hand.RIGHT

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of the page's root that the style sheets listen to; what the device decides is left out."""
        chosen = {"data-theme": self.theme, "data-contrast": self.contrast, "data-hand": self.hand}
        return {name: str(value) for name, value in chosen.items() if value not in (Theme.DEVICE, Hand.RIGHT)}

    @property
    def scheme(self) -> str:
        """The colour schemes that pages come in, for the browser's own parts."""
        return {Theme.DEVICE: "light dark", Theme.LIGHT: "light"}.get(self.theme, "dark")

    @property
    def bars(self) -> tuple[tuple[str, str], ...]:
        """The colours of the browser's bars, each with its condition; the first whose condition holds counts."""
        if self.theme == Theme.DEVICE:
            return ((PAGES[Theme.DARK], "(prefers-color-scheme: dark)"), (PAGES[Theme.LIGHT], ""))
        return ((PAGES[self.theme], ""),)


_FIRST_LOOK = Look()


def look_of(fields: Form, before: Look = _FIRST_LOOK) -> Look:
    """Return the look that these fields name; what they do not name, or name wrongly, is as before."""
    return Look(
        theme=_choice_named(Theme, fields.one("theme"), before.theme),
        contrast=_choice_named(Contrast, fields.one("contrast"), before.contrast),
        hand=_choice_named(Hand, fields.one("hand"), before.hand),
    )


def _choice_named(kind: type[Choice], wanted: str, otherwise: Choice) -> Choice:
    """Return the choice with this name, if there is one."""
    return next((choice for choice in kind if choice == wanted), otherwise)


_MOST_TABLES = 30
"""How many tables a cookie of four kilobytes holds with ease."""

_LONGEST_NAMES = 1500
"""How many characters of an address the names that a device remembers take at most: less than half of a cookie."""

Tables = dict[str, int | None]
"""The seat chosen on a device by the token of the table, None where none was chosen; the latest table last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Device:
    """What a device remembers: its own name, its language ("" as the browser asks), its look, its tables, its referee.

    ``referee`` is the name under which somebody ruled here last, ``rules`` the fields that name the rules used last,
    ``names`` are those that were typed here, the latest first. ``archived`` says by token which games were put away by
    hand, and which were taken out of the archive again.
    """

    id: str
    language: str
    look: Look
    tables: Tables
    referee: str
    rules: dict[str, str]
    names: tuple[str, ...] = ()
    archived: tuple[tuple[str, bool], ...] = ()

    @property
    def latest(self) -> str | None:
        """The table that the device used last, if it has used any."""
        return [*self.tables][-1] if self.tables else None

    def with_table(self, token: str) -> Device:
        """Return the device once it has opened a table, which is then the latest."""
        return self.with_seat(token, self.tables.get(token))

    def with_seat(self, token: str, seat: int | None) -> Device:
        """Return the device whose holder sits there; it forgets the oldest tables beyond what it can hold."""
        others = [(each, self.tables[each]) for each in self.tables if each != token]
        return replace(self, tables=dict([*others, (token, seat)][-_MOST_TABLES:]))

    def with_names(self, names: tuple[str, ...]) -> Device:
        """Return the device once these names were typed on it; it forgets the oldest beyond what it can hold."""
        kept: list[str] = []
        room = _LONGEST_NAMES
        for name in (*names, *[each for each in self.names if each not in names]):
            room -= len(quoted(name)) + 1
            if room >= 0 and name not in kept:
                kept.append(name)
        return replace(self, names=tuple(kept))

    def without(self, token: str) -> Device:
        """Return the device once it has forgotten a table."""
        return replace(self, tables={each: seat for each, seat in self.tables.items() if each != token})

    def with_archived(self, token: str, *, away: bool) -> Device:
        """Return the device once a game was put away on it, or taken out again; it forgets the games it has no more."""
        kept = [(each, was) for each, was in self.archived if each in self.tables and each != token]
        return replace(self, archived=tuple(sorted([*kept, (token, away)])))


def device_of(plain: Any) -> Device:  # noqa: ANN401 as it comes out of JSON
    """Return what a device remembers, as `device_record` told it."""
    return Device(
        id=plain["id"],
        language=plain["language"],
        look=look_of(form_of_pairs(plain["look"])),
        tables=dict(plain["tables"]),
        referee=plain["referee"],
        rules=dict(plain["rules"]),
        names=tuple(plain.get("names", ())),
        archived=tuple([(token, away) for token, away in plain.get("archived", ())]),
    )


def device_record(device: Device) -> Record:
    """Return what a device remembers as a phone keeps it."""
    look = device.look
    return record(
        ("id", device.id),
        ("language", device.language),
        ("look", (("theme", look.theme), ("contrast", look.contrast), ("hand", look.hand))),
        ("tables", tuple(device.tables.items())),
        ("referee", device.referee),
        ("rules", tuple(device.rules.items())),
        ("names", device.names),
        ("archived", device.archived),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class EventTable:
    """The place of a game in an event, and the role and the link of whoever asks.

    ``event`` is the event's address, ``name`` what it is called, ``signal`` when the time signal falls, "" where nobody
    knows yet; then ``left`` are the milliseconds until then, None where no clock runs. ``told`` stands above the sheet
    and ``counts`` below its result, in sentences by language; ``news`` tells one state of these from another.
    ``is_settled`` where nobody agrees on a result any more.
    """

    event: str
    round: int
    table: int
    role: str
    link: str
    signal: str
    left: int | None
    name: str
    told: dict[str, tuple[str, ...]]
    counts: dict[str, tuple[str, ...]]
    is_settled: bool
    news: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A request, the same on both hosts.

    ``query`` are the fields of the address, ``form`` those of the body where there is one, else those of the address.
    ``is_part`` where only a part of a page is wanted, ``tag`` the version of what is shown already, ``command`` a new
    id for the forms of the answer, ``url`` the whole address with its host. On a phone ``sent`` is the number of the
    last event of the table that the server has, too. ``may_save_rules`` where whoever asks may save a club's rules;
    ``versions`` are those of the rules asked for that were saved so far, the newest first, each with its number and
    the id of its book; ``policies`` is what books say about events, which only the server knows. ``event_table`` is
    the table in its event, None at a casual one; ``called`` are the names of the four at a table for whoever only
    reads its sheet, empty where these are the table's own. ``events`` are those of which the browser holds links,
    each with its address, the latest first; only the server knows them.
    """

    path: str
    query: Form
    form: Form
    device: Device
    library: Library
    speaker: Speaker
    command: str
    is_part: bool = False
    tag: str = ""
    url: str = ""
    sent: int | None = None
    may_save_rules: bool = False
    versions: tuple[tuple[int, str], ...] = ()
    policies: Policies | None = None
    event_table: EventTable | None = None
    called: tuple[str, ...] = ()
    events: tuple[tuple[str, str], ...] = ()

    @property
    def role(self) -> str:
        """The role of whoever asks at a table; at a casual one it is everybody's."""
        return "table" if self.event_table is None else self.event_table.role

    def say(self, key: str, **facts: str | int) -> str:
        """Return a sentence of the word list; texts are filled in as they are, numbers with thousands set apart."""
        return self.speaker.say(key, tuple((name, _as_fact(facts[name])) for name in sorted(facts)))


def _as_fact(value: str | int) -> int | Quoted:
    """Return a number as it is, a text as one that is not looked up in the word list."""
    return value if isinstance(value, int) else Quoted(text=value)


class HttpError(Exception):
    """There is no answer to what was asked: an HTTP status, and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownTime:
    """A time: ``at`` as ISO 8601, ``text`` in UTC, ``shown`` how much of it is shown, "time" or "day"."""

    at: str
    text: str
    shown: str


def time_of(asked: Asked, at: str) -> ShownTime:
    """Return hours and minutes."""
    return ShownTime(at=at, text=asked.say("sheet.time", time=at[11:16]), shown="time")


def day_of(asked: Asked, at: str) -> ShownTime:
    """Return the day with hours and minutes."""
    return ShownTime(at=at, text=asked.say("sheet.day", day=at[:10], time=at[11:16]), shown="day")
