"""What an event is known by on every device: a hash of the order that wrote it, which no number tells apart."""

from __future__ import annotations

from binascii import b2a_base64
from hashlib import sha256

LETTERS = 16
"""How much of the hash travels: enough that no two events of a club are taken for each other."""


def hashed(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal digits."""
    return digest_of(text).hex()


def digest_of(text: str) -> bytes:
    """Return the SHA-256 of a text."""
    return sha256(text.encode()).digest()


def letters_of(digest: bytes) -> str:
    """Return bytes as they are written in an address: in base 64 with letters, digits, - and _."""
    return b2a_base64(digest).decode().strip("\n").replace("+", "-").replace("/", "_")


def command_hash(command: str, place: int = 0) -> str:
    """Return what is stored of an order at its event number ``place``; nobody can work out an address from it."""
    told = command if place == 0 else f"{command} {place}"
    return hashed(f"command {told}")


def ruleset_hash(body: str) -> str:
    """Return the name under which a resolved ruleset is kept."""
    return hashed(body)


def event_hash(stored: str) -> str:
    """Return the hash by which devices name an event, from what is stored of its order."""
    return stored[:LETTERS]
