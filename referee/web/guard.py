"""What every request must pass and every response must carry: origin, headers, and how many games one may begin."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import field
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, request
from werkzeug.exceptions import HTTPException, TooManyRequests

from referee.app.tables import LONGEST_COMMAND
from referee.records import dataclass
from referee.web.cache import build_name
from referee.web.connections import most_read
from referee.web.cookies import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.rulebook import Shelf
    from referee.texts.words import Library


LIMITS = "limits"
_BEGINS = "games.begin"
MOST_GAMES = 300
SECONDS = 600.0
MOST_ADDRESSES = 10_000
"""How many addresses are remembered; of more, those that have begun nothing for longest are forgotten."""
_HOME_BITS = 64
"""A home or a hall has so many bits of the newer addresses for itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What each address has begun lately, such as games: the id of the order for each, and when."""

    most: int
    seconds: float = SECONDS
    clock: Callable[[], float] = time.monotonic
    begun: OrderedDict[str, dict[str, float]] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def seconds_to_wait(self, address: str, command: str) -> int:
        """Return after how many seconds this address may begin another game, 0 if now; a retry is no other game."""
        with self.lock:
            games = self.lately(address)
            if command in games or len(games) < self.most:
                return 0
            return int(min(games.values()) + self.seconds - self.clock()) + 1

    def note(self, address: str, command: str) -> None:
        """Remember that an address has begun a game."""
        with self.lock:
            games = self.lately(address)
            games.setdefault(command, self.clock())
            self.begun[address] = games
            self.begun.move_to_end(address)
            if len(self.begun) > MOST_ADDRESSES:
                self.begun.popitem(last=False)

    def lately(self, address: str) -> dict[str, float]:
        """Return the games that an address has begun within the time that counts."""
        since = self.clock() - self.seconds
        return {command: at for command, at in self.begun.get(address, {}).items() if at > since}


def _limits_in_use() -> Limits:
    return cast("Limits", current_app.extensions[LIMITS])


def client_address() -> str:
    """Return whose request this is: an address, or the part of it that a home or a hall has for itself."""
    text = request.remote_addr or ""
    try:
        found = ip_address(text.strip("[]"))
    except ValueError:
        return text
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or int(found) >> _HOME_BITS)
    return text


def _refuse_too_many() -> None:
    """Answer 429 to an address that begins too many games."""
    if request.endpoint != _BEGINS:
        return
    limits = _limits_in_use()
    wait = limits.seconds_to_wait(client_address(), request.form.get("command_id", ""))
    if wait:
        message = say("trouble.too_many_games", most=limits.most, minutes=-(-wait // 60))
        raise TooManyRequests(message, retry_after=wait)


def count(response: Response) -> Response:
    """Count a game that was begun."""
    if request.endpoint == _BEGINS and response.status_code < HTTPStatus.BAD_REQUEST:
        _limits_in_use().note(client_address(), request.form.get("command_id", "") or secrets.token_hex(8))
    return response


_CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_POLICIES = {
    "Content-Security-Policy": _CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def _comes_from_own_page(incoming: Request) -> bool:
    """Say whether a writing request was sent by a page of ours, or by something that is no browser.

    Browsers on HTTPS and localhost send `Sec-Fetch-Site`; on the plain HTTP of a club's network they only send
    `Origin`. A program such as curl sends neither, and carries no cookie that could be misused.
    """
    site = incoming.headers.get("Sec-Fetch-Site", "none")
    if site != "none":
        return site == "same-origin"
    origin = incoming.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == incoming.host


def _refuse_foreign_writes() -> None:
    """Answer 403 when another site's page tries to write."""
    if request.method not in _SAFE_METHODS and not _comes_from_own_page(request):
        abort(HTTPStatus.FORBIDDEN, say("trouble.other_site"))


def _refuse_large_bodies() -> None:
    """Answer 413 to more than is read; the interface for programs says so itself."""
    request.max_content_length = request.max_form_memory_size = most_read(request.path)
    if request.blueprint != "api" and (request.content_length or 0) > request.max_content_length:
        abort(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def _add_security_headers(response: Response) -> Response:
    """Forbid foreign scripts, frames and content sniffing on every response.

    What never changes under its address is fetched by pages only, whose own policies hold for it: on bad Wi-Fi ten
    kilobytes of repeated headers count. An address that holds a link's token asks for a stricter policy itself.
    """
    response.headers["X-Content-Type-Options"] = "nosniff"
    if not response.cache_control.immutable:
        for name, policy in _POLICIES.items():
            response.headers.setdefault(name, policy)
    return response


def install(app: Flask) -> None:
    """Put the guard in front of and behind every handler of the app."""
    app.before_request(_refuse_foreign_writes)
    app.before_request(_refuse_large_bodies)
    app.before_request(_refuse_too_many)
    app.after_request(_add_security_headers)
    app.after_request(count)
    app.extensions[LIMITS] = Limits(most=MOST_GAMES)


BUILD = "Referee"
"""Stands on every answer with the name of the build: what does not carry it is a portal or a proxy."""
COMMAND = "Referee-Command"
"""Says which order was answered; a phone may send it, too, with an order whose form may be too large to be read."""
CAUSE = "Referee-Cause"
DEVICE = "Referee-Device"
"""Tells a phone what the server knows its browser to remember."""
BUILD_NAME = "build"
_FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


def build_of(app: Flask) -> str:
    """Return the name of the build that an application is."""
    return cast("str", app.extensions[BUILD_NAME])


def build_in_use() -> str:
    """Return the name of the running build."""
    return build_of(current_app)


def _sign(response: Response) -> Response:
    """Say on an answer whose it is, and which order it answers."""
    response.headers[BUILD] = build_in_use()
    if request.method == "POST":
        command = _command_sent()
        if _is_command(command):
            response.headers[COMMAND] = command
    return response


def _command_sent() -> str:
    """Return the id of the order that the request carries, empty if it carries none."""
    announced = request.headers.get(COMMAND, "")
    if request.mimetype not in _FORMS:
        return announced
    try:
        return request.form.get("command_id", announced)
    except HTTPException:
        return announced


def _is_command(text: str) -> bool:
    """Say whether a text is the id of an order as our pages make them, which may stand in a header."""
    return 0 < len(text) <= LONGEST_COMMAND and text.isascii() and text.isprintable()


def name_build(app: Flask, library: Library, shelf: Shelf | None) -> None:
    """Sign every answer of the app."""
    app.extensions[BUILD_NAME] = build_name(library, shelf)
    app.after_request(_sign)
