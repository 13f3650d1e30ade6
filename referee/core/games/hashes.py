"""What an event is known by on every device: a hash of the order that wrote it, which no number tells apart."""

from __future__ import annotations

from hashlib import sha256

LETTERS = 16
"""How much of the hash travels: enough that no two events of a club are taken for each other."""


def command_hash(command: str, place: int = 0) -> str:
    """Return what is stored of an order at its event number ``place``; nobody can work out an address from it."""
    told = command if place == 0 else f"{command} {place}"
    return sha256(f"command {told}".encode()).digest().hex()  # noqa: FURB181 the phone has no hexdigest


def ruleset_hash(body: str) -> str:
    """Return the name under which a resolved ruleset is kept."""
    return sha256(body.encode()).digest().hex()  # noqa: FURB181 the phone has no hexdigest


def event_hash(stored: str) -> str:
    """Return the hash by which devices name an event, from what is stored of its order."""
    return stored[:LETTERS]
