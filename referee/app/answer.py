"""What is answered: a page, a part of one, the way to another page, or what is wrong, each reason with its clause."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.texts.reader import problem_text

if TYPE_CHECKING:
    from referee.app.asked import Asked, Device
    from referee.desk import Recorded
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Problem


OK = 200
NO_CONTENT = 204
_FOUND = 302
SEE_OTHER = 303
_NOT_MODIFIED = 304
BAD_REQUEST = 400
NOT_FOUND = 404
CONFLICT = 409
UNPROCESSABLE = 422

NEVER_KEPT = ("Cache-Control", "no-store")
VERSION_TAG = "HX-PTag"
"""The header that tells one state of what is shown from another."""
SHEET_SEQ = "Sheet-Seq"
SHEET_EVENT = "Sheet-Event"
"""The headers that tell a phone the number and the hash of the last event that its order wrote."""

GAME_RULES = "Game-Rules"
"""The header that names the rules of a game that has begun by their hash."""

Header = tuple[str, str]
FRAGMENT_MACROS = {
    "since": ("_parts/over.html", "form_over"),
    "found": ("_parts/found.html", "found"),
    "ruling": ("_parts/ruling.html", "answer"),
    "applying": ("_parts/applying.html", "applying"),
    "outcome": ("_parts/outcome.html", "outcome"),
    "tiles": ("_parts/tiles.html", "tiles"),
}
"""What draws each fragment: a template and a macro of it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rendering:
    """A template with its values, or one block of it; the host draws it."""

    template: str
    values: dict[str, object]
    block: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fragment:
    """A view with the name of what draws it, one of ``FRAGMENT_MACROS``."""

    name: str
    view: object


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """An answer; a text as its ``body`` is HTML, ``device`` is what the device remembers from now on if that is new."""

    status: int = OK
    headers: tuple[Header, ...] = ()
    body: Rendering | Fragment | str = ""
    device: Device | None = None

    def with_headers(self, *headers: Header) -> Answer:
        """Return the answer with more headers."""
        return replace(self, headers=(*self.headers, *headers))


def page_of(template: str, status: int = OK, **values: object) -> Answer:
    """Answer with a page."""
    return block_of(template, "", status, **values)


def block_of(template: str, block: str, status: int = OK, **values: object) -> Answer:
    """Answer with one block of a page."""
    named = {name: values[name] for name in sorted(values)}
    return Answer(status=status, body=Rendering(template=template, values=named, block=block))


def not_modified() -> Answer:
    """Answer that what is shown is still so."""
    return Answer(status=_NOT_MODIFIED)


def redirect(address: str, status: int = _FOUND) -> Answer:
    """Send the browser to another address."""
    return Answer(status=status, headers=(("Location", address),))


def redirect_after_write(asked: Asked, address: str, written: Recorded | None = None) -> Answer:
    """Go to another page, also when only a part of this one asked; ``written`` is what an order entered, if any."""
    if not asked.is_part:
        return redirect(address, SEE_OTHER)
    gone = Answer(headers=(("HX-Redirect", address),))
    return gone if written is None else with_last_event(gone, written)


def with_last_event(answer: Answer, written: Recorded) -> Answer:
    """Tell a phone which event its order wrote last."""
    return answer.with_headers((SHEET_SEQ, str(written.last)), (SHEET_EVENT, written.event))


OTHER = "other"
"""What the word lists call whatever they have no words of its own for."""


def error_page(asked: Asked, status: int, message: str = "") -> Answer:
    """Answer with the page that says what went wrong; ``message`` says it more exactly than its status."""
    kind = str(status) if f"error_page.title_{status}" in asked.speaker.words else OTHER
    return titled_error_page(
        status, asked.say(f"error_page.title_{kind}"), message or asked.say(f"error_page.text_{kind}")
    )


def titled_error_page(status: int, title: str, message: str) -> Answer:
    """Answer with a page that says what went wrong."""
    return page_of("error_page.html", status, title=title, message=message)


def problem_sentences(asked: Asked, problems: tuple[Problem, ...], rules: Ruleset | None = None) -> tuple[str, ...]:
    """Return one sentence for each problem."""
    return tuple(problem_text(problem, rules, asked.speaker) for problem in problems)
