"""How many games one address may begin: a hall does not notice, a program that fills the disk does."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from referee.web.language import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask, Response

EXTENSION = "limits"
BEGINS = "games.begin"
MOST_GAMES = 300
SECONDS = 600.0
MOST_ADDRESSES = 10_000
"""How many addresses are remembered; of more, those that have begun nothing for longest are forgotten."""
HOME_BITS = 64
"""A home or a hall has so many bits of the newer addresses for itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """The games that each address has begun lately: the id of the order that began each, and when."""

    most: int
    clock: Callable[[], float] = time.monotonic
    begun: OrderedDict[str, dict[str, float]] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def seconds_to_wait(self, address: str, command: str) -> int:
        """Return after how many seconds this address may begin another game, 0 if now; a retry is no other game."""
        with self.lock:
            games = self.lately(address)
            if command in games or len(games) < self.most:
                return 0
            return int(min(games.values()) + SECONDS - self.clock()) + 1

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
        since = self.clock() - SECONDS
        return {command: at for command, at in self.begun.get(address, {}).items() if at > since}


def limits_in_use() -> Limits:
    """Return the limits of the running application."""
    return cast("Limits", current_app.extensions[EXTENSION])


def asker() -> str:
    """Return whose request this is: an address, or the part of it that a home or a hall has for itself."""
    text = request.remote_addr or ""
    try:
        found = ip_address(text.strip("[]"))
    except ValueError:
        return text
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or int(found) >> HOME_BITS)
    return text


def refuse_too_many() -> None:
    """Answer 429 to an address that begins too many games."""
    if request.endpoint != BEGINS:
        return
    limits = limits_in_use()
    wait = limits.seconds_to_wait(asker(), request.form.get("command_id", ""))
    if wait:
        told = say("mishap.too_many_games", most=limits.most, minutes=-(-wait // 60))
        raise TooManyRequests(told, retry_after=wait)


def count(response: Response) -> Response:
    """Count a game that was begun."""
    if request.endpoint == BEGINS and response.status_code < HTTPStatus.BAD_REQUEST:
        limits_in_use().note(asker(), request.form.get("command_id", "") or secrets.token_hex(8))
    return response


def install(app: Flask) -> None:
    """Limit the games that one address begins."""
    app.extensions[EXTENSION] = Limits(most=MOST_GAMES)
    app.before_request(refuse_too_many)
    app.after_request(count)
