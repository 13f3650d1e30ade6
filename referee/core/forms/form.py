"""A form as it was sent: names and values, kept as they were; read alike on the server and on a phone.

Numbers that are no numbers go to the core as they are: it alone says what is wrong and what is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.core.text.spaces import spaces_off

FormPairs = tuple[tuple[str, str], ...]
"""The fields in the order sent; a name may come several times."""

OPTION = "option-"
"""What the name of a field begins with that chooses an option of the ruleset."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """The fields as sent."""

    pairs: FormPairs

    def one(self, name: str, default: str = "") -> str:
        """Return the first value of a field; what is empty counts as left out."""
        for key, value in self.pairs:
            if key == name:
                return spaces_off(value) or default
        return default

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of a field that may come several times, each once."""
        found: list[str] = []
        for key, value in self.pairs:
            if key == name and value and value not in found:
                found.append(value)
        return tuple(found)

    def has(self, name: str, value: str) -> bool:
        """Return whether a field holds this value."""
        return (name, value) in self.pairs

    def uses(self, *names: str) -> bool:
        """Return whether any of these fields is filled in."""
        return any(self.one(name) for name in names)

    def options(self) -> dict[str, str]:
        """Return the chosen options of the ruleset by name."""
        names = [key for key, _ in self.pairs if key.startswith(OPTION) and self.one(key)]
        return {name.partition(OPTION)[2]: self.one(name) for name in names}

    def changed(self, name: str, value: str) -> Form:
        """Return the form with one field set to this value alone."""
        return Form(pairs=(*[(key, kept) for key, kept in self.pairs if key != name], (name, value)))

    def without(self, *names: str) -> Form:
        """Return the form without these fields."""
        return Form(pairs=tuple((key, kept) for key, kept in self.pairs if key not in names))






def form_told(pairs: Any) -> Form:  # noqa: ANN401 as it comes out of JSON
    """Return a form from its names and values."""
    return Form(pairs=tuple([(name, value) for name, value in pairs]))
