"""What a browser remembers of its tables, in a signed cookie: which it has used, and where its holder sits."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from referee.desk import By

if TYPE_CHECKING:
    from flask import Flask, Request, Response
    from flask.sessions import SessionMixin

MOST_TABLES = 30
"""How many tables a cookie of four kilobytes holds with ease."""
A_YEAR = timedelta(days=365)
KEY_BYTES = 32

Tables = dict[str, int | None]
"""The seat chosen on this device by the token of the table, None where none was chosen; the latest table last."""


class BrokenKeyError(Exception):
    """The key that signs cookies cannot be used; the message says why and what to do."""


def secret_beside(database: Path) -> bytes:
    """Return the key that signs cookies, kept beside the database so that a restart forgets nobody.

    Raise ``BrokenKeyError`` if it cannot be read or made, or is shorter than this program makes one.
    """
    file = database.with_name(database.name + ".key")
    try:
        if not file.exists():
            make_key(file)
        key = file.read_bytes()
    except OSError as problem:
        message = f"The key {file}, which signs what browsers remember, cannot be used ({problem.strerror})."
        raise BrokenKeyError(message) from problem
    if len(key) < KEY_BYTES:
        message = (
            f"The key {file}, which signs what browsers remember, is broken: it has {len(key)} bytes, not {KEY_BYTES}. "
            "Delete it and start again. Browsers then forget their lists of games; the score sheets and the "
            "addresses of tables stay as they are."
        )
        raise BrokenKeyError(message)
    return key


def make_key(file: Path) -> None:
    """Write a new key whole or not at all; of two programs that start at once, both take the one that came first."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(secrets.token_bytes(KEY_BYTES))
            new.flush()
            os.fsync(new.fileno())
        with contextlib.suppress(FileExistsError):
            link(name, file)
    finally:
        Path(name).unlink(missing_ok=True)


def link(new: str, file: Path) -> None:
    """Give a file its name, if nothing has that name; some disks of cameras and phones cannot do that in one step."""
    try:
        os.link(new, file)
    except FileExistsError:
        raise
    except OSError:
        if not file.exists():
            Path(new).replace(file)


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
                max_age=A_YEAR,
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


def tables() -> Tables:
    """Return the tables that this browser has used, the latest last."""
    return dict(session.get("tables", ()))


def used(token: str) -> None:
    """Remember that this browser has opened a table."""
    known = tables()
    if list(known)[-1:] != [token]:
        keep(known, token, known.get(token))


def sit(token: str, seat: int) -> None:
    """Remember where the holder of this device sits."""
    keep(tables(), token, seat)


def keep(known: Tables, token: str, seat: int | None) -> None:
    """Put a table last, and forget the oldest beyond what a cookie holds; a list, as a cookie sorts its keys."""
    others = [(each, known[each]) for each in known if each != token]
    session["tables"] = [*others, (token, seat)][-MOST_TABLES:]


def forget(token: str) -> None:
    """Remember a table no longer."""
    known = tables()
    if token in known:
        session["tables"] = [(each, known[each]) for each in known if each != token]


def device() -> str:
    """Return this browser's own name, made at its first write."""
    if "device" not in session:
        session["device"] = secrets.token_hex(4)
    return cast("str", session["device"])


def writer() -> By:
    """Return who writes: this device, at the table."""
    return By(device=device(), role="table", name="")


def referee() -> str:
    """Return the name under which this browser ruled last."""
    return cast("str", session.get("referee", ""))


def known_as(name: str) -> None:
    """Remember the name of who rules with this device."""
    if name != referee():
        session["referee"] = name
