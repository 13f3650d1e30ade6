"""What is stored about people, why and how long, said plainly; whoever runs the server can add a text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from flask import current_app

from referee.app.answer import Answer, page_of
from referee.app.routes import PATHS
from referee.records import dataclass
from referee.web.host import answered

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from referee.app.asked import Asked
    from referee.desk import Desk


_NOTICE = "notice"
_SHOW = "privacy.show"
_BEFORE, _AFTER = ("stored", "why"), ("who", "cookies", "phone", "erase")
"""What is told before and after how long it is kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Notice:
    """After how many days names are forgotten, None where never, and what the host of the server says, plain text."""

    forget_after: int | None = None
    more: str = ""


class BrokenNoticeError(Exception):
    """The text of the server's host cannot be read; the message says why."""


def notice_in(file: Path | None, forget_after: int | None) -> Notice:
    """Return the notice with what stands in a file."""
    try:
        more = "" if file is None else file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        message = f"The notice {file} cannot be read ({problem})."
        raise BrokenNoticeError(message) from problem
    return Notice(forget_after=forget_after, more=more)


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A heading and the paragraphs below it."""

    title: str
    texts: tuple[str, ...]


def show(asked: Asked, _desk: Desk) -> Answer:
    """Show the notice."""
    notice = cast("Notice", current_app.extensions[_NOTICE])
    days = notice.forget_after
    how_long = asked.say("privacy.kept_text") if days is None else asked.say("privacy.forgotten_text", days=days)
    parts = [part(asked, name) for name in _BEFORE]
    parts.append(Part(title=asked.say("privacy.kept"), texts=(how_long,)))
    parts += [part(asked, name) for name in _AFTER]
    if notice.more:
        parts.append(Part(title=asked.say("privacy.host"), texts=_paragraphs(notice.more)))
    return page_of("privacy.html", parts=tuple(parts))


def part(asked: Asked, name: str) -> Part:
    """Return a part that is always the same."""
    return Part(title=asked.say(f"privacy.{name}"), texts=(asked.say(f"privacy.{name}_text"),))


def _paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text, which empty lines part."""
    lines = [line.strip() for line in text.splitlines()]
    return tuple(" ".join(each.split("\n")) for each in "\n".join(lines).split("\n\n") if each.strip())


def use_notice(notice: Notice, app: Flask) -> None:
    """Let the page say this."""
    app.extensions[_NOTICE] = notice


def install(app: Flask) -> None:
    """Show the notice at its address."""
    use_notice(Notice(), app)
    app.add_url_rule(PATHS[_SHOW], _SHOW, partial(answered, show, writes=False))
