"""What somebody asks for, and on which device: all that an answer is made from, beside the desk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.app.look import Look
from referee.core.rules.ledger import Quoted

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.text.library import Library
    from referee.core.text.words import Speaker

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A request, the same on both hosts.

    ``query`` are the fields of the address, ``form`` those of the body where there is one, else those of the address.
    ``is_part`` where only a part of a page is wanted, ``tag`` the version of what is shown already, ``command`` a new
    id for the forms of the answer, ``url`` the whole address with its host.
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

    def say(self, key: str, **facts: str | int) -> str:
        """Return a sentence of the word list; texts are filled in as they are, numbers with thousands set apart."""
        return self.speaker.say(key, tuple((name, as_fact(facts[name])) for name in sorted(facts)))


def as_fact(told: str | int) -> int | Quoted:
    """Return a number as it is, a text as one that is not looked up in the word list."""
    return told if isinstance(told, int) else Quoted(text=told)


class Unanswerable(Exception):  # noqa: N818 a page is shown for it, it is no mistake of ours
    """There is no answer to what was asked: an HTTP status, and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
