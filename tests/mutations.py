"""Texts that were broken on their way: pieces taken out, doubled, or replaced by what nobody types."""

import random

PIECES = (
    '"',
    ",",
    ";",
    "\t",
    "\n",
    "\r",
    "-",
    "=",
    "'",
    "\ufeff",
    "\0",
    "\u2028",
    "\u202e",
    "e\u0301\u0301",
    "\ud800",
    "9" * 30,
    "e",
    "\uff11",
    "\u00b2",
    "h1",
    "round",
    "<script>alert(1)</script>",
)


def mutated(text: str, chance: random.Random) -> str:
    """Return a text with some of it taken out, doubled, or replaced."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 1, 3, 20]))
        text = text[:start] + chance.choice([*PIECES, "", text[start:end] * 2]) + text[end:]
    return text
