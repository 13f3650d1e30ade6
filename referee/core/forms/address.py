"""Texts written into an address, byte for byte as ``urllib.parse`` writes them, which a phone does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PLAIN_IN_ADDRESS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
HEX_DIGITS = "0123456789ABCDEF"


def quoted(text: str, safe: str = "") -> str:
    """Return a text as it stands in an address; letters, digits and what is ``safe`` stay as they are."""
    kept = PLAIN_IN_ADDRESS + safe
    return "".join([letter if letter in kept else percents(letter) for letter in text])


def percents(letter: str) -> str:
    """Return a character as the hexadecimal numbers of its bytes."""
    return "".join(["%" + HEX_DIGITS[byte >> 4] + HEX_DIGITS[byte & 15] for byte in letter.encode()])


def query_of(fields: Iterable[tuple[str, str | int]], safe: str = "") -> str:
    """Return fields as the query of an address, spaces as plus signs."""
    return "&".join([f"{in_query(name, safe)}={in_query(str(value), safe)}" for name, value in fields])


def in_query(text: str, safe: str) -> str:
    """Return a name or a value as it stands in a query."""
    return quoted(text, safe + " ").replace(" ", "+")
