"""The letters that names are written with, by their code points: MicroPython knows no classes of characters."""

from referee.core.text.spaces import SPACES

Blocks = tuple[tuple[int, int], ...]
"""Ranges of code points, each with its first and its last."""

CAPITALS = ((0x41, 0x5A, 0x20), (0xC0, 0xDE, 0x20), (0x391, 0x3A9, 0x20), (0x400, 0x40F, 0x50), (0x410, 0x42F, 0x20))
"""Capitals of Latin, Greek and Cyrillic: the first and the last, and how far behind them their small letters stand."""
CONTROLS = ((0x00, 0x1F), (0x7F, 0x9F), (0x2028, 0x2029), (0xD800, 0xDFFF))
"""Characters that break a line or steer a machine, and halves of surrogate pairs."""
TURNING = ((0x202A, 0x202E), (0x2066, 0x2069))
"""Characters that turn the direction of the text after them."""
BLANK = ((0x115F, 0x1160), (0x2800, 0x2800), (0x3164, 0x3164), (0xFFA0, 0xFFA0))
"""Letters and signs that show nothing."""
FORMATS = (
    (0xAD, 0xAD),
    (0x600, 0x605),
    (0x61C, 0x61C),
    (0x6DD, 0x6DD),
    (0x70F, 0x70F),
    (0x890, 0x891),
    (0x8E2, 0x8E2),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2060, 0x206F),
    (0xE000, 0xF8FF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFFB),
    (0xFFFE, 0xFFFF),
    (0xE0000, 0x10FFFF),
)
"""Joiners, selectors of variants, tags, and what has a meaning in private only."""
MARKS = (
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x591, 0x5BD),
    (0x610, 0x61A),
    (0x64B, 0x65F),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0x302A, 0x302F),
    (0x3099, 0x309A),
    (0xFE20, 0xFE2F),
)
"""Accents and points that stand on another letter: those of Latin, Cyrillic, Hebrew, Arabic, of signs and of kana."""


def is_unreadable(letter: str) -> bool:
    """Return whether a character breaks the line that it stands in, or turns what follows."""
    return is_among(letter, CONTROLS) or is_among(letter, TURNING)


def is_shown(letter: str) -> bool:
    """Return whether a character can be seen: a letter, a digit, a mark of punctuation or a sign."""
    hidden = (CONTROLS, TURNING, BLANK, FORMATS, MARKS)
    return letter not in SPACES and not any(is_among(letter, blocks) for blocks in hidden)


def is_among(letter: str, blocks: Blocks) -> bool:
    """Return whether a character lies in one of these blocks."""
    return any(first <= ord(letter) <= last for first, last in blocks)


def in_small_letters(name: str) -> str:
    """Return a name in small letters, as far as they stand at a fixed place behind the capitals."""
    return "".join([small(letter) for letter in name])


def small(letter: str) -> str:
    """Return the small letter of a capital, any other character as it is."""
    return next((chr(ord(letter) + step) for first, last, step in CAPITALS if first <= ord(letter) <= last), letter)
