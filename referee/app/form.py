"""A form as it was sent, names and values kept as they were; and its fields as a page asks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.records import dataclass
from referee.texts.reader import spaces_off

if TYPE_CHECKING:
    from referee.texts.words import Words


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


def form_of_pairs(pairs: Any) -> Form:  # noqa: ANN401 as it comes out of JSON
    """Return a form from its names and values."""
    return Form(pairs=tuple([(name, value) for name, value in pairs]))


Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TextField:
    """A field to type into."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Pick:
    """One choice that looks like a tile; ``character`` is shown in place of its text."""

    name: str
    value: str
    text: str
    chosen: bool
    off: bool = False
    character: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldGroup:
    """Fields that stand together; ``look`` says how: half, flow, yaku, row, winds, alone, figures or known.

    ``kind`` is radio or checkbox, ``kept`` are fields that are sent without being shown.
    """

    look: str
    kind: str = "checkbox"
    title: str = ""
    picks: tuple[Pick, ...] = ()
    figures: tuple[TextField, ...] = ()
    kept: Pairs = ()


def names_asked(groups: tuple[FieldGroup, ...]) -> tuple[str, ...]:
    """Return the names of all fields of some groups."""
    return (
        *[pick.name for group in groups for pick in group.picks],
        *[field.name for group in groups for field in group.figures],
        *[name for group in groups for name, _ in group.kept],
    )


def radio_group(look: str, name: str, values: tuple[str, ...], chosen: str, words: Words) -> FieldGroup:
    """Return choices of which one is taken."""
    picks = [Pick(name=name, value=each, text=words[f"tiles.{name}_{each}"], chosen=each == chosen) for each in values]
    return FieldGroup(look=look, kind="radio", picks=tuple(picks))


def number_group(names: tuple[str, ...], form: Form, words: Words) -> FieldGroup:
    """Return fields for small numbers."""
    fields = [TextField(name=name, label=words["tiles." + name], value=form.one(name)) for name in names]
    return FieldGroup(look="figures", figures=tuple(fields))


def tick_group(look: str, name: str, value: str, form: Form, words: Words) -> FieldGroup:
    """Return one thing that is so or is not."""
    pick = Pick(name=name, value=value, text=words["tiles." + name], chosen=form.has(name, value))
    return FieldGroup(look=look, picks=(pick,))
