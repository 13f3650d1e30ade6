"""What a browser remembers in cookies: its language, its tables, its rules, its look, and names."""

from __future__ import annotations

import contextlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, cast
from urllib.parse import parse_qsl, unquote, urlencode

from flask import g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from referee.app.asked import Look, look_of
from referee.app.form import Form
from referee.app.routes import quoted
from referee.paths import write_new
from referee.rules.table import Quoted
from referee.texts.words import LANGUAGE, Speaker
from referee.web.context import library_in_use

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Blueprint, Flask, Request, Response
    from flask.sessions import SessionMixin
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.asked import Device, Tables


_LOOK_COOKIE = "look"
_A_YEAR = timedelta(days=365)


def look() -> Look:
    """Return the look of the present device."""
    return look_of(Form(pairs=tuple(parse_qsl(request.cookies.get(_LOOK_COOKIE, "")))))


def keep_look(response: Response, chosen: Look) -> None:
    """Keep a look on this device."""
    text = urlencode({"theme": chosen.theme, "contrast": chosen.contrast, "hand": chosen.hand})
    response.set_cookie(_LOOK_COOKIE, text, max_age=_A_YEAR, samesite="Lax", secure=request.is_secure)


_NAMES_COOKIE = "names"


def names() -> tuple[str, ...]:
    """Return the names that were typed on this device, the latest first."""
    return tuple(name for name in map(unquote, request.cookies.get(_NAMES_COOKIE, "").split("&")) if name)


def keep_names(response: Response, known: tuple[str, ...]) -> None:
    """Keep names on this device, or forget them all."""
    if known:
        text = "&".join(map(quoted, known))
        response.set_cookie(
            _NAMES_COOKIE, text, max_age=_A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure
        )
    else:
        response.delete_cookie(_NAMES_COOKIE)


_KEY_BYTES = 32


class BrokenKeyError(Exception):
    """The key that signs cookies cannot be used; the message says why and what to do."""


def secret_beside(database: Path) -> bytes:
    """Return the key that signs cookies, kept beside the database so that a restart forgets nobody.

    Raise ``BrokenKeyError`` if it cannot be read or made, or is shorter than this program makes one.
    """
    file = database.with_name(database.name + ".key")
    try:
        if not file.exists():
            _make_key(file)
        key = file.read_bytes()
    except OSError as problem:
        message = f"The key {file}, which signs what browsers remember, cannot be used ({problem.strerror})."
        raise BrokenKeyError(message) from problem
    if len(key) < _KEY_BYTES:
        message = (
            f"The key {file}, which signs what browsers remember, is broken: it has {len(key)} bytes, not "
            f"{_KEY_BYTES}. Delete it and start again. Browsers then forget their lists of games; the score sheets and "
            "the addresses of tables stay as they are."
        )
        raise BrokenKeyError(message)
    return key


def _make_key(file: Path) -> None:
    """Write a new key; of two programs that start at once, both take the one that came first."""
    with contextlib.suppress(FileExistsError):
        write_new(file, secrets.token_bytes(_KEY_BYTES))


class Cookies(SecureCookieSessionInterface):
    """The signed cookie, whatever the clock says: a clock that was set back would make it look not yet written."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what the browser remembers; what was not signed here counts for nothing."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        try:
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send what changed, to be kept for a year by the browser's clock, and over HTTPS only where that was used."""
        if session.accessed:
            response.vary.add("Cookie")
        serializer = self.get_signing_serializer(app)
        if serializer is not None and session.modified:
            response.set_cookie(
                self.get_cookie_name(app),
                serializer.dumps(dict(session)),
                max_age=_A_YEAR,
                secure=request.is_secure,
                httponly=True,
                samesite="Lax",
            )


def install(app: Flask, database: Path) -> None:
    """Sign this application's cookies.

    Only a request that changes what is remembered sends a cookie: several are under way at once when a phone fetches
    what it keeps, and an older memory must not come back with the last of them.
    """
    app.secret_key = secret_beside(database)
    app.session_interface = Cookies()


def remember(before: Device, after: Device) -> None:
    """Keep what a device remembers from now on, as far as it is new; tables as a list, as a cookie sorts its keys."""
    if list(after.tables.items()) != list(before.tables.items()):
        session["tables"] = list(after.tables.items())
    if after.referee != before.referee:
        session["referee"] = after.referee
    if after.archived != before.archived:
        session["archived"] = dict(after.archived)
    if after.rules != before.rules:
        session["rules"] = after.rules


def archived() -> tuple[tuple[str, bool], ...]:
    """Return the games that were put away in this browser, and those taken out again, by token."""
    return tuple(sorted(session.get("archived", {}).items()))


def write_as(name: str) -> None:
    """Keep this browser's own name, from its first write on."""
    session.setdefault("device", name)


def tables() -> Tables:
    """Return the tables that this browser has used, the latest last."""
    return dict(session.get("tables", ()))


def referee() -> str:
    """Return the name under which this browser ruled last."""
    return cast("str", session.get("referee", ""))


def rules() -> dict[str, str]:
    """Return the fields that name the rules that this browser used last."""
    return cast("dict[str, str]", session.get("rules", {}))


_LANGUAGE_COOKIE = "lang"


def _known_language(wanted: str | None) -> str | None:
    """Return the language if there are words for it."""
    return wanted if wanted in library_in_use().sentences else None


def _chosen_language() -> str:
    asked = request.accept_languages.best_match([LANGUAGE, *library_in_use().sentences])
    return chosen_here() or asked or LANGUAGE


def chosen_here() -> str:
    """Return the language that somebody chose on this device, just now or before, "" where nobody did."""
    return (
        _known_language(request.args.get(_LANGUAGE_COOKIE))
        or _known_language(request.cookies.get(_LANGUAGE_COOKIE))
        or ""
    )


def remember_language(response: Response) -> Response:
    """Keep a language that was chosen on a page for this browser; what never changes is the same in each."""
    wanted = _known_language(request.args.get(_LANGUAGE_COOKIE))
    if wanted is not None:
        _keep_language(response, wanted)
    if response.cache_control.immutable:
        return response
    response.vary.update(("Accept-Language", "Cookie"))
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def choose_language(response: AnyResponse, wanted: str) -> None:
    """Keep a language on this device, or none, so that it follows the browser."""
    if wanted:
        _keep_language(response, wanted)
    else:
        response.delete_cookie(_LANGUAGE_COOKIE)


def _keep_language(response: AnyResponse, wanted: str) -> None:
    response.set_cookie(
        _LANGUAGE_COOKIE, wanted, max_age=_A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure
    )


def language() -> str:
    """Return the language of the present page."""
    if "language" not in g:
        g.language = _chosen_language()
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
