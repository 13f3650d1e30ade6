"""What a browser remembers of its tables, in a signed cookie: which it has used, and where its holder sits."""

from __future__ import annotations

import os
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, cast

from flask import session

from referee.desk import By

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

MOST_TABLES = 30
"""How many tables a cookie of four kilobytes holds with ease."""
A_YEAR = timedelta(days=365)

Tables = dict[str, int | None]
"""The seat chosen on this device by the token of the table, None where none was chosen; the latest table last."""


def secret_beside(database: Path) -> bytes:
    """Return the key that signs cookies, kept beside the database so that a restart forgets nobody."""
    file = database.with_name(database.name + ".key")
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(secrets.token_bytes(32))
    except FileExistsError:
        pass
    return file.read_bytes()


def install(app: Flask, database: Path) -> None:
    """Sign this application's cookies.

    Only a request that changes what is remembered sends a cookie: several are under way at once when a phone fetches
    what it keeps, and an older memory must not come back with the last of them.
    """
    app.secret_key = secret_beside(database)
    app.permanent_session_lifetime = A_YEAR
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"


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
    session.permanent = True


def forget(token: str) -> None:
    """Remember a table no longer."""
    known = tables()
    if token in known:
        session["tables"] = [(each, known[each]) for each in known if each != token]


def device() -> str:
    """Return this browser's own name, made at its first write."""
    if "device" not in session:
        session["device"] = secrets.token_hex(4)
        session.permanent = True
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
        session.permanent = True
