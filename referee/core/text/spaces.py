"""Spaces around a text, taken off letter by letter: MicroPython's strip goes byte by byte and breaks kana."""

from __future__ import annotations

SPACES = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    [chr(code) for code in range(0x2000, 0x200B)]
)
"""What counts as a space, as in CPython; the last but those of typesetters is the ideographic space."""


def spaces_off(text: str) -> str:
    """Return a text without the spaces at its ends."""
    first, last = 0, len(text)
    while first < last and text[first] in SPACES:
        first += 1
    while first < last and text[last - 1] in SPACES:
        last -= 1
    return text[first:last]


LONGEST_NUMBER = 12


def number_told(text: str) -> int | str:
    """Return the whole number that a text says, or the text itself when it says none."""
    before, minus, rest = text.partition("-")
    digits = rest if minus and not before else text
    return int(text) if is_digits(digits) and len(digits) <= LONGEST_NUMBER else text


def is_digits(text: str) -> bool:
    """Return whether a text is made of the digits 0 to 9, of one at least."""
    return text != "" and all(letter in "0123456789" for letter in text)
