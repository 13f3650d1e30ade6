"""What a device remembers beside its tables' logs: who holds it, how its pages look, which tables it has used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from referee.app.look import look_of
from referee.core.forms.form import form_told
from referee.core.text.jsontext import record

if TYPE_CHECKING:
    from referee.app.look import Look
    from referee.core.text.jsontext import Record

MOST_TABLES = 30
"""How many tables a cookie of four kilobytes holds with ease."""

Tables = dict[str, int | None]
"""The seat chosen on a device by the token of the table, None where none was chosen; the latest table last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Device:
    """What a device remembers: its own name, its language ("" as the browser asks), its look, its tables, its referee.

    ``referee`` is the name under which somebody ruled here last, ``rules`` the fields that name the rules looked into.
    """

    id: str
    language: str
    look: Look
    tables: Tables
    referee: str
    rules: dict[str, str]

    @property
    def latest(self) -> str | None:
        """The table that the device used last, if it has used any."""
        return [*self.tables][-1] if self.tables else None

    def used(self, token: str) -> Device:
        """Return the device once it has opened a table, which is then the latest."""
        return self.seated(token, self.tables.get(token))

    def seated(self, token: str, seat: int | None) -> Device:
        """Return the device whose holder sits there; it forgets the oldest tables beyond what it can hold."""
        others = [(each, self.tables[each]) for each in self.tables if each != token]
        return replace(self, tables=dict([*others, (token, seat)][-MOST_TABLES:]))

    def without(self, token: str) -> Device:
        """Return the device once it has forgotten a table."""
        return replace(self, tables={each: seat for each, seat in self.tables.items() if each != token})


def device_of(told: Any) -> Device:  # noqa: ANN401 as it comes out of JSON
    """Return what a device remembers, as `device_told` told it."""
    return Device(
        id=told["id"],
        language=told["language"],
        look=look_of(form_told(told["look"])),
        tables=dict(told["tables"]),
        referee=told["referee"],
        rules=dict(told["rules"]),
    )


def device_told(device: Device) -> Record:
    """Return what a device remembers as a phone keeps it."""
    look = device.look
    return record(
        ("id", device.id),
        ("language", device.language),
        ("look", (("theme", look.theme), ("contrast", look.contrast), ("hand", look.hand))),
        ("tables", tuple(device.tables.items())),
        ("referee", device.referee),
        ("rules", tuple(device.rules.items())),
    )
