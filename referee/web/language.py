"""The language of a page: the switch on the page first, then this browser's cookie, then what the browser asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import g, request

from referee.rules.ledger import Quoted
from referee.texts.words import LANGUAGE, Speaker
from referee.web.context import library_in_use
from referee.web.memory import A_YEAR

if TYPE_CHECKING:
    from flask import Blueprint, Response
    from werkzeug.wrappers import Response as AnyResponse


COOKIE = "lang"


def known(wanted: str | None) -> str | None:
    """Return the language if there are words for it."""
    return wanted if wanted in library_in_use().sentences else None


def chosen_language() -> str:
    """Return the language of this request."""
    asked = request.accept_languages.best_match([LANGUAGE, *library_in_use().sentences])
    return chosen_here() or asked or LANGUAGE


def chosen_here() -> str:
    """Return the language that somebody chose on this device, just now or before, "" where nobody did."""
    return known(request.args.get(COOKIE)) or known(request.cookies.get(COOKIE)) or ""


def remember_language(response: Response) -> Response:
    """Keep a language that was chosen on a page for this browser."""
    wanted = known(request.args.get(COOKIE))
    if wanted is not None:
        keep(response, wanted)
    response.vary.update(("Accept-Language", "Cookie"))
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def choose(response: AnyResponse, wanted: str) -> None:
    """Keep a language on this device, or none, so that it follows the browser."""
    if wanted:
        keep(response, wanted)
    else:
        response.delete_cookie(COOKIE)


def keep(response: AnyResponse, wanted: str) -> None:
    """Keep a language on this device."""
    response.set_cookie(COOKIE, wanted, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)


def language() -> str:
    """Return the language of the present page."""
    if "language" not in g:
        g.language = chosen_language()
    return cast("str", g.language)


def speaker() -> Speaker:
    """Return the words of the present page's language."""
    return Speaker(lang=language(), words=library_in_use().sentences[language()])


def say(key: str, **facts: str | int) -> str:
    """Return a sentence of the word list; texts are filled in as they are, numbers with commas."""
    return speaker().say(
        key, tuple((name, fact if isinstance(fact, int) else Quoted(text=fact)) for name, fact in facts.items())
    )


def follow_language(blueprint: Blueprint) -> None:
    """Let the pages of a blueprint keep the language that a reader chooses."""
    blueprint.after_request(remember_language)
