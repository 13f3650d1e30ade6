"""What can be wrong with a ruleset file, as values: collected over everything, raised once.

A question is read by another reader, ``texts.reader``: its problems have codes, a reason in every language and a rule,
and are answered by phones too. These have a file, a key as TOML writes it and an English sentence for whoever writes
a book; over several files they are sorted. One reader for both would share a list and no line of what fills it.
"""

import difflib
import json
import re
from collections.abc import Iterable
from dataclasses import field

from referee.records import dataclass

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

_ALIKE = 0.5
"""How much of two names must agree to take one for the other: two letters of "rihci" stand the wrong way round."""


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class Problem:
    """One mistake: where it stands, what was found, what is allowed there and the nearest allowed name.

    ``key`` is the path as it is written in TOML, empty for the file as a whole; ``found``, ``allowed`` and
    ``nearest`` are empty where they do not apply. Problems sort by file and key.
    """

    file: str
    key: str
    message: str
    found: str = ""
    allowed: str = ""
    nearest: str = ""

    def __str__(self) -> str:
        parts = [": ".join(part for part in (self.file, self.key, self.message) if part)]
        if self.found:
            parts.append(f"Found: {self.found}.")
        if self.allowed:
            parts.append(f"Allowed: {self.allowed}.")
        if self.nearest:
            parts.append(f"Did you mean {self.nearest}?")
        return " ".join(parts)


class RulebookError(ValueError):
    """One or more ruleset files are wrong; ``problems`` names every mistake, sorted."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(frozen=True, kw_only=True, slots=True)
class Location:
    """A spot in a file, and the list that its problems are written to."""

    file: str
    key: str = ""
    problems: list[Problem] = field(default_factory=list)

    def inside(self, name: str) -> "Location":
        """Return the location of ``name`` in the table that stands here."""
        written = name if _BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)
        return Location(file=self.file, key=f"{self.key}.{written}" if self.key else written, problems=self.problems)

    def report(self, message: str, *, found: str = "", allowed: str = "", nearest: str = "") -> None:
        """Write down a problem here."""
        problem = Problem(file=self.file, key=self.key, message=message, found=found, allowed=allowed, nearest=nearest)
        self.problems.append(problem)


def nearest_name(name: object, allowed: Iterable[str]) -> str:
    """Return the allowed name that looks most like ``name``, empty if none does."""
    close = difflib.get_close_matches(name, list(allowed), n=1, cutoff=_ALIKE) if isinstance(name, str) else []
    return close[0] if close else ""


def listed(names: Iterable[str]) -> str:
    """Return names as one text."""
    return ", ".join(names)


def as_written(found: object) -> str:
    """Return a value much as it is written in TOML."""
    return json.dumps(found, ensure_ascii=False, default=str)
