"""What somebody asks for, and on which device: all that an answer is made from, beside the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.rules.ledger import Quoted

if TYPE_CHECKING:
    from referee.app.device import Device
    from referee.core.forms.form import Form
    from referee.core.text.library import Library
    from referee.core.text.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A request, the same on both hosts.

    ``query`` are the fields of the address, ``form`` those of the body where there is one, else those of the address.
    ``is_part`` where only a part of a page is wanted, ``tag`` the version of what is shown already, ``command`` a new
    id for the forms of the answer, ``url`` the whole address with its host. On a phone ``sent`` is the number of the
    last event of the table that the server has, too.
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
